//! The notifications of the shop.

use std::sync::Arc;
use std::time::Duration;

use actix_web::{rt, web};
use url::form_urlencoded;

use crate::page::amount;
use crate::running::Gateway;
use crate::signature::of_notification;
use crate::state::{Payment, Session};

/// The longest time for an answer of the shop.
const PATIENCE: Duration = Duration::from_secs(10);

/// One notification.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    url: String,
    order_id: String,
    cents: i64,
    payment_id: u64,
    status_code: i32,
}

impl Notice {
    /// About a payment that was taken.
    pub(crate) fn paid(payment: &Payment, status_code: i32) -> Self {
        let Payment { payment_id, order_id, cents, notify_url, .. } = payment.clone();
        Self { url: notify_url, order_id, cents, payment_id, status_code }
    }

    /// About a try that took no money; it has a number all the same.
    pub(crate) fn unpaid(session: &Session, status_code: i32) -> Self {
        let Session { order_id, cents, notify_url, .. } = session.clone();
        Self { url: notify_url, order_id, cents, payment_id: rand::random_range(321_000_000_000..=321_999_999_999), status_code }
    }
}

/// Sends notifications in this order, as the behaviour at this moment says. It does not wait for them.
pub(crate) fn send(gateway: &web::Data<Gateway>, notices: Vec<Notice>) {
    let behaviour = gateway.state.lock().behaviour.clone();
    if behaviour.drop_notifications {
        return;
    }
    let gateway = Arc::clone(gateway);
    rt::spawn(async move {
        for notice in notices {
            let body = form(&gateway, &notice, behaviour.forge_notifications, behaviour.misprice);
            for _ in 0..behaviour.repeat_notifications {
                rt::time::sleep(Duration::from_millis(behaviour.delay_notifications)).await;
                let request = gateway.client.post(&notice.url).timeout(PATIENCE).body(body.clone());
                let answer = request.header("content-type", "application/x-www-form-urlencoded").send().await;
                gateway.state.lock().snapshot.answers.push(answer.map_or(0, |answer| answer.status().as_u16()));
            }
        }
    });
}

fn form(gateway: &Gateway, notice: &Notice, forged: bool, misprice: i64) -> String {
    let account = &gateway.account;
    let (merchant, order) = (account.merchant_id.as_str(), notice.order_id.as_str());
    let amount = amount(notice.cents + misprice);
    let secret = if forged { "another secret" } else { account.merchant_secret.as_str() };
    let signature = of_notification(merchant, order, &amount, "LKR", notice.status_code, secret);
    form_urlencoded::Serializer::new(String::new())
        .append_pair("merchant_id", merchant)
        .append_pair("order_id", order)
        .append_pair("payment_id", &notice.payment_id.to_string())
        .append_pair("captured_amount", &amount)
        .append_pair("payhere_amount", &amount)
        .append_pair("payhere_currency", "LKR")
        .append_pair("status_code", &notice.status_code.to_string())
        .append_pair("md5sig", &signature)
        .append_pair("custom_1", "")
        .append_pair("custom_2", "")
        .append_pair("status_message", "")
        .append_pair("method", "VISA")
        .append_pair("card_holder_name", "S Perera")
        .append_pair("card_no", "************1292")
        .append_pair("card_expiry", "12/29")
        .append_pair("recurring", "0")
        .finish()
}
