//! Setting a new password through a mailed link (contract, Users).

use actix_web::{HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::reset_password::ResetPasswordError;
use application::messages::MessageUseCases;
use domain::accounts::password::Password;
use domain::accounts::password_reset::ResetSecret;
use domain::shared::email::EmailAddress;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::middleware::request_id;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, Limited, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::background::Background;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, forgot_password, access: Access::Public, limit: Limit::PerAddress(Rule::ForgotPassword), changes: None);
    route!(table, reset_password, access: Access::Public, limit: Limit::PerAddress(Rule::ResetPassword), changes: None);
}

/// A request for a link that sets a new password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ForgotPasswordRequest {
    /// The account's e-mail address.
    #[schema(required = true, nullable = false, format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
}

/// A new password for the account behind a link.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    /// The token in the link.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub token: Option<String>,
    /// 8 to 128 characters, not one of the 10,000 most common.
    #[schema(required = true, nullable = false, min_length = 8, max_length = 128)]
    pub password: Option<String>,
}

/// Mails a link that sets a new password, if the account exists. Wording and time of the answer do not depend on that; the wording says
/// where no mail server is connected.
#[utoipa::path(post, path = "/api/users/forgot-password", tag = "users", operation_id = "forgotPassword", request_body = ForgotPasswordRequest,
    responses((status = 202, body = MessageJson), WithBody, Limited, Failures))]
async fn forgot_password(
    accounts: web::Data<AccountUseCases>,
    messages: web::Data<MessageUseCases>,
    background: web::Data<Background>,
    body: Body<ForgotPasswordRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let email = errors.required("email", body.0.email.as_deref(), EmailAddress::parse_known);
    let Some(email) = email else { return Err(errors.into_problem()) };
    let (request, request_id) = (accounts.request_password_reset.clone(), request_id::current());
    background.run("mail a reset link", async move {
        match request.run(&email).await {
            Ok(outcome) => tracing::info!(request_id, ?outcome, "a reset link was asked for"),
            Err(error) => {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::error!(request_id, ?cause, "a reset link was not mailed: {error}");
            }
        }
    });
    let message = match messages.mail_connection.is_connected() {
        true => "If there is an account with this email, we have sent a link to it.",
        false => "This shop is not connected to a mail server yet, so it cannot send you a link. Please contact the shop.",
    };
    Ok(private(HttpResponse::Accepted(), &MessageJson { message }))
}

/// Sets a new password and ends all sessions of its user.
#[utoipa::path(post, path = "/api/users/reset-password", tag = "users", operation_id = "resetPassword", request_body = ResetPasswordRequest,
    responses((status = 200, body = MessageJson), WithBody, Limited, Failures))]
async fn reset_password(accounts: web::Data<AccountUseCases>, body: Body<ResetPasswordRequest>) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let token = body.0.token.filter(|token| !token.is_empty());
    let secret = errors.required("token", token, |token| Ok::<_, std::convert::Infallible>(ResetSecret::new(token)));
    let password = errors.required("password", body.0.password.as_deref(), Password::choose);
    let (Some(secret), Some(password)) = (secret, password) else { return Err(errors.into_problem()) };
    accounts.reset_password.run(&secret, &password).await.map_err(refusal)?;
    let message = "Your password was changed. Please log in.";
    Ok(private(HttpResponse::Ok(), &MessageJson { message }))
}

/// Names the field `token`, so that the web app offers a new link.
fn refusal(error: ResetPasswordError) -> Problem {
    match error {
        ResetPasswordError::DeadLink => {
            let sentence = error.to_string();
            Problem::from(error).with_errors([("token".to_owned(), vec![sentence])].into())
        }
        ResetPasswordError::Port(_) => error.into(),
    }
}
