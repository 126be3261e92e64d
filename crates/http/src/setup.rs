//! Setting up a new shop in the browser (contract-owner, section 1), and the owner's first steps after it.
//!
//! The set-up runs in the background: it is complete or has no effect, also if the browser disconnects. It needs the token of the link
//! that the newest start printed. Wrong tokens are counted, right ones are not.

use std::convert::Infallible;
use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::sign_in::{LoginSource, OpenedSession};
use application::catalog::catalogue_follower::{CatalogueFollower, PATIENCE};
use application::error::ReadError;
use application::setup::{SetupForm, SetupUseCases};
use domain::accounts::password::Password;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::content::identity::ShopName;
use domain::setup::{Checklist, SetupError, SetupRepository, SetupSecret, SetupStep, SetupWatcher, ShopData};
use domain::shared::email::EmailAddress;
use domain::shared::text::PersonName;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::accounts::login::source_of;
use crate::accounts::users_json::LoginResponse;
use crate::cache::note_change::catch_up;
use crate::extract::body::Body;
use crate::extract::client_address::client_address;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::{Caller, RateLimit, RateLimits};
use crate::middleware::request_id;
use crate::response::json_lines::{LineSender, json_lines};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Forbidden, NotFound, WithBody};
use crate::response::word_json::word_json;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::background::Background;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    // Its handler counts wrong tokens besides, and those alone narrowly.
    route!(table, set_up, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, checklist, access: Access::Staff(Permission::ManageSettings), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// Whether the shop waits for its set-up.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SetupState)]
pub struct SetupStateJson {
    /// True while the shop has no administrator.
    pub open: bool,
}

word_json! {
    /// The data that a shop begins with.
    pub ShopDataJson as ShopData of ShopData
}

/// The first owner of a new shop.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FirstOwner)]
pub struct OwnerRequest {
    /// The owner's e-mail address.
    #[schema(required = true, nullable = false, format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
    /// Given name.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    pub first_name: Option<String>,
    /// Family name.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    pub last_name: Option<String>,
    /// 8 to 128 characters, not one of the 10,000 most common.
    #[schema(required = true, nullable = false, min_length = 8, max_length = 128)]
    pub password: Option<String>,
}

/// Sets up a shop.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupRequest {
    /// The token in the link that the newest start of the shop printed.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub token: Option<String>,
    /// The first owner.
    #[schema(required = true, nullable = false)]
    pub owner: Option<OwnerRequest>,
    /// The name of the shop.
    #[schema(required = true, nullable = false, max_length = 60, pattern = r"\S")]
    pub shop_name: Option<String>,
    /// What the shop begins with.
    #[schema(value_type = Option<ShopDataJson>, required = true, nullable = false)]
    pub data: Option<String>,
}

impl SetupRequest {
    /// The secret; `None` if it is missing, which is noted.
    pub(crate) fn secret(&self, errors: &mut FieldErrors) -> Option<SetupSecret> {
        let token = self.token.clone().filter(|token| !token.is_empty());
        errors.required("token", token, |token| Ok::<_, Infallible>(SetupSecret::new(token)))
    }

    /// The rest; `None` if something is missing or wrong, which is noted.
    pub(crate) fn form(self, errors: &mut FieldErrors) -> Option<SetupForm> {
        let owner = self.owner.unwrap_or_default();
        let email = errors.required("owner.email", owner.email.as_deref(), EmailAddress::parse);
        let first_name = errors.required("owner.firstName", owner.first_name.as_deref(), PersonName::parse);
        let last_name = errors.required("owner.lastName", owner.last_name.as_deref(), PersonName::parse);
        let password = errors.required("owner.password", owner.password.as_deref(), Password::choose);
        let shop_name = errors.required("shopName", self.shop_name.as_deref(), ShopName::parse);
        let data = errors.required("data", self.data.as_deref(), |text| ShopData::parse(text).ok_or("must be demo or empty"));
        Some(SetupForm {
            email: email?,
            first_name: first_name?,
            last_name: last_name?,
            password: password?,
            shop_name: shop_name?,
            data: data?,
        })
    }
}

/// Whether the shop waits for its set-up.
#[utoipa::path(get, path = "/api/setup", tag = "setup", operation_id = "setupState",
    responses((status = 200, body = SetupStateJson)))]
async fn show(setup: web::Data<SetupUseCases>) -> Result<HttpResponse, Problem> {
    let open = setup.setup_state.is_open().await.map_err(SetupError::from)?;
    Ok(private(HttpResponse::Ok(), &SetupStateJson { open }))
}

/// Sets up a shop without an administrator, and signs its first owner in. The answer is lines of JSON that report progress,
/// `{"step", "done", "of"}`, and last the answer of a login or a problem; a problem has a `code` and means that nothing was set up,
/// unless it is `setup.no_session`. A wrong token is 403 `setup.link_invalid`, 5 of them a minute are allowed. Once the shop has
/// an administrator, the answer is 404.
#[utoipa::path(post, path = "/api/setup", tag = "setup", operation_id = "setUpShop", request_body = SetupRequest,
    responses((status = 200, content_type = "application/x-ndjson", body = String), WithBody, Forbidden, NotFound))]
async fn set_up(state: SetupParts, request: HttpRequest, body: Result<Body<SetupRequest>, Problem>) -> Result<HttpResponse, Problem> {
    let (setup, limits, follower, background) = state;
    // First, so that a shop that was set up has no such call, whatever is sent.
    if !setup.setup_state.is_open().await.map_err(SetupError::from)? {
        return Err(SetupError::Closed.into());
    }
    let Body(body) = body?;
    let mut errors = FieldErrors::default();
    let Some(secret) = body.secret(&mut errors) else { return Err(errors.into_problem()) };
    check_token(&setup, &limits, &request, &secret).await?;
    let Some(form) = body.form(&mut errors) else { return Err(errors.into_problem()) };
    let (sender, answer) = json_lines();
    let work = work(setup.get_ref().clone(), secret, form, source_of(&request), (follower.get_ref().clone(), sender));
    background.run("a set-up", request_id::within(request_id::current(), work));
    Ok(answer)
}

/// The state that a set-up needs.
type SetupParts = (web::Data<SetupUseCases>, web::Data<RateLimits>, web::Data<CatalogueFollower>, web::Data<Background>);

/// Refuses a wrong token, and counts it.
async fn check_token(setup: &SetupUseCases, limits: &RateLimits, request: &HttpRequest, secret: &SetupSecret) -> Result<(), Problem> {
    let checked = setup.setup_state.check_link(secret).await;
    if matches!(checked, Err(SetupError::WrongLink)) {
        limits.check(RateLimit::SetupToken, Caller::at(client_address(request)))?;
    }
    Ok(checked?)
}

/// Sets up the shop, and sends the lines. The index of products has those of the shop before the last line.
async fn work(
    setup: SetupUseCases,
    secret: SetupSecret,
    form: SetupForm,
    from: LoginSource,
    (follower, sender): (CatalogueFollower, LineSender),
) {
    let steps = sender.clone();
    let watcher: SetupWatcher =
        Arc::new(move |step: SetupStep| steps.send(&json!({"step": step.part.as_str(), "done": step.done, "of": step.of})));
    let done = setup.set_up_shop.run(secret, form, &watcher, &from, request_id::current()).await;
    follower.note(CatalogueChange::Content);
    catch_up(&follower, PATIENCE).await;
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

/// Which first steps are done, told by facts of the shop.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Checklist)]
pub struct ChecklistJson {
    /// The shop shows a logo of its own.
    logo: bool,
    /// The shop has a product.
    product: bool,
    /// A member of staff saved the settings of delivery, changed or not.
    delivery: bool,
    /// A member of staff saved the settings of payment, changed or not.
    payment: bool,
    /// A mail of the shop arrived: an owner confirmed an address by the link in it.
    mail: bool,
}

impl From<Checklist> for ChecklistJson {
    fn from(checklist: Checklist) -> Self {
        let Checklist { has_logo, has_product, has_delivery, has_payment, has_tested_mail } = checklist;
        Self { logo: has_logo, product: has_product, delivery: has_delivery, payment: has_payment, mail: has_tested_mail }
    }
}

/// The owner's first steps. None is ticked by hand.
#[utoipa::path(get, path = "/api/admin/checklist", tag = "dashboard", operation_id = "checklist",
    responses((status = 200, body = ChecklistJson)))]
async fn checklist(setup: web::Data<dyn SetupRepository>) -> Result<HttpResponse, Problem> {
    let checklist = setup.checklist().await.map_err(ReadError::from)?;
    Ok(private(HttpResponse::Ok(), &ChecklistJson::from(checklist)))
}
