//! The security of one's own account: confirming a session with password and code, and the list of sessions (contract-owner, section 2).

use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::AccountUseCases;
use application::error::ReadError;
use chrono::{DateTime, Utc};
use domain::accounts::ports::{AccountAccessError, SecondFactorStore};
use domain::accounts::second_factor::SecondFactorStatus;
use domain::accounts::session::Session;
use domain::shared::email::EmailAddress;
use domain::shared::ids::SessionId;
use domain::shared::ports::Clock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::credential_fields::{broken_off, given_code, given_password};
use crate::extract::authentication::{SignedIn, actor};
use crate::extract::body::Body;
use crate::extract::client_address::client_address;
use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::{no_content, private};
use crate::response::problem::Problem;
use crate::response::refusals::{Forbidden, NotFound, WithBody, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show_security, access: Access::OwnAccount, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, confirm, access: Access::OwnAccount, limit: Limit::PerUser(RateLimit::ChangePassword), changes: None);
    route!(table, list_sessions, access: Access::OwnAccount, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, end_other_sessions, access: Access::OwnAccount, limit: Limit::PerUser(RateLimit::ChangeDetails), changes: None);
    route!(table, end_session, access: Access::OwnAccount, limit: Limit::PerUser(RateLimit::ChangeDetails), changes: None);
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
    responses((status = 200, body = AccountSecurityJson)))]
async fn show_security(
    accounts: web::Data<AccountUseCases>,
    second_factors: web::Data<dyn SecondFactorStore>,
    clock: web::Data<dyn Clock>,
    SignedIn(who): SignedIn,
) -> Result<HttpResponse, Problem> {
    let security = AccountSecurityJson {
        second_factor: second_factors.status(who.user.id).await.map_err(ReadError::from)?.into(),
        second_factor_required: accounts.second_factors.is_required(&who.user).await.map_err(ReadError::from)?,
        confirmed_until: who.session.confirmed_until(clock.now()),
    };
    Ok(private(HttpResponse::Ok(), &security))
}

/// Confirms the session for 10 minutes. A wrong password or code is 403, and counts with the failed logins of the account.
#[utoipa::path(post, path = "/api/users/confirm", tag = "users", operation_id = "confirmIdentity", request_body = ConfirmRequest,
    responses((status = 200, body = ConfirmedResponse), WithBody, Forbidden))]
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
    let (sessions, address) = (accounts.sessions.clone(), client_address(&request));
    // In a task of its own: if the client disconnects, the attempt is still counted.
    let attempt = actix_web::rt::spawn(async move { sessions.confirm(&who, &password, code.as_deref(), address).await });
    let until = attempt.await.map_err(broken_off)??;
    Ok(private(HttpResponse::Ok(), &ConfirmedResponse { until }))
}

/// A session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UserSession)]
pub struct SessionJson {
    id: String,
    /// The kind of device, such as `Firefox on Linux`; null for a session of a former release.
    #[schema(required = true)]
    device: Option<String>,
    /// The masked network, a /24 of IPv4 or a /48 of IPv6; null for a session of a former release.
    #[schema(required = true)]
    network: Option<String>,
    created_at: DateTime<Utc>,
    /// To the minute.
    last_used_at: DateTime<Utc>,
    /// Whether it is the session of this request.
    current: bool,
}

impl SessionJson {
    fn of(session: &Session, current: SessionId) -> Self {
        let origin = session.origin.as_ref();
        Self {
            id: session.id.to_string(),
            device: origin.map(|origin| origin.device.as_str().to_owned()),
            network: origin.map(|origin| origin.network.to_string()),
            created_at: session.created_at,
            last_used_at: session.last_used_at,
            current: session.id == current,
        }
    }
}

/// One's own live sessions, or those of a staff member as an owner: at most 100, the last used first.
#[utoipa::path(get, path = "/api/users/sessions", tag = "users", operation_id = "listSessions",
    params(("user" = Option<String>, Query, max_length = 254, description = "the address of a staff member; the caller's own by default")),
    responses((status = 200, body = Vec<SessionJson>), WithParameters, Forbidden, NotFound))]
async fn list_sessions(accounts: web::Data<AccountUseCases>, SignedIn(who): SignedIn, query: QueryParams) -> Result<HttpResponse, Problem> {
    let sessions = accounts.sessions.list(&who, user_in(&query)?.as_ref()).await?;
    let sessions: Vec<SessionJson> = sessions.iter().map(|session| SessionJson::of(session, who.session.id)).collect();
    Ok(private(HttpResponse::Ok(), &sessions))
}

/// Ends all one's own sessions but the one of this request, or as an owner all of a staff member.
#[utoipa::path(delete, path = "/api/users/sessions", tag = "users", operation_id = "endOtherSessions",
    params(("user" = Option<String>, Query, max_length = 254, description = "the address of a staff member; the caller's own by default")),
    responses((status = 204, description = "They have ended"), WithParameters, Forbidden, NotFound))]
async fn end_other_sessions(
    accounts: web::Data<AccountUseCases>,
    SignedIn(who): SignedIn,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    accounts.sessions.end_others(&who, &actor(&who), user_in(&query)?.as_ref()).await?;
    Ok(no_content())
}

/// Ends one's own session, or a staff member's as an owner.
#[utoipa::path(delete, path = "/api/users/sessions/{id}", tag = "users", operation_id = "endSession", params(("id" = String, Path)),
    responses((status = 204, description = "It has ended"), NotFound))]
async fn end_session(
    accounts: web::Data<AccountUseCases>,
    SignedIn(who): SignedIn,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = SessionId::parse(&id).ok_or(AccountAccessError::NoSession)?;
    accounts.sessions.end(&who, &actor(&who), id).await?;
    Ok(no_content())
}

/// The user that the query names.
pub(super) fn user_in(query: &QueryParams) -> Result<Option<EmailAddress>, Problem> {
    let mut errors = FieldErrors::default();
    let email = errors.optional("user", query.get("user"), EmailAddress::parse_known);
    errors.check()?;
    Ok(email)
}
