//! Refunds (the gateway's Refund API).

use domain::payments::gateway::{GatewayRefund, PaymentRef, RefundOutcome};
use reqwest::header::CONTENT_TYPE;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::api_calls::ApiCalls;
use crate::call_error::CallError;
use crate::checkout_fields::at;
use crate::clean_text::clean;
use crate::settings::PayHereSettings;

/// The body of a request.
#[derive(Serialize)]
struct Request<'a> {
    payment_id: &'a str,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<&'a RawValue>,
}

/// The envelope of an answer: 1 and the number of the refund, or 0, -1, -2.
#[derive(Deserialize)]
struct Envelope<'a> {
    status: i64,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
}

/// Sends a refund once.
pub(crate) async fn send(calls: &ApiCalls, settings: &PayHereSettings, refund: &GatewayRefund) -> RefundOutcome {
    match ask(calls, settings, refund).await {
        Ok(outcome) => outcome,
        Err(error) if error.is_unsent() => {
            tracing::warn!(%error, "a refund was not sent");
            RefundOutcome::NotSent
        }
        Err(error) => {
            tracing::warn!(%error, "the outcome of a refund is unknown");
            RefundOutcome::Unknown
        }
    }
}

async fn ask(calls: &ApiCalls, settings: &PayHereSettings, refund: &GatewayRefund) -> Result<RefundOutcome, CallError> {
    // Nothing has been sent while the body is made.
    let body = body(refund).map_err(|_| CallError::NotConfigured)?;
    let address = at(settings, "/merchant/v1/payment/refund");
    let answer = calls
        .send(settings, settings.times.refund, |client| client.post(&address).header(CONTENT_TYPE, "application/json").body(body.clone()))
        .await?;
    read(&answer)
}

fn body(refund: &GatewayRefund) -> Result<Vec<u8>, serde_json::Error> {
    // The amount's own text, `1234.50`, is a JSON number.
    let amount = refund.part.map(|part| RawValue::from_string(part.to_string())).transpose()?;
    let description = clean(&refund.reason, "Refund");
    serde_json::to_vec(&Request { payment_id: refund.payment.as_str(), description, amount: amount.as_deref() })
}

fn read(answer: &[u8]) -> Result<RefundOutcome, CallError> {
    let envelope: Envelope<'_> = serde_json::from_slice(answer)?;
    match envelope.status {
        1 => {
            let reference = envelope.data.and_then(|data| PaymentRef::parse(data.get().trim_matches('"')).ok());
            Ok(RefundOutcome::Settled { reference })
        }
        status @ -2..=0 => Ok(RefundOutcome::Failed { status }),
        other => Err(CallError::Envelope(other)),
    }
}

#[cfg(test)]
mod tests {
    use domain::shared::money::Money;

    use super::*;

    #[test]
    fn a_whole_refund_names_no_amount() {
        let payment = PaymentRef::parse("320025071278").unwrap();
        let refund = |part| GatewayRefund { payment: payment.clone(), part, reason: "Out of <stock>".to_owned() };
        let text = |part| String::from_utf8(body(&refund(part)).unwrap()).unwrap();
        assert_eq!(text(None), r#"{"payment_id":"320025071278","description":"Out of stock"}"#);
        let part = Some(Money::parse("1234.50").unwrap());
        assert_eq!(text(part), r#"{"payment_id":"320025071278","description":"Out of stock","amount":1234.50}"#);
    }

    #[test]
    fn only_the_contracts_statuses_are_outcomes() {
        let settled = |reference: &str| Some(RefundOutcome::Settled { reference: PaymentRef::parse(reference).ok() });
        for (answer, outcome) in [
            (r#"{"status": 1, "msg": "Successfully processed the refund", "data": 560034010257}"#, settled("560034010257")),
            (r#"{"status": 1, "msg": "Successfully processed the refund", "data": null}"#, settled("")),
            (r#"{"status": 0}"#, Some(RefundOutcome::Failed { status: 0 })),
            (r#"{"status": -1, "msg": "x", "data": null}"#, Some(RefundOutcome::Failed { status: -1 })),
            (r#"{"status": -2}"#, Some(RefundOutcome::Failed { status: -2 })),
            (r#"{"status": 2}"#, None),
            (r#"{"status": -3}"#, None),
            (r#"{"status": "1"}"#, None),
            (r#"{"error": "server_error"}"#, None),
            ("", None),
            ("<html>", None),
        ] {
            assert_eq!(read(answer.as_bytes()).ok(), outcome, "{answer}");
        }
    }
}
