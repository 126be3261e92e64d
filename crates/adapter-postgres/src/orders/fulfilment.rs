//! The packing and the parcel of orders as rows, for many orders at once.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::fulfilment::{OrderFulfilment, Parcel};
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order::Order;
use domain::orders::tracking_url::TrackingUrl;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::{CourierName, CustomerNote, TrackingNumber};

use crate::error::{DbError, stored};
use crate::schema::order_fulfilment;

/// A row of [`order_fulfilment`].
#[derive(Clone, Debug, Default, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = order_fulfilment, primary_key(order_id), treat_none_as_null = true, check_for_backend(diesel::pg::Pg))]
pub(super) struct FulfilmentRow {
    order_id: String,
    stage: Option<String>,
    courier: Option<String>,
    tracking_number: Option<String>,
    tracking_url: Option<String>,
    customer_note: Option<String>,
    delivered_at: Option<DateTime<Utc>>,
}

impl FulfilmentRow {
    /// Whether the order was delivered once, so that it may have returns.
    pub(super) const fn was_delivered(&self) -> bool {
        self.delivered_at.is_some()
    }
}

/// The rows of these orders, by the order's number.
pub(super) async fn of_orders(connection: &AsyncPgConnection, ids: &[&str]) -> QueryResult<HashMap<String, FulfilmentRow>> {
    let rows = order_fulfilment::table.filter(order_fulfilment::order_id.eq_any(ids)).select(FulfilmentRow::as_select());
    let rows: Vec<FulfilmentRow> = rows.load(&mut &*connection).await?;
    Ok(rows.into_iter().map(|row| (row.order_id.clone(), row)).collect())
}

/// The fulfilment of an order with this status; the default where it has no row.
pub(super) fn fulfilment_of(row: Option<FulfilmentRow>, status: OrderStatus) -> Result<OrderFulfilment, DbError> {
    let Some(row) = row else { return Ok(OrderFulfilment::default()) };
    let stage = stored("stage of an order", row.stage.as_deref().map(FulfilmentStatus::parse).transpose())?;
    let parcel = Parcel {
        courier: stored("courier", row.courier.as_deref().map(CourierName::parse_known).transpose())?,
        tracking_number: stored("tracking number", row.tracking_number.as_deref().map(TrackingNumber::parse_known).transpose())?,
        tracking_url: stored("tracking address", row.tracking_url.as_deref().map(TrackingUrl::parse).transpose())?,
    };
    let customer_note = stored("customer's remark", row.customer_note.as_deref().map(CustomerNote::parse_known).transpose())?;
    let mut fulfilment = OrderFulfilment::recorded(status, stage, parcel, customer_note);
    fulfilment.delivered_at = row.delivered_at;
    Ok(fulfilment)
}

fn row_of(order: &Order) -> FulfilmentRow {
    let OrderFulfilment { parcel, customer_note, delivered_at, .. } = &order.fulfilment;
    FulfilmentRow {
        order_id: order.id.as_str().to_owned(),
        stage: order.fulfilment.stage().map(|stage| stage.as_str().to_owned()),
        courier: parcel.courier.as_ref().map(|courier| courier.as_str().to_owned()),
        tracking_number: parcel.tracking_number.as_ref().map(|number| number.as_str().to_owned()),
        tracking_url: parcel.tracking_url.as_ref().map(|url| url.as_str().to_owned()),
        customer_note: customer_note.as_ref().map(|note| note.as_str().to_owned()),
        delivered_at: *delivered_at,
    }
}

/// Writes the fulfilment of an order whose status or fulfilment changed. An order with nothing to say gets no row; a row that it has
/// is written all the same, because it may hold a stage that belongs to another status.
pub(super) async fn write(connection: &AsyncPgConnection, changed: &Order) -> QueryResult<()> {
    let row = row_of(changed);
    if changed.fulfilment == OrderFulfilment::default() {
        let known = order_fulfilment::table.find(changed.id.as_str());
        return diesel::update(known).set(&row).execute(&mut &*connection).await.map(drop);
    }
    let kept = diesel::insert_into(order_fulfilment::table).values(&row).on_conflict(order_fulfilment::order_id);
    kept.do_update().set(&row).execute(&mut &*connection).await.map(drop)
}
