//! `GET /api/products/export`: the whole catalogue as CSV.

use std::collections::VecDeque;
use std::io;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use actix_web::{HttpResponse, web};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::catalog::ports::ProductRepository;
use domain::shared::ids::ProductId;
use domain::shared::ports::Clock;
use futures_util::stream;

use crate::catalog::product_csv;
use crate::middleware::rate_limit::RateLimit;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The number of products that are read at a time.
const PAGE: u32 = 500;

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, export, access: Access::Staff(Permission::ExportProducts), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// All products as CSV, in the format of `importProducts`. The answer breaks off if the shop fails midway: an answer that ends
/// properly is complete.
#[utoipa::path(get, path = "/api/products/export", tag = "products", operation_id = "exportProducts",
    responses((status = 200, description = "One row per product", body = String, content_type = "text/csv"), ForAdmins, Limited, Failures))]
async fn export(products: web::Data<dyn ProductRepository>, clock: web::Data<dyn Clock>) -> Result<HttpResponse, Problem> {
    let head = product_csv::head().map_err(unwritable)?.into();
    let mut sheet = SheetStream { products, clock, ready: VecDeque::from([head]), last: None };
    // A failure of the first page is answered with its status.
    sheet.read().await?;
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"products.csv\""))
        .insert_header((CACHE_CONTROL, "no-store"))
        .streaming(stream::try_unfold(sheet, |mut sheet| async move {
            // The answer has begun: the log alone has the failure, and the reader sees that the sheet breaks off.
            let bytes = sheet.next_bytes().await.inspect_err(Problem::log).map_err(|problem| io::Error::other(problem.to_string()))?;
            Ok::<_, io::Error>(bytes.map(|bytes| (bytes, sheet)))
        })))
}

/// The export while it is read and written.
struct SheetStream {
    products: web::Data<dyn ProductRepository>,
    clock: web::Data<dyn Clock>,
    ready: VecDeque<Bytes>,
    /// When the last product that was read was added, and its id; `None` before the first.
    last: Option<(DateTime<Utc>, ProductId)>,
}

impl SheetStream {
    /// Reads the next products. In this order a product that is edited meanwhile is neither left out nor there twice.
    async fn read(&mut self) -> Result<(), Problem> {
        let products = self.products.newest(self.last, PAGE, self.clock.now()).await?;
        if let Some(last) = products.last() {
            self.last = Some((last.created_at, last.id));
            self.ready.push_back(product_csv::rows(&products).map_err(unwritable)?.into());
        }
        Ok(())
    }

    /// The next part of the sheet; `None` at its end.
    async fn next_bytes(&mut self) -> Result<Option<Bytes>, Problem> {
        if self.ready.is_empty() {
            self.read().await?;
        }
        Ok(self.ready.pop_front())
    }
}

fn unwritable(error: csv::Error) -> Problem {
    tracing::error!(%error, "a product could not be written as CSV");
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "service.internal", "Something went wrong on our side. Please try again.")
}
