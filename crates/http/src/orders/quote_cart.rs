//! `POST /api/orders/quote`: the price of a cart (contract, Orders).

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use application::error::ReadError;
use application::orders::OrderUseCases;
use application::orders::checkout::QuoteCartError;
use domain::accounts::session::Principal;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::district::District;
use domain::orders::quote_options::QuoteChoices;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_option::PaymentRefusal;
use domain::promotions::customer::CustomerIdentity;
use domain::shared::email::EmailAddress;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::authentication::MaybeSignedIn;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::{RateLimit, RateLimits};
use crate::orders::payment_json::unavailable;
use crate::orders::place_order::{OrderedItem, delivery_not_offered, parse_cart, unknown_products};
use crate::orders::quote_json::QuoteJson;
use crate::promotions::coupon_limit;
use crate::response::problem::Problem;
use crate::response::refusals::WithBody;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// A cart to price.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteRequest {
    /// 1 to 100 lines.
    #[schema(required = true, nullable = false, min_items = 1, max_items = 100)]
    pub ordered_items: Option<Vec<OrderedItem>>,
    /// One of the 25 districts of `GET /api/shop`; without it the order is priced for the districts without a zone.
    #[schema(max_length = 100)]
    pub district: Option<String>,
    /// standard, express or pickup; absent: the shop's default.
    #[schema(pattern = "^(standard|express|pickup)$")]
    pub delivery_method: Option<String>,
    /// cod, bankTransfer or payhere; absent: the shop's default.
    #[schema(pattern = "^(cod|bankTransfer|payhere)$")]
    pub payment_method: Option<String>,
    /// Of a visitor without a session, where the shop takes orders of guests: the address that they order with. Promotions and methods of
    /// payment may depend on it.
    #[schema(format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
    /// The code of a coupon, in any case; null and blank text count as none.
    #[schema(max_length = 100)]
    pub coupon_code: Option<String>,
}

impl QuoteRequest {
    /// The choices of delivery and payment; mistakes are noted per field.
    pub(crate) fn choices(&self, errors: &mut FieldErrors) -> QuoteChoices {
        QuoteChoices {
            district: errors.optional("district", self.district.as_deref(), District::parse),
            delivery_method: errors.optional("deliveryMethod", self.delivery_method.as_deref(), DeliveryMethod::parse),
            payment_method: errors.optional("paymentMethod", self.payment_method.as_deref(), PaymentMethod::parse),
            coupon: coupon_limit::entered(self.coupon_code.as_deref(), errors),
        }
    }
}

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, quote, access: Access::OptionalSession, limit: Limit::PerAddress(RateLimit::Quote), changes: None);
}

/// The current price of a cart. An address that entered 10 codes within a minute that no coupon has is 429 with any code.
#[utoipa::path(post, path = "/api/orders/quote", tag = "orders", operation_id = "quoteCart", request_body = QuoteRequest,
    responses((status = 200, body = QuoteJson), WithBody))]
async fn quote(
    orders: web::Data<OrderUseCases>,
    limits: web::Data<RateLimits>,
    request: HttpRequest,
    MaybeSignedIn(who): MaybeSignedIn,
    body: Body<QuoteRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let choices = body.0.choices(&mut errors);
    let items = body.0.ordered_items;
    let cart = parse_cart(items.as_deref(), &mut errors);
    let email = guest_of(&orders, who.as_ref(), body.0.email.as_deref(), &mut errors).await?;
    errors.check()?;
    let unknown_code = coupon_limit::reserve(&limits, &request, choices.coupon.is_some())?;
    let guest = email.map(|email| CustomerIdentity { user: None, email, phone: None });
    let customer = who.map(|who| CustomerIdentity::of(&who.user)).or(guest);
    let quote = orders.quote_cart.run(&cart, &choices, customer.as_ref()).await;
    let quote = quote.map_err(|error| refusal(error, items.as_deref()))?;
    coupon_limit::count(unknown_code, &quote.promotions);
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(QuoteJson::from(quote)))
}

/// The address of a visitor without a session; without guests it is not read.
async fn guest_of(
    orders: &OrderUseCases,
    who: Option<&Principal>,
    email: Option<&str>,
    errors: &mut FieldErrors,
) -> Result<Option<EmailAddress>, Problem> {
    let email = email.filter(|email| who.is_none() && !email.trim().is_empty());
    if email.is_none() || !orders.quote_cart.takes_guests().await.map_err(ReadError::from)? {
        return Ok(None);
    }
    Ok(errors.optional("email", email, EmailAddress::parse))
}

/// The refusal of a cart with these lines.
pub(crate) fn refusal(error: QuoteCartError, items: Option<&[OrderedItem]>) -> Problem {
    match error {
        QuoteCartError::UnknownProducts(ref codes) => {
            let named = unknown_products(items.unwrap_or_default(), codes);
            Problem::from(error).with_errors(named)
        }
        QuoteCartError::DeliveryNotOffered => delivery_not_offered(error),
        QuoteCartError::PaymentNotOffered => unavailable(error, PaymentRefusal::NotOffered),
        other => other.into(),
    }
}
