//! `/api/users/second-factor`: getting a second factor, its recovery codes, and removing it (contract-owner, section 2).

use std::convert::Infallible;

use actix_web::{HttpResponse, web};
use application::accounts::AccountUseCases;
use domain::accounts::second_factor::RecoveryCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::account_security::{SecondFactorJson, user_in};
use crate::accounts::credential_fields::given_code;
use crate::accounts::qr_code::QrCodeJson;
use crate::extract::authentication::{SignedIn, actor};
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::{no_content, private};
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, Forbidden, NotFound, WithBody, WithParameters};
use crate::routing::rules::{Access, Confirmation, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let limit = Limit::PerUser(RateLimit::ChangeDetails);
    route!(table, show_second_factor, access: Access::OwnAccount, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, begin_second_factor, access: Access::OwnAccount, limit: limit, changes: None, confirmed: Confirmation::Recent);
    route!(table, enable_second_factor, access: Access::OwnAccount, limit: limit, changes: None);
    route!(table, renew_recovery_codes, access: Access::OwnAccount, limit: limit, changes: None, confirmed: Confirmation::Recent);
    route!(table, remove_second_factor, access: Access::OwnAccount, limit: limit, changes: None, confirmed: Confirmation::Recent);
}

/// A secret for an authenticator app.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewSecondFactor {
    /// The secret in base32, to be typed.
    secret: String,
    /// The secret as an `otpauth` address.
    uri: String,
    /// The address as a QR code.
    qr: QrCodeJson,
}

/// The first code of an authenticator app.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EnableSecondFactorRequest {
    /// The code that the app shows.
    #[schema(required = true, nullable = false, min_length = 1, max_length = 64, pattern = r"\S")]
    pub code: Option<String>,
}

/// Recovery codes, which are shown once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecoveryCodes)]
pub struct RecoveryCodesJson {
    /// Ten codes of the form `xxxx-xxxx`; each signs in once.
    recovery_codes: Vec<String>,
}

impl From<Vec<RecoveryCode>> for RecoveryCodesJson {
    fn from(codes: Vec<RecoveryCode>) -> Self {
        Self { recovery_codes: codes.iter().map(|code| code.expose().to_owned()).collect() }
    }
}

/// One's own second factor, or any user's as an owner.
#[utoipa::path(get, path = "/api/users/second-factor", tag = "users", operation_id = "showSecondFactor",
    params(("user" = Option<String>, Query, max_length = 254, description = "the address of a user; the caller's own by default")),
    responses((status = 200, body = SecondFactorJson), WithParameters, Forbidden, NotFound))]
async fn show_second_factor(
    accounts: web::Data<AccountUseCases>,
    SignedIn(who): SignedIn,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let status = accounts.second_factors.status(&who, user_in(&query)?.as_ref()).await?;
    Ok(private(HttpResponse::Ok(), &SecondFactorJson::from(status)))
}

/// Draws a secret for an authenticator app. It counts once a code of it was shown. A customer whose address was never verified gets none
/// (403 `second_factor.unverified`).
#[utoipa::path(post, path = "/api/users/second-factor", tag = "users", operation_id = "beginSecondFactor",
    responses((status = 200, body = NewSecondFactor), Forbidden, Conflict))]
async fn begin_second_factor(accounts: web::Data<AccountUseCases>, SignedIn(who): SignedIn) -> Result<HttpResponse, Problem> {
    let key = accounts.second_factors.begin(&who.user).await?;
    let qr = QrCodeJson::of(&key.uri)?;
    Ok(private(HttpResponse::Ok(), &NewSecondFactor { secret: key.base32, uri: key.uri, qr }))
}

/// Enables the second factor with a code of the app, and ends the other sessions of the user.
#[utoipa::path(post, path = "/api/users/second-factor/enable", tag = "users", operation_id = "enableSecondFactor", request_body = EnableSecondFactorRequest,
    responses((status = 200, body = RecoveryCodesJson), WithBody, Forbidden, Conflict))]
async fn enable_second_factor(
    accounts: web::Data<AccountUseCases>,
    SignedIn(who): SignedIn,
    Body(body): Body<EnableSecondFactorRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let is_missing = body.code.as_deref().is_none_or(|code| code.trim().is_empty());
    let code = if is_missing { errors.required("code", None, Ok::<String, Infallible>) } else { given_code(body.code, &mut errors) };
    let Some(code) = code else { return Err(errors.into_problem()) };
    let codes = accounts.second_factors.enable(&who, &actor(&who), &code).await?;
    Ok(private(HttpResponse::Ok(), &RecoveryCodesJson::from(codes)))
}

/// Replaces the recovery codes.
#[utoipa::path(post, path = "/api/users/second-factor/recovery-codes", tag = "users", operation_id = "renewRecoveryCodes",
    responses((status = 200, body = RecoveryCodesJson), Forbidden, Conflict))]
async fn renew_recovery_codes(accounts: web::Data<AccountUseCases>, SignedIn(who): SignedIn) -> Result<HttpResponse, Problem> {
    let codes = accounts.second_factors.renew_recovery_codes(&who.user, &actor(&who)).await?;
    Ok(private(HttpResponse::Ok(), &RecoveryCodesJson::from(codes)))
}

/// Removes one's own second factor, or any user's as an owner. The user is mailed, where another person removes it.
#[utoipa::path(delete, path = "/api/users/second-factor", tag = "users", operation_id = "removeSecondFactor",
    params(("user" = Option<String>, Query, max_length = 254, description = "the address of a user; the caller's own by default")),
    responses((status = 204, description = "It is removed"), WithParameters, Forbidden, NotFound))]
async fn remove_second_factor(
    accounts: web::Data<AccountUseCases>,
    SignedIn(who): SignedIn,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let email = user_in(&query)?;
    accounts.second_factors.remove(&who, &actor(&who), email.as_ref()).await?;
    Ok(no_content())
}
