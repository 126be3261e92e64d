//! Sample orders.

use chrono::TimeDelta;
use domain::accounts::user::User;
use domain::catalog::product::Product;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::rate::DeliveryFee;
use domain::orders::explanation::ExplanationLine;
use domain::orders::new_customer::NewCustomerLimits;
use domain::orders::order::{OrderDraft, OrderItem, Shipping, total_of};
use domain::orders::order_delivery::{OrderDelivery, OrderPricing};
use domain::orders::order_settings::ReturnDays;
use domain::orders::returns::request::ReturnTerms;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::calendar::ShopCalendar;
use domain::shared::email::EmailAddress;
use domain::shared::idempotency::{IdempotencyClaim, IdempotencyKey, RequestFingerprint};
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::phone::PhoneNumber;
use domain::shared::quantity::Quantity;
use domain::shared::text::{RecipientName, ShippingAddress};

use crate::{moments, sample_users, unique};

/// A unique order number.
#[must_use]
pub fn order_id() -> OrderId {
    OrderId::from_random(unique::bits())
}

/// A number of units.
#[must_use]
pub fn quantity(units: i64) -> Quantity {
    Quantity::parse(units).unwrap()
}

/// A unique idempotency key for an order of this fingerprint.
#[must_use]
pub fn claim(fingerprint: &str) -> IdempotencyClaim {
    IdempotencyClaim { key: IdempotencyKey::parse(&unique::tag()).unwrap(), fingerprint: RequestFingerprint(fingerprint.to_owned()) }
}

/// Shipping details with an address in Kandy.
#[must_use]
pub fn shipping() -> Shipping {
    Shipping {
        name: RecipientName::parse("Nimali Perera").unwrap(),
        address: ShippingAddress::parse("12 Temple Road, Kandy").unwrap(),
        phone: PhoneNumber::parse("+94 71 234 5678").unwrap(),
    }
}

/// One line of an order, at the product's present price.
#[must_use]
pub fn line(product: &Product, units: i64) -> OrderItem {
    OrderItem {
        product_id: Some(product.id),
        code: product.code.clone(),
        name: product.details.name.clone(),
        image: product.details.images.first().cloned(),
        price: product.details.prices.last_price(),
        quantity: quantity(units),
        discount: Money::ZERO,
    }
}

/// An order of these products by this user.
#[must_use]
pub fn draft(user: &User, lines: &[(&Product, i64)]) -> OrderDraft {
    let items: Vec<OrderItem> = lines.iter().map(|(product, units)| line(product, *units)).collect();
    OrderDraft {
        id: order_id(),
        user_id: Some(user.id),
        email: user.email.clone(),
        total: total_of(&items).unwrap(),
        items,
        shipping: shipping(),
        delivery: OrderDelivery::default(),
        settings: None,
        promotions: None,
        placed_at: moments::now(),
        claim: None,
        customer_note: None,
        time_to_pay: None,
        confirm_above: None,
        new_customer: None,
        mails: Vec::new(),
    }
}

/// An order of these products by a guest at this address, with this telephone number and the limits of new customers.
#[must_use]
pub fn of_guest(email: &EmailAddress, phone: &str, lines: &[(&Product, i64)]) -> OrderDraft {
    let user = sample_users::registered(sample_users::customer());
    let shipping = Shipping { phone: PhoneNumber::parse(phone).unwrap(), ..shipping() };
    let new_customer = Some(NewCustomerLimits::default());
    OrderDraft { user_id: None, email: email.clone(), shipping, new_customer, ..draft(&user, lines) }
}

/// Returns within 7 days, for any reason.
#[must_use]
pub fn return_terms() -> ReturnTerms {
    ReturnTerms { days: ReturnDays::parse(7).unwrap(), changed_mind: true, calendar: ShopCalendar::default() }
}

/// The order, fetched at the shop by its customer.
#[must_use]
pub fn to_pick_up(draft: OrderDraft) -> OrderDraft {
    OrderDraft { delivery: OrderDelivery { method: DeliveryMethod::Pickup, ..draft.delivery }, ..draft }
}

/// An order of one unit by bank transfer, with 48 hours to pay.
#[must_use]
pub fn prepaid(user: &User, product: &Product) -> OrderDraft {
    by_transfer(draft(user, &[(product, 1)]))
}

/// The draft, by bank transfer, with 48 hours to pay.
#[must_use]
pub fn by_transfer(draft: OrderDraft) -> OrderDraft {
    let pricing = OrderPricing {
        labeled_total: draft.total,
        charge: DeliveryFee::NONE,
        payment_method: PaymentMethod::BankTransfer,
        payment_fee: Money::ZERO,
        explanation: vec![ExplanationLine::goods(draft.total.cents())],
        promotions: Vec::new(),
        vat: None,
    };
    let delivery = OrderDelivery { pricing: Some(pricing), ..OrderDelivery::default() };
    OrderDraft { delivery, time_to_pay: Some(TimeDelta::hours(48)), ..draft }
}
