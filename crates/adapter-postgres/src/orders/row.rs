//! An order and its items as rows.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use domain::catalog::product_code::ProductCode;
use domain::orders::order::{Order, OrderItem, Shipping};
use domain::orders::order_delivery::OrderDelivery;
use domain::orders::returns::order_return::Return;
use domain::payments::cod_confirmation::CodConfirmation;
use domain::payments::order_payment::OrderPayment;
use domain::shared::email::EmailAddress;
use domain::shared::ids::{ProductId, UserId};
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::order_status::OrderStatus;
use domain::shared::phone::PhoneNumber;
use domain::shared::quantity::Quantity;
use domain::shared::text::{OrderNotes, PictureUrl, ProductName, RecipientName, ShippingAddress};
use serde_json::{Value, json};
use uuid::Uuid;

use super::fulfilment::{FulfilmentRow, fulfilment_of};
use crate::catalog::search_text::fold;
use crate::error::{DbError, stored};
use crate::schema::{order_items, orders};

/// The columns of [`orders`] that make an [`Order`], without its items.
#[derive(Clone, Debug, Queryable, Selectable, QueryableByName)]
#[diesel(table_name = orders, check_for_backend(diesel::pg::Pg))]
pub(crate) struct OrderRow {
    pub(crate) id: String,
    pub(crate) user_id: Option<Uuid>,
    pub(crate) email: String,
    pub(crate) status: String,
    pub(crate) placed_at: DateTime<Utc>,
    pub(crate) shipping_name: String,
    pub(crate) shipping_address: String,
    pub(crate) shipping_phone: String,
    pub(crate) notes: String,
    pub(crate) total_cents: i64,
}

/// The columns of [`order_items`] that make an [`OrderItem`], and the order it belongs to.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = order_items, check_for_backend(diesel::pg::Pg))]
pub(crate) struct ItemRow {
    pub(crate) order_id: String,
    pub(crate) product_id: Option<Uuid>,
    pub(crate) code: String,
    pub(crate) name: String,
    pub(crate) image: Option<String>,
    pub(crate) price_cents: i64,
    pub(crate) quantity: i32,
    pub(crate) discount_cents: i64,
}

/// The values that stand in tables beside `orders`.
pub(super) struct BesideOrder {
    /// Delivery and the parts of the total.
    pub(super) delivery: OrderDelivery,
    /// The row of the fulfilment, if there is one.
    pub(super) fulfilment: Option<FulfilmentRow>,
    pub(super) payment: OrderPayment,
    pub(super) returns: Vec<Return>,
}

/// The order in a row, with its items in their order.
pub(super) fn order_of(row: OrderRow, items: Vec<ItemRow>, beside: BesideOrder) -> Result<Order, DbError> {
    let BesideOrder { delivery, fulfilment, payment, returns } = beside;
    let returned_goods = stored("credit", Money::from_cents(returns.iter().map(|one| one.credit.cents()).sum()))?;
    let payment = OrderPayment { returned_goods, ..payment };
    let status = stored("order status", OrderStatus::parse(&row.status))?;
    Ok(Order {
        id: stored("order number", OrderId::parse(&row.id))?,
        user_id: row.user_id.map(UserId::new),
        email: stored("e-mail address", EmailAddress::parse_known(&row.email))?,
        status,
        placed_at: row.placed_at,
        items: items.into_iter().map(item_of).collect::<Result<_, _>>()?,
        shipping: Shipping {
            name: stored("recipient", RecipientName::parse_known(&row.shipping_name))?,
            address: stored("address", ShippingAddress::parse_known(&row.shipping_address))?,
            phone: stored("telephone number", PhoneNumber::parse(&row.shipping_phone))?,
        },
        payment_id: payment.payment_id(),
        refunded: payment.is_refunded(),
        notes: stored("notes", OrderNotes::parse_known(&row.notes))?,
        total: stored("total", Money::from_cents(row.total_cents))?,
        fulfilment: fulfilment_of(fulfilment, status)?,
        payment,
        delivery,
        returns,
    })
}

fn item_of(row: ItemRow) -> Result<OrderItem, DbError> {
    Ok(OrderItem {
        product_id: row.product_id.map(ProductId::new),
        code: stored("product code", ProductCode::parse(&row.code))?,
        name: stored("product name", ProductName::parse_known(&row.name))?,
        image: stored("picture", row.image.as_deref().map(PictureUrl::parse_known).transpose())?,
        price: stored("price", Money::from_cents(row.price_cents))?,
        quantity: stored("quantity", Quantity::parse(i64::from(row.quantity)))?,
        discount: stored("discount", Money::from_cents(row.discount_cents))?,
    })
}

/// The text by which an order is found, beside its number.
pub(super) fn found_by(recipient: &RecipientName, email: &EmailAddress) -> String {
    fold(&format!("{recipient} {email}"))
}

/// An order's values in the audit log: those that can change.
pub(crate) fn audited(order: &Order) -> Value {
    let parcel = &order.fulfilment.parcel;
    json!({
        "status": order.status.as_str(),
        "fulfilmentStatus": order.fulfilment_status().as_str(),
        "courier": parcel.courier.as_ref().map(|courier| courier.as_str()),
        "trackingNumber": parcel.tracking_number.as_ref().map(|number| number.as_str()),
        "trackingUrl": parcel.tracking_url.as_ref().map(|url| url.as_str()),
        "notes": order.notes.as_str(),
        "codConfirmation": order.cod_confirmation().map(CodConfirmation::as_str),
        "paymentId": order.payment_id.as_ref().map(|p| p.as_str()),
        "refunded": order.refunded,
        "returns": order.returns.iter().map(audited_return).collect::<Vec<_>>(),
    })
}

/// A return in the audit log, without what the customer wrote.
fn audited_return(one: &Return) -> Value {
    json!({
        "number": one.number,
        "state": one.state.as_str(),
        "photos": one.photos.len(),
        "decision": one.decision.as_ref().map(|reason| reason.as_str()),
        "creditCents": one.credit.cents(),
    })
}
