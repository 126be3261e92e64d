//! The movements of an attempt that were told, as JSON: `[{"at": "…", "what": "furtherPayment", "number": "320025071278"}]`.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::payments::gateway::PaymentRef;
use domain::payments::told_payment::{Told, ToldPayment, ToldPayments};
use serde_json::{Value, json};

use crate::error::{DbError, known, stored};

pub(super) fn json_of(told: &ToldPayments) -> Value {
    let row = |ToldPayment { at, what }: &ToldPayment| {
        let name = match what {
            Told::FirstPayment(_) => "firstPayment",
            Told::FurtherPayment(_) => "furtherPayment",
            Told::Chargeback(_) => "chargeback",
        };
        json!({"at": at.to_rfc3339_opts(SecondsFormat::Micros, true), "what": name, "number": what.number().map(PaymentRef::as_str)})
    };
    told.iter().map(row).collect()
}

/// The movements in `told`; the one of the release before, which has none there, was told at `at` and named `payment`.
pub(super) fn told_of(at: DateTime<Utc>, payment: Option<String>, told: &Value) -> Result<ToldPayments, DbError> {
    let rows = known("told payments", told.as_array().cloned())?;
    let mut told = rows.iter().map(movement_of).collect::<Result<Vec<_>, _>>()?;
    if told.is_empty() {
        let number = stored("number of a payment", payment.as_deref().map(PaymentRef::parse).transpose())?;
        told.push(ToldPayment { at, what: number.map_or(Told::FirstPayment(None), Told::FurtherPayment) });
    }
    Ok(ToldPayments::of(told))
}

fn movement_of(row: &Value) -> Result<ToldPayment, DbError> {
    let text = |field| row.get(field).and_then(Value::as_str);
    let at = stored("time of a told payment", DateTime::parse_from_rfc3339(text("at").unwrap_or_default()))?;
    let number = stored("number of a payment", text("number").map(PaymentRef::parse).transpose())?;
    let what = match (text("what"), number) {
        (Some("firstPayment"), number) => Some(Told::FirstPayment(number)),
        (Some("furtherPayment"), Some(number)) => Some(Told::FurtherPayment(number)),
        (Some("chargeback"), Some(number)) => Some(Told::Chargeback(number)),
        _ => None,
    };
    Ok(ToldPayment { at: at.to_utc(), what: known("told payment", what)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movements_are_read_as_they_are_written() {
        let number = || PaymentRef::parse("320025071278").unwrap();
        let at = DateTime::from_timestamp_micros(1_800_000_000_123_456).unwrap();
        let movements =
            [Told::FirstPayment(None), Told::FirstPayment(Some(number())), Told::FurtherPayment(number()), Told::Chargeback(number())];
        for what in movements {
            let told = ToldPayments::of(vec![ToldPayment { at, what }]);
            assert_eq!(told_of(DateTime::UNIX_EPOCH, None, &json_of(&told)).unwrap(), told);
        }
    }

    #[test]
    fn the_release_before_told_one() {
        let read = |payment: Option<&str>| told_of(DateTime::UNIX_EPOCH, payment.map(ToOwned::to_owned), &json!([])).unwrap();
        let one = |what| ToldPayments::of(vec![ToldPayment { at: DateTime::UNIX_EPOCH, what }]);
        assert_eq!(read(None), one(Told::FirstPayment(None)));
        assert_eq!(read(Some("12")), one(Told::FurtherPayment(PaymentRef::parse("12").unwrap())));
    }
}
