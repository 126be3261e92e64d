//! Reading the notifications of `PayHere`.

use domain::payments::gateway::{Notification, NotificationRefusal, PaymentRef};
use url::form_urlencoded;

use crate::settings::PayHereSettings;
use crate::signature::is_valid;

/// The codes of states, as the gateway writes them.
const CODES: [&str; 5] = ["2", "0", "-1", "-2", "-3"];

/// Reads a notification. Amount, currency and code have one spelling each: the signature has no separators, so another spelling could
/// make the signature of one payment the signature of another (`LKR-` and `2`, `LKR` and `-2`).
///
/// # Errors
/// [`NotificationRefusal`] when it is not the gateway's.
pub(crate) fn read(form: &[u8], settings: &PayHereSettings) -> Result<Notification, NotificationRefusal> {
    let fields: Vec<(String, String)> = form_urlencoded::parse(form).into_owned().collect();
    if has_double(&fields) {
        return Err(NotificationRefusal::Unreadable);
    }
    let merchant_id = signed(&fields, "merchant_id")?;
    let (order_id, amount) = (signed(&fields, "order_id")?, signed(&fields, "payhere_amount")?);
    let (currency, status_code) = (signed(&fields, "payhere_currency")?, signed(&fields, "status_code")?);
    let signature = signed(&fields, "md5sig")?;
    if !(is_amount(amount) && is_currency(currency) && CODES.contains(&status_code)) {
        return Err(NotificationRefusal::Unreadable);
    }
    if merchant_id != settings.merchant_id {
        return Err(NotificationRefusal::WrongMerchant);
    }
    if !is_valid(signature, &[merchant_id, order_id, amount, currency, status_code], &settings.merchant_secret) {
        return Err(NotificationRefusal::WrongSignature);
    }
    Ok(Notification {
        order_id: order_id.to_owned(),
        amount: amount.to_owned(),
        currency: currency.to_owned(),
        status_code: status_code.parse().map_err(|_| NotificationRefusal::Unreadable)?,
        payment: unsigned(&fields, "payment_id"),
        means: unsigned(&fields, "method"),
    })
}

/// Whether a name comes twice.
fn has_double(fields: &[(String, String)]) -> bool {
    let mut names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names.windows(2).any(|pair| matches!(pair, [one, next] if one == next))
}

/// `[1-9][0-9]*\.[0-9][0-9]`
fn is_amount(text: &str) -> bool {
    let are_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let Some((whole, cents)) = text.split_once('.') else { return false };
    whole.bytes().next().is_some_and(|first| first != b'0') && are_digits(whole) && cents.len() == 2 && are_digits(cents)
}

/// `[A-Z]{3}`
fn is_currency(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())
}

/// A field that the signature covers: present and short.
fn signed<'f>(fields: &'f [(String, String)], name: &str) -> Result<&'f str, NotificationRefusal> {
    let value = fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
    value.filter(|value| value.len() <= Notification::MAX_TEXT && !value.contains(char::is_control)).ok_or(NotificationRefusal::Unreadable)
}

/// A field that proves nothing, if it has the form that is kept.
fn unsigned(fields: &[(String, String)], name: &str) -> Option<PaymentRef> {
    fields.iter().find(|(field, _)| field == name).and_then(|(_, value)| PaymentRef::parse(value).ok())
}

#[cfg(test)]
mod tests;
