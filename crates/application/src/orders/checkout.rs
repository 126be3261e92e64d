//! The order that a customer asks for, and where it goes.

use std::fmt::Write as _;

use domain::delivery::address::DeliveryAddress;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::orders::cart::Cart;
use domain::orders::idempotency::{IdempotencyClaim, IdempotencyKey, RequestFingerprint};
use domain::orders::order::Shipping;
use domain::orders::quote_options::QuoteChoices;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::ids::AddressId;
use domain::shared::money::Money;
use domain::shared::phone::PhoneNumber;
use domain::shared::text::{CustomerNote, RecipientName, ShippingAddress};

/// The order that a customer asks for.
#[derive(Clone, Debug)]
pub struct CheckoutRequest {
    /// The products and their quantities.
    pub cart: Cart,
    pub name: RecipientName,
    pub phone: PhoneNumber,
    /// An address of the user's book, which takes the place of one that is sent too.
    pub saved: Option<AddressId>,
    /// The address in its parts.
    pub parts: Option<DeliveryAddress>,
    /// The address in one text, which clients send that know no parts.
    pub text: Option<ShippingAddress>,
    pub method: Option<DeliveryMethod>,
    pub payment: Option<PaymentMethod>,
    /// The total that the customer saw; another present total is refused. `None` accepts any.
    pub expected_total: Option<Money>,
    /// The caller's key for asking again without ordering again.
    pub key: Option<IdempotencyKey>,
    pub customer_note: Option<CustomerNote>,
}

/// The order that a customer asks for, with its address.
#[derive(Clone, Debug)]
pub(super) struct Checkout {
    pub(super) cart: Cart,
    /// The recipient; for a pickup order the address is replaced.
    pub(super) shipping: Shipping,
    pub(super) delivery: DeliveryRequest,
    pub(super) expected_total: Option<Money>,
    pub(super) key: Option<IdempotencyKey>,
    pub(super) customer_note: Option<CustomerNote>,
}

/// The choices of a customer about delivery and payment. The default chooses nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct DeliveryRequest {
    /// The address in its parts.
    pub(super) address: Option<DeliveryAddress>,
    /// The address of the user's book that the parts are from: the fingerprint of a key then has its id in place of the address, which may
    /// be edited before the same request comes again.
    pub(super) saved: Option<AddressId>,
    pub(super) method: Option<DeliveryMethod>,
    pub(super) payment: Option<PaymentMethod>,
    /// The address of a pickup order: the shop's.
    pub(super) pickup_address: Option<ShippingAddress>,
}

impl Checkout {
    /// Whether the saved address that it names is not in the user's book: it can only repeat a request from before it was deleted.
    pub(super) const fn is_address_gone(&self) -> bool {
        self.delivery.saved.is_some() && self.delivery.address.is_none()
    }

    pub(super) fn claim(&self) -> Option<IdempotencyClaim> {
        self.key.clone().map(|key| IdempotencyClaim { key, fingerprint: self.fingerprint() })
    }

    pub(super) fn choices(&self) -> QuoteChoices {
        QuoteChoices {
            district: self.delivery.address.as_ref().map(|address| address.district),
            delivery_method: self.delivery.method,
            payment_method: self.delivery.payment,
        }
    }

    /// Lines in code order and the shipping details, each with its length in front, so that no two fingerprints share a
    /// text. The expected total is a condition, not part of the fingerprint. An absent remark adds nothing, so that the fingerprint is that of
    /// a release that knows no remarks (contract-commerce).
    pub(super) fn fingerprint(&self) -> RequestFingerprint {
        let mut lines: Vec<_> = self.cart.lines().iter().map(|l| (l.code.folded(), l.quantity.get())).collect();
        lines.sort_unstable();
        let mut text = String::new();
        for (code, quantity) in lines {
            // Writing to a String cannot fail.
            let _ = write!(text, "{code}×{quantity};");
        }
        let Shipping { name, address, phone } = &self.shipping;
        let address = self.delivery.saved.map_or(address.as_str(), |_| "");
        for part in [name.as_str(), address, phone.as_str()] {
            let _ = write!(text, "{}:{part};", part.len());
        }
        if let Some(note) = &self.customer_note {
            let _ = write!(text, "note {}:{note};", note.as_str().len());
        }
        let DeliveryRequest { address, saved, method, payment, pickup_address: _ } = &self.delivery;
        // Choices that are absent add nothing: a client that knows none keeps the fingerprints of its keys.
        match (saved, address) {
            (Some(id), _) => _ = write!(text, "saved:{id};"),
            (None, Some(address)) => _ = write!(text, "parts:{address};"),
            (None, None) => {}
        }
        if let Some(method) = method {
            let _ = write!(text, "delivery:{method};");
        }
        if let Some(payment) = payment {
            let _ = write!(text, "payment:{payment};");
        }
        RequestFingerprint(text)
    }
}
