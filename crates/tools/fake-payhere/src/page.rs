//! The pages of the checkout, without scripts.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;

use crate::state::Session;

const STYLE: &str = ":root{color-scheme:light dark;--page:#f3f4f6;--card:#fff;--ink:#1c2430;--quiet:#586273;--line:#dde1e8;--note:#fff6dc;\
    --note-ink:#6b4a00;--pay:#1f5fd6;--pay-hover:#184fb5}\
    @media(prefers-color-scheme:dark){:root{--page:#12161d;--card:#1b212b;--ink:#eef1f6;--quiet:#a3adbd;--line:#323b49;--note:#3a2f10;\
    --note-ink:#ffdf8c;--pay:#2f6be0;--pay-hover:#3f7af0}}\
    *{box-sizing:border-box}body{margin:0;padding:2rem 1rem;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}\
    main{max-width:26rem;margin:0 auto;padding:1.5rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}\
    h1{margin:0;font-size:1.125rem}.amount{margin:.25rem 0 0;font-size:2rem;font-weight:650;font-variant-numeric:tabular-nums}\
    .note{margin:1.25rem 0;padding:.75rem 1rem;border-radius:.5rem;background:var(--note);color:var(--note-ink)}\
    dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1.25rem 0 0;padding-top:1rem;border-top:1px solid var(--line)}\
    dt{color:var(--quiet)}dd{margin:0;text-align:right;overflow-wrap:anywhere}p{margin:.75rem 0 0;color:var(--quiet)}\
    button{display:block;width:100%;min-height:2.75rem;margin-top:.625rem;padding:.5rem 1rem;border:1px solid var(--line);\
    border-radius:.5rem;background:transparent;color:inherit;font:inherit;cursor:pointer}button:hover{border-color:var(--quiet)}\
    button[value=pay]{border-color:var(--pay);background:var(--pay);color:#fff;font-weight:600}\
    button[value=pay]:hover{border-color:var(--pay-hover);background:var(--pay-hover)}\
    button:focus-visible{outline:3px solid var(--pay);outline-offset:2px}";

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
            "<h1>Test payment</h1><div class=\"amount\">LKR {amount}</div>\
             <div class=\"note\"><strong>No money moves.</strong> This page stands for PayHere while you try the shop. No card is needed.</div>\
             <form method=\"post\" action=\"/pay/finish\"><input type=\"hidden\" name=\"session\" value=\"{id}\">{choices}</form>\
             <dl><dt>Payment</dt><dd>{order}</dd><dt>Amount</dt><dd>LKR {amount}</dd></dl>"
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
