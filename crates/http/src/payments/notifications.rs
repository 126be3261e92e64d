//! `POST /api/payments/payhere/notify`: what the payment gateway tells (contract-commerce, section 2).

use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::payments::payment_service::PaymentService;
use domain::orders::payment::attempts::Notified;
use domain::orders::payment::error::PaymentError;

use crate::extract::form_bytes::FormBytes;
use crate::metrics::{Metrics, NotificationOutcome};
use crate::middleware::rate_limit::RateLimit;
use crate::middleware::request_id;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, Limited, NotFound, WithForm};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file. A forged notification costs three hashes and no connection to the database.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, notify, access: Access::Public, limit: Limit::PerAddress(RateLimit::NotifyPayment), changes: None);
}

/// Takes a notification of the gateway.
#[utoipa::path(post, path = "/api/payments/payhere/notify", tag = "payments", operation_id = "notifyPayment",
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "It is kept"), WithForm, NotFound, Limited, Failures))]
async fn notify(
    payments: web::Data<PaymentService>,
    metrics: web::Data<Metrics>,
    FormBytes(form): FormBytes,
) -> Result<HttpResponse, Problem> {
    let taken = payments.take_notification(&form).await;
    metrics.count_notification(outcome_of(&taken));
    match taken {
        Ok(Notified::Taken(Some(alarm))) => {
            metrics.count_alarm(alarm);
            tracing::warn!(alarm = alarm.as_str(), request_id = request_id::current(), "a payment needs to be looked at");
        }
        Ok(Notified::Taken(None) | Notified::Repeated) => {}
        // One answer for every forgery (contract-commerce, section 2: 400).
        Err(PaymentError::NotNotified(refusal)) => {
            tracing::warn!(%refusal, "a notification of a payment was refused");
            let sentence = PaymentError::NotNotified(refusal).to_string();
            return Err(Problem::new(StatusCode::BAD_REQUEST, "payment.not_notified", &sentence));
        }
        Err(error) => return Err(error.into()),
    }
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).finish())
}

/// The outcome as the metrics count it.
const fn outcome_of(taken: &Result<Notified, PaymentError>) -> NotificationOutcome {
    match taken {
        Ok(Notified::Taken(Some(_))) => NotificationOutcome::Alarm,
        Ok(Notified::Taken(None)) => NotificationOutcome::Taken,
        Ok(Notified::Repeated) => NotificationOutcome::Repeated,
        Err(PaymentError::NotNotified(_)) => NotificationOutcome::Refused,
        Err(_) => NotificationOutcome::Failed,
    }
}
