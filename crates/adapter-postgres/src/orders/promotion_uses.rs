//! The uses of promotions by an order that enters or leaves `cancelled`.

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::status_change::StockEffect;
use domain::shared::order_status::OrderStatus;

diesel::define_sql_function! {
    /// Gives back the uses of an order (`migrations/schema/…_promotion_orders`).
    fn release_promotions(cancelled: Text, moment: Timestamptz);
}

diesel::define_sql_function! {
    /// Takes the uses of an order again, where no limit has been reached.
    fn retake_promotions(reinstated: Text) -> Bool;
}

/// Gives back the uses of an order that enters `cancelled`; takes them again, or answers false, for one that leaves it. The order is locked.
/// An order without promotions costs no statement.
pub(super) async fn moved(connection: &mut AsyncPgConnection, order: &Order, next: OrderStatus, now: DateTime<Utc>) -> QueryResult<bool> {
    if order.promotions().is_empty() {
        return Ok(true);
    }
    match order.status.stock_effect(next) {
        StockEffect::None | StockEffect::Return => Ok(true),
        StockEffect::Restock => {
            diesel::select(release_promotions(order.id.as_str(), now)).execute(connection).await?;
            Ok(true)
        }
        StockEffect::Take => diesel::select(retake_promotions(order.id.as_str())).get_result(connection).await,
    }
}
