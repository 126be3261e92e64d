//! The security of one's own account, and confirming a session with password and code (contract-owner, section 2).

use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::credential_check::CheckRefusal;
use application::accounts::show_security::AccountSecurity;
use chrono::{DateTime, Utc};
use domain::accounts::second_factor::SecondFactorStatus;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::credential_fields::{broken_off, given_code, given_password};
use crate::extract::authentication::SignedIn;
use crate::extract::body::Body;
use crate::extract::client_address::client_address;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Denied, Failures, ForUsers, Limited, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show_security, access: Access::OwnAccount, limit: Limit::PerAddress(Rule::Read), changes: None);
    route!(table, confirm, access: Access::OwnAccount, limit: Limit::PerUser(Rule::ChangePassword), changes: None);
}

/// The second factor of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondFactor)]
pub struct SecondFactorJson {
    /// Whether a sign-in asks for a code.
    enabled: bool,
    /// Since when; null while it does not.
    #[schema(required = true)]
    since: Option<DateTime<Utc>>,
    /// The number of recovery codes that were not used.
    recovery_codes_left: u32,
}

/// The security of one's own account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountSecurity)]
pub struct AccountSecurityJson {
    second_factor: SecondFactorJson,
    /// Whether the shop requires a second factor of this user.
    second_factor_required: bool,
    /// The end of the session's confirmation; null if there is none.
    #[schema(required = true)]
    confirmed_until: Option<DateTime<Utc>>,
}

impl From<SecondFactorStatus> for SecondFactorJson {
    fn from(SecondFactorStatus { enabled_at, recovery_codes_left }: SecondFactorStatus) -> Self {
        Self { enabled: enabled_at.is_some(), since: enabled_at, recovery_codes_left }
    }
}

impl From<AccountSecurity> for AccountSecurityJson {
    fn from(security: AccountSecurity) -> Self {
        let AccountSecurity { second_factor, is_required, confirmed_until } = security;
        Self { second_factor: second_factor.into(), second_factor_required: is_required, confirmed_until }
    }
}

/// The proof that the user of a session is the owner of the account.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConfirmRequest {
    /// Password.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub password: Option<String>,
    /// The code of the authenticator app, or a recovery code; needed where the account has a second factor.
    #[schema(max_length = 64)]
    pub code: Option<String>,
}

/// A confirmed session.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConfirmedResponse {
    /// The end of the confirmation.
    until: DateTime<Utc>,
}

/// The second factor of one's own account, and whether the session is confirmed.
#[utoipa::path(get, path = "/api/users/security", tag = "users", operation_id = "showSecurity",
    responses((status = 200, body = AccountSecurityJson), ForUsers, Limited, Failures))]
async fn show_security(accounts: web::Data<AccountUseCases>, SignedIn(who): SignedIn) -> Result<HttpResponse, Problem> {
    let security = accounts.show_security.run(&who).await?;
    Ok(private(HttpResponse::Ok(), &AccountSecurityJson::from(security)))
}

/// Confirms the session for 10 minutes. A wrong password or code is 403, and counts with the failed logins of the account.
#[utoipa::path(post, path = "/api/users/confirm", tag = "users", operation_id = "confirmIdentity", request_body = ConfirmRequest,
    responses((status = 200, body = ConfirmedResponse), WithBody, ForUsers, Denied, Limited, Failures))]
async fn confirm(
    accounts: web::Data<AccountUseCases>,
    request: HttpRequest,
    SignedIn(who): SignedIn,
    Body(body): Body<ConfirmRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let password = errors.required("password", body.password.filter(|password| !password.is_empty()), given_password);
    let code = given_code(body.code, &mut errors);
    let Some(password) = password else { return Err(errors.into_problem()) };
    errors.check()?;
    let (confirm, address) = (accounts.confirm_identity.clone(), client_address(&request));
    // In a task of its own: if the client disconnects, the attempt is still counted.
    let attempt = actix_web::rt::spawn(async move { confirm.run(&who, &password, code.as_deref(), address).await });
    let until = attempt.await.map_err(broken_off)?.map_err(refusal)?;
    Ok(private(HttpResponse::Ok(), &ConfirmedResponse { until }))
}

/// Names the field that is wrong.
fn refusal(error: CheckRefusal) -> Problem {
    let field = match error {
        CheckRefusal::WrongPassword => "password",
        CheckRefusal::CodeWrong => "code",
        other => return other.into(),
    };
    let sentence = error.to_string();
    Problem::from(error).with_errors([(field.to_owned(), vec![sentence])].into())
}
