//! The profile of a user: reading and changing it (contract, Users).

use std::net::IpAddr;

use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::update_profile::{NewPassword, ProfileForm};
use domain::accounts::credentials::CheckRefusal;
use domain::accounts::password::Password;
use domain::accounts::permission::Permission;
use domain::accounts::ports::UpdateProfileError;
use domain::catalog::ports::CatalogueChange;
use domain::shared::email::EmailAddress;
use domain::shared::language::Language;
use domain::shared::text::PersonName;

use crate::accounts::credential_fields::{blank_as_none, broken_off, given_password};
use crate::accounts::users_json::{UpdateProfileRequest, UpdateProfileResponse, UserDetailJson};
use crate::cache::note_change::answering;
use crate::extract::authentication::{SignedIn, actor};
use crate::extract::body::Body;
use crate::extract::client_address::client_address;
use crate::extract::field_errors::FieldErrors;
use crate::images::picture_url::parse_picture_url;
use crate::middleware::rate_limit::{Caller, RateLimit, RateLimits};
use crate::middleware::request_id;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Forbidden, NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::config::HttpConfig;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, update_profile, access: Access::SignedIn, limit: Limit::PerUser(RateLimit::ChangeDetails), changes: Some(CatalogueChange::Content));
    route!(table, user_detail, access: Access::OwnAccount, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// Changes the caller's own details, or another user's as an administrator. A new password needs the present one beside it, or a session
/// that was confirmed in the last 10 minutes (else 403 `auth.confirm_needed`); it is mailed to the account's address and ends the
/// confirmation of the session. An account without a password sets its first one by the link of a reset.
#[utoipa::path(put, path = "/api/users/update/{email}", tag = "users", operation_id = "updateProfile", request_body = UpdateProfileRequest,
    params(("email" = String, Path)),
    responses((status = 200, body = UpdateProfileResponse), WithBody, Forbidden, NotFound))]
async fn update_profile(
    accounts: web::Data<AccountUseCases>,
    limits: web::Data<RateLimits>,
    config: web::Data<HttpConfig>,
    request: HttpRequest,
    email: web::Path<String>,
    SignedIn(who): SignedIn,
    Body(body): Body<UpdateProfileRequest>,
) -> Result<HttpResponse, Problem> {
    let unknown = if who.may(Permission::ManageUsers) { UpdateProfileError::NotFound } else { UpdateProfileError::NotYours };
    let email = EmailAddress::parse_known(&email).map_err(|_| unknown)?;
    let update = &accounts.update_profile;
    let has_password = blank_as_none(body.password.as_deref()).is_some();
    update.check_may(&who, &email, has_password)?;
    if has_password {
        limits.check(RateLimit::ChangePassword, Caller::User(who.user.id))?;
    }
    let form = parse_profile(body, &config, client_address(&request))?;
    let update = update.clone();
    // In a task of its own: if the client disconnects, an attempt at the present password is still counted.
    let work = async move { update.run(&who, &actor(&who), &email, form).await };
    let task = actix_web::rt::spawn(request_id::within(request_id::current(), work));
    let updated = task.await.map_err(broken_off)?.map_err(refusal)?;
    let message = "Your details were updated successfully";
    let answer = UpdateProfileResponse { message, user: updated.user.into(), token: updated.token };
    Ok(answering(private(HttpResponse::Ok(), &answer), updated.is_shown))
}

/// The caller's own details.
#[utoipa::path(get, path = "/api/users/userdetail", tag = "users", operation_id = "userDetail",
    responses((status = 200, body = UserDetailJson)))]
async fn user_detail(who: SignedIn) -> HttpResponse {
    private(HttpResponse::Ok(), &UserDetailJson(who.0.user.into()))
}

/// A wrong password is that of this field here.
fn refusal(error: UpdateProfileError) -> Problem {
    let wrong_password = matches!(error, UpdateProfileError::Current(CheckRefusal::WrongPassword));
    let problem = Problem::from(error);
    if wrong_password { problem.at("currentPassword") } else { problem }
}

fn parse_profile(body: UpdateProfileRequest, config: &HttpConfig, address: IpAddr) -> Result<ProfileForm, Problem> {
    let mut errors = FieldErrors::default();
    let form = ProfileForm {
        first_name: errors.optional("firstName", blank_as_none(body.first_name.as_deref()), PersonName::parse),
        last_name: errors.optional("lastName", blank_as_none(body.last_name.as_deref()), PersonName::parse),
        profile_picture: errors
            .optional("profilePicture", blank_as_none(body.profile_picture.as_deref()), |url| parse_picture_url(url, config)),
        language: errors.optional("language", blank_as_none(body.language.as_deref()), Language::parse),
        password: None,
    };
    let new = errors.optional("password", blank_as_none(body.password.as_deref()), Password::choose);
    let current = body.current_password.filter(|password| !password.is_empty());
    let current = errors.optional("currentPassword", current, given_password);
    errors.check()?;
    Ok(ProfileForm { password: new.map(|new| NewPassword { new, current, address }), ..form })
}
