//! `POST /api/orders`: placing an order (contract, Orders).

use std::collections::BTreeMap;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderMap};
use actix_web::{HttpRequest, HttpResponse, web};
use application::content::ContentUseCases;
use application::orders::OrderUseCases;
use application::orders::place_order::{Checkout, DeliveryRequest, PlaceOrderError};
use domain::accounts::session::Principal;
use domain::catalog::ports::CatalogueChange;
use domain::delivery::address::{DeliveryAddress, pickup_address};
use domain::delivery::address_book::{AddressBook, SavedAddress};
use domain::delivery::delivery_method::DeliveryMethod;
use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order::Shipping;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::ids::AddressId;
use domain::shared::phone::PhoneNumber;
use domain::shared::ports::PortError;
use domain::shared::text::{CustomerNote, RecipientName, ShippingAddress};

use crate::extract::authentication::SignedIn;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::metrics::Metrics;
use crate::middleware::rate_limit::Rule;
use crate::middleware::request_id;
use crate::orders::cart_lines::{delivery_not_offered, parse_cart, unknown_products};
use crate::orders::order_json::{OrderResponse, PlaceOrderRequest, ShortageJson};
use crate::orders::quote_json::QuoteJson;
use crate::payments::method::unavailable;
use crate::response::money_json::RawNumber;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Denied, Failures, ForUsers, Limited, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The longest time from the parsed request to its answer (contract, Orders): prices, the wait for a turn, locks and the
/// idempotency key together. A timeout answers 503; the transaction ends in its own task, at most 3 s after it began.
const PLACING_TIMEOUT: Duration = Duration::from_secs(2);

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let changes = Some(CatalogueChange::Stock);
    route!(table, place, access: Access::SignedIn, limit: Limit::PerUser(Rule::PlaceOrder), changes: changes);
}

/// Places an order.
#[utoipa::path(post, path = "/api/orders", tag = "orders", operation_id = "placeOrder", request_body = PlaceOrderRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 255, pattern = "^[!-~]([ -~]*[!-~])?$", description = "1 to 255 printable ASCII characters; the same key answers the first order again")),
    responses((status = 201, body = OrderResponse), (status = 200, description = "The order that was placed before with this key", body = OrderResponse, headers(("Idempotent-Replayed" = String))),
        WithBody, ForUsers, Denied, Conflicting, Limited, Failures))]
async fn place(
    orders: web::Data<OrderUseCases>,
    metrics: web::Data<Metrics>,
    addresses: web::Data<dyn AddressBook>,
    content: web::Data<ContentUseCases>,
    request: HttpRequest,
    SignedIn(who): SignedIn,
    Body(body): Body<PlaceOrderRequest>,
) -> Result<HttpResponse, Problem> {
    let key = idempotency_key(request.headers())?;
    let saved = saved_address(&**addresses, &who, &body).await?;
    let is_gone = matches!(saved, Saved::Gone(_));
    // Without the content the order is refused later, and is the same request then.
    let shown = content.current.show().await?;
    let address = Some(shown.identity_text("address")).filter(|address| !address.is_empty());
    let checkout = parse_checkout(&body, key, address.unwrap_or_else(|| shown.identity_text("name")), saved)?;
    let placing = async {
        if is_gone {
            let replayed = orders.place_order.replayed(&who, &checkout).await.map_err(|error| refusal(error, &body))?;
            return replayed.ok_or_else(unknown_address);
        }
        orders.place_order.run(&who, &checkout).await.map_err(|error| refusal(error, &body))
    };
    let late = |elapsed| Err(Problem::from(PlaceOrderError::from(PortError::unavailable(elapsed))));
    let placed = tokio::time::timeout(PLACING_TIMEOUT, placing).await.unwrap_or_else(late);
    let placed = placed.inspect_err(|refused| metrics.count_refused_order(refused.code()))?;
    let mut response = if placed.replayed { HttpResponse::Ok() } else { HttpResponse::Created() };
    if placed.replayed {
        response.insert_header(("Idempotent-Replayed", "true"));
    } else {
        metrics.count_order();
        // The number leads from the order to the request, and from it to the trace and to the mails that the outbox sends later.
        tracing::info!(request_id = request_id::current(), order = placed.order.id.as_str(), "an order was placed");
    }
    Ok(response
        .insert_header((CACHE_CONTROL, "no-store"))
        .json(OrderResponse { message: "Order placed successfully!".into(), order: placed.order.into() }))
}

/// The address of the user's book that a body names.
enum Saved {
    /// It names none.
    None,
    /// It is in the book.
    Found(SavedAddress),
    /// It is not: the request can only repeat one from before it was deleted.
    Gone(AddressId),
}

async fn saved_address(addresses: &dyn AddressBook, who: &Principal, body: &PlaceOrderRequest) -> Result<Saved, Problem> {
    let Some(id) = body.address_id.as_deref() else { return Ok(Saved::None) };
    let id = AddressId::parse(id).ok_or_else(unknown_address)?;
    let address = addresses.list(who.user.id).await?.into_iter().find(|address| address.id == id);
    Ok(address.map_or(Saved::Gone(id), Saved::Found))
}

fn unknown_address() -> Problem {
    Problem::invalid_field("addressId", "must be the id of one of your addresses")
}

fn parse_checkout(body: &PlaceOrderRequest, key: Option<IdempotencyKey>, shop: &str, saved: Saved) -> Result<Checkout, Problem> {
    let mut errors = FieldErrors::default();
    let cart = parse_cart(body.ordered_items.as_deref(), &mut errors);
    let name = errors.required("name", body.name.as_deref(), RecipientName::parse);
    let delivery = parse_delivery(body, shop, saved, &mut errors);
    let address = parse_address(body, &delivery, &mut errors);
    let phone = errors.required("phone", body.phone.as_deref(), PhoneNumber::parse);
    let expected_total = errors.optional("expectedTotal", body.expected_total.clone(), RawNumber::money);
    let note = body.customer_note.as_deref().filter(|note| !note.trim().is_empty());
    let customer_note = errors.optional("customerNote", note, CustomerNote::parse);
    match (name, address, phone, errors.is_empty()) {
        (Some(name), Some(address), Some(phone), true) => {
            Ok(Checkout { cart, shipping: Shipping { name, address, phone }, delivery, expected_total, key, customer_note })
        }
        _ => Err(errors.into_problem()),
    }
}

/// The wishes about delivery and payment.
fn parse_delivery(body: &PlaceOrderRequest, shop: &str, saved: Saved, errors: &mut FieldErrors) -> DeliveryRequest {
    // An address of the book takes the place of one that is sent too.
    let (saved, address) = match saved {
        Saved::Found(saved) => (Some(saved.id), Some(saved.entry.address)),
        Saved::Gone(id) => (Some(id), None),
        Saved::None => (None, body.delivery_address.as_ref().and_then(|address| address.parse("deliveryAddress", errors))),
    };
    DeliveryRequest {
        saved,
        address,
        method: errors.optional("deliveryMethod", body.delivery_method.as_deref(), DeliveryMethod::parse),
        payment: errors.optional("paymentMethod", body.payment_method.as_deref(), PaymentMethod::parse),
        pickup_address: pickup_address(shop).ok(),
    }
}

/// The address of the order in one text: composed of its parts, the shop's for an order that is fetched, else the sent one.
fn parse_address(body: &PlaceOrderRequest, delivery: &DeliveryRequest, errors: &mut FieldErrors) -> Option<ShippingAddress> {
    if delivery.method == Some(DeliveryMethod::Pickup) && delivery.pickup_address.is_some() {
        return delivery.pickup_address.clone();
    }
    if delivery.saved.is_some() && delivery.address.is_none() {
        // The id stands for the address in the meaning of the request, and nothing is placed.
        return ShippingAddress::parse("-").ok();
    }
    match (&delivery.address, &body.delivery_address) {
        (Some(parts), _) => errors.optional("deliveryAddress", Some(parts), DeliveryAddress::composed),
        // The mistakes of its parts are noted.
        (None, Some(_)) => None,
        (None, None) => errors.required("address", body.address.as_deref(), ShippingAddress::parse),
    }
}

/// The key of the request: at most one header; a malformed key is 400 (contract, Orders).
pub(crate) fn idempotency_key(headers: &HeaderMap) -> Result<Option<IdempotencyKey>, Problem> {
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

fn refusal(error: PlaceOrderError, body: &PlaceOrderRequest) -> Problem {
    match error {
        PlaceOrderError::UnknownProducts(ref codes) => {
            let named = unknown_products(body.ordered_items.as_deref().unwrap_or_default(), codes);
            Problem::from(error).with_errors(named)
        }
        PlaceOrderError::DeliveryNotOffered => delivery_not_offered(error),
        PlaceOrderError::DistrictNeeded => {
            let sentence = "is required, because the delivery charge depends on it".to_owned();
            Problem::from(error).with_errors(BTreeMap::from([("district".to_owned(), vec![sentence])]))
        }
        PlaceOrderError::PaymentUnavailable(reason) => unavailable(error, reason),
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
