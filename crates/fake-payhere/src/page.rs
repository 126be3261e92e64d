//! The pages of the checkout, without scripts.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;

use crate::state::Session;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#222}\
    h1{font-size:1.25rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dd{margin:0}\
    button{display:block;width:100%;margin:.5rem 0;padding:.75rem;font:inherit}p{color:#555}";

/// Where a customer pays, or not.
pub(crate) fn pay(id: u64, session: &Session) -> HttpResponse {
    let order = escaped(&session.order_id);
    let amount = amount(session.cents);
    let choice = |choice: &str, label: &str| format!("<button name=\"choice\" value=\"{choice}\">{label}</button>");
    let choices = [
        choice("pay", &format!("Pay LKR {amount}")),
        choice("pending", "Pay, and let the bank take its time"),
        choice("decline", "Pay with a card that the bank declines"),
        choice("cancel", "Cancel"),
    ]
    .concat();
    page(
        StatusCode::OK,
        "Test payment",
        &format!(
            "<h1>Test payment</h1><p>This page stands for PayHere. No money moves.</p>\
             <dl><dt>Order</dt><dd>{order}</dd><dt>Amount</dt><dd>LKR {amount}</dd></dl>\
             <form method=\"post\" action=\"/pay/finish\"><input type=\"hidden\" name=\"session\" value=\"{id}\">{choices}</form>"
        ),
    )
}

/// Why there is nothing to pay.
pub(crate) fn refusal(status: StatusCode, sentence: &str) -> HttpResponse {
    let sentence = escaped(sentence);
    page(status, "Payment refused", &format!("<h1>Payment refused</h1><p>{sentence}</p>"))
}

/// An amount as the gateway writes it: `1234.50`.
pub(crate) fn amount(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

fn page(status: StatusCode, title: &str, body: &str) -> HttpResponse {
    HttpResponse::build(status).insert_header(ContentType::html()).body(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head><body><main>{body}</main></body></html>"
    ))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
