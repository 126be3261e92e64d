//! Messages to the shop (contract, Contact; contract-owner, Messages).

use actix_web::{HttpRequest, HttpResponse, web};
use application::messages::MessageUseCases;
use application::messages::mail_contact_messages::MailedMessages;
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::messages::contact::{ContactInbox, ContactMessage, ContactMessageId, ContactState, ContactText, MessageError, ReceivedMessage};
use domain::shared::email::EmailAddress;
use domain::shared::ports::{Clock, PortError};
use domain::shared::text::{PersonName, TextError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{page_request, page_response};
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{NotFound, WithBody, WithParameters};
use crate::response::word_json::word_json;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::background::Background;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, send, access: Access::Public, limit: Limit::PerAddress(RateLimit::Contact), changes: None);
    route!(table, list, access: Access::Staff(Permission::ReadMessages), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, set_state, access: Access::Staff(Permission::ReadMessages), limit: Limit::Unlimited, changes: None);
}

/// A message to the shop.
#[derive(Debug, Deserialize, ToSchema)]
struct ContactRequest {
    /// The sender's name.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    name: Option<String>,
    /// The sender's e-mail, for the answer.
    #[schema(required = true, nullable = false, format = IdnEmail, max_length = 254)]
    email: Option<String>,
    /// The message.
    #[schema(required = true, nullable = false, min_length = 10, max_length = 5000)]
    message: Option<String>,
}

word_json! {
    /// Whether staff have to do something about a message.
    MessageStateJson as MessageState of ContactState
}

/// A message to the shop, as staff read it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReceivedMessage)]
struct ReceivedMessageJson {
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
struct SetMessageStateRequest {
    /// The state.
    #[schema(required = true, nullable = false, pattern = "^(open|done)$")]
    state: Option<String>,
}

/// Uses the sentences of the web app's form (`spec.md` §5).
fn parse_form(body: &ContactRequest) -> Result<(PersonName, EmailAddress, ContactText), Problem> {
    let mut errors = FieldErrors::default();
    let name =
        errors.optional("name", Some(given(&body.name)), |text| PersonName::parse(text).map_err(|e| sentence(e, "Name is required")));
    let email = errors.optional("email", Some(given(&body.email)), |text| match text.trim() {
        "" => Err("Email is required".to_owned()),
        text => EmailAddress::parse(text).map_err(|e| e.to_string()),
    });
    let message = errors.optional("message", Some(given(&body.message)), |text| {
        ContactText::parse(text).map_err(|e| sentence(e, "Message cannot be empty"))
    });
    match (name, email, message) {
        (Some(name), Some(email), Some(message)) => Ok((name, email, message)),
        _ => Err(errors.into_problem()),
    }
}

fn given(field: &Option<String>) -> &str {
    field.as_deref().unwrap_or_default()
}

fn sentence(error: TextError, when_empty: &str) -> String {
    match error {
        TextError::Empty => when_empty.to_owned(),
        TextError::TooShort { min } => format!("Message should be at least {min} characters"),
        other => other.to_string(),
    }
}

/// Sends a message to the shop.
#[utoipa::path(post, path = "/api/contact", tag = "contact", operation_id = "sendContactMessage", request_body = ContactRequest,
    responses((status = 202, body = MessageJson), WithBody))]
async fn send(
    inbox: web::Data<dyn ContactInbox>,
    clock: web::Data<dyn Clock>,
    messages: web::Data<MessageUseCases>,
    background: web::Data<Background>,
    Body(body): Body<ContactRequest>,
) -> Result<HttpResponse, Problem> {
    let (name, email, message) = parse_form(&body)?;
    inbox.store(&ContactMessage { name, email, message, sent_at: clock.now() }).await?;
    let mail = messages.mail_contact_messages.clone();
    // The answer does not wait for the mail server. A message that it does not take now is mailed again later.
    background.run("mail messages to the shop", async move {
        report(mail.run().await);
    });
    Ok(private(HttpResponse::Accepted(), &MessageJson { message: "Message sent successfully!" }))
}

/// Logs the outcome of mailing the messages that were due; true if the run succeeded.
pub fn report(outcome: Result<MailedMessages, PortError>) -> bool {
    match outcome {
        Ok(MailedMessages { mailed, failed }) => {
            if mailed > 0 {
                tracing::info!(mailed, "mailed messages to the shop");
            }
            for (id, error) in failed {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::error!(message = id.0, ?cause, "a message to the shop is kept but was not mailed: {error}");
            }
            true
        }
        Err(error) => {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            tracing::error!(?cause, "messages to the shop were not mailed: {error}");
            false
        }
    }
}

/// One page of the messages in a state, newest first.
#[utoipa::path(get, path = "/api/admin/messages", tag = "contact", operation_id = "listMessages",
    params(("state" = Option<MessageStateJson>, Query, description = "open, if absent"), ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [ReceivedMessageJson], headers(("X-Total-Count" = String), ("Link" = String))), WithParameters))]
async fn list(inbox: web::Data<dyn ContactInbox>, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let state = errors.optional("state", query.get("state"), ContactState::parse).unwrap_or(ContactState::Open);
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = inbox.list(state, &page).await?;
    Ok(page_response(&request, &query, page, ReceivedMessageJson::from))
}

/// Notes a message as done, or opens it again. A message that has the state already is answered as it is.
#[utoipa::path(put, path = "/api/admin/messages/{id}", tag = "contact", operation_id = "setMessageState", request_body = SetMessageStateRequest, params(("id" = i64, Path, minimum = 1, maximum = 9_007_199_254_740_991i64)),
    responses((status = 200, body = ReceivedMessageJson), WithBody, NotFound))]
async fn set_state(
    inbox: web::Data<dyn ContactInbox>,
    clock: web::Data<dyn Clock>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<SetMessageStateRequest>,
) -> Result<HttpResponse, Problem> {
    let id: i64 = id.parse().map_err(|_| MessageError::NotFound)?;
    let mut errors = FieldErrors::default();
    let Some(state) = errors.required("state", body.state.as_deref(), ContactState::parse) else { return Err(errors.into_problem()) };
    let received = inbox.set_state(ContactMessageId(id), state, &admin.actor, clock.now()).await?;
    Ok(private(HttpResponse::Ok(), &ReceivedMessageJson::from(received)))
}
