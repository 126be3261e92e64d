//! The links in mails: setting a new password (contract, Users), verifying an e-mail address (contract-commerce, section 5), and ending
//! all sessions after an unusual sign-in (contract-owner, section 2).

use std::convert::Infallible;

use actix_web::{HttpResponse, web};
use application::accounts::AccountUseCases;
use application::error::ReadError;
use application::messages::MessageUseCases;
use domain::accounts::password::Password;
use domain::accounts::password_reset::ResetSecret;
use domain::accounts::ports::{EmailTokens, EmailVerifier, SignInWatch, VerifyEmailError};
use domain::accounts::sign_in_alert::AlertSecret;
use domain::messages::account_mails;
use domain::messages::ports::MailOutbox;
use domain::shared::email::EmailAddress;
use domain::shared::ports::Clock;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::authentication::SignedIn;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::RateLimit;
use crate::middleware::request_id;
use crate::response::message_json::MessageJson;
use crate::response::private::{no_content, private};
use crate::response::problem::Problem;
use crate::response::refusals::WithBody;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::background::Background;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, forgot_password, access: Access::Public, limit: Limit::PerAddress(RateLimit::ForgotPassword), changes: None);
    route!(table, reset_password, access: Access::Public, limit: Limit::PerAddress(RateLimit::ResetPassword), changes: None);
    route!(table, verify, access: Access::Public, limit: Limit::PerAddress(RateLimit::VerifyEmail), changes: None);
    route!(table, resend, access: Access::SignedIn, limit: Limit::PerUser(RateLimit::ResendVerification), changes: None);
    route!(table, end_all_sessions, access: Access::Public, limit: Limit::PerAddress(RateLimit::VerifyEmail), changes: None);
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

/// The token of a link that verifies an address.
#[derive(Debug, Deserialize, ToSchema)]
pub struct VerifyEmailRequest {
    /// The token in the link.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub token: Option<String>,
}

/// The token of an alert.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SignInAlertRequest {
    /// The token in the link.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub token: Option<String>,
}

/// A token as a secret.
fn token_of<S>(token: Option<String>, errors: &mut FieldErrors, secret: impl FnOnce(String) -> S) -> Option<S> {
    errors.required("token", token.filter(|token| !token.is_empty()), |token| Ok::<_, Infallible>(secret(token)))
}

/// Mails a link that sets a new password, if the account exists. Wording and time of the answer do not depend on that; the wording says
/// where no mail server is connected.
#[utoipa::path(post, path = "/api/users/forgot-password", tag = "users", operation_id = "forgotPassword", request_body = ForgotPasswordRequest,
    responses((status = 202, body = MessageJson), WithBody))]
async fn forgot_password(
    accounts: web::Data<AccountUseCases>,
    messages: web::Data<MessageUseCases>,
    background: web::Data<Background>,
    body: Body<ForgotPasswordRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let email = errors.required("email", body.0.email.as_deref(), EmailAddress::parse_known);
    let Some(email) = email else { return Err(errors.into_problem()) };
    let (passwords, request_id) = (accounts.passwords.clone(), request_id::current());
    background.run("mail a reset link", async move {
        match passwords.request(&email).await {
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
    responses((status = 200, body = MessageJson), WithBody))]
async fn reset_password(accounts: web::Data<AccountUseCases>, body: Body<ResetPasswordRequest>) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let secret = token_of(body.0.token, &mut errors, ResetSecret::new);
    let password = errors.required("password", body.0.password.as_deref(), Password::choose);
    let (Some(secret), Some(password)) = (secret, password) else { return Err(errors.into_problem()) };
    accounts.passwords.reset(&secret, &password).await?;
    let message = "Your password was changed. Please log in.";
    Ok(private(HttpResponse::Ok(), &MessageJson { message }))
}

/// Marks the address of a link as verified.
#[utoipa::path(post, path = "/api/users/verify-email", tag = "users", operation_id = "verifyEmail", request_body = VerifyEmailRequest,
    responses((status = 200, body = MessageJson), WithBody))]
async fn verify(
    claims: web::Data<dyn EmailTokens>,
    verifier: web::Data<dyn EmailVerifier>,
    clock: web::Data<dyn Clock>,
    body: Body<VerifyEmailRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let token = token_of(body.0.token, &mut errors, |token| token).ok_or_else(|| errors.into_problem())?;
    let claim = claims.read(&token).ok_or(VerifyEmailError::InvalidLink)?;
    verifier.verify(&claim, clock.now()).await?;
    Ok(private(HttpResponse::Ok(), &MessageJson { message: "Your e-mail address is confirmed." }))
}

/// Mails the caller a new link, unless the address is verified.
#[utoipa::path(post, path = "/api/users/verify-email/resend", tag = "users", operation_id = "resendVerification",
    responses((status = 200, description = "The address is verified; nothing is mailed", body = MessageJson),
        (status = 202, description = "A link is mailed, or was less than a minute ago, or the message says that no mail can be sent",
            body = MessageJson)))]
async fn resend(
    outbox: web::Data<dyn MailOutbox>,
    messages: web::Data<MessageUseCases>,
    clock: web::Data<dyn Clock>,
    SignedIn(who): SignedIn,
) -> Result<HttpResponse, Problem> {
    if who.user.email_verified {
        return Ok(private(HttpResponse::Ok(), &MessageJson { message: "Your e-mail address is confirmed." }));
    }
    let mail = account_mails::verification(who.user.id, &who.user.email, clock.now());
    let is_new = outbox.enqueue(&mail).await.map_err(ReadError::from)?;
    let message = match is_new {
        _ if !messages.mail_connection.is_connected() => NOT_CONNECTED,
        true => "We have sent you a new link. Please look in the spam folder, too.",
        false => "We sent you a link less than a minute ago. Please look in the spam folder, too, or ask for another one in a minute.",
    };
    Ok(private(HttpResponse::Accepted(), &MessageJson { message }))
}

/// No mail went to the caller.
const NOT_CONNECTED: &str = "This shop is not connected to a mail server yet, so no mail was sent. Please contact the shop.";

/// Ends all sessions of the user who got the alert.
#[utoipa::path(post, path = "/api/users/sign-in-alert", tag = "users", operation_id = "endAllSessions", request_body = SignInAlertRequest,
    responses((status = 204, description = "All sessions have ended"), WithBody))]
async fn end_all_sessions(
    watch: web::Data<dyn SignInWatch>,
    clock: web::Data<dyn Clock>,
    Body(body): Body<SignInAlertRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let secret = token_of(body.token, &mut errors, AlertSecret::new).ok_or_else(|| errors.into_problem())?;
    watch.end_sessions(&secret, &request_id::current(), clock.now()).await?;
    Ok(no_content())
}
