//! Signing in and out, registering, profiles, and users as administrators handle them (contract, Users).

use actix_web::http::StatusCode;
use actix_web::http::header::SET_COOKIE;
use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::register_user::{RegisterUserError, Registration};
use application::accounts::sign_in::{LoginSource, SignInError};
use application::accounts::update_profile::{ProfileForm, UpdateProfileError};
use application::error::UseCaseError;
use domain::accounts::password::{Password, PasswordError};
use domain::shared::email::EmailAddress;
use domain::shared::text::{PersonName, SearchText};

use crate::accounts::device_cookie;
use crate::accounts::users_json::{
    AdminUserJson, DeleteUserRequest, LoginRequest, LoginResponse, RegisterRequest, UpdateProfileRequest, UpdateProfileResponse,
    UpdateUserStatusRequest, UserActivityJson, UserDetailJson, UserResponse,
};
use crate::app_state::{AppState, HttpConfig};
use crate::cache::catalogue_version::answering;
use crate::extract::authenticated_json::AuthenticatedJson;
use crate::extract::authentication::{Admin, SignedIn, actor};
use crate::extract::body::Body;
use crate::extract::client_address::client_address;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{list_refusal, page_headers, page_request};
use crate::extract::query_params::QueryParams;
use crate::images::picture_url::parse_picture_url;
use crate::middleware::rate_limit::{Caller, Rule};
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{
    Conflicting, Denied, Failures, ForAdmins, ForUsers, Limited, Missing, NotSignedIn, WithBody, WithParameters,
};

/// Registers a customer.
#[utoipa::path(post, path = "/api/users", tag = "users", operation_id = "register", request_body = RegisterRequest,
    responses((status = 201, body = MessageJson), WithBody, Conflicting, Limited, Failures))]
pub async fn register(state: web::Data<AppState>, body: Body<RegisterRequest>) -> Result<HttpResponse, Problem> {
    let form = parse_registration(body.0, &state.config)?;
    state.use_cases.accounts.register_user.run(form).await.map_err(|error| match error {
        RegisterUserError::PictureGone => picture_gone(error),
        other => other.into(),
    })?;
    Ok(private(HttpResponse::Created(), &MessageJson { message: "User registered successfully" }))
}

/// Signs somebody in.
#[utoipa::path(post, path = "/api/users/login", tag = "users", operation_id = "login", request_body = LoginRequest,
    responses((status = 200, body = LoginResponse), WithBody, NotSignedIn, Limited, Failures))]
pub async fn login(state: web::Data<AppState>, request: HttpRequest, body: Body<LoginRequest>) -> Result<HttpResponse, Problem> {
    let (email, password) = parse_login(body.0)?;
    let from = LoginSource { address: client_address(&request), device_marker: device_cookie::read(&request) };
    let sign_in = state.use_cases.accounts.sign_in.clone();
    // In a task of its own: a client that goes away must not leave its attempt unsettled.
    let attempt = actix_web::rt::spawn(async move { sign_in.run(&email, &password, &from).await });
    let signed_in = attempt.await.map_err(broken_off)?.map_err(login_refusal)?;
    let mut response = HttpResponse::Ok();
    if let Some(marker) = &signed_in.device_marker {
        response.insert_header((SET_COOKIE, device_cookie::write(marker, &state.config)));
    }
    let user = signed_in.user.into();
    Ok(private(response, &LoginResponse { message: "Login successful", user, blocked: false, token: signed_in.token }))
}

/// Ends one's session.
#[utoipa::path(post, path = "/api/users/logout", tag = "users", operation_id = "logout", security(("bearer" = [])),
    responses((status = 200, body = MessageJson), ForUsers, Failures))]
pub async fn logout(state: web::Data<AppState>, who: SignedIn) -> Result<HttpResponse, Problem> {
    state.use_cases.accounts.sign_out.run(who.0.session.id).await?;
    Ok(private(HttpResponse::Ok(), &MessageJson { message: "Logged out successfully!" }))
}

/// One page of all users, newest first.
#[utoipa::path(get, path = "/api/users", tag = "users", operation_id = "listUsers", security(("bearer" = [])),
    params(("q" = Option<String>, Query, max_length = 100, description = "part of the name or the e-mail"), ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [AdminUserJson], headers(("X-Total-Count" = String), ("Link" = String))), ForAdmins, WithParameters, Limited, Failures))]
pub async fn list(state: web::Data<AppState>, _admin: Admin, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let text = errors.optional("q", query.get("q"), SearchText::parse).filter(|t| !t.is_empty());
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = state.use_cases.accounts.list_users.run(text.as_ref(), &page).await.map_err(list_refusal)?;
    let mut response = HttpResponse::Ok();
    page_headers(&mut response, &request, &query, &page);
    let users: Vec<AdminUserJson> = page.items.into_iter().map(Into::into).collect();
    Ok(private(response, &users))
}

/// Blocks or unblocks somebody.
#[utoipa::path(put, path = "/api/users", tag = "users", operation_id = "updateUserStatus", request_body = UpdateUserStatusRequest, security(("bearer" = [])),
    responses((status = 200, body = UserResponse), WithBody, ForAdmins, Missing, Conflicting, Failures))]
pub async fn update_status(
    state: web::Data<AppState>,
    call: AuthenticatedJson<Admin, UpdateUserStatusRequest>,
) -> Result<HttpResponse, Problem> {
    let AuthenticatedJson(admin, body) = call;
    let mut errors = FieldErrors::default();
    let email = errors.required("email", body.email.as_deref(), EmailAddress::parse);
    let blocked = errors.required("isBlocked", body.is_blocked, Ok::<_, std::convert::Infallible>);
    let (Some(email), Some(blocked)) = (email, blocked) else { return Err(errors.into_problem()) };
    let user = state.use_cases.accounts.set_user_blocked.run(&admin.actor, &email, blocked).await?;
    let message = if blocked { "User blocked successfully" } else { "User unblocked successfully" };
    Ok(private(HttpResponse::Ok(), &UserResponse { message, user: user.into() }))
}

/// Deletes somebody; their orders stay.
#[utoipa::path(delete, path = "/api/users", tag = "users", operation_id = "deleteUser", request_body = DeleteUserRequest, security(("bearer" = [])),
    responses((status = 200, body = MessageJson), WithBody, ForAdmins, Missing, Conflicting, Failures))]
pub async fn delete(state: web::Data<AppState>, call: AuthenticatedJson<Admin, DeleteUserRequest>) -> Result<HttpResponse, Problem> {
    let AuthenticatedJson(admin, body) = call;
    let mut errors = FieldErrors::default();
    let email = errors.required("email", body.email.as_deref(), EmailAddress::parse);
    let Some(email) = email else { return Err(errors.into_problem()) };
    state.use_cases.accounts.delete_user.run(&admin.actor, &email).await?;
    Ok(private(HttpResponse::Ok(), &MessageJson { message: "The customer was successfully removed." }))
}

/// Changes one's own details, or somebody's as an administrator.
#[utoipa::path(put, path = "/api/users/update/{email}", tag = "users", operation_id = "updateProfile", request_body = UpdateProfileRequest, security(("bearer" = [])),
    params(("email" = String, Path)),
    responses((status = 200, body = UpdateProfileResponse), WithBody, ForUsers, Denied, Missing, Limited, Failures))]
pub async fn update_profile(
    state: web::Data<AppState>,
    email: web::Path<String>,
    call: AuthenticatedJson<SignedIn, UpdateProfileRequest>,
) -> Result<HttpResponse, Problem> {
    let AuthenticatedJson(SignedIn(who), body) = call;
    let nobody = if who.is_admin() { UpdateProfileError::NotFound } else { UpdateProfileError::NotYours };
    let email = EmailAddress::parse(&email).map_err(|_| nobody)?;
    let update = &state.use_cases.accounts.update_profile;
    state.rate_limits.check(Rule::ChangeDetails, Caller::User(who.user.id))?;
    let has_password = blank_as_none(body.password.as_deref()).is_some();
    update.check_may(&who, &email, has_password)?;
    if has_password {
        state.rate_limits.check(Rule::ChangePassword, Caller::User(who.user.id))?;
    }
    let updated = update.run(&who, &actor(&who), &email, parse_profile(&body, &state.config)?).await.map_err(|error| match error {
        UpdateProfileError::PictureGone => picture_gone(error),
        other => other.into(),
    })?;
    let message = "Your details were updated successfully";
    let answer = UpdateProfileResponse { message, user: updated.user.into(), token: updated.token };
    Ok(answering(private(HttpResponse::Ok(), &answer), updated.is_shown))
}

/// Who is about and who came lately.
#[utoipa::path(get, path = "/api/users/activity", tag = "users", operation_id = "userActivity", security(("bearer" = [])),
    responses((status = 200, body = UserActivityJson), ForAdmins, Limited, Failures))]
pub async fn activity(state: web::Data<AppState>, _admin: Admin) -> Result<HttpResponse, Problem> {
    let activity = state.use_cases.accounts.user_activity.run().await?;
    Ok(private(HttpResponse::Ok(), &UserActivityJson::from(activity)))
}

/// Who one is.
#[utoipa::path(get, path = "/api/users/userdetail", tag = "users", operation_id = "userDetail", security(("bearer" = [])),
    responses((status = 200, body = UserDetailJson), ForUsers, Limited, Failures))]
pub async fn user_detail(who: SignedIn) -> HttpResponse {
    private(HttpResponse::Ok(), &UserDetailJson(who.0.user.into()))
}

/// Names the field that the picture is in.
fn picture_gone(error: impl UseCaseError) -> Problem {
    let sentence = error.to_string();
    Problem::from(error).with_errors([("profilePicture".to_owned(), vec![sentence])].into())
}

/// What is absent or nothing but white space (`spec.md` §5: blank fields fall back to current values).
fn blank_as_none(text: Option<&str>) -> Option<&str> {
    text.filter(|t| !t.trim().is_empty())
}

fn parse_registration(body: RegisterRequest, config: &HttpConfig) -> Result<Registration, Problem> {
    let mut errors = FieldErrors::default();
    let first_name = errors.required("firstName", body.first_name.as_deref(), PersonName::parse);
    let last_name = errors.required("lastName", body.last_name.as_deref(), PersonName::parse);
    let email = errors.required("email", body.email.as_deref(), EmailAddress::parse);
    let password = errors.required("password", body.password.as_deref(), Password::choose);
    let picture = blank_as_none(body.profile_picture.as_deref());
    let profile_picture = errors.optional("profilePicture", picture, |url| parse_picture_url(url, config));
    match (first_name, last_name, email, password, errors.is_empty()) {
        (Some(first_name), Some(last_name), Some(email), Some(password), true) => {
            Ok(Registration { first_name, last_name, email, password, profile_picture })
        }
        _ => Err(errors.into_problem()),
    }
}

fn parse_login(body: LoginRequest) -> Result<(EmailAddress, Password), Problem> {
    let mut errors = FieldErrors::default();
    let email = errors.required("email", body.email.filter(|e| !e.trim().is_empty()), |e| EmailAddress::parse(&e));
    let given = |text: String| if text.contains('\0') { Err(PasswordError::Nul) } else { Ok(Password::given(text)) };
    let password = errors.required("password", body.password.filter(|p| !p.is_empty()), given);
    match (email, password) {
        (Some(email), Some(password)) => Ok((email, password)),
        _ => Err(errors.into_problem()),
    }
}

/// The task that signs in ended early, which only a fault of the program makes it do.
fn broken_off(error: tokio::task::JoinError) -> Problem {
    tracing::error!("a login was broken off: {error}");
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "service.internal", "Something went wrong on our side. Please try again.")
}

/// The web app reads `user` and `blocked` of a refused login (`spec.md` §7).
fn login_refusal(error: SignInError) -> Problem {
    let nobody = serde_json::Value::Null;
    match error {
        SignInError::Blocked => Problem::from(error).with("user", nobody).with("blocked", true),
        SignInError::WrongCredentials => Problem::from(error).with("user", nobody),
        other => other.into(),
    }
}

fn parse_profile(body: &UpdateProfileRequest, config: &HttpConfig) -> Result<ProfileForm, Problem> {
    let mut errors = FieldErrors::default();
    let form = ProfileForm {
        first_name: errors.optional("firstName", blank_as_none(body.first_name.as_deref()), PersonName::parse),
        last_name: errors.optional("lastName", blank_as_none(body.last_name.as_deref()), PersonName::parse),
        profile_picture: errors
            .optional("profilePicture", blank_as_none(body.profile_picture.as_deref()), |url| parse_picture_url(url, config)),
        password: errors.optional("password", blank_as_none(body.password.as_deref()), Password::choose),
    };
    errors.check()?;
    Ok(form)
}
