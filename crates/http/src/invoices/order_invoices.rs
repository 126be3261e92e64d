//! `GET` and `POST /api/orders/{orderId}/invoices`, and printing one of them.

use actix_web::{HttpResponse, web};
use application::error::ReadError;
use application::orders::OrderUseCases;
use application::orders::show_order::ShowOrderError;
use domain::accounts::permission::Permission;
use domain::invoices::number::InvoiceNumber;
use domain::orders::error::OrderError;
use domain::orders::invoicing::error::InvoiceError;
use domain::orders::invoicing::repository::{InvoiceRepository, InvoicedOrder};
use domain::shared::order_id::OrderId;
use domain::shared::ports::Clock;

use crate::extract::authentication::Admin;
use crate::extract::order_key::OrderHolder;
use crate::invoices::invoice_json::{InvoiceJson, shown};
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::OrderHolder, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, issue, access: Access::Staff(Permission::ReadOrders), limit: Limit::Unlimited, changes: None);
    route!(table, print, access: Access::Staff(Permission::ReadOrders), limit: Limit::Unlimited, changes: None);
}

/// The invoices, credit notes and tax invoices of an order, oldest first, for its owner and administrators.
#[utoipa::path(get, path = "/api/orders/{orderId}/invoices", tag = "invoices", operation_id = "listInvoices", params(("orderId" = String, Path)),
    responses((status = 200, body = [InvoiceJson]), NotFound))]
async fn list(
    orders: web::Data<OrderUseCases>,
    invoices: web::Data<dyn InvoiceRepository>,
    clock: web::Data<dyn Clock>,
    who: OrderHolder,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    orders.show_order.run(&who.0, &id).await?;
    let documents = invoices.of_order(&id).await.map_err(ReadError::from)?;
    Ok(private(HttpResponse::Ok(), &shown(&documents, clock.now())))
}

/// Issues the invoice of an order that has none, so that it can be printed; answers all documents of the order. A cancelled order is 409
/// `invoice.cancelled_order`.
#[utoipa::path(post, path = "/api/orders/{orderId}/invoices", tag = "invoices", operation_id = "issueInvoice", params(("orderId" = String, Path)),
    responses((status = 200, body = [InvoiceJson]), NotFound, Conflict))]
async fn issue(
    invoices: web::Data<dyn InvoiceRepository>,
    clock: web::Data<dyn Clock>,
    admin: Admin,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (id, now) = (OrderId::parse(&id).map_err(|_| OrderError::NotFound)?, clock.now());
    let documents = invoices.issue(&id, &admin.actor, now, Box::new(InvoicedOrder::for_printing)).await?;
    Ok(private(HttpResponse::Ok(), &shown(&documents, now)))
}

/// Counts that a document is printed, and answers it: from the second time on it is a copy.
#[utoipa::path(post, path = "/api/orders/{orderId}/invoices/{number}/print", tag = "invoices", operation_id = "printInvoice", params(("orderId" = String, Path), ("number" = String, Path)),
    responses((status = 200, body = InvoiceJson), NotFound))]
async fn print(
    invoices: web::Data<dyn InvoiceRepository>,
    clock: web::Data<dyn Clock>,
    admin: Admin,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, number) = &*path;
    let id = OrderId::parse(id).map_err(|_| OrderError::NotFound)?;
    let number = InvoiceNumber::parse(number).map_err(|_| InvoiceError::NotFound)?;
    let document = invoices.print(&id, &number, &admin.actor, clock.now()).await?;
    let is_copy = document.prints > 1;
    Ok(private(HttpResponse::Ok(), &InvoiceJson::of(document, is_copy, None)))
}
