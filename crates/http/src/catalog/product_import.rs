//! Importing a sheet of products: dry run, import and progress.
//!
//! The import runs in the background: it is complete or has no effect, also if the browser disconnects. A server that is told
//! to stop gives it the time of any request while the client waits, and 3 s more; then it is cancelled and no product has
//! changed. Progress is sent as lines of JSON in the answer itself, by the instance that does the work, so no table of jobs has
//! to be cleaned up after a crash. The import is done when searches on this instance find its products.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::ACCEPT;
use actix_web::{HttpRequest, HttpResponse, ResponseError as _, web};
use application::catalog::catalogue_follower::CatalogueFollower;
use application::catalog::service::CatalogService;
use domain::accounts::actor::Actor;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::catalog::product_change::ProductError;
use domain::catalog::product_import::{Import, ImportWatcher, RowProblem};
use domain::shared::ids::ProductId;
use domain::shared::ports::IdSource;
use serde_json::json;
use tokio::sync::oneshot;

use crate::cache::note_change::{answering, catch_up};
use crate::catalog::product_csv;
use crate::catalog::product_import_json::{ImportReport, step_json};
use crate::extract::authentication::Admin;
use crate::extract::csv_body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::{QueryParams, parse_flag};
use crate::middleware::rate_limit::RateLimit;
use crate::middleware::request_id;
use crate::response::json_lines::{LINES, json_lines};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited, WithSheet};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::background::Background;
use crate::server::config::HttpConfig;

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, import, access: Access::Staff(Permission::ManageProducts), limit: Limit::PerAddress(RateLimit::ImportProducts), changes: Some(CatalogueChange::Content));
}

/// The sentence where the shop failed.
const FAILED: &str = "Nothing was imported due to an error. Please try again.";

/// The longest wait for the index of products after an import. 10,000 new products take it some seconds.
const INDEX_TIME: Duration = Duration::from_secs(60);

/// Adds the new products of a sheet and edits the existing ones, all or nothing. Columns may have any order; an absent column
/// leaves its field alone, a blank cell clears it (pictures and stock stay). `dryRun=true` changes nothing and lists every
/// problem of every row. With `Accept: application/x-ndjson` the answer is lines of JSON that report progress: `{"step":
/// "checking"}`, `{"step": "writing", "done", "total"}`, and last `{"status", "body"}` with the answer that a request without
/// this header gets.
#[utoipa::path(post, path = "/api/products/import", tag = "products", operation_id = "importProducts",
    params(("dryRun" = Option<bool>, Query, description = "true changes nothing")),
    request_body(content = String, content_type = "text/csv", description = "UTF-8, at most 10 MB and 10,000 rows below the header"),
    responses((status = 200, body = ImportReport), WithSheet, ForAdmins, Limited, Failures))]
async fn import(
    state: ImportState,
    config: web::Data<HttpConfig>,
    request: HttpRequest,
    admin: Admin,
    query: QueryParams,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let dry_run = errors.optional("dryRun", query.get("dryRun"), parse_flag).unwrap_or(false);
    errors.check()?;
    let payload: Payload = payload.into_inner();
    let bytes = csv_body::read(request.headers(), payload).await?;
    let read = web::block(move || product_csv::read(&bytes, &config)).await.map_err(|_| stopped())??;
    let (catalog, ids, follower, background) = state;
    let mut import = Import::new(read.rows, || ProductId::new(ids.uuid()));
    import.problems = read.problems;
    let work =
        Work { catalog, follower, background, actor: admin.actor, import, rows: read.count, notices: dry_run.then_some(read.notices) };
    // The import counts the change itself when it is done.
    let response = if accepts_lines(&request) { in_lines(work) } else { at_once(work).await? };
    Ok(answering(response, false))
}

/// The state that an import needs.
type ImportState = (web::Data<CatalogService>, web::Data<dyn IdSource>, web::Data<CatalogueFollower>, web::Data<Background>);

/// An import that has not begun.
struct Work {
    catalog: web::Data<CatalogService>,
    follower: web::Data<CatalogueFollower>,
    background: web::Data<Background>,
    actor: Actor,
    import: Import,
    /// The number of rows that are not blank.
    rows: usize,
    /// Of a dry run: the cells that were read otherwise than they are written.
    notices: Option<Vec<RowProblem>>,
}

impl Work {
    async fn run(self, watcher: ImportWatcher) -> Result<ImportReport, Problem> {
        let rows = self.rows;
        if let Some(notices) = self.notices {
            let plan = self.catalog.plan_import(&self.import).await.map_err(|error| refusal(rows, error))?;
            return Ok(ImportReport::of_plan(rows, plan, notices));
        }
        let imported = self.catalog.import(&Arc::new(self.import), &self.actor, &watcher).await;
        // The answer may have been sent already, so the middleware cannot count this change.
        if imported.as_ref().map_or(true, |counts| counts.created + counts.updated > 0) {
            self.follower.note(CatalogueChange::Content);
            catch_up(&self.follower, INDEX_TIME).await;
        }
        Ok(ImportReport::of_import(rows, imported.map_err(|error| refusal(rows, error))?))
    }
}

/// The refusal of a sheet has the report of a dry run.
fn refusal(rows: usize, mut error: ProductError) -> Problem {
    let plan = if let ProductError::ImportRefused(plan) = &mut error {
        std::mem::take(&mut **plan)
    } else {
        return Problem::from(error).failing(FAILED);
    };
    let ImportReport { rows, created, updated, unchanged, problems, new_products, changes, notices, .. } =
        ImportReport::of_plan(rows, plan, Vec::new());
    Problem::from(error)
        .with("rows", rows)
        .with("created", created)
        .with("updated", updated)
        .with("unchanged", unchanged)
        .with("problems", problems)
        .with("newProducts", new_products)
        .with("changes", changes)
        .with("notices", notices)
}

async fn at_once(work: Work) -> Result<HttpResponse, Problem> {
    let (sender, receiver) = oneshot::channel();
    let background = work.background.clone();
    background.run(
        "an import of products",
        request_id::within(request_id::current(), async move {
            // If the client is gone, no answer has the failure, and the log must.
            if let Err(Err(problem)) = sender.send(work.run(Arc::new(|_| {})).await) {
                problem.log();
            }
        }),
    );
    let report = receiver.await.map_err(|_| stopped())??;
    Ok(private(HttpResponse::Ok(), &report))
}

fn in_lines(work: Work) -> HttpResponse {
    let (sender, answer) = json_lines();
    let background = work.background.clone();
    background.run(
        "an import of products",
        request_id::within(request_id::current(), async move {
            let steps = sender.clone();
            let watcher: ImportWatcher = Arc::new(move |step| {
                steps.send(&step_json(step));
            });
            let last = match work.run(watcher).await {
                Ok(report) => json!({"status": 200, "body": report}),
                Err(problem) => {
                    problem.log();
                    json!({"status": problem.status_code().as_u16(), "body": problem.json()})
                }
            };
            sender.send(&last);
        }),
    );
    answer
}

fn accepts_lines(request: &HttpRequest) -> bool {
    let accepted = request.headers().get_all(ACCEPT).filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(LINES))
}

/// The refusal while the server stops or has too much background work.
fn stopped() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "service.unavailable", FAILED).retry_after(chrono::TimeDelta::seconds(2))
}
