//! `POST /api/orders/quote`: the price of a cart (contract, Orders).

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::quote_cart::QuoteCartError;
use domain::payments::payment_option::PaymentRefusal;

use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::orders::cart_lines::{delivery_not_offered, parse_cart, unknown_products};
use crate::orders::payment_json::unavailable;
use crate::orders::quote_json::{QuoteJson, QuoteRequest};
use crate::response::problem::Problem;
use crate::response::refusals::WithBody;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, quote, access: Access::Public, limit: Limit::PerAddress(Rule::Quote), changes: None);
}

/// The current price of a cart.
#[utoipa::path(post, path = "/api/orders/quote", tag = "orders", operation_id = "quoteCart", request_body = QuoteRequest,
    responses((status = 200, body = QuoteJson), WithBody))]
async fn quote(orders: web::Data<OrderUseCases>, body: Body<QuoteRequest>) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let choices = body.0.choices(&mut errors);
    let items = body.0.ordered_items;
    let cart = parse_cart(items.as_deref(), &mut errors);
    errors.check()?;
    let quote = orders.quote_cart.run(&cart, &choices).await.map_err(|error| match error {
        QuoteCartError::UnknownProducts(ref codes) => {
            let named = unknown_products(items.as_deref().unwrap_or_default(), codes);
            Problem::from(error).with_errors(named)
        }
        QuoteCartError::DeliveryNotOffered => delivery_not_offered(error),
        QuoteCartError::PaymentNotOffered => unavailable(error, PaymentRefusal::NotOffered),
        other => other.into(),
    })?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(QuoteJson::from(quote)))
}
