//! The profile of a user: reading and changing it (contract, Users).

use actix_web::{HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::update_profile::{ProfileForm, UpdateProfileError};
use domain::accounts::password::Password;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::messages::language::Language;
use domain::shared::email::EmailAddress;
use domain::shared::text::PersonName;

use crate::accounts::profile_fields::{blank_as_none, language_not_offered, picture_gone};
use crate::accounts::users_json::{UpdateProfileRequest, UpdateProfileResponse, UserDetailJson};
use crate::cache::note_change::answering;
use crate::extract::authentication::{SignedIn, actor};
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::images::picture_url::parse_picture_url;
use crate::middleware::rate_limit::{Caller, RateLimits, Rule};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Denied, Failures, ForUsers, Limited, Missing, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::config::HttpConfig;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, update_profile, access: Access::SignedIn, limit: Limit::PerUser(Rule::ChangeDetails), changes: Some(CatalogueChange::Content));
    route!(table, user_detail, access: Access::OwnAccount, limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// Changes the caller's own details, or another user's as an administrator.
#[utoipa::path(put, path = "/api/users/update/{email}", tag = "users", operation_id = "updateProfile", request_body = UpdateProfileRequest,
    params(("email" = String, Path)),
    responses((status = 200, body = UpdateProfileResponse), WithBody, ForUsers, Denied, Missing, Limited, Failures))]
async fn update_profile(
    accounts: web::Data<AccountUseCases>,
    limits: web::Data<RateLimits>,
    config: web::Data<HttpConfig>,
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
        limits.check(Rule::ChangePassword, Caller::User(who.user.id))?;
    }
    let updated = update.run(&who, &actor(&who), &email, parse_profile(&body, &config)?).await.map_err(|error| match error {
        UpdateProfileError::PictureGone => picture_gone(error),
        UpdateProfileError::LanguageNotOffered => language_not_offered(error),
        other => other.into(),
    })?;
    let message = "Your details were updated successfully";
    let answer = UpdateProfileResponse { message, user: updated.user.into(), token: updated.token };
    Ok(answering(private(HttpResponse::Ok(), &answer), updated.is_shown))
}

/// The caller's own details.
#[utoipa::path(get, path = "/api/users/userdetail", tag = "users", operation_id = "userDetail",
    responses((status = 200, body = UserDetailJson), ForUsers, Limited, Failures))]
async fn user_detail(who: SignedIn) -> HttpResponse {
    private(HttpResponse::Ok(), &UserDetailJson(who.0.user.into()))
}

fn parse_profile(body: &UpdateProfileRequest, config: &HttpConfig) -> Result<ProfileForm, Problem> {
    let mut errors = FieldErrors::default();
    let form = ProfileForm {
        first_name: errors.optional("firstName", blank_as_none(body.first_name.as_deref()), PersonName::parse),
        last_name: errors.optional("lastName", blank_as_none(body.last_name.as_deref()), PersonName::parse),
        profile_picture: errors
            .optional("profilePicture", blank_as_none(body.profile_picture.as_deref()), |url| parse_picture_url(url, config)),
        language: errors.optional("language", blank_as_none(body.language.as_deref()), Language::parse),
        password: errors.optional("password", blank_as_none(body.password.as_deref()), Password::choose),
    };
    errors.check()?;
    Ok(form)
}
