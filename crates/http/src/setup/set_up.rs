//! Setting up a new shop in the browser (contract-owner, section 1).
//!
//! The set-up runs in the background: it is complete or has no effect, also if the browser disconnects. It needs the token of the link
//! that the newest start printed. Wrong tokens are counted, right ones are not.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::sign_in::{LoginSource, OpenedSession};
use application::setup::SetupUseCases;
use application::setup::set_up_shop::{SetUpShopError, SetupForm};
use domain::setup::new_shop::SetupWatcher;
use domain::setup::setup_link::SetupSecret;
use serde_json::{Value, json};

use crate::accounts::login::source_of;
use crate::accounts::users_json::LoginResponse;
use crate::extract::body::Body;
use crate::extract::client_address::client_address;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::{Caller, RateLimits, Rule};
use crate::middleware::request_id;
use crate::response::json_lines::{LineSender, json_lines};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Denied, Missing, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::background::Background;
use crate::setup::setup_json::{SetupRequest, SetupStateJson, step_json};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::Public, limit: Limit::PerAddress(Rule::Read), changes: None);
    // Its handler counts wrong tokens besides, and those alone narrowly.
    route!(table, set_up, access: Access::Public, limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// Whether the shop waits for its set-up.
#[utoipa::path(get, path = "/api/setup", tag = "setup", operation_id = "setupState",
    responses((status = 200, body = SetupStateJson)))]
async fn show(setup: web::Data<SetupUseCases>) -> Result<HttpResponse, Problem> {
    let open = setup.setup_state.is_open().await.map_err(SetUpShopError::from)?;
    Ok(private(HttpResponse::Ok(), &SetupStateJson { open }))
}

/// Sets up a shop without an administrator, and signs its first owner in. The answer is lines of JSON that report progress,
/// `{"step", "done", "of"}`, and last the answer of a login or a problem; a problem has a `code` and means that nothing was set up,
/// unless it is `setup.no_session`. A wrong token is 403 `setup.link_invalid`, 5 of them a minute are allowed. Once the shop has
/// an administrator, the answer is 404.
#[utoipa::path(post, path = "/api/setup", tag = "setup", operation_id = "setUpShop", request_body = SetupRequest,
    responses((status = 200, content_type = "application/x-ndjson", body = String), WithBody, Denied, Missing))]
async fn set_up(state: SetupParts, request: HttpRequest, body: Result<Body<SetupRequest>, Problem>) -> Result<HttpResponse, Problem> {
    let (setup, limits, background) = state;
    // First, so that a shop that was set up has no such call, whatever is sent.
    if !setup.setup_state.is_open().await.map_err(SetUpShopError::from)? {
        return Err(SetUpShopError::Closed.into());
    }
    let Body(body) = body?;
    let mut errors = FieldErrors::default();
    let Some(secret) = body.secret(&mut errors) else { return Err(errors.into_problem()) };
    check_token(&setup, &limits, &request, &secret).await?;
    let Some(form) = body.form(&mut errors) else { return Err(errors.into_problem()) };
    let (sender, answer) = json_lines();
    let work = work(setup.get_ref().clone(), secret, form, source_of(&request), sender);
    background.run("a set-up", request_id::within(request_id::current(), work));
    Ok(answer)
}

/// The state that a set-up needs.
type SetupParts = (web::Data<SetupUseCases>, web::Data<RateLimits>, web::Data<Background>);

/// Refuses a wrong token, and counts it.
async fn check_token(setup: &SetupUseCases, limits: &RateLimits, request: &HttpRequest, secret: &SetupSecret) -> Result<(), Problem> {
    let checked = setup.set_up_shop.check(secret).await;
    if matches!(checked, Err(SetUpShopError::WrongLink)) {
        limits.check(Rule::SetupToken, Caller::at(client_address(request)))?;
    }
    Ok(checked?)
}

/// Sets up the shop, and sends the lines.
async fn work(setup: SetupUseCases, secret: SetupSecret, form: SetupForm, from: LoginSource, sender: LineSender) {
    let steps = sender.clone();
    let watcher: SetupWatcher = Arc::new(move |step| steps.send(&step_json(step)));
    let done = setup.set_up_shop.run(secret, form, &watcher, &from, request_id::current()).await;
    sender.send(&last_line(done.map_err(Problem::from)));
}

/// The answer of a login, or the problem.
fn last_line(done: Result<OpenedSession, Problem>) -> Value {
    match done {
        Ok(opened) => {
            let answer = LoginResponse { message: "Your shop is ready.", user: opened.user.into(), blocked: false, token: opened.token };
            serde_json::to_value(answer).unwrap_or_else(|_| json!({}))
        }
        Err(problem) => {
            problem.log();
            problem.json()
        }
    }
}
