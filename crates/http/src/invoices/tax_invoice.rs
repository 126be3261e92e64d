//! `POST /api/orders/{orderId}/tax-invoice`: the invoice of a buyer who is registered for VAT.

use actix_web::{HttpResponse, web};
use domain::invoices::tin::Tin;
use domain::orders::error::OrderError;
use domain::orders::invoicing::due::RegisteredBuyer;
use domain::orders::invoicing::repository::{InvoiceRepository, InvoicedOrder};
use domain::shared::order_id::OrderId;
use domain::shared::ports::Clock;
use domain::shared::text::{MultilineText, Text};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::order_key::OrderHolder;
use crate::invoices::invoice_json::{InvoiceJson, shown};
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, ask, access: Access::OrderHolder, limit: Limit::PerUser(RateLimit::ChangeDetails), changes: None);
}

/// A buyer who is registered for VAT.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxInvoiceRequest {
    /// The taxpayer identification number: 9 digits.
    #[schema(required = true, nullable = false, pattern = "^[0-9]{9}$")]
    tin: Option<String>,
    /// The registered name.
    #[schema(required = true, nullable = false, max_length = 200, pattern = r"\S")]
    name: Option<String>,
    /// The registered address.
    #[schema(required = true, nullable = false, max_length = 300, pattern = r"\S")]
    address: Option<String>,
}

impl TaxInvoiceRequest {
    fn parse(self) -> Result<RegisteredBuyer, Problem> {
        let mut errors = FieldErrors::default();
        let tin = errors.required("tin", self.tin.as_deref(), Tin::parse);
        let name = errors.required("name", self.name.as_deref(), Text::<1, 200>::parse);
        let address = errors.required("address", self.address.as_deref(), MultilineText::<1, 300>::parse);
        match (tin, name, address) {
            (Some(tin), Some(name), Some(address)) => Ok(RegisteredBuyer { tin, name: name.into_string(), address: address.into_string() }),
            _ => Err(errors.into_problem()),
        }
    }
}

/// Credits the invoice of an order and issues a tax invoice in its place, for the order's customer or staff who handle payments, once and
/// within 14 days of the invoice; answers all documents of the order. 409: `invoice.not_registered`, `invoice.none`,
/// `invoice.tax_invoice_issued` or `invoice.too_late`.
#[utoipa::path(post, path = "/api/orders/{orderId}/tax-invoice", tag = "invoices", operation_id = "askForTaxInvoice", request_body = TaxInvoiceRequest, params(("orderId" = String, Path)),
    responses((status = 201, body = [InvoiceJson]), WithBody, NotFound, Conflict))]
async fn ask(
    invoices: web::Data<dyn InvoiceRepository>,
    clock: web::Data<dyn Clock>,
    who: OrderHolder,
    id: web::Path<String>,
    Body(body): Body<TaxInvoiceRequest>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| OrderError::NotFound)?;
    let (buyer, now, by) = (body.parse()?, clock.now(), who.actor());
    let decide = move |invoiced: &InvoicedOrder| invoiced.ask_for_tax_invoice(&buyer, &who.0, now);
    let documents = invoices.issue(&id, &by, now, Box::new(decide)).await?;
    Ok(private(HttpResponse::Created(), &shown(&documents, now)))
}
