//! Who makes a request: extractors that handlers ask for what they need.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpRequest, web};
use application::accounts::authenticate::AuthenticateError;
use domain::accounts::session::Principal;
use domain::reports::audit::Actor;

use crate::app_state::AppState;
use crate::middleware::request_id;
use crate::response::problem::Problem;

/// Somebody with a live session.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Principal);

/// Somebody with a live session, or nobody: a dead token counts as none (contract, Conventions).
#[derive(Clone, Debug)]
pub struct MaybeSignedIn(pub Option<Principal>);

/// An administrator with a live session.
#[derive(Clone, Debug)]
pub struct Admin {
    /// Who.
    pub principal: Principal,
    /// The same for the audit log.
    pub actor: Actor,
}

type Extraction<T> = Pin<Box<dyn Future<Output = Result<T, Problem>>>>;

/// The bearer token, if there is exactly one well-formed `Authorization` header.
fn bearer(request: &HttpRequest) -> Option<String> {
    let mut headers = request.headers().get_all(AUTHORIZATION);
    let (first, None) = (headers.next()?, headers.next()) else { return None };
    let (scheme, token) = first.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}

/// Somebody at work with the current request, for the audit log.
pub(crate) fn actor(principal: &Principal) -> Actor {
    Actor::user(&principal.user, request_id::current())
}

/// The refusal of somebody without a session.
pub(crate) fn not_signed_in() -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, "auth.not_signed_in", "Please log in first.")
}

/// The refusal of somebody who is no administrator.
pub(crate) fn not_an_admin() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "auth.not_an_admin", "Unauthorized Access")
}

fn broken_wiring() -> Problem {
    tracing::error!("a route was registered without the application state");
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "service.internal", "Something went wrong on our side. Please try again.")
}

async fn principal(state: Option<web::Data<AppState>>, token: Option<String>) -> Result<Principal, Problem> {
    let state = state.ok_or_else(broken_wiring)?;
    let token = token.ok_or_else(not_signed_in)?;
    Ok(state.use_cases.accounts.authenticate.run(&token).await?)
}

impl FromRequest for SignedIn {
    type Error = Problem;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (state, token) = (request.app_data().cloned(), bearer(request));
        Box::pin(async move { principal(state, token).await.map(SignedIn) })
    }
}

impl FromRequest for Admin {
    type Error = Problem;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (state, token) = (request.app_data().cloned(), bearer(request));
        Box::pin(async move {
            let principal = principal(state, token).await?;
            if !principal.is_admin() {
                return Err(not_an_admin());
            }
            let actor = actor(&principal);
            Ok(Self { principal, actor })
        })
    }
}

impl FromRequest for MaybeSignedIn {
    type Error = Problem;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let state = request.app_data::<web::Data<AppState>>().cloned();
        let token = bearer(request);
        Box::pin(async move {
            let (Some(state), Some(token)) = (state, token) else { return Ok(Self(None)) };
            match state.use_cases.accounts.authenticate.run(&token).await {
                Ok(principal) => Ok(Self(Some(principal))),
                Err(AuthenticateError::DeadToken) => Ok(Self(None)),
                Err(failed @ AuthenticateError::Port(_)) => Err(failed.into()),
            }
        })
    }
}
