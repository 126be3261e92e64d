//! Verified e-mail addresses (contract-commerce, section 5).

use actix_web::{HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::resend_verification::ResentVerification;
use application::accounts::verify_email::VerifyEmailError;
use application::messages::MessageUseCases;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::authentication::SignedIn;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForUsers, Limited, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, verify, access: Access::Public, limit: Limit::PerAddress(Rule::VerifyEmail), changes: None);
    route!(table, resend, access: Access::SignedIn, limit: Limit::PerUser(Rule::ResendVerification), changes: None);
}

/// The token of a link that verifies an address.
#[derive(Debug, Deserialize, ToSchema)]
pub struct VerifyEmailRequest {
    /// The token in the link.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub token: Option<String>,
}

/// Marks the address of a link as verified.
#[utoipa::path(post, path = "/api/users/verify-email", tag = "users", operation_id = "verifyEmail", request_body = VerifyEmailRequest,
    responses((status = 200, body = MessageJson), WithBody, Limited, Failures))]
async fn verify(accounts: web::Data<AccountUseCases>, body: Body<VerifyEmailRequest>) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let token = body.0.token.filter(|token| !token.is_empty());
    let token = errors.required("token", token, Ok::<_, std::convert::Infallible>);
    let Some(token) = token else { return Err(errors.into_problem()) };
    accounts.verify_email.run(&token).await.map_err(refusal)?;
    Ok(private(HttpResponse::Ok(), &MessageJson { message: "Your e-mail address is confirmed." }))
}

/// Mails the caller a new link, unless the address is verified.
#[utoipa::path(post, path = "/api/users/verify-email/resend", tag = "users", operation_id = "resendVerification",
    responses((status = 200, description = "The address is verified; nothing is mailed", body = MessageJson),
        (status = 202, description = "A link is mailed, or was less than a minute ago, or the message says that no mail can be sent",
            body = MessageJson), ForUsers, Limited, Failures))]
async fn resend(
    accounts: web::Data<AccountUseCases>,
    messages: web::Data<MessageUseCases>,
    SignedIn(who): SignedIn,
) -> Result<HttpResponse, Problem> {
    let message = match accounts.resend_verification.run(&who.user).await? {
        ResentVerification::AlreadyVerified => {
            return Ok(private(HttpResponse::Ok(), &MessageJson { message: "Your e-mail address is confirmed." }));
        }
        _ if !messages.mail_connection.is_connected() => NOT_CONNECTED,
        ResentVerification::Queued => "We have sent you a new link. Please look in the spam folder, too.",
        ResentVerification::QueuedBefore => {
            "We sent you a link less than a minute ago. Please look in the spam folder, too, or ask for another one in a minute."
        }
    };
    Ok(private(HttpResponse::Accepted(), &MessageJson { message }))
}

/// No mail went to the caller.
const NOT_CONNECTED: &str = "This shop is not connected to a mail server yet, so no mail was sent. Please contact the shop.";

/// Names the field `token`, so that the web app offers a new link.
fn refusal(error: VerifyEmailError) -> Problem {
    match error {
        VerifyEmailError::DeadLink => {
            let sentence = error.to_string();
            Problem::from(error).with_errors([("token".to_owned(), vec![sentence])].into())
        }
        VerifyEmailError::Port(_) => error.into(),
    }
}
