//! Sending a customer to the gateway.

use crate::payments::attempt::AttemptId;
use crate::shared::email::EmailAddress;
use crate::shared::money::Money;
use crate::shared::phone::PhoneNumber;
use crate::shared::text::{RecipientName, ShippingAddress};

/// An attempt to pay, as the gateway has to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkout {
    pub attempt: AttemptId,
    /// What is to be paid: the order's `amountDue`, whatever the browser sent.
    pub amount: Money,
    /// The recipient of the parcel.
    pub name: RecipientName,
    pub email: EmailAddress,
    /// The customer's telephone number.
    pub phone: PhoneNumber,
    /// The address of the parcel.
    pub address: ShippingAddress,
    /// The city, where the address was given in parts; else the gateway gets the address's last part.
    pub city: Option<String>,
}

/// A form that the customer's browser submits to the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckoutForm {
    /// The address of the gateway's page.
    pub action: String,
    /// The names and values of the hidden fields, in order.
    pub fields: Vec<(&'static str, String)>,
}

impl CheckoutForm {
    /// The value of a field; `None` when the form has no such field.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value.as_str())
    }
}
