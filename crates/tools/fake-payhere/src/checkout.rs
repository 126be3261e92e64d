//! The checkout: the form of the shop, the page, and what the customer chooses there.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use serde::Deserialize;
use url::{Host, Url};

use crate::notify::{self, Notice};
use crate::page;
use crate::running::Gateway;
use crate::signature::of_checkout;
use crate::state::Session;

/// The fields that `PayHere` requires.
const REQUIRED: [&str; 16] = [
    "merchant_id",
    "return_url",
    "cancel_url",
    "notify_url",
    "first_name",
    "last_name",
    "email",
    "phone",
    "address",
    "city",
    "country",
    "order_id",
    "items",
    "currency",
    "amount",
    "hash",
];

/// `POST /pay/checkout`.
pub(crate) async fn open(gateway: web::Data<Gateway>, form: web::Form<BTreeMap<String, String>>) -> HttpResponse {
    let session = match read(&gateway, &form) {
        Ok(session) => session,
        Err((status, sentence)) => return page::refusal(status, &sentence),
    };
    let id = rand::random_range(1..=i64::MAX.unsigned_abs());
    let answer = page::pay(id, &session);
    gateway.state.lock().sessions.insert(id, session);
    answer
}

fn read(gateway: &Gateway, form: &BTreeMap<String, String>) -> Result<Session, (StatusCode, String)> {
    if gateway.state.lock().behaviour.deny_domain {
        return Err((StatusCode::FORBIDDEN, "Unauthorized domain".to_owned()));
    }
    let bad = |sentence: String| (StatusCode::BAD_REQUEST, sentence);
    let field = |name: &str| form.get(name).map_or("", |value| value.trim());
    if let Some(missing) = REQUIRED.into_iter().find(|name| field(name).is_empty()) {
        return Err(bad(format!("{missing} is missing")));
    }
    if let Some((name, _)) = form.iter().find(|(_, value)| value.contains(['<', '>']) || value.chars().any(|c| c > '\u{FFFF}')) {
        return Err(bad(format!("{name} has characters that are not allowed")));
    }
    let (merchant, order_id, amount) = (field("merchant_id"), field("order_id"), field("amount"));
    let hash = of_checkout(&gateway.account.merchant_id, order_id, amount, field("currency"), &gateway.account.merchant_secret);
    if merchant != gateway.account.merchant_id || field("hash") != hash {
        return Err((StatusCode::FORBIDDEN, "Unauthorized payment request".to_owned()));
    }
    let cents = cents(amount).ok_or_else(|| bad("amount must be digits, a point and two digits".to_owned()))?;
    if field("currency") != "LKR" {
        return Err(bad("currency must be LKR".to_owned()));
    }
    if !is_local(field("notify_url")) {
        return Err(bad("notify_url must be on this machine: this gateway is a fake".to_owned()));
    }
    Ok(Session {
        order_id: order_id.to_owned(),
        cents,
        notify_url: field("notify_url").to_owned(),
        return_url: field("return_url").to_owned(),
        cancel_url: field("cancel_url").to_owned(),
    })
}

/// `1234.50` in cents, and no other spelling.
fn cents(amount: &str) -> Option<i64> {
    let (whole, fraction) = amount.split_once('.')?;
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let plain = digits(whole) && digits(fraction) && fraction.len() == 2 && (whole == "0" || !whole.is_empty() && !whole.starts_with('0'));
    let cents = if plain { format!("{whole}{fraction}").parse().ok() } else { None };
    cents.filter(|cents| *cents > 0)
}

fn is_local(url: &str) -> bool {
    match Url::parse(url).as_ref().map(Url::host) {
        Ok(Some(Host::Ipv4(address))) => address.is_loopback(),
        Ok(Some(Host::Ipv6(address))) => address.is_loopback(),
        Ok(Some(Host::Domain(name))) => name == "localhost",
        _ => false,
    }
}

/// What the customer does on the page.
#[derive(Deserialize)]
pub(crate) struct Choice {
    session: u64,
    choice: String,
}

/// `POST /pay/finish`.
pub(crate) async fn finish(gateway: web::Data<Gateway>, form: web::Form<Choice>) -> HttpResponse {
    let notices = {
        let mut memory = gateway.state.lock();
        // A page that is used up can be pressed again: a customer who goes back pays twice.
        let Some(session) = memory.sessions.get(&form.session).cloned() else {
            return page::refusal(StatusCode::NOT_FOUND, "This payment is not known.");
        };
        let unpaid = |code| vec![Notice::unpaid(&session, code)];
        let (notices, back) = match form.choice.as_str() {
            "pay" => {
                let count = if memory.behaviour.pay_twice { 2 } else { 1 };
                let paid: Vec<_> = (0..count).map(|_| Notice::paid(&memory.take(&session), 2)).collect();
                let late = memory.behaviour.reorder_notifications.then(|| Notice::unpaid(&session, 0));
                (paid.into_iter().chain(late).collect(), &session.return_url)
            }
            "pending" => (unpaid(0), &session.return_url),
            "decline" => (unpaid(-2), &session.return_url),
            _ => (unpaid(-1), &session.cancel_url),
        };
        (notices, back.clone())
    };
    let (notices, back) = notices;
    notify::send(&gateway, notices);
    HttpResponse::SeeOther().insert_header((LOCATION, back)).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_one_spelling() {
        for (text, expected) in [("1234.50", Some(123_450)), ("0.01", Some(1)), ("0.00", None), ("1234.5", None), ("1,234.50", None)] {
            assert_eq!(cents(text), expected, "{text}");
        }
        for text in ["", ".50", "01.50", "-1.50", "1234", "1234.500", "+1.00"] {
            assert_eq!(cents(text), None, "{text}");
        }
    }

    #[test]
    fn only_this_machine_is_notified() {
        for url in ["http://127.0.0.1:8080/x", "http://localhost/x", "http://[::1]:1/x"] {
            assert!(is_local(url), "{url}");
        }
        for url in ["https://shop.example/x", "http://10.0.0.1/x", "http://localhost.example/x", "x"] {
            assert!(!is_local(url), "{url}");
        }
    }
}
