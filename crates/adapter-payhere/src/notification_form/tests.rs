//! Notifications, right and forged.

use domain::payments::attempt::{AttemptId, AttemptState};
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::order_prefix::OrderPrefix;
use proptest::prelude::*;
use url::Url;

use super::*;
use crate::settings::{CallTimes, Secret};
use crate::signature::sign;

fn settings() -> PayHereSettings {
    PayHereSettings {
        merchant_id: "1211149".to_owned(),
        merchant_secret: Secret::new("swordfish".to_owned()),
        app: None,
        base_url: Url::parse("https://sandbox.payhere.lk").unwrap(),
        public_url: "https://shop.example".to_owned(),
        times: CallTimes::default(),
    }
}

/// A right notification with other values in some fields. It is signed after that.
fn signed_form(changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = [
        ("merchant_id", "1211149"),
        ("order_id", "ARA-7K3M-Q9TX-001"),
        ("payment_id", "320025071278"),
        ("payhere_amount", "1234.50"),
        ("payhere_currency", "LKR"),
        ("status_code", "2"),
        ("custom_1", ""),
        ("method", "VISA"),
        ("status_message", "Successfully received the VISA payment"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec();
    for (name, value) in changes {
        fields.iter_mut().filter(|(field, _)| field == name).for_each(|(_, old)| *old = (*value).to_owned());
    }
    let value = |name: &str| fields.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value.as_str());
    let texts = ["merchant_id", "order_id", "payhere_amount", "payhere_currency", "status_code"].map(value);
    let signature = sign(&texts, &settings().merchant_secret);
    fields.push(("md5sig".to_owned(), signature));
    fields
}

fn encoded(fields: &[(String, String)]) -> Vec<u8> {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish().into_bytes()
}

fn read_fields(fields: &[(String, String)]) -> Result<Notification, NotificationRefusal> {
    read(&encoded(fields), &settings())
}

#[test]
fn a_signed_notification_is_read() {
    let read = read_fields(&signed_form(&[])).unwrap();
    assert_eq!((read.order_id.as_str(), read.amount.as_str(), read.currency.as_str()), ("ARA-7K3M-Q9TX-001", "1234.50", "LKR"));
    assert_eq!(read.state(), Some(AttemptState::Succeeded));
    assert_eq!(read.payment.unwrap().as_str(), "320025071278");
    assert_eq!(read.means.unwrap().as_str(), "VISA");
}

#[test]
fn what_proves_nothing_is_kept_only_in_its_form() {
    let read = read_fields(&signed_form(&[("payment_id", "<b>"), ("method", &"x".repeat(41))])).unwrap();
    assert_eq!((read.payment, read.means), (None, None));
}

#[test]
fn every_signed_field_is_covered() {
    for (name, value) in [
        ("order_id", "ARA-7K3M-Q9TX-002"),
        ("payhere_amount", "1.00"),
        ("payhere_currency", "USD"),
        ("status_code", "0"),
        ("md5sig", "00000000000000000000000000000000"),
        ("md5sig", ""),
    ] {
        let mut fields = signed_form(&[]);
        fields.iter_mut().filter(|(field, _)| field == name).for_each(|(_, old)| *old = value.to_owned());
        assert_eq!(read_fields(&fields), Err(NotificationRefusal::WrongSignature), "{name}");
    }
    assert_eq!(read_fields(&signed_form(&[("merchant_id", "1211150")])), Err(NotificationRefusal::WrongMerchant));
}

#[test]
fn a_field_that_is_missing_doubled_long_or_no_number_is_unreadable() {
    for name in ["merchant_id", "order_id", "payhere_amount", "payhere_currency", "status_code", "md5sig"] {
        let whole = signed_form(&[]);
        let without: Vec<_> = whole.iter().filter(|(field, _)| field != name).cloned().collect();
        assert_eq!(read_fields(&without), Err(NotificationRefusal::Unreadable), "without {name}");
        let twice: Vec<_> = whole.iter().chain(whole.iter().filter(|(field, _)| field == name)).cloned().collect();
        assert_eq!(read_fields(&twice), Err(NotificationRefusal::Unreadable), "{name} twice");
    }
    for (name, value) in [("order_id", "x".repeat(101)), ("order_id", "a\0b".to_owned())] {
        assert_eq!(read_fields(&signed_form(&[(name, &value)])), Err(NotificationRefusal::Unreadable), "{name}");
    }
    for name in ["payment_id", "method", "custom_1", "status_message"] {
        let twice: Vec<_> = signed_form(&[]).into_iter().chain([(name.to_owned(), "1".to_owned())]).collect();
        assert_eq!(read_fields(&twice), Err(NotificationRefusal::Unreadable), "{name} twice");
    }
}

/// The signature is right: the spelling alone refuses it.
#[test]
fn amount_currency_and_code_have_one_spelling() {
    let amounts =
        ["1234.5", "1234", "01234.50", "0.50", ".50", "+1234.50", "-1234.50", "1,234.50", "1234.500", "1234.5x", "1e3.00", "١.00", " 1.00"];
    let currencies = ["LKR-", "lkr", "LK", "LKRS", "L R", "", "5LK", "LKR "];
    let codes = ["+2", "02", "2 ", "", "1", "3", "-4", "+0", "-0", "-02", "two", "２", "2147483648"];
    let of = |name, values: &[&'static str]| values.iter().map(move |value| (name, *value)).collect::<Vec<_>>();
    for (name, value) in [of("payhere_amount", &amounts), of("payhere_currency", &currencies), of("status_code", &codes)].concat() {
        assert_eq!(read_fields(&signed_form(&[(name, value)])), Err(NotificationRefusal::Unreadable), "{name} {value:?}");
    }
    for (name, value) in of("payhere_amount", &["1.00", "10.05", "100000000000.00"]).into_iter().chain(of("status_code", &CODES)) {
        assert!(read_fields(&signed_form(&[(name, value)])).is_ok(), "{name} {value:?}");
    }
}

proptest! {
    /// One signature proves one payment: of all ways to cut a signed text into attempt, amount, currency and code, one is believed.
    #[test]
    fn a_signed_text_is_cut_in_one_way(
        letters in "[A-Z]{2,5}", bits: u64, number in prop_oneof![1..10_u32, 1_001..1_100_u32], cents in 100..100_000_000_i64,
        code in prop::sample::select(CODES.to_vec()),
    ) {
        let order = OrderId::new(OrderPrefix::parse(&letters).unwrap(), bits);
        let attempt = AttemptId { order, number }.to_string();
        let amount = Money::from_cents(cents).unwrap().to_string();
        let text = format!("{attempt}{amount}LKR{code}");
        let mut found = Vec::new();
        for first in 0..text.len() {
            for second in first..=text.len() {
                for third in second..=text.len() {
                    let cut = (&text[..first], &text[first..second], &text[second..third], &text[third..]);
                    let is_spelled = is_amount(cut.1) && is_currency(cut.2) && CODES.contains(&cut.3);
                    if is_spelled && AttemptId::parse(cut.0).is_ok() {
                        found.push(cut);
                    }
                }
            }
        }
        prop_assert_eq!(found, vec![(attempt.as_str(), amount.as_str(), "LKR", code)]);
    }
}

proptest! {
    #[test]
    fn no_bytes_are_a_notification_without_the_secret(bytes: Vec<u8>) {
        prop_assert!(read(&bytes, &settings()).is_err());
    }
}
