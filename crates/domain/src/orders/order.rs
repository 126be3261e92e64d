//! Orders: their items, prices and present state.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

use crate::catalog::product_code::ProductCode;
use crate::messages::outbox::NewMail;
use crate::orders::fulfilment::OrderFulfilment;
use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::orders::new_customer::NewCustomerLimits;
use crate::orders::order_delivery::OrderDelivery;
use crate::orders::quote::Quote;
use crate::orders::quote_options::SeenSettings;
use crate::orders::returns::order_return::Return;
use crate::payments::cod_confirmation::CodCall;
use crate::payments::figures::{Figures, PaymentStatus};
use crate::payments::order_payment::{OrderPayment, Owed};
use crate::payments::payment_method::PaymentMethod;
use crate::promotions::applied::SeenPromotions;
use crate::shared::email::EmailAddress;
use crate::shared::idempotency::{IdempotencyClaim, KeyOwner};
use crate::shared::ids::{ProductId, UserId};
use crate::shared::money::{Money, MoneyError};
use crate::shared::order_id::OrderId;
use crate::shared::order_status::OrderStatus;
use crate::shared::phone::PhoneNumber;
use crate::shared::quantity::{Quantity, Stock};
use crate::shared::text::{CustomerNote, OrderNotes, PaymentId, PictureUrl, ProductName, RecipientName, ShippingAddress};

/// Name, address and phone of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shipping {
    pub name: RecipientName,
    pub address: ShippingAddress,
    /// How the courier reaches them.
    pub phone: PhoneNumber,
}

/// One product of an order, as it was at the moment of ordering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderItem {
    /// The product, while the shop still has it.
    pub product_id: Option<ProductId>,
    /// Its code then.
    pub code: ProductCode,
    /// Its name then.
    pub name: ProductName,
    /// Its first picture then.
    pub image: Option<PictureUrl>,
    /// The price of a unit at the time of the order (its last price).
    pub price: Money,
    pub quantity: Quantity,
    /// Its part of what a promotion took off the goods.
    pub discount: Money,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub id: OrderId,
    /// The customer, while their account exists.
    pub user_id: Option<UserId>,
    /// Their address then.
    pub email: EmailAddress,
    pub status: OrderStatus,
    /// When it was placed.
    pub placed_at: DateTime<Utc>,
    pub items: Vec<OrderItem>,
    pub shipping: Shipping,
    /// The reference of the first charge that holds: [`OrderPayment::payment_id`].
    pub payment_id: Option<PaymentId>,
    /// Whether money came in and nothing of it is left: [`OrderPayment::is_refunded`].
    pub refunded: bool,
    pub notes: OrderNotes,
    /// What is paid: `Σ price × quantity`, delivery and the fee of the method of payment.
    pub total: Money,
    /// The packing and the parcel.
    pub fulfilment: OrderFulfilment,
    /// The method, the ledger and the refunds.
    pub payment: OrderPayment,
    /// Delivery, and the parts of the total.
    pub delivery: OrderDelivery,
    /// Goods that come back, oldest first.
    pub returns: Vec<Return>,
}

impl OrderItem {
    /// What is paid for it: `price × quantity − discount`.
    #[must_use]
    pub fn net_total(&self) -> Money {
        self.price.times(self.quantity).and_then(|total| total.minus(self.discount)).unwrap_or(Money::ZERO)
    }
}

impl Order {
    /// The point that the packing and the parcel have reached (contract-commerce, section 4).
    #[must_use]
    pub fn fulfilment_status(&self) -> FulfilmentStatus {
        self.fulfilment.status(self.status)
    }

    /// The order with another payment.
    #[must_use]
    pub fn with_payment(self, payment: OrderPayment) -> Self {
        Self { payment_id: payment.payment_id(), refunded: payment.is_refunded(), payment, ..self }
    }

    /// The order after its time to pay is over.
    #[must_use]
    pub fn expired(self) -> Self {
        let payment = OrderPayment { has_expired: true, ..self.payment };
        Self { status: OrderStatus::Cancelled, payment, ..self }
    }

    /// The values on which the figures of the payment depend.
    #[must_use]
    pub const fn owed(&self) -> Owed {
        Owed { total: self.total, status: self.status }
    }

    /// The figures of the payment.
    #[must_use]
    pub fn figures(&self) -> Figures {
        self.payment.figures(self.owed())
    }

    #[must_use]
    pub fn payment_status(&self) -> PaymentStatus {
        self.payment.status(self.owed())
    }
}

/// An order that is decided and waits to be committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDraft {
    /// Its number, drawn beforehand.
    pub id: OrderId,
    /// `None` for a guest: the store then gives the order to the account that verified the address, if there is one.
    pub user_id: Option<UserId>,
    pub email: EmailAddress,
    /// The ordered products, one item per product, in the order of the cart; every item has a product id.
    pub items: Vec<OrderItem>,
    pub shipping: Shipping,
    /// What is paid: `Σ price × quantity`, delivery and the fee of the method of payment.
    pub total: Money,
    /// Delivery, and the parts of the total.
    pub delivery: OrderDelivery,
    /// The versions of the settings that it is priced with. An order is refused where one has changed; `None` accepts any.
    pub settings: Option<SeenSettings>,
    /// The state of the promotions that it is priced with. An order is refused where one was saved since, or has reached a limit; `None`
    /// accepts any state.
    pub promotions: Option<SeenPromotions>,
    pub placed_at: DateTime<Utc>,
    /// The caller's key, when there is one.
    pub claim: Option<IdempotencyClaim>,
    /// The customer's remark, when there is one.
    pub customer_note: Option<CustomerNote>,
    /// The time in which the order is paid; `None` where it is paid on delivery.
    pub time_to_pay: Option<TimeDelta>,
    /// The total above which an order that is paid on delivery is confirmed by telephone before it is packed.
    pub confirm_above: Option<Money>,
    /// The limits for a guest, and for an account whose address is not verified; `None` for any other account. The store judges them, because only it
    /// knows the open and the completed orders of this moment.
    pub new_customer: Option<NewCustomerLimits>,
    /// The mails that are queued in the same transaction.
    pub mails: Vec<NewMail>,
}

impl OrderDraft {
    /// An order of this quote that is paid on delivery and has no limits, key, remark or mails.
    #[must_use]
    pub fn new(
        id: OrderId,
        (user_id, email): (Option<UserId>, &EmailAddress),
        quote: &Quote,
        shipping: Shipping,
        placed_at: DateTime<Utc>,
    ) -> Self {
        Self {
            id,
            user_id,
            email: email.clone(),
            items: Self::items_of(quote),
            shipping,
            total: quote.total,
            delivery: OrderDelivery::of(quote, None),
            settings: None,
            promotions: None,
            placed_at,
            claim: None,
            customer_note: None,
            time_to_pay: None,
            confirm_above: None,
            new_customer: None,
            mails: Vec::new(),
        }
    }

    /// The owner of the key of the request.
    #[must_use]
    pub fn key_owner(&self) -> KeyOwner {
        self.user_id.map_or_else(|| KeyOwner::Guest(self.email.clone()), KeyOwner::User)
    }

    /// The payment of the new order: its method, when it is cancelled if it costs something, and the limit above which it is confirmed. A
    /// prepaid order remembers the limit too, because its method may become cash on delivery; one that is paid on delivery only
    /// where it is above it, so that most orders have no further row.
    #[must_use]
    pub fn payment(&self) -> OrderPayment {
        let method = self.delivery.pricing.as_ref().map_or(PaymentMethod::Cod, |pricing| pricing.payment_method);
        let above = self.confirm_above.filter(|above| method.is_prepaid() || self.total > *above);
        let time = self.time_to_pay.filter(|_| self.total > Money::ZERO);
        let expires_at = time.and_then(|time| self.placed_at.checked_add_signed(time));
        OrderPayment { cod_call: CodCall { above, reached: None }, ..OrderPayment::by(method, expires_at) }
    }

    /// The items of an order that accepts `quote`.
    #[must_use]
    pub fn items_of(quote: &Quote) -> Vec<OrderItem> {
        quote
            .lines
            .iter()
            .map(|line| OrderItem {
                product_id: Some(line.offer.product_id),
                code: line.offer.code.clone(),
                name: line.offer.name.clone(),
                image: line.offer.image.clone(),
                price: line.offer.prices.last_price(),
                quantity: line.quantity,
                discount: line.discount,
            })
            .collect()
    }

    /// The order after it is committed.
    #[must_use]
    pub fn into_order(self) -> Order {
        let payment = self.payment();
        Order {
            id: self.id,
            user_id: self.user_id,
            email: self.email,
            status: OrderStatus::Processing,
            placed_at: self.placed_at,
            items: self.items,
            shipping: self.shipping,
            payment_id: None,
            refunded: false,
            notes: OrderNotes::default(),
            total: self.total,
            fulfilment: OrderFulfilment::of_new(self.customer_note),
            payment,
            delivery: self.delivery,
            returns: Vec::new(),
        }
    }
}

/// `Σ price × quantity` (contract, Orders).
///
/// # Errors
/// [`MoneyError::TooLarge`] past [`Money::MAX`].
pub fn total_of(items: &[OrderItem]) -> Result<Money, MoneyError> {
    items.iter().try_fold(Money::ZERO, |sum, item| sum.plus(item.price.times(item.quantity)?))
}

/// A line there is not enough stock for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Shortage {
    pub code: ProductCode,
    pub name: ProductName,
    pub requested: Quantity,
    /// How many there are.
    pub available: Stock,
}

#[cfg(test)]
mod tests;
