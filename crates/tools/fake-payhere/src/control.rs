//! The commands of tests.

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use crate::behaviour::Behaviour;
use crate::notify::{self, Notice};
use crate::running::Gateway;

/// `PUT /fake/behaviour`: what goes wrong from now on.
pub(crate) async fn behave(gateway: web::Data<Gateway>, behaviour: web::Json<Behaviour>) -> HttpResponse {
    gateway.state.lock().behaviour = behaviour.into_inner();
    HttpResponse::NoContent().finish()
}

/// `GET /fake/state`.
pub(crate) async fn show(gateway: web::Data<Gateway>) -> HttpResponse {
    HttpResponse::Ok().json(&gateway.state.lock().snapshot)
}

/// `POST /fake/expire-token`: the token ends before its time.
pub(crate) async fn expire_token(gateway: web::Data<Gateway>) -> HttpResponse {
    gateway.state.lock().token = None;
    HttpResponse::NoContent().finish()
}

/// What is notified once more, or charged back.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Notify {
    payment_id: u64,
    status_code: i32,
}

/// `POST /fake/notify`: notifies a code about a payment; -3 also charges it back.
pub(crate) async fn notify(gateway: web::Data<Gateway>, body: web::Json<Notify>) -> HttpResponse {
    let notice = {
        let mut memory = gateway.state.lock();
        let Some(payment) = memory.snapshot.payments.iter_mut().find(|p| p.payment_id == body.payment_id) else {
            return HttpResponse::NotFound().finish();
        };
        if body.status_code == -3 {
            "CHARGEBACKED".clone_into(&mut payment.status);
        }
        Notice::paid(payment, body.status_code)
    };
    notify::send(&gateway, vec![notice]);
    HttpResponse::NoContent().finish()
}
