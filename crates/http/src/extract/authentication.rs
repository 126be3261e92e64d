//! The session behind a request: authentication by the bearer token, and the extractors that give handlers its result.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, web};
use application::accounts::AccountUseCases;
use application::accounts::sessions::AuthenticateError;
use application::error::ReadError;
use application::orders::OrderUseCases;
use domain::accounts::actor::Actor;
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;

use crate::middleware::request_id;
use crate::response::problem::Problem;

/// A user with a live session.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Principal);

/// A user with a live session, or a visitor without one.
#[derive(Clone, Debug)]
pub struct MaybeSignedIn(pub Option<Principal>);

/// An administrator with a live session.
#[derive(Clone, Debug)]
pub struct Admin {
    /// The user and the session.
    pub principal: Principal,
    /// The same for the audit log.
    pub actor: Actor,
}

impl Admin {
    /// The administrator with this session.
    ///
    /// # Errors
    /// 403 for other users.
    pub(crate) fn from_principal(principal: Principal) -> Result<Self, Problem> {
        if !principal.is_admin() {
            return Err(not_an_admin());
        }
        let actor = actor(&principal);
        Ok(Self { principal, actor })
    }
}

/// The result of authentication, kept with the request by the middleware of its route.
#[derive(Clone)]
struct Session(Option<Principal>);

/// The bearer token, if there is exactly one well-formed `Authorization` header.
fn bearer(request: &HttpRequest) -> Option<String> {
    let mut headers = request.headers().get_all(AUTHORIZATION);
    let (first, None) = (headers.next()?, headers.next()) else { return None };
    let (scheme, token) = first.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}

/// The user with this session, as the actor of the current request in the audit log.
pub(crate) fn actor(principal: &Principal) -> Actor {
    Actor::user(&principal.user, request_id::current())
}

/// The refusal of a visitor without a session.
pub(crate) fn not_signed_in() -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, "auth.not_signed_in", "Please log in first.")
}

/// Asks for a permission of a user with a session.
///
/// # Errors
/// 403 for customers, and for staff whose role lacks the permission; that one names the roles that have it.
pub(crate) fn require(principal: &Principal, permission: Permission) -> Result<(), Problem> {
    if !principal.is_admin() {
        return Err(not_an_admin());
    }
    Ok(principal.require(permission)?)
}

/// The refusal of a user who is not an administrator.
fn not_an_admin() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "auth.not_an_admin", "Unauthorized Access")
}

/// The refusal of a staff member who lacks a second factor that the shop requires.
pub(crate) fn second_factor_required() -> Problem {
    let message = "The shop requires a second factor of you. Please set it up in your profile, under Security.";
    Problem::new(StatusCode::FORBIDDEN, "auth.second_factor_required", message)
}

/// The refusal of a session that was not confirmed lately.
pub(crate) fn confirm_needed() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "auth.confirm_needed", "Please confirm with your password first.")
}

fn accounts(request: &HttpRequest) -> Result<&AccountUseCases, Problem> {
    let accounts = request.app_data::<web::Data<AccountUseCases>>().map(web::Data::get_ref);
    accounts.ok_or_else(|| wrong_route("the use cases of accounts are not registered"))
}

/// The live session of a request that needs one.
///
/// # Errors
/// 401 without a live session; 503 or 500 when it cannot be looked up.
pub(crate) async fn principal_of(request: &HttpRequest) -> Result<Principal, Problem> {
    let token = bearer(request).ok_or_else(not_signed_in)?;
    Ok(accounts(request)?.sessions.authenticate(&token).await?)
}

/// The live session of a request, if there is one: a dead token counts as none (contract, Conventions).
///
/// # Errors
/// 503 or 500 when it cannot be looked up.
pub(crate) async fn session_of(request: &HttpRequest) -> Result<Option<Principal>, Problem> {
    let Some(token) = bearer(request) else { return Ok(None) };
    match accounts(request)?.sessions.authenticate(&token).await {
        Ok(principal) => Ok(Some(principal)),
        Err(AuthenticateError::DeadToken) => Ok(None),
        Err(failed @ AuthenticateError::Port(_)) => Err(failed.into()),
    }
}

/// The live session of who orders; `None` for a visitor without a token, where the shop takes orders of guests. A dead token is no visitor:
/// its user logs in again.
///
/// # Errors
/// 401 with a dead token, and without one where the shop takes no orders of guests; 503 or 500 when that cannot be looked up.
pub(crate) async fn buyer_of(request: &HttpRequest) -> Result<Option<Principal>, Problem> {
    if request.headers().contains_key(AUTHORIZATION) {
        return principal_of(request).await.map(Some);
    }
    let orders = request.app_data::<web::Data<OrderUseCases>>().ok_or_else(|| wrong_route("the use cases of orders are not registered"))?;
    if orders.quote_cart.takes_guests().await.map_err(ReadError::from)? {
        return Ok(None);
    }
    Err(Problem::new(StatusCode::UNAUTHORIZED, "auth.not_signed_in", "You need to log in to place an order."))
}

/// Keeps the session with the request, for the extractors of this file.
pub(crate) fn keep_session(request: &HttpRequest, principal: Option<Principal>) {
    request.extensions_mut().insert(Session(principal));
}

/// The session that the route's middleware found.
pub(crate) fn kept_session(request: &HttpRequest) -> Result<Option<Principal>, Problem> {
    let session = request.extensions().get::<Session>().cloned();
    session.map(|Session(principal)| principal).ok_or_else(|| wrong_route("a handler asks for a session that its route does not declare"))
}

pub(crate) fn wrong_route(mistake: &str) -> Problem {
    tracing::error!("{mistake}");
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "service.internal", "Something went wrong on our side. Please try again.")
}

impl FromRequest for SignedIn {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(kept_session(request).and_then(|principal| principal.ok_or_else(not_signed_in)).map(Self))
    }
}

impl FromRequest for Admin {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(kept_session(request).and_then(|principal| principal.ok_or_else(not_signed_in)).and_then(Self::from_principal))
    }
}

impl FromRequest for MaybeSignedIn {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(kept_session(request).map(Self))
    }
}
