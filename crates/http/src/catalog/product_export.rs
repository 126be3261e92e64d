//! `GET /api/products/export`: the whole catalogue as CSV.

use std::collections::VecDeque;
use std::io;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use actix_web::{HttpResponse, web};
use application::catalog::CatalogUseCases;
use application::catalog::export_products::{ExportProducts, Piece};
use bytes::Bytes;
use domain::accounts::permission::Permission;
use domain::shared::page::Cursor;
use futures_util::stream;

use crate::catalog::product_csv;
use crate::middleware::rate_limit::Rule;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, export, access: Access::Staff(Permission::ExportProducts), limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// All products as CSV, in the format of `importProducts`. The answer breaks off if the shop fails midway: an answer that ends
/// properly is complete.
#[utoipa::path(get, path = "/api/products/export", tag = "products", operation_id = "exportProducts",
    responses((status = 200, description = "One row per product", body = String, content_type = "text/csv"), ForAdmins, Limited, Failures))]
async fn export(catalog: web::Data<CatalogUseCases>) -> Result<HttpResponse, Problem> {
    let export = catalog.export_products.clone();
    // A failure of the first page is answered with its status.
    let first = export.piece(None).await?;
    let mut sheet = SheetStream { export, ready: VecDeque::new(), next: None };
    sheet.ready.push_back(product_csv::head().map_err(unwritable)?.into());
    sheet.add(first).map_err(unwritable)?;
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
    export: ExportProducts,
    ready: VecDeque<Bytes>,
    next: Option<Cursor>,
}

impl SheetStream {
    fn add(&mut self, piece: Piece) -> Result<(), csv::Error> {
        self.next = piece.next;
        if !piece.products.is_empty() {
            self.ready.push_back(product_csv::rows(&piece.products)?.into());
        }
        Ok(())
    }

    async fn next_bytes(&mut self) -> Result<Option<Bytes>, Problem> {
        while self.ready.is_empty() {
            let Some(next) = self.next.take() else { return Ok(None) };
            let piece = self.export.piece(Some(next)).await?;
            self.add(piece).map_err(unwritable)?;
        }
        Ok(self.ready.pop_front())
    }
}

fn unwritable(error: csv::Error) -> Problem {
    tracing::error!(%error, "a product could not be written as CSV");
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "service.internal", "Something went wrong on our side. Please try again.")
}
