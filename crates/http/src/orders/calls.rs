//! Quotes and orders (contract, Orders).

use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderMap};
use actix_web::{HttpRequest, HttpResponse, web};
use application::orders::list_orders::WantedOrders;
use application::orders::place_order::{Checkout, PlaceOrderError};
use application::orders::quote_cart::QuoteCartError;
use application::orders::show_order::ShowOrderError;
use domain::catalog::product_code::ProductCode;
use domain::orders::cart::{Cart, CartError, CartLine, MAX_LINES};
use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order::Shipping;
use domain::orders::order_id::OrderId;
use domain::orders::order_status::OrderStatus;
use domain::orders::quantity::Quantity;
use domain::shared::email::EmailAddress;
use domain::shared::phone::PhoneNumber;
use domain::shared::ports::PortError;
use domain::shared::text::{RecipientName, SearchText, ShippingAddress};

use crate::app_state::AppState;
use crate::extract::authenticated_json::AuthenticatedJson;
use crate::extract::authentication::{Admin, SignedIn};
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{list_refusal, page_headers, page_request};
use crate::extract::query_params::{QueryParams, parse_flag};
use crate::middleware::rate_limit::{Caller, Rule};
use crate::orders::json::{
    OrderJson, OrderResponse, OrderStatusJson, OrderedItem, PlaceOrderRequest, QuoteJson, QuoteRequest, RevenueStatsJson, ShortageJson,
};
use crate::response::money_json::RawNumber;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Denied, Failures, ForAdmins, ForUsers, Limited, Missing, WithBody, WithParameters};

/// The longest time from the parsed request to its answer: for prices, a turn, locks and the idempotency key together
/// (contract, Orders). A timeout answers 503; the transaction ends in its own task, within the same time again.
const PLACING_TIMEOUT: Duration = Duration::from_secs(2);

/// What a cart costs now.
#[utoipa::path(post, path = "/api/orders/quote", tag = "orders", operation_id = "quoteCart", request_body = QuoteRequest,
    responses((status = 200, body = QuoteJson), WithBody, Limited, Failures))]
pub async fn quote(state: web::Data<AppState>, body: Body<QuoteRequest>) -> Result<HttpResponse, Problem> {
    let items = body.0.ordered_items;
    let mut errors = FieldErrors::default();
    let cart = parse_cart(items.as_deref(), &mut errors);
    errors.check()?;
    let quote = state.use_cases.orders.quote_cart.run(&cart).await.map_err(|error| match error {
        QuoteCartError::UnknownProducts(ref codes) => {
            let named = unknown_products(items.as_deref().unwrap_or_default(), codes);
            Problem::from(error).with_errors(named)
        }
        other => other.into(),
    })?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(QuoteJson::from(quote)))
}

/// Places an order.
#[utoipa::path(post, path = "/api/orders", tag = "orders", operation_id = "placeOrder", request_body = PlaceOrderRequest, security(("bearer" = [])),
    params(("Idempotency-Key" = Option<String>, Header, max_length = 255, pattern = "^[!-~]([ -~]*[!-~])?$", description = "1 to 255 printable ASCII characters; the same key answers the first order again")),
    responses((status = 201, body = OrderResponse), (status = 200, description = "placed before with this key", body = OrderResponse, headers(("Idempotent-Replayed" = String))),
        WithBody, ForUsers, Denied, Conflicting, Limited, Failures))]
pub async fn place(
    state: web::Data<AppState>,
    request: HttpRequest,
    call: AuthenticatedJson<SignedIn, PlaceOrderRequest>,
) -> Result<HttpResponse, Problem> {
    let AuthenticatedJson(SignedIn(who), body) = call;
    state.rate_limits.check(Rule::PlaceOrder, Caller::User(who.user.id))?;
    let key = idempotency_key(request.headers())?;
    let checkout = parse_checkout(&body, key)?;
    let placing = state.use_cases.orders.place_order.run(&who, &checkout);
    let placed = tokio::time::timeout(PLACING_TIMEOUT, placing).await.unwrap_or_else(|elapsed| Err(PortError::unavailable(elapsed).into()));
    let placed = placed.map_err(|error| refusal(error, &body))?;
    let mut response = if placed.replayed { HttpResponse::Ok() } else { HttpResponse::Created() };
    if placed.replayed {
        response.insert_header(("Idempotent-Replayed", "true"));
    }
    Ok(response
        .insert_header((CACHE_CONTROL, "no-store"))
        .json(OrderResponse { message: "Order placed successfully!".into(), order: placed.order.into() }))
}

/// The caller's own orders; all orders where an administrator asks without `mine=true`.
#[utoipa::path(get, path = "/api/orders", tag = "orders", operation_id = "listOrders", security(("bearer" = [])),
    params(("mine" = Option<bool>, Query, description = "true: the caller's own orders, for administrators too"), ("customer" = Option<String>, Query, format = "idn-email", max_length = 254, description = "the e-mail that orders were placed with; a customer sees their own in any case"), ("status" = Option<OrderStatusJson>, Query), ("q" = Option<String>, Query, max_length = 100, description = "part of the number, the recipient's name or the e-mail"), ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [OrderJson], headers(("X-Total-Count" = String), ("Link" = String))), ForUsers, WithParameters, Limited, Failures))]
pub async fn list(state: web::Data<AppState>, who: SignedIn, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let wanted = WantedOrders {
        mine: errors.optional("mine", query.get("mine"), parse_flag).unwrap_or(false),
        customer: errors.optional("customer", query.get("customer"), EmailAddress::parse),
        status: errors.optional("status", query.get("status"), OrderStatus::parse),
        text: errors.optional("q", query.get("q"), SearchText::parse).filter(|t| !t.is_empty()),
    };
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = state.use_cases.orders.list_orders.run(&who.0, wanted, page).await.map_err(list_refusal)?;
    let mut response = HttpResponse::Ok();
    page_headers(&mut response, &request, &query, &page);
    let orders: Vec<OrderJson> = page.items.into_iter().map(Into::into).collect();
    Ok(response.insert_header((CACHE_CONTROL, "no-store")).json(orders))
}

/// One order, for its owner and administrators.
#[utoipa::path(get, path = "/api/orders/{orderId}", tag = "orders", operation_id = "showOrder", security(("bearer" = [])), params(("orderId" = String, Path)),
    responses((status = 200, body = OrderJson), ForUsers, Missing, Limited, Failures))]
pub async fn show(state: web::Data<AppState>, who: SignedIn, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let order = state.use_cases.orders.show_order.run(&who.0, &id).await?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(OrderJson::from(order)))
}

/// The dashboard's revenue figures.
#[utoipa::path(get, path = "/api/orders/revenue-stats", tag = "orders", operation_id = "revenueStats", security(("bearer" = [])),
    responses((status = 200, body = RevenueStatsJson), ForAdmins, Limited, Failures))]
pub async fn revenue_stats(state: web::Data<AppState>, _admin: Admin) -> Result<HttpResponse, Problem> {
    let stats = state.use_cases.reports.revenue_stats.run().await?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(RevenueStatsJson::from(stats)))
}

/// The cart that lines spell; what is wrong with them is noted per line, and the answer is empty then.
fn parse_cart(items: Option<&[OrderedItem]>, errors: &mut FieldErrors) -> Cart {
    let Some(items) = items else {
        errors.add("orderedItems", "is required");
        return Cart::default();
    };
    if items.len() > MAX_LINES {
        errors.add("orderedItems", CartError::TooManyLines);
        return Cart::default();
    }
    let mut lines = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let field = |name: &str| format!("orderedItems[{index}].{name}");
        let code = errors.required(&field("productId"), item.product_id.as_deref(), ProductCode::parse);
        let quantity = errors.required(&field("quantity"), item.quantity, Quantity::parse);
        if let (Some(code), Some(quantity)) = (code, quantity) {
            lines.push(CartLine { code, quantity });
        }
    }
    if lines.len() < items.len() {
        return Cart::default();
    }
    Cart::from_lines(lines).unwrap_or_else(|error| {
        match error {
            CartError::Quantity { line, error } => errors.add(format!("orderedItems[{line}].quantity"), error),
            CartError::Empty | CartError::TooManyLines => errors.add("orderedItems", error),
        }
        Cart::default()
    })
}

fn parse_checkout(body: &PlaceOrderRequest, key: Option<IdempotencyKey>) -> Result<Checkout, Problem> {
    let mut errors = FieldErrors::default();
    let cart = parse_cart(body.ordered_items.as_deref(), &mut errors);
    let name = errors.required("name", body.name.as_deref(), RecipientName::parse);
    let address = errors.required("address", body.address.as_deref(), ShippingAddress::parse);
    let phone = errors.required("phone", body.phone.as_deref(), PhoneNumber::parse);
    let expected_total = errors.optional("expectedTotal", body.expected_total.clone(), RawNumber::money);
    match (name, address, phone, errors.is_empty()) {
        (Some(name), Some(address), Some(phone), true) => {
            Ok(Checkout { cart, shipping: Shipping { name, address, phone }, expected_total, key })
        }
        _ => Err(errors.into_problem()),
    }
}

/// Exactly one header or none; a malformed key is 400 (contract, Orders).
fn idempotency_key(headers: &HeaderMap) -> Result<Option<IdempotencyKey>, Problem> {
    let bad = || {
        Problem::new(
            StatusCode::BAD_REQUEST,
            "request.invalid_idempotency_key",
            "Idempotency-Key must be 1 to 255 printable ASCII characters.",
        )
    };
    let mut given = headers.get_all("Idempotency-Key");
    match (given.next(), given.next()) {
        (None, _) => Ok(None),
        (Some(key), None) => key.to_str().ok().and_then(|k| IdempotencyKey::parse(k).ok()).map(Some).ok_or_else(bad),
        (Some(_), Some(_)) => Err(bad()),
    }
}

/// Names the lines whose products the shop does not sell.
fn unknown_products(items: &[OrderedItem], codes: &[ProductCode]) -> std::collections::BTreeMap<String, Vec<String>> {
    let unknown =
        |item: &OrderedItem| item.product_id.as_deref().is_some_and(|id| codes.iter().any(|c| c.as_str().eq_ignore_ascii_case(id)));
    let named = items.iter().enumerate().filter(|(_, item)| unknown(item));
    named
        .map(|(index, item)| {
            (
                format!("orderedItems[{index}].productId"),
                vec![format!("{} is not a product of this shop", item.product_id.as_deref().unwrap_or_default())],
            )
        })
        .collect()
}

fn refusal(error: PlaceOrderError, body: &PlaceOrderRequest) -> Problem {
    match error {
        PlaceOrderError::UnknownProducts(ref codes) => {
            let named = unknown_products(body.ordered_items.as_deref().unwrap_or_default(), codes);
            Problem::from(error).with_errors(named)
        }
        PlaceOrderError::OutOfStock(ref lines) => {
            let lines: Vec<ShortageJson> = lines.iter().map(Into::into).collect();
            Problem::from(error).with("lines", lines)
        }
        PlaceOrderError::PriceChanged(ref quote) => {
            let quote = QuoteJson::from(quote.as_ref().clone());
            Problem::from(error).with("quote", quote)
        }
        other => other.into(),
    }
}
