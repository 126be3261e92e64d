//! `POST /api/orders/{orderId}/payment-method`: another method of payment for an order that is neither paid nor packed
//! (contract-commerce, section 2).

use std::collections::BTreeMap;

use actix_web::{HttpResponse, web};
use application::orders::show_order::ShowOrderError;
use application::payments::PaymentUseCases;
use application::payments::change_method::ChangeMethodError;
use domain::orders::order_id::OrderId;
use domain::payments::payment_method::PaymentMethod;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::authentication::{SignedIn, actor};
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::orders::order_json::{OrderJson, OrderResponse};
use crate::payments::payment_json::PaymentMethodJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForUsers, Limited, Missing, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, change, access: Access::SignedIn, limit: Limit::PerUser(Rule::ChangeDetails), changes: None);
}

/// The method by which an order is to be paid.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentMethodRequest {
    /// The method.
    #[schema(required = true, nullable = false, value_type = PaymentMethodJson)]
    pub payment_method: Option<String>,
}

/// Chooses another method of payment for an order that is neither paid nor packed, for its owner and administrators. The total changes
/// by the fee of cash on delivery alone, and the time to pay starts again.
#[utoipa::path(post, path = "/api/orders/{orderId}/payment-method", tag = "payments", operation_id = "changePaymentMethod", request_body = PaymentMethodRequest,
    params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, ForUsers, Missing, Conflicting, Limited, Failures))]
async fn change(
    payments: web::Data<PaymentUseCases>,
    id: web::Path<String>,
    SignedIn(who): SignedIn,
    Body(body): Body<PaymentMethodRequest>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let mut errors = FieldErrors::default();
    let Some(method) = errors.required("paymentMethod", body.payment_method.as_deref(), PaymentMethod::parse) else {
        return Err(errors.into_problem());
    };
    let order = payments.change_method.run(&who, &actor(&who), &id, method).await.map_err(|error| match error {
        ChangeMethodError::Unavailable(reason) => unavailable(error, reason),
        other => other.into(),
    })?;
    let answer = OrderResponse { message: "Payment method changed.".into(), order: OrderJson::for_user(order, &who) };
    Ok(private(HttpResponse::Ok(), &answer))
}

/// The refusal of a method of payment, with the reason at its field.
pub(crate) fn unavailable(error: impl Into<Problem>, reason: impl ToString) -> Problem {
    error.into().with_errors(BTreeMap::from([("paymentMethod".to_owned(), vec![reason.to_string()])]))
}
