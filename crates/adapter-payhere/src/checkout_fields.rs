//! The fields of the form that sends a customer to `PayHere`.

use domain::payments::gateway::{Checkout, CheckoutForm};

use crate::clean_text::{clean, last_part};
use crate::settings::PayHereSettings;
use crate::signature::sign;

/// The only currency of the shop.
pub(crate) const CURRENCY: &str = "LKR";

/// The gateway requires every text; this stands for one that has nothing it takes.
const NOTHING: &str = "-";

/// The signed form of a checkout.
pub(crate) fn form(checkout: &Checkout, settings: &PayHereSettings) -> CheckoutForm {
    let (attempt, amount) = (checkout.attempt.to_string(), checkout.amount.to_string());
    let hash = sign(&[&settings.merchant_id, &attempt, &amount, CURRENCY], &settings.merchant_secret);
    let (first_name, last_name) = names(checkout.name.as_str());
    let order = &checkout.attempt.order;
    let back = |page: &str| format!("{}/pay/{page}?orderId={order}", settings.public_url);
    let city = checkout.city.as_deref().unwrap_or_else(|| last_part(checkout.address.as_str()));
    CheckoutForm {
        action: at(settings, "/pay/checkout"),
        fields: vec![
            ("merchant_id", settings.merchant_id.clone()),
            ("return_url", back("return")),
            ("cancel_url", back("cancelled")),
            ("notify_url", format!("{}/api/payments/payhere/notify", settings.public_url)),
            ("order_id", attempt),
            ("items", format!("Order {order}")),
            ("currency", CURRENCY.to_owned()),
            ("amount", amount),
            ("first_name", first_name),
            ("last_name", last_name),
            ("email", clean(checkout.email.as_str(), NOTHING)),
            ("phone", checkout.phone.as_str().to_owned()),
            ("address", clean(checkout.address.as_str(), NOTHING)),
            ("city", clean(city, NOTHING)),
            ("country", "Sri Lanka".to_owned()),
            ("hash", hash),
        ],
    }
}

/// An address of the gateway.
pub(crate) fn at(settings: &PayHereSettings, path: &str) -> String {
    format!("{}{path}", settings.base_url.as_str().trim_end_matches('/'))
}

/// The first names, and the last one.
fn names(name: &str) -> (String, String) {
    let name = clean(name, NOTHING);
    match name.rsplit_once(' ') {
        Some((first, last)) => (first.to_owned(), last.to_owned()),
        None => (name, NOTHING.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_two() {
        for (name, first, last) in
            [("Nimali Perera", "Nimali", "Perera"), ("A. B. C. Silva", "A. B. C.", "Silva"), ("Nimali", "Nimali", "-"), ("🌸", "-", "-")]
        {
            assert_eq!(names(name), (first.to_owned(), last.to_owned()));
        }
    }
}
