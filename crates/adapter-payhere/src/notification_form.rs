//! Reading the notifications of `PayHere`.

use domain::payments::gateway::{Notification, NotificationRefusal, PaymentRef};
use url::form_urlencoded;

use crate::settings::PayHereSettings;
use crate::signature::is_right;

/// Reads a notification.
///
/// # Errors
/// [`NotificationRefusal`] when it is not the gateway's.
pub(crate) fn read(form: &[u8], settings: &PayHereSettings) -> Result<Notification, NotificationRefusal> {
    let fields: Vec<(String, String)> = form_urlencoded::parse(form).into_owned().collect();
    let merchant_id = signed(&fields, "merchant_id")?;
    let (order_id, amount) = (signed(&fields, "order_id")?, signed(&fields, "payhere_amount")?);
    let (currency, status_code) = (signed(&fields, "payhere_currency")?, signed(&fields, "status_code")?);
    let signature = signed(&fields, "md5sig")?;
    if merchant_id != settings.merchant_id {
        return Err(NotificationRefusal::WrongMerchant);
    }
    if !is_right(signature, &[merchant_id, order_id, amount, currency, status_code], &settings.merchant_secret) {
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

/// A field that the signature covers: present once, and short.
fn signed<'f>(fields: &'f [(String, String)], name: &str) -> Result<&'f str, NotificationRefusal> {
    let mut values = fields.iter().filter(|(field, _)| field == name).map(|(_, value)| value.as_str());
    match (values.next(), values.next()) {
        (Some(value), None) if value.len() <= Notification::MAX_TEXT && !value.contains(char::is_control) => Ok(value),
        _ => Err(NotificationRefusal::Unreadable),
    }
}

/// A field that proves nothing, if it has the form that is kept.
fn unsigned(fields: &[(String, String)], name: &str) -> Option<PaymentRef> {
    fields.iter().find(|(field, _)| field == name).and_then(|(_, value)| PaymentRef::parse(value).ok())
}

#[cfg(test)]
mod tests;
