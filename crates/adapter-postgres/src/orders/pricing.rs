//! Writing another total of an order that is placed. The caller holds the lock of the order.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::order_delivery::OrderPricing;

use crate::error::DbError;
use crate::query::sql::Sql;
use crate::schema::{order_pricing, orders};

/// Writes the total and its parts where they changed, in the transaction of the change. Sums of days count the total and the credits.
pub(super) async fn write(connection: &mut AsyncPgConnection, current: &Order, changed: &Order) -> Result<(), DbError> {
    if let Some(pricing) = changed.delivery.pricing.as_ref().filter(|_| current.delivery.pricing != changed.delivery.pricing) {
        write_parts(connection, changed, pricing).await?;
    }
    if current.total != changed.total {
        let total = orders::total_cents.eq(changed.total.cents());
        diesel::update(orders::table.find(changed.id.as_str())).set(total).execute(connection).await?;
    }
    if (current.total, current.payment.credits_cents()) != (changed.total, changed.payment.credits_cents()) {
        forget_day(connection, changed).await?;
    }
    Ok(())
}

async fn write_parts(connection: &mut AsyncPgConnection, order: &Order, pricing: &OrderPricing) -> Result<(), DbError> {
    let values = (
        order_pricing::labeled_total_cents.eq(pricing.labeled_total.cents()),
        order_pricing::delivery_cents.eq(pricing.charge.full.cents()),
        order_pricing::delivery_discount_cents.eq(pricing.charge.waived.cents()),
        order_pricing::payment_method.eq(pricing.payment_method.as_str()),
        order_pricing::payment_fee_cents.eq(pricing.payment_fee.cents()),
        order_pricing::explanation.eq(serde_json::to_value(&pricing.explanation)?),
        order_pricing::promotions.eq(serde_json::to_value(&pricing.promotions)?),
        order_pricing::vat_percent.eq(pricing.vat.map(|percent| i16::from(percent.get()))),
    );
    diesel::insert_into(order_pricing::table)
        .values((order_pricing::order_id.eq(order.id.as_str()), values.clone()))
        .on_conflict(order_pricing::order_id)
        .do_update()
        .set(values)
        .execute(connection)
        .await?;
    Ok(())
}

/// Forgets the sum of the order's day, as the triggers of `orders` do for other changes: it is read from its orders until it is summed
/// up again.
async fn forget_day(connection: &mut AsyncPgConnection, order: &Order) -> Result<(), DbError> {
    Sql::new("SELECT pg_advisory_xact_lock_shared(sales_lock())").execute(connection).await?;
    let forget = Sql::new("DELETE FROM sales_days WHERE begins <= ").bind(order.placed_at).sql(" AND ends > ").bind(order.placed_at);
    forget.execute(connection).await?;
    Ok(())
}
