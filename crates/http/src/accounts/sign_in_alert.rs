//! `POST /api/users/sign-in-alert`: the link in the mail about an unusual sign-in (contract-owner, section 2).

use actix_web::{HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::end_all_sessions::EndAllSessionsError;
use domain::accounts::sign_in_alert::AlertSecret;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::second_factor::no_content;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::middleware::request_id;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, Limited, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, end_all_sessions, access: Access::Public, limit: Limit::PerAddress(Rule::VerifyEmail), changes: None);
}

/// The token of an alert.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SignInAlertRequest {
    /// The token in the link.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub token: Option<String>,
}

/// Ends all sessions of the user who got the alert.
#[utoipa::path(post, path = "/api/users/sign-in-alert", tag = "users", operation_id = "endAllSessions", request_body = SignInAlertRequest,
    responses((status = 204, description = "All sessions have ended"), WithBody, Limited, Failures))]
async fn end_all_sessions(accounts: web::Data<AccountUseCases>, Body(body): Body<SignInAlertRequest>) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let token = body.token.filter(|token| !token.is_empty());
    let secret = errors.required("token", token, |token| Ok::<_, std::convert::Infallible>(AlertSecret::new(token)));
    let Some(secret) = secret else { return Err(errors.into_problem()) };
    accounts.end_all_sessions.run(&secret, &request_id::current()).await.map_err(refusal)?;
    Ok(no_content())
}

/// Names the field `token`.
fn refusal(error: EndAllSessionsError) -> Problem {
    match error {
        EndAllSessionsError::DeadLink => {
            let sentence = error.to_string();
            Problem::from(error).with_errors([("token".to_owned(), vec![sentence])].into())
        }
        EndAllSessionsError::Port(_) => error.into(),
    }
}
