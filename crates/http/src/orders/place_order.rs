//! `POST /api/orders`: placing an order (contract, Orders).

use std::collections::BTreeMap;

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::checkout::CheckoutRequest;
use application::orders::place_order::PlaceOrderError;
use domain::catalog::ports::CatalogueChange;
use domain::catalog::product_code::ProductCode;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::delivery_option::NotOffered;
use domain::orders::quote::{Cart, CartError, CartLine, MAX_LINES};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::error::FeatureError;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::ids::AddressId;
use domain::shared::phone::PhoneNumber;
use domain::shared::quantity::Quantity;
use domain::shared::text::{CustomerNote, RecipientName, ShippingAddress};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::delivery::delivery_json::DeliveryAddressRequest;
use crate::extract::authentication::SignedIn;
use crate::extract::body::{Body, object_only};
use crate::extract::field_errors::FieldErrors;
use crate::extract::idempotency_key::idempotency_key;
use crate::extract::integer;
use crate::metrics::Metrics;
use crate::middleware::rate_limit::{RateLimit, RateLimits};
use crate::middleware::request_id;
use crate::orders::order_json::{OrderResponse, ShortageJson};
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
    route!(table, place, access: Access::SignedIn, limit: Limit::PerUser(RateLimit::PlaceOrder), changes: changes);
}

/// Places an order.
#[utoipa::path(post, path = "/api/orders", tag = "orders", operation_id = "placeOrder", request_body = PlaceOrderRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 255, pattern = "^[!-~]([ -~]*[!-~])?$", description = "1 to 255 printable ASCII characters; the same key answers the first order again")),
    responses((status = 201, body = OrderResponse), (status = 200, description = "The order that was placed before with this key", body = OrderResponse, headers(("Idempotent-Replayed" = String))),
        WithBody, Forbidden, Conflict))]
async fn place(
    orders: web::Data<OrderUseCases>,
    metrics: web::Data<Metrics>,
    limits: web::Data<RateLimits>,
    request: HttpRequest,
    SignedIn(who): SignedIn,
    Body(body): Body<PlaceOrderRequest>,
) -> Result<HttpResponse, Problem> {
    let checkout = parse(&body, idempotency_key(request.headers())?)?;
    let unknown_code = coupon_limit::reserve(&limits, &request, checkout.coupon.is_some())?;
    let placed = orders.place_order.run(&who, checkout).await;
    if let Err(PlaceOrderError::CouponRefused(quote)) = &placed {
        coupon_limit::count(unknown_code, &quote.promotions);
    }
    let placed = placed.map_err(|error| refusal(error, &body));
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

fn unknown_address() -> Problem {
    Problem::invalid_field("addressId", "must be the id of one of your addresses")
}

fn parse(body: &PlaceOrderRequest, key: Option<IdempotencyKey>) -> Result<CheckoutRequest, Problem> {
    let saved = body.address_id.as_deref().map(|id| AddressId::parse(id).ok_or_else(unknown_address)).transpose()?;
    let mut errors = FieldErrors::default();
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
    match (name, phone, errors.is_empty()) {
        (Some(name), Some(phone), true) => {
            Ok(CheckoutRequest { cart, name, phone, saved, parts, text, method, payment, expected_total, key, customer_note, coupon })
        }
        _ => Err(errors.into_problem()),
    }
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
