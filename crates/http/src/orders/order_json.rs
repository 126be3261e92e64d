//! Orders in JSON.

use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;
use domain::orders::fulfilment::OrderFulfilment;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order::{Order, OrderItem, Shortage};
use domain::orders::order_status::OrderStatus;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::delivery::delivery_json::{DeliveryAddressJson, DeliveryAddressRequest};
use crate::orders::delivery_json::{ExplanationLineJson, OrderDeliveryJson};
use crate::orders::payment_json::{EntryJson, PaymentJson, RefundJson, SlipJson, ledger_of, refunds_of, slips_of};
use crate::orders::quote_json::OrderedItem;
use crate::response::money_json::{MoneyJson, RawNumber};
use crate::response::word_json::word_json;

/// An order to place.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceOrderRequest {
    /// 1 to 100 lines.
    #[schema(required = true, nullable = false, min_items = 1, max_items = 100)]
    pub ordered_items: Option<Vec<OrderedItem>>,
    /// The recipient's name.
    #[schema(required = true, nullable = false, max_length = 200, pattern = r"\S")]
    pub name: Option<String>,
    /// The delivery address in one text. Not needed with `deliveryAddress` and for an order that is fetched.
    #[schema(required = false, max_length = 1000)]
    pub address: Option<String>,
    /// The delivery address in its parts; the server composes `address` and ignores a sent one.
    pub delivery_address: Option<DeliveryAddressRequest>,
    /// An address of the user's book, instead of `address` and `deliveryAddress`.
    #[schema(max_length = 64)]
    pub address_id: Option<String>,
    /// standard, express or pickup; absent: the shop's default.
    #[schema(pattern = "^(standard|express|pickup)$")]
    pub delivery_method: Option<String>,
    /// cod, bankTransfer or payhere; absent: the shop's default.
    #[schema(pattern = "^(cod|bankTransfer|payhere)$")]
    pub payment_method: Option<String>,
    /// The recipient's phone number: 7 to 20 of digits, spaces, `+ - ( )`.
    #[schema(required = true, nullable = false, min_length = 7, max_length = 20, pattern = "^[0-9 +()-]*[0-9][0-9 +()-]*$")]
    pub phone: Option<String>,
    /// The total that the customer saw; if it differs by now, the answer is 409 with the present quote.
    #[schema(required = false, nullable = true)]
    pub expected_total: Option<RawNumber>,
    /// A remark for the shop; null and blank text count as none.
    #[schema(max_length = 500)]
    pub customer_note: Option<String>,
}

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
}

impl From<OrderItem> for OrderItemJson {
    fn from(item: OrderItem) -> Self {
        Self {
            product_id: item.code.as_str().to_owned(),
            name: item.name.into_string(),
            image: item.image.map(|i| i.into_string()),
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
}

impl OrderJson {
    /// The order as this user may see it: staff see the ledger and the refunds too.
    pub(crate) fn for_user(order: Order, who: &Principal) -> Self {
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
        let OrderFulfilment { parcel, customer_note, .. } = std::mem::take(&mut order.fulfilment);
        Self {
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
            delivery_address: order.delivery.address.map(Into::into),
            order_id: order.id.as_str().to_owned(),
            status: order.status.into(),
            date: order.placed_at,
            ordered_items: order.items.into_iter().map(Into::into).collect(),
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
