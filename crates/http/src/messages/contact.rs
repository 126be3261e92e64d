//! `POST /api/contact`: messages to the shop (contract, Contact).

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::messages::MessageUseCases;
use application::messages::mail_contact_messages::MailedMessages;
use application::messages::send_contact_message::ContactForm;
use domain::messages::contact::ContactText;
use domain::shared::email::EmailAddress;
use domain::shared::ports::PortError;
use domain::shared::text::{PersonName, TextError};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::response::message_json::MessageJson;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, Limited, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::background::Background;

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, send, access: Access::Public, limit: Limit::PerAddress(Rule::Contact), changes: None);
}

/// A message to the shop.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ContactRequest {
    /// The sender's name.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    /// The sender's e-mail, for the answer.
    #[schema(required = true, nullable = false, format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
    /// The message.
    #[schema(required = true, nullable = false, min_length = 10, max_length = 5000)]
    pub message: Option<String>,
}

/// Sends a message to the shop.
#[utoipa::path(post, path = "/api/contact", tag = "contact", operation_id = "sendContactMessage", request_body = ContactRequest,
    responses((status = 202, body = MessageJson), WithBody, Limited, Failures))]
async fn send(
    messages: web::Data<MessageUseCases>,
    background: web::Data<Background>,
    Body(body): Body<ContactRequest>,
) -> Result<HttpResponse, Problem> {
    let form = parse_form(&body)?;
    messages.send_contact_message.run(form).await?;
    let mail = messages.mail_contact_messages.clone();
    // The answer does not wait for the mail server. A message that it does not take now is mailed again later.
    background.run("mail messages to the shop", async move {
        report(mail.run().await);
    });
    let answer = MessageJson { message: "Message sent successfully!" };
    Ok(HttpResponse::Accepted().insert_header((CACHE_CONTROL, "no-store")).json(answer))
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

/// Uses the sentences of the web app's form (`spec.md` §5).
fn parse_form(body: &ContactRequest) -> Result<ContactForm, Problem> {
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
        (Some(name), Some(email), Some(message)) => Ok(ContactForm { name, email, message }),
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
