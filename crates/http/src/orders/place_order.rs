//! `POST /api/orders`: placing an order (contract, Orders).

use std::collections::BTreeMap;

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::checkout::CheckoutRequest;
use application::orders::place_order::PlaceOrderError;
use domain::accounts::session::Principal;
use domain::catalog::ports::CatalogueChange;
use domain::catalog::product_code::ProductCode;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::delivery_option::NotOffered;
use domain::orders::guest_orders::Buyer;
use domain::orders::quote::{Cart, CartError, CartLine, MAX_LINES};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::email::EmailAddress;
use domain::shared::error::FeatureError;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::ids::AddressId;
use domain::shared::phone::PhoneNumber;
use domain::shared::quantity::Quantity;
use domain::shared::text::{CustomerNote, RecipientName, ShippingAddress};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::delivery::delivery_json::DeliveryAddressRequest;
use crate::extract::authentication::MaybeSignedIn;
use crate::extract::body::{Body, object_only};
use crate::extract::client_address::client_address;
use crate::extract::field_errors::FieldErrors;
use crate::extract::idempotency_key::idempotency_key;
use crate::extract::integer;
use crate::metrics::Metrics;
use crate::middleware::rate_limit::{Caller, RateLimit, RateLimits, Reserved};
use crate::middleware::request_id;
use crate::orders::order_json::{OrderJson, ShortageJson};
use crate::orders::payment_json::unavailable;
use crate::orders::quote_json::QuoteJson;
use crate::promotions::coupon_limit;
use crate::response::money_json::RawNumber;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, Forbidden, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// A product and its quantity.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct OrderedItem {
    /// The product's id.
    #[schema(required = true, nullable = false, max_length = 64, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]*$")]
    pub product_id: Option<String>,
    /// The quantity, 1 to 1,000,000.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 1, maximum = 1_000_000)]
    pub quantity: Option<i64>,
}

object_only!(OrderedItem);

/// An order to place.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceOrderRequest {
    /// The address of a guest: required without a session, and ignored with one.
    #[schema(format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
    /// 1 to 100 lines.
    #[schema(required = true, nullable = false, min_items = 1, max_items = 100)]
    pub ordered_items: Option<Vec<OrderedItem>>,
    /// The recipient's name.
    #[schema(required = true, nullable = false, max_length = 200, pattern = r"\S")]
    pub name: Option<String>,
    /// The delivery address in one text. Not needed with `deliveryAddress` and for an order that is fetched.
    #[schema(required = false, max_length = 1000)]
    pub address: Option<String>,
    /// The delivery address in its parts; the server composes `address` and ignores a sent one.
    pub delivery_address: Option<DeliveryAddressRequest>,
    /// An address of the user's book, instead of `address` and `deliveryAddress`.
    #[schema(max_length = 64)]
    pub address_id: Option<String>,
    /// standard, express or pickup; absent: the shop's default.
    #[schema(pattern = "^(standard|express|pickup)$")]
    pub delivery_method: Option<String>,
    /// cod, bankTransfer or payhere; absent: the shop's default.
    #[schema(pattern = "^(cod|bankTransfer|payhere)$")]
    pub payment_method: Option<String>,
    /// The recipient's phone number: 7 to 20 of digits, spaces, `+ - ( )`.
    #[schema(required = true, nullable = false, min_length = 7, max_length = 20, pattern = "^[0-9 +()-]*[0-9][0-9 +()-]*$")]
    pub phone: Option<String>,
    /// The total that the customer saw; if it differs by now, the answer is 409 with the present quote.
    #[schema(required = false, nullable = true)]
    pub expected_total: Option<RawNumber>,
    /// A remark for the shop; null and blank text count as none.
    #[schema(max_length = 500)]
    pub customer_note: Option<String>,
    /// The code of a coupon, in any case; null and blank text count as none. Where it is not applied, and not just beaten by another promotion, the
    /// answer is 409 `order.coupon_refused` with the present quote.
    #[schema(max_length = 100)]
    pub coupon_code: Option<String>,
}

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let changes = Some(CatalogueChange::Stock);
    route!(table, place, access: Access::Buyer, limit: Limit::PerUser(RateLimit::PlaceOrder), changes: changes);
}

/// A placed order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlacedOrder)]
pub struct PlacedOrderJson {
    message: &'static str,
    order: OrderJson,
    /// Of a guest: the key of the order, for the header `Order-Access`. Absent where an account that verified the address has the order: its
    /// user logs in to see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    access_key: Option<String>,
}

/// Places an order, for users and, where the shop's settings take them, for guests: 5 orders an hour from one address.
#[utoipa::path(post, path = "/api/orders", tag = "orders", operation_id = "placeOrder", request_body = PlaceOrderRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 255, pattern = "^[!-~]([ -~]*[!-~])?$", description = "1 to 255 printable ASCII characters; the same key answers the first order again")),
    responses((status = 201, body = PlacedOrderJson), (status = 200, description = "The order that was placed before with this key", body = PlacedOrderJson, headers(("Idempotent-Replayed" = String))),
        WithBody, Forbidden, Conflict))]
async fn place(
    orders: web::Data<OrderUseCases>,
    metrics: web::Data<Metrics>,
    limits: web::Data<RateLimits>,
    request: HttpRequest,
    MaybeSignedIn(who): MaybeSignedIn,
    Body(body): Body<PlaceOrderRequest>,
) -> Result<HttpResponse, Problem> {
    let (buyer, checkout) = parse(&body, who, idempotency_key(request.headers())?)?;
    let counted = match buyer {
        Buyer::User(_) => Reserved::nothing(),
        Buyer::Guest(_) => limits.reserve_guest_order(Caller::at(client_address(&request)))?,
    };
    let unknown_code = coupon_limit::reserve(&limits, &request, checkout.coupon.is_some())?;
    let placed = orders.place_order.run(&buyer, checkout).await;
    if let Err(PlaceOrderError::CouponRefused(quote)) = &placed {
        coupon_limit::count(unknown_code, &quote.promotions);
    }
    let placed = placed.map_err(|error| refusal(error, &body));
    let placed = placed.inspect_err(|refused| metrics.count_refused_order(refused.code()))?;
    let mut response = if placed.replayed { HttpResponse::Ok() } else { HttpResponse::Created() };
    if placed.replayed {
        response.insert_header(("Idempotent-Replayed", "true"));
    } else {
        counted.count();
        metrics.count_order();
        // The number leads from the order to the request, and from it to the trace and to the mails that the outbox sends later.
        tracing::info!(request_id = request_id::current(), order = placed.order.id.as_str(), "an order was placed");
    }
    let access_key = placed.access_key.map(|key| key.expose().to_owned());
    let answer = PlacedOrderJson { message: "Order placed successfully!", order: placed.order.into(), access_key };
    Ok(response.insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

fn unknown_address() -> Problem {
    Problem::invalid_field("addressId", "must be the id of one of your addresses")
}

fn parse(body: &PlaceOrderRequest, who: Option<Principal>, key: Option<IdempotencyKey>) -> Result<(Buyer, CheckoutRequest), Problem> {
    let saved =
        body.address_id.as_deref().filter(|_| who.is_some()).map(|id| AddressId::parse(id).ok_or_else(unknown_address)).transpose()?;
    let mut errors = FieldErrors::default();
    let buyer = buyer(body, who, &mut errors);
    let cart = parse_cart(body.ordered_items.as_deref(), &mut errors);
    let name = errors.required("name", body.name.as_deref(), RecipientName::parse);
    // An address of the book takes the place of one that is sent too.
    let sent = body.delivery_address.as_ref().filter(|_| saved.is_none());
    let parts = sent.and_then(|address| address.address("deliveryAddress.", &mut errors));
    let method = errors.optional("deliveryMethod", body.delivery_method.as_deref(), DeliveryMethod::parse);
    let payment = errors.optional("paymentMethod", body.payment_method.as_deref(), PaymentMethod::parse);
    // Who picks the order up needs no address, and the mistakes of one in parts are noted.
    let needs_text = method != Some(DeliveryMethod::Pickup) && saved.is_none() && sent.is_none();
    let text = if needs_text { errors.required("address", body.address.as_deref(), ShippingAddress::parse) } else { None };
    let phone = errors.required("phone", body.phone.as_deref(), PhoneNumber::parse);
    let expected_total = errors.optional("expectedTotal", body.expected_total.clone(), RawNumber::money);
    let note = body.customer_note.as_deref().filter(|note| !note.trim().is_empty());
    let coupon = coupon_limit::entered(body.coupon_code.as_deref(), &mut errors);
    let customer_note = errors.optional("customerNote", note, CustomerNote::parse);
    match (buyer, name, phone, errors.is_empty()) {
        (Some(buyer), Some(name), Some(phone), true) => {
            let request =
                CheckoutRequest { cart, name, phone, saved, parts, text, method, payment, expected_total, key, customer_note, coupon };
            Ok((buyer, request))
        }
        _ => Err(errors.into_problem()),
    }
}

/// Who orders: the user, or a guest at the address of the request, who has no address book.
fn buyer(body: &PlaceOrderRequest, who: Option<Principal>, errors: &mut FieldErrors) -> Option<Buyer> {
    if let Some(who) = who {
        return Some(who.into());
    }
    if body.address_id.is_some() {
        errors.add("addressId", "needs an account: please log in, or send the address");
    }
    errors.required("email", body.email.as_deref(), EmailAddress::parse).map(Buyer::Guest)
}

/// The cart with these lines. Mistakes are noted per line; the cart is empty if there are any.
pub(crate) fn parse_cart(items: Option<&[OrderedItem]>, errors: &mut FieldErrors) -> Cart {
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

/// The refusal of a method of delivery that is not offered.
pub(crate) fn delivery_not_offered(error: impl FeatureError) -> Problem {
    Problem::from(error).with_errors(BTreeMap::from([("deliveryMethod".to_owned(), vec![NotOffered.to_string()])]))
}

/// An error for each line whose product the shop does not sell.
pub(crate) fn unknown_products(items: &[OrderedItem], codes: &[ProductCode]) -> BTreeMap<String, Vec<String>> {
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
        PlaceOrderError::DeliveryNotOffered => delivery_not_offered(error),
        PlaceOrderError::DistrictNeeded => {
            let sentence = "is required, because the delivery charge depends on it".to_owned();
            Problem::from(error).with_errors(BTreeMap::from([("district".to_owned(), vec![sentence])]))
        }
        PlaceOrderError::UnknownAddress => unknown_address(),
        PlaceOrderError::AddressNeeded => Problem::invalid_field("address", "is required"),
        PlaceOrderError::PaymentUnavailable(reason) => unavailable(error, reason),
        PlaceOrderError::OutOfStock(ref lines) => {
            let lines: Vec<ShortageJson> = lines.iter().map(Into::into).collect();
            Problem::from(error).with("lines", lines)
        }
        PlaceOrderError::PriceChanged(ref quote) | PlaceOrderError::CouponRefused(ref quote) => {
            let quote = QuoteJson::from(quote.as_ref().clone());
            Problem::from(error).with("quote", quote)
        }
        other => other.into(),
    }
}
