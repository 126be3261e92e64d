//! Registering, signing in with a password, and signing out (contract, Users).

use actix_web::http::header::{SET_COOKIE, USER_AGENT};
use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::sign_in::{LoginSource, SignInError};
use application::accounts::users::Registration;
use application::error::ReadError;
use domain::accounts::credentials::CheckRefusal;
use domain::accounts::password::Password;
use domain::accounts::ports::SessionStore;
use domain::shared::email::EmailAddress;
use domain::shared::ports::Clock;
use domain::shared::text::PersonName;

use crate::accounts::credential_fields::{blank_as_none, broken_off, given_code, given_password};
use crate::accounts::device_cookie;
use crate::accounts::users_json::{LoginRequest, LoginResponse, RegisterRequest};
use crate::extract::authentication::SignedIn;
use crate::extract::body::Body;
use crate::extract::client_address::client_address;
use crate::extract::field_errors::FieldErrors;
use crate::images::picture_url::parse_picture_url;
use crate::middleware::rate_limit::RateLimit;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotSignedIn, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::config::HttpConfig;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, register, access: Access::Public, limit: Limit::PerAddress(RateLimit::Register), changes: None);
    route!(table, login, access: Access::Public, limit: Limit::PerAddress(RateLimit::Login), changes: None);
    route!(table, logout, access: Access::OwnAccount, limit: Limit::Unlimited, changes: None);
}

/// Registers a customer.
#[utoipa::path(post, path = "/api/users", tag = "users", operation_id = "register", request_body = RegisterRequest,
    responses((status = 201, body = MessageJson), WithBody, Conflict))]
async fn register(
    accounts: web::Data<AccountUseCases>,
    config: web::Data<HttpConfig>,
    Body(body): Body<RegisterRequest>,
) -> Result<HttpResponse, Problem> {
    let form = parse_registration(body, &config)?;
    accounts.users.register(form).await?;
    Ok(private(HttpResponse::Created(), &MessageJson { message: "User registered successfully" }))
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

/// Signs in with e-mail and password, and the code of the second factor where the account has one.
#[utoipa::path(post, path = "/api/users/login", tag = "users", operation_id = "login", request_body = LoginRequest,
    responses((status = 200, body = LoginResponse), WithBody, NotSignedIn))]
async fn login(
    accounts: web::Data<AccountUseCases>,
    config: web::Data<HttpConfig>,
    request: HttpRequest,
    Body(body): Body<LoginRequest>,
) -> Result<HttpResponse, Problem> {
    let (email, password, code) = parse_login(body)?;
    let from = source_of(&request);
    let sign_in = accounts.sign_in.clone();
    // In a task of its own: if the client disconnects, the attempt is still counted.
    let attempt = actix_web::rt::spawn(async move { sign_in.run(&email, &password, code.as_deref(), &from).await });
    let signed_in = attempt.await.map_err(broken_off)?.map_err(login_refusal)?;
    let mut response = HttpResponse::Ok();
    if let Some(token) = &signed_in.device_token {
        response.insert_header((SET_COOKIE, device_cookie::write(token, &config)));
    }
    let user = signed_in.user.into();
    Ok(private(response, &LoginResponse { message: "Login successful", user, blocked: false, token: signed_in.token }))
}

/// Ends the caller's session.
#[utoipa::path(post, path = "/api/users/logout", tag = "users", operation_id = "logout",
    responses((status = 200, body = MessageJson)))]
async fn logout(sessions: web::Data<dyn SessionStore>, clock: web::Data<dyn Clock>, who: SignedIn) -> Result<HttpResponse, Problem> {
    sessions.revoke(who.0.session.id, clock.now()).await.map_err(ReadError::from)?;
    Ok(private(HttpResponse::Ok(), &MessageJson { message: "Logged out successfully!" }))
}

/// Where a login comes from.
pub(crate) fn source_of(request: &HttpRequest) -> LoginSource {
    let user_agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok()).map(ToOwned::to_owned);
    LoginSource { address: client_address(request), device_token: device_cookie::read(request), user_agent }
}

fn parse_login(body: LoginRequest) -> Result<(EmailAddress, Password, Option<String>), Problem> {
    let mut errors = FieldErrors::default();
    let email = errors.required("email", body.email.filter(|e| !e.trim().is_empty()), |e| EmailAddress::parse_known(&e));
    let password = errors.required("password", body.password.filter(|p| !p.is_empty()), given_password);
    let code = given_code(body.code, &mut errors);
    let (Some(email), Some(password)) = (email, password) else { return Err(errors.into_problem()) };
    errors.check()?;
    Ok((email, password, code))
}

/// The web app reads `user` and `blocked` of a refused login (`spec.md` §7).
fn login_refusal(error: SignInError) -> Problem {
    let no_user = serde_json::Value::Null;
    match error {
        SignInError::Refused(CheckRefusal::Blocked) => Problem::from(error).with("user", no_user).with("blocked", true),
        SignInError::WrongCredentials | SignInError::Refused(CheckRefusal::CodeNeeded | CheckRefusal::CodeWrong) => {
            Problem::from(error).with("user", no_user)
        }
        other => other.into(),
    }
}
