//! `POST /api/orders/{orderId}/payment-method`: another method of payment for an order that is neither paid nor packed
//! (contract-commerce, section 2).

use actix_web::{HttpResponse, web};
use application::orders::show_order::ShowOrderError;
use application::payments::payment_service::MethodChoice;
use application::payments::payment_service::PaymentService;
use domain::orders::order::Order;
use domain::orders::payment::error::PaymentError;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::order_id::OrderId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::order_key::OrderHolder;
use crate::middleware::rate_limit::RateLimit;
use crate::orders::delivery_json::ExplanationLineJson;
use crate::orders::order_json::{OrderJson, OrderResponse};
use crate::orders::payment_json::unavailable;
use crate::orders::payment_names::PaymentMethodJson;
use crate::response::money_json::{MoneyJson, RawNumber};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, Failures, ForUsers, Limited, NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, change, access: Access::OrderHolder, limit: Limit::PerUser(RateLimit::ChangeDetails), changes: None);
}

/// The method by which an order is to be paid.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentMethodRequest {
    /// The method.
    #[schema(required = true, nullable = false, value_type = PaymentMethodJson)]
    pub payment_method: Option<String>,
    /// The total that the customer saw; if it differs by now, the answer is 409 with the present one in `quote`.
    #[schema(required = false, nullable = true)]
    pub expected_total: Option<RawNumber>,
}

/// What an order costs by another method: the fields of a quote that change.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MethodQuote {
    total: MoneyJson,
    labeled_total: MoneyJson,
    discount: MoneyJson,
    payment_method: PaymentMethodJson,
    explanation: Vec<ExplanationLineJson>,
}

impl From<&Order> for MethodQuote {
    fn from(order: &Order) -> Self {
        Self {
            total: MoneyJson(order.total),
            labeled_total: MoneyJson(order.labeled_total()),
            discount: MoneyJson(order.discount()),
            payment_method: order.payment.method.into(),
            explanation: order.explanation().into_iter().map(Into::into).collect(),
        }
    }
}

/// Chooses another method of payment for an order that is neither paid nor packed, for its customer and staff who handle payments. The total changes
/// by the fee of cash on delivery alone. The time to pay starts again after cash on delivery; a change between prepaid methods gives
/// the new method's time from the start of the present one, and at least 30 minutes where the longer of both times allows it.
#[utoipa::path(post, path = "/api/orders/{orderId}/payment-method", tag = "payments", operation_id = "changePaymentMethod", request_body = PaymentMethodRequest,
    params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, ForUsers, NotFound, Conflict, Limited, Failures))]
async fn change(
    payments: web::Data<PaymentService>,
    id: web::Path<String>,
    who: OrderHolder,
    Body(body): Body<PaymentMethodRequest>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let mut errors = FieldErrors::default();
    let method = errors.required("paymentMethod", body.payment_method.as_deref(), PaymentMethod::parse);
    let expected_total = errors.optional("expectedTotal", body.expected_total, RawNumber::money);
    let (Some(method), true) = (method, errors.is_empty()) else { return Err(errors.into_problem()) };
    let choice = MethodChoice { method, expected_total };
    let order = payments.choose_method(&who.0, &who.actor(), &id, choice).await.map_err(|error| match error {
        PaymentError::Unavailable(reason) => unavailable(error, reason),
        PaymentError::PriceChanged(ref order) => {
            let quote = MethodQuote::from(order.as_ref());
            Problem::from(error).with("quote", quote)
        }
        other => other.into(),
    })?;
    let answer = OrderResponse { message: "Payment method changed.".into(), order: OrderJson::for_user(order, &who.0) };
    Ok(private(HttpResponse::Ok(), &answer))
}
