//! The gateway's records of payments (its Retrieval API).

use domain::payments::attempt::AttemptId;
use domain::payments::gateway::{GatewayPayment, PaymentRef, RecordState};
use domain::shared::money::Money;
use serde::Deserialize;
use serde_json::value::RawValue;
use url::form_urlencoded;

use crate::api_calls::ApiCalls;
use crate::call_error::CallError;
use crate::checkout_fields::{CURRENCY, at};
use crate::settings::PayHereSettings;

/// The envelope of an answer: 1 and payments, or -1 where there are none.
#[derive(Deserialize)]
struct Envelope<'a> {
    status: i64,
    #[serde(borrow, default)]
    data: Option<Vec<Record<'a>>>,
}

/// A payment. Amount and number are kept as they are written: a number of the format becomes no binary fraction.
#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    payment_id: &'a RawValue,
    order_id: String,
    status: String,
    currency: String,
    #[serde(borrow)]
    amount: &'a RawValue,
    #[serde(default)]
    payment_method: Option<Means>,
}

#[derive(Deserialize)]
struct Means {
    #[serde(default)]
    method: Option<String>,
}

/// The payments of an attempt.
///
/// # Errors
/// [`CallError`] when the gateway does not tell.
pub(crate) async fn find(calls: &ApiCalls, settings: &PayHereSettings, attempt: &AttemptId) -> Result<Vec<GatewayPayment>, CallError> {
    let attempt = attempt.to_string();
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("order_id", &attempt).finish();
    let address = format!("{}?{query}", at(settings, "/merchant/v1/payment/search"));
    let answer = calls.send(settings, settings.times.read, |client| client.get(&address)).await?;
    read(&answer, &attempt)
}

fn read(answer: &[u8], attempt: &str) -> Result<Vec<GatewayPayment>, CallError> {
    let envelope: Envelope<'_> = serde_json::from_slice(answer)?;
    match (envelope.status, envelope.data) {
        (1, Some(records)) => records.into_iter().filter(|record| record.order_id == attempt).map(Record::read).collect(),
        (-1, None) => Ok(Vec::new()),
        (-1, Some(records)) if records.is_empty() => Ok(Vec::new()),
        (status, _) => Err(CallError::Envelope(status)),
    }
}

impl Record<'_> {
    fn read(self) -> Result<GatewayPayment, CallError> {
        let payment = PaymentRef::parse(bare(self.payment_id)).map_err(|_| CallError::Envelope(1))?;
        let amount = if self.currency == CURRENCY { Money::parse(bare(self.amount)).ok() } else { None };
        let means = self.payment_method.and_then(|means| means.method).and_then(|method| PaymentRef::parse(&method).ok());
        Ok(GatewayPayment { payment, amount, state: RecordState::of(&self.status), means })
    }
}

/// A number, which the gateway writes as one or as text.
fn bare(value: &RawValue) -> &str {
    value.get().trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    const ATTEMPT: &str = "ARA-7K3M-Q9TX-001";

    fn found(answer: &str) -> Option<Vec<(String, Option<i64>, RecordState)>> {
        let payments = read(answer.as_bytes(), ATTEMPT).ok()?;
        Some(payments.into_iter().map(|p| (p.payment.to_string(), p.amount.map(Money::cents), p.state)).collect())
    }

    /// One record, with this amount, currency and word.
    fn answer(amount: &str, currency: &str, word: &str) -> String {
        format!(
            r#"{{"status": 1, "msg": "Payments with order_id:{ATTEMPT}", "data": [{{"payment_id": 320025071278, "order_id": "{ATTEMPT}",
            "date": "2026-11-20 16:21:02", "description": "Order", "status": "{word}", "currency": "{currency}", "amount": {amount},
            "customer": {{"fist_name": "Saman"}}, "amount_detail": {{"gross": 500, "fee": 14.5}},
            "payment_method": {{"method": "VISA", "card_customer_name": "S Perera", "card_no": "************1234"}}, "items": null}}]}}"#
        )
    }

    #[test]
    fn amounts_are_exact() {
        for (amount, cents) in [("50", 5_000), ("1234.5", 123_450), ("\"1234.50\"", 123_450), ("0.29", 29), ("1000000000", 100_000_000_000)]
        {
            let expected = vec![("320025071278".to_owned(), Some(cents), RecordState::Received)];
            assert_eq!(found(&answer(amount, "LKR", "RECEIVED")), Some(expected), "{amount}");
        }
        for (amount, currency) in [("50", "USD"), ("-1", "LKR"), ("0.001", "LKR"), ("null", "LKR")] {
            let expected = vec![("320025071278".to_owned(), None, RecordState::Refunded)];
            assert_eq!(found(&answer(amount, currency, "REFUNDED")), Some(expected), "{amount} {currency}");
        }
    }

    #[test]
    fn payments_of_other_attempts_are_left_out() {
        let other =
            answer("50", "LKR", "RECEIVED").replace(&format!(r#""order_id": "{ATTEMPT}""#), &format!(r#""order_id": "{ATTEMPT}0""#));
        assert_eq!(found(&other), Some(Vec::new()));
    }

    #[test]
    fn no_payments_is_an_answer_and_anything_else_is_none() {
        assert_eq!(found(r#"{"status": -1, "msg": "No payments found", "data": null}"#), Some(Vec::new()));
        assert_eq!(found(r#"{"status": -1, "msg": "No payments found", "data": []}"#), Some(Vec::new()));
        for unreadable in [
            "",
            "null",
            "[]",
            "<html>",
            r#"{"data": []}"#,
            r#"{"status": 1, "data": null}"#,
            r#"{"status": -2, "msg": "Authentication error", "data": null}"#,
            r#"{"status": 0, "data": []}"#,
            r#"{"status": 1, "data": [{"payment_id": null, "order_id": "x"}]}"#,
        ] {
            assert_eq!(found(unreadable), None, "{unreadable}");
        }
        assert_eq!(found(&answer("50", "LKR", "RECEIVED").replace("320025071278", "\"<b>\"")), None);
    }
}
