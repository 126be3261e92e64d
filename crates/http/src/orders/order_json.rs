//! Orders in JSON.

use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::orders::fulfilment::OrderFulfilment;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order::{Order, OrderItem, Shortage};
use domain::orders::order_caller::OrderCaller;
use domain::shared::order_status::OrderStatus;
use serde::Serialize;
use utoipa::ToSchema;

use crate::delivery::delivery_json::DeliveryAddressJson;
use crate::invoices::vat_json::VatJson;
use crate::orders::delivery_json::{ExplanationLineJson, OrderDeliveryJson};
use crate::orders::payment_json::{EntryJson, PaymentJson, RefundJson, SlipJson, ledger_of, refunds_of, slips_of};
use crate::orders::promotion_json::AppliedPromotionJson;
use crate::orders::returns_json::{ReturnJson, returns_of};
use crate::response::money_json::MoneyJson;
use crate::response::word_json::word_json;

word_json! {
    /// The status of an order.
    pub OrderStatusJson as OrderStatus of OrderStatus
}

word_json! {
    /// The point that the packing and delivery of an order have reached.
    pub FulfilmentStatusJson as FulfilmentStatus of FulfilmentStatus
}

/// One product of an order, as it was when the order was placed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderItem)]
pub struct OrderItemJson {
    product_id: String,
    name: String,
    #[schema(required = true)]
    image: Option<String>,
    price: MoneyJson,
    quantity: u32,
    /// Its part of what a promotion took off the goods.
    discount: MoneyJson,
    /// What is paid for it: price × quantity − discount.
    net_total: MoneyJson,
    /// The units that came back.
    returned: u32,
    /// The units of which a return may still be requested, within the days of the shop's terms after `deliveredAt`; 0 before the order is
    /// delivered.
    returnable: u32,
}

impl OrderItemJson {
    /// The item at this place of an order.
    fn of(order: &Order, (position, item): (usize, &OrderItem)) -> Self {
        Self {
            returned: order.returned_units(position),
            returnable: order.returnable_units(position),
            net_total: MoneyJson(item.net_total()),
            discount: MoneyJson(item.discount),
            product_id: item.code.as_str().to_owned(),
            name: item.name.as_str().to_owned(),
            image: item.image.as_ref().map(|image| image.as_str().to_owned()),
            price: MoneyJson(item.price),
            quantity: item.quantity.get(),
        }
    }
}

/// Why the shop cancelled an order.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CancelReason)]
pub enum CancelReasonJson {
    /// It was not paid in time.
    PaymentExpired,
}

/// An order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Order)]
pub struct OrderJson {
    #[schema(example = "ORD-7K3M-Q9TX")]
    order_id: String,
    status: OrderStatusJson,
    /// The time it was placed.
    date: DateTime<Utc>,
    ordered_items: Vec<OrderItemJson>,
    name: String,
    address: String,
    phone: String,
    email: String,
    #[schema(required = true)]
    payment_id: Option<String>,
    refunded: bool,
    notes: String,
    /// What is paid: `labeledTotal − discount`.
    total: MoneyJson,
    /// The point that packing and delivery have reached; of a cancelled order the point where it was cancelled.
    fulfilment_status: FulfilmentStatusJson,
    /// The courier of the parcel.
    #[schema(required = true)]
    courier: Option<String>,
    /// The courier's number of the parcel.
    #[schema(required = true)]
    tracking_number: Option<String>,
    /// The courier's page about the parcel, an `https://` address.
    #[schema(required = true)]
    tracking_url: Option<String>,
    /// The customer's remark when they placed the order.
    #[schema(required = true)]
    customer_note: Option<String>,
    payment: PaymentJson,
    /// Why the shop cancelled the order: `paymentExpired`; null otherwise.
    #[schema(required = true)]
    cancel_reason: Option<CancelReasonJson>,
    /// The bank slips, oldest first.
    slips: Vec<SlipJson>,
    /// For staff: what was charged and returned, oldest entry first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ledger: Option<Vec<EntryJson>>,
    /// For staff: the refunds, oldest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refunds: Option<Vec<RefundJson>>,
    /// The goods at their prices in this order: Σ price × quantity.
    items_total: MoneyJson,
    /// Before discount: goods at full price, delivery and the fee of the method of payment.
    labeled_total: MoneyJson,
    /// What goods and delivery are reduced by.
    discount: MoneyJson,
    /// The delivery.
    delivery: OrderDeliveryJson,
    /// The address in its parts; null where only text came, and for an order that is fetched.
    #[schema(required = true)]
    delivery_address: Option<DeliveryAddressJson>,
    /// The lines that sum to `total`.
    explanation: Vec<ExplanationLineJson>,
    /// The VAT that `total` includes; absent where the shop was not registered for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    vat: Option<VatJson>,
    /// The promotions that made it cheaper: at most one of goods and one of delivery.
    promotions: Vec<AppliedPromotionJson>,
    /// When it was delivered last.
    #[schema(required = true)]
    delivered_at: Option<DateTime<Utc>>,
    /// Goods that come back, oldest first.
    returns: Vec<ReturnJson>,
}

impl OrderJson {
    /// The order as this user may see it: staff see the ledger and the refunds too.
    pub(crate) fn for_user(order: Order, who: &impl OrderCaller) -> Self {
        if who.may(Permission::ReadOrders) { Self::for_staff(order) } else { order.into() }
    }

    /// The order with its ledger and refunds.
    pub(crate) fn for_staff(order: Order) -> Self {
        let (ledger, refunds) = (Some(ledger_of(&order)), Some(refunds_of(&order)));
        let (payment, slips) = (PaymentJson::for_staff(&order), slips_of(&order, true));
        Self { payment, ledger, refunds, slips, ..order.into() }
    }
}

impl From<Order> for OrderJson {
    fn from(mut order: Order) -> Self {
        let fulfilment_status = order.fulfilment_status().into();
        let (payment, slips) = (PaymentJson::from(&order), slips_of(&order, false));
        let ordered_items = order.items.iter().enumerate().map(|item| OrderItemJson::of(&order, item)).collect();
        let OrderFulfilment { parcel, customer_note, delivered_at, .. } = std::mem::take(&mut order.fulfilment);
        Self {
            delivered_at,
            returns: returns_of(&order),
            payment,
            cancel_reason: order.payment.has_expired.then_some(CancelReasonJson::PaymentExpired),
            slips,
            ledger: None,
            refunds: None,
            items_total: MoneyJson(order.items_total()),
            labeled_total: MoneyJson(order.labeled_total()),
            discount: MoneyJson(order.discount()),
            delivery: (&order).into(),
            explanation: order.explanation().into_iter().map(Into::into).collect(),
            vat: order.vat().map(Into::into),
            promotions: order.promotions().iter().cloned().map(Into::into).collect(),
            delivery_address: order.delivery.address.map(Into::into),
            order_id: order.id.as_str().to_owned(),
            status: order.status.into(),
            date: order.placed_at,
            ordered_items,
            name: order.shipping.name.into_string(),
            address: order.shipping.address.into_string(),
            phone: order.shipping.phone.as_str().to_owned(),
            email: order.email.as_str().to_owned(),
            payment_id: order.payment_id.map(|p| p.into_string()),
            refunded: order.refunded,
            notes: order.notes.into_string(),
            total: MoneyJson(order.total),
            fulfilment_status,
            courier: parcel.courier.map(|courier| courier.into_string()),
            tracking_number: parcel.tracking_number.map(|number| number.into_string()),
            tracking_url: parcel.tracking_url.map(|url| url.as_str().to_owned()),
            customer_note: customer_note.map(|note| note.into_string()),
        }
    }
}

/// The order after a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderResponse {
    /// The sentence to show.
    pub message: String,
    /// The order as it is now.
    pub order: OrderJson,
}

/// A line for which the stock is too small.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Shortage)]
pub struct ShortageJson {
    product_id: String,
    name: String,
    requested: u32,
    available: u32,
}

impl From<&Shortage> for ShortageJson {
    fn from(shortage: &Shortage) -> Self {
        Self {
            product_id: shortage.code.as_str().to_owned(),
            name: shortage.name.as_str().to_owned(),
            requested: shortage.requested.get(),
            available: shortage.available.get(),
        }
    }
}
