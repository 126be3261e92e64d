//! The API of merchants: tokens, records, refunds.

use std::time::{Duration, Instant};

use actix_web::http::header::AUTHORIZATION;
use actix_web::{HttpRequest, HttpResponse, rt, web};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Number, Value, json};

use crate::page::amount;
use crate::running::Gateway;
use crate::state::{Memory, Payment};

/// The life of a token in seconds.
const LIFE: u64 = 599;

/// `POST /merchant/v1/oauth/token`.
pub(crate) async fn token(gateway: web::Data<Gateway>, request: HttpRequest, body: web::Bytes) -> HttpResponse {
    if let Some(answer) = misbehave(&gateway).await {
        return answer;
    }
    let credentials = STANDARD.encode(format!("{}:{}", gateway.account.app_id, gateway.account.app_secret));
    if header(&request) != format!("Basic {credentials}") || body.as_ref() != b"grant_type=client_credentials" {
        return HttpResponse::Unauthorized().json(json!({"error": "invalid_client", "error_description": "Bad client credentials"}));
    }
    let text = format!("{:032x}", rand::random::<u128>());
    let mut memory = gateway.state.lock();
    memory.token = Some((text.clone(), Instant::now() + Duration::from_secs(LIFE)));
    memory.snapshot.tokens += 1;
    HttpResponse::Ok().json(json!({"access_token": text, "token_type": "bearer", "expires_in": LIFE, "scope": "SANDBOX"}))
}

/// The query of a search.
#[derive(Deserialize)]
pub(crate) struct Search {
    order_id: String,
}

/// `GET /merchant/v1/payment/search`.
pub(crate) async fn search(gateway: web::Data<Gateway>, request: HttpRequest, query: web::Query<Search>) -> HttpResponse {
    gateway.state.lock().snapshot.searches += 1;
    if let Some(answer) = refusal(&gateway, &request).await {
        return answer;
    }
    let memory = gateway.state.lock();
    let found: Vec<Value> =
        memory.snapshot.payments.iter().filter(|p| !memory.behaviour.lag_records && p.order_id == query.order_id).map(record).collect();
    if found.is_empty() {
        HttpResponse::Ok().json(json!({"status": -1, "msg": "No payments found", "data": null}))
    } else {
        HttpResponse::Ok().json(json!({"status": 1, "msg": format!("Payments with order_id:{}", query.order_id), "data": found}))
    }
}

/// A payment as the search shows it, the misspelt name included.
fn record(payment: &Payment) -> Value {
    let money = amount(payment.cents).parse().ok().and_then(Number::from_f64);
    json!({
        "payment_id": payment.payment_id,
        "order_id": payment.order_id,
        "date": "2026-11-20 16:21:02",
        "description": "Order",
        "status": payment.status,
        "currency": "LKR",
        "amount": money,
        "customer": {
            "fist_name": "Saman", "last_name": "Perera", "email": "saman@example.com", "phone": "+94771234567",
            "delivery_details": {"address": "1 Galle Road", "city": "Colombo", "country": "Sri Lanka"},
        },
        "amount_detail": {
            "currency": "LKR", "gross": money, "fee": 14.5, "net": money, "exchange_rate": 1, "exchange_from": "LKR", "exchange_to": "LKR",
        },
        "payment_method": {"method": "VISA", "card_customer_name": "S Perera", "card_no": "************1234"},
        "items": null,
    })
}

/// The body of a refund.
#[derive(Deserialize)]
pub(crate) struct Refund {
    payment_id: String,
    description: String,
    amount: Option<Number>,
}

/// `POST /merchant/v1/payment/refund`.
pub(crate) async fn refund(gateway: web::Data<Gateway>, request: HttpRequest, body: web::Json<Refund>) -> HttpResponse {
    gateway.state.lock().snapshot.refund_calls += 1;
    if let Some(answer) = refusal(&gateway, &request).await {
        return answer;
    }
    let (answer, hangs) = {
        let mut memory = gateway.state.lock();
        (give_back(&mut memory, &body), memory.behaviour.hang_after_refunding)
    };
    if hangs {
        rt::time::sleep(Duration::from_secs(3_600)).await;
    }
    HttpResponse::Ok().json(answer)
}

fn give_back(memory: &mut Memory, body: &Refund) -> Value {
    let refused = |status: i64, sentence: &str| json!({"status": status, "msg": sentence, "data": null});
    if let Some(status) = memory.behaviour.refuse_refunds {
        return refused(status, "Refund refused");
    }
    if body.description.trim().is_empty() {
        return refused(-1, "description is missing");
    }
    let found = memory.snapshot.payments.iter_mut().find(|p| p.payment_id.to_string() == body.payment_id && p.status == "RECEIVED");
    let Some(payment) = found else { return refused(-1, "Payment not found") };
    let left = payment.cents - payment.refunded_cents;
    let cents = match &body.amount {
        None if payment.refunded_cents == 0 => left,
        None => return refused(-1, "Already refunded in part"),
        Some(amount) => match whole_cents(amount) {
            Some(cents) if (1..=left).contains(&cents) => cents,
            _ => return refused(-1, "Invalid amount"),
        },
    };
    payment.refunded_cents += cents;
    payment.refunds += 1;
    // The records show a full refund only; of a part they show nothing.
    if payment.refunded_cents == payment.cents {
        "REFUNDED".clone_into(&mut payment.status);
    }
    json!({"status": 1, "msg": "Successfully processed the refund", "data": rand::random_range(560_000_000_000_u64..=560_999_999_999)})
}

/// An amount of at most two decimals in cents.
fn whole_cents(amount: &Number) -> Option<i64> {
    let text = amount.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    if fraction.len() > 2 { None } else { format!("{whole}{fraction:0<2}").parse().ok() }
}

/// The answer to a caller without a right token, or one that comes too often.
async fn refusal(gateway: &Gateway, request: &HttpRequest) -> Option<HttpResponse> {
    if let Some(answer) = misbehave(gateway).await {
        return Some(answer);
    }
    let memory = gateway.state.lock();
    let known = memory.token.as_ref().is_some_and(|(text, end)| header(request) == format!("Bearer {text}") && Instant::now() < *end);
    if known {
        None
    } else {
        let answer = json!({"error": "invalid_token", "error_description": "Access token is not valid"});
        Some(HttpResponse::Unauthorized().json(answer))
    }
}

/// Counts a call, and makes it slow or refuses it, as the behaviour says.
async fn misbehave(gateway: &Gateway) -> Option<HttpResponse> {
    let (behaviour, allowed) = {
        let mut memory = gateway.state.lock();
        (memory.behaviour.clone(), memory.count_call())
    };
    rt::time::sleep(Duration::from_millis(behaviour.delay_answers)).await;
    if behaviour.fail_answers {
        Some(HttpResponse::InternalServerError().body("<html><body>Internal Server Error</body></html>"))
    } else if !allowed {
        Some(HttpResponse::TooManyRequests().json(json!({"error": "too_many_requests", "error_description": "Rate limit exceeded"})))
    } else if behaviour.deny_domain {
        Some(HttpResponse::Forbidden().json(json!({"error": "access_denied", "error_description": "Unauthorized domain"})))
    } else {
        None
    }
}

fn header(request: &HttpRequest) -> &str {
    request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default()
}
