//! `/api/users/sessions`: the sessions of a user, and ending them (contract-owner, section 2).

use actix_web::{HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::user_sessions::EndSessionError;
use chrono::{DateTime, Utc};
use domain::accounts::session::Session;
use domain::shared::ids::SessionId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::second_factor::{no_content, user_in};
use crate::extract::authentication::{SignedIn, actor};
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::Rule;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Denied, Failures, ForUsers, Limited, Missing, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list_sessions, access: Access::OwnAccount, limit: Limit::PerAddress(Rule::Read), changes: None);
    route!(table, end_other_sessions, access: Access::OwnAccount, limit: Limit::PerUser(Rule::ChangeDetails), changes: None);
    route!(table, end_session, access: Access::OwnAccount, limit: Limit::PerUser(Rule::ChangeDetails), changes: None);
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
    responses((status = 200, body = Vec<SessionJson>), WithParameters, ForUsers, Denied, Missing, Limited, Failures))]
async fn list_sessions(accounts: web::Data<AccountUseCases>, SignedIn(who): SignedIn, query: QueryParams) -> Result<HttpResponse, Problem> {
    let sessions = accounts.user_sessions.list(&who, user_in(&query)?.as_ref()).await?;
    let sessions: Vec<SessionJson> = sessions.iter().map(|session| SessionJson::of(session, who.session.id)).collect();
    Ok(private(HttpResponse::Ok(), &sessions))
}

/// Ends all one's own sessions but the one of this request, or as an owner all of a staff member.
#[utoipa::path(delete, path = "/api/users/sessions", tag = "users", operation_id = "endOtherSessions",
    params(("user" = Option<String>, Query, max_length = 254, description = "the address of a staff member; the caller's own by default")),
    responses((status = 204, description = "They have ended"), WithParameters, ForUsers, Denied, Missing, Limited, Failures))]
async fn end_other_sessions(
    accounts: web::Data<AccountUseCases>,
    SignedIn(who): SignedIn,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    accounts.user_sessions.end_others(&who, &actor(&who), user_in(&query)?.as_ref()).await?;
    Ok(no_content())
}

/// Ends one's own session, or a staff member's as an owner.
#[utoipa::path(delete, path = "/api/users/sessions/{id}", tag = "users", operation_id = "endSession", params(("id" = String, Path)),
    responses((status = 204, description = "It has ended"), ForUsers, Missing, Limited, Failures))]
async fn end_session(
    accounts: web::Data<AccountUseCases>,
    SignedIn(who): SignedIn,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = SessionId::parse(&id).ok_or(EndSessionError::NotFound)?;
    accounts.user_sessions.end(&who, &actor(&who), id).await?;
    Ok(no_content())
}
