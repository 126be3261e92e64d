//! The rows that stand beside a new order, written by the statement that places it.
//!
//! [`placing`] calls `place_order` and inserts these rows only if the order was placed; both are one transaction and one round trip. An
//! order of the default shop has its mails beside it, and the parts of its total where a price is reduced.

use domain::orders::order::OrderDraft;
use domain::orders::order_delivery::{OrderDelivery, OrderPricing};
use domain::payments::order_payment::OrderPayment;
use domain::shared::money::Money;
use serde_json::{Value, json};

use super::delivery_row::explanation_of;
use crate::error::DbError;
use crate::messages::outbox;
use crate::query::sql::Sql;

/// The statement that places an order: `argument` is that of `place_order`. Its row is the `answer` of the function.
///
/// The foreign keys of the rows are checked at the end of the statement, when the order is there. `made` names the order.
pub(super) fn placing(draft: &OrderDraft, argument: Value) -> Result<Sql, DbError> {
    let call = Sql::new("WITH placed AS MATERIALIZED (SELECT place_order(").bind(argument).sql(") AS answer)");
    let made = ", made AS MATERIALIZED (SELECT FROM placed WHERE placed.answer ->> 'outcome' = 'placed')";
    let beside = rows_beside(draft)?;
    let start = if beside.is_empty() { call } else { call.sql(made) };
    let statement =
        beside.into_iter().fold(start, |statement, (name, insert)| statement.sql(", ").sql(name).sql(" AS (").append(insert).sql(")"));
    Ok(statement.sql(" SELECT placed.answer FROM placed"))
}

/// An insert for each table that has a row of this order, with a name for it in the statement.
fn rows_beside(draft: &OrderDraft) -> Result<Vec<(&'static str, Sql)>, DbError> {
    let delivery = delivery_row(draft).map(|row| ("delivery", insert("order_delivery", row)));
    let pricing = draft.delivery.pricing.as_ref().map(|pricing| pricing_row(draft, pricing)).transpose()?;
    let pricing = pricing.map(|row| ("pricing", insert("order_pricing", row)));
    let payment = payment_row(draft).map(|row| ("payment", insert("order_payments", row)));
    let note = draft.customer_note.as_ref().map(|note| json!({ "order_id": draft.id.as_str(), "customer_note": note.as_str() }));
    let note = note.map(|row| ("note", insert("order_fulfilment", row)));
    let mails = if draft.mails.is_empty() { None } else { Some(("mails", outbox::queueing(&draft.mails, "made, ")?)) };
    Ok([delivery, pricing, payment, note, mails].into_iter().flatten().collect())
}

/// Inserts a row, given as an object with a member for each column.
fn insert(table: &'static str, row: Value) -> Sql {
    let sql = Sql::new("INSERT INTO ").sql(table).sql(" SELECT beside.* FROM made, jsonb_populate_record(NULL::").sql(table);
    sql.sql(", ").bind(row).sql(") AS beside")
}

/// The row of `order_delivery`; `None` where it would say no more than the order's address.
fn delivery_row(draft: &OrderDraft) -> Option<Value> {
    let OrderDelivery { method, district, address, estimate, pricing: _ } = &draft.delivery;
    if (OrderDelivery { pricing: None, ..draft.delivery.clone() }) == OrderDelivery::default() {
        return None;
    }
    Some(json!({
        "order_id": draft.id.as_str(),
        "method": method.as_str(),
        "district": district.map(domain::delivery::district::District::as_str),
        "line1": address.as_ref().map(|address| address.line1.as_str()),
        "line2": address.as_ref().and_then(|address| address.line2.as_ref()).map(|line| line.as_str()),
        "city": address.as_ref().map(|address| address.city.as_str()),
        "postal_code": address.as_ref().and_then(|address| address.postal_code.as_ref()).map(|code| code.as_str()),
        "estimated_from": estimate.map(|estimate| estimate.from),
        "estimated_to": estimate.map(|estimate| estimate.to),
    }))
}

/// The row of `order_payments`; `None` for cash on delivery, of which nothing is booked yet and for which no call is needed.
fn payment_row(draft: &OrderDraft) -> Option<Value> {
    let OrderPayment { method, expires_at, cod_call, .. } = draft.payment();
    (method.is_prepaid() || cod_call.above.is_some()).then(|| {
        json!({
            "order_id": draft.id.as_str(),
            "method": method.as_str(),
            "expires_at": expires_at,
            "is_pending": false,
            "has_expired": false,
            "charged_cents": 0,
            "returned_cents": 0,
            "credits_cents": 0,
            "refund_due_cents": 0,
            "confirm_above_cents": cod_call.above.map(Money::cents),
        })
    })
}

/// The row of `order_pricing`.
fn pricing_row(draft: &OrderDraft, pricing: &OrderPricing) -> Result<Value, DbError> {
    Ok(json!({
        "order_id": draft.id.as_str(),
        "labeled_total_cents": pricing.labeled_total.cents(),
        "delivery_cents": pricing.charge.full.cents(),
        "delivery_discount_cents": pricing.charge.waived.cents(),
        "payment_method": pricing.payment_method.as_str(),
        "payment_fee_cents": pricing.payment_fee.cents(),
        "explanation": explanation_of(&pricing.explanation)?,
    }))
}
