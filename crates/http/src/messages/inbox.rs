//! The messages from the contact page in the back-office: `GET /api/admin/messages` and `PUT /api/admin/messages/{id}`
//! (contract-owner, Messages).

use actix_web::{HttpRequest, HttpResponse, web};
use application::messages::MessageUseCases;
use application::messages::handle_contact_messages::SetContactStateError;
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::messages::contact::{ContactMessageId, ContactState, ReceivedMessage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{page_headers, page_request};
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::Rule;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited, Missing, WithBody, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::Staff(Permission::ReadMessages), limit: Limit::PerAddress(Rule::Read), changes: None);
    route!(table, set_state, access: Access::Staff(Permission::ReadMessages), limit: Limit::Unlimited, changes: None);
}

/// Whether staff have to do something about a message.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageState)]
pub enum MessageStateJson {
    /// It waits for staff.
    Open,
    /// Staff answered it, or nothing is left to do.
    Done,
}

impl From<ContactState> for MessageStateJson {
    fn from(state: ContactState) -> Self {
        match state {
            ContactState::Open => Self::Open,
            ContactState::Done => Self::Done,
        }
    }
}

/// A message to the shop, as staff read it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReceivedMessage)]
pub struct ReceivedMessageJson {
    id: i64,
    /// The sender's name.
    name: String,
    /// The sender's address, for the answer.
    email: String,
    /// The text; it may have line breaks.
    message: String,
    sent_at: DateTime<Utc>,
    state: MessageStateJson,
    /// When it was done; null while it is open.
    #[schema(required = true)]
    done_at: Option<DateTime<Utc>>,
    /// The address of the member of staff who noted it as done; null while it is open.
    #[schema(required = true)]
    done_by: Option<String>,
}

impl From<ReceivedMessage> for ReceivedMessageJson {
    fn from(received: ReceivedMessage) -> Self {
        let state = received.state().into();
        let ReceivedMessage { id, message, done } = received;
        Self {
            id: id.0,
            name: message.name.as_str().to_owned(),
            email: message.email.as_str().to_owned(),
            message: message.message.as_str().to_owned(),
            sent_at: message.sent_at,
            state,
            done_at: done.as_ref().map(|done| done.at),
            done_by: done.and_then(|done| done.by).map(|email| email.as_str().to_owned()),
        }
    }
}

/// The new state of a message.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SetMessageStateRequest {
    /// The state.
    #[schema(required = true, nullable = false, pattern = "^(open|done)$")]
    pub state: Option<String>,
}

/// One page of the messages in a state, newest first.
#[utoipa::path(get, path = "/api/admin/messages", tag = "contact", operation_id = "listMessages",
    params(("state" = Option<MessageStateJson>, Query, description = "open, if absent"), ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [ReceivedMessageJson], headers(("X-Total-Count" = String), ("Link" = String))), ForAdmins, WithParameters, Limited, Failures))]
async fn list(messages: web::Data<MessageUseCases>, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let state = errors.optional("state", query.get("state"), ContactState::parse).unwrap_or(ContactState::Open);
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = messages.handle_contact_messages.list(state, &page).await?;
    let mut response = HttpResponse::Ok();
    page_headers(&mut response, &request, &query, &page);
    let received: Vec<ReceivedMessageJson> = page.items.into_iter().map(Into::into).collect();
    Ok(private(response, &received))
}

/// Notes a message as done, or opens it again. A message that has the state already is answered as it is.
#[utoipa::path(put, path = "/api/admin/messages/{id}", tag = "contact", operation_id = "setMessageState", request_body = SetMessageStateRequest, params(("id" = i64, Path, minimum = 1, maximum = 9_007_199_254_740_991i64)),
    responses((status = 200, body = ReceivedMessageJson), WithBody, ForAdmins, Missing, Failures))]
async fn set_state(
    messages: web::Data<MessageUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<SetMessageStateRequest>,
) -> Result<HttpResponse, Problem> {
    let id: i64 = id.parse().map_err(|_| SetContactStateError::NotFound)?;
    let mut errors = FieldErrors::default();
    let Some(state) = errors.required("state", body.state.as_deref(), ContactState::parse) else { return Err(errors.into_problem()) };
    let received = messages.handle_contact_messages.set_state(ContactMessageId(id), state, &admin.actor).await?;
    Ok(private(HttpResponse::Ok(), &ReceivedMessageJson::from(received)))
}
