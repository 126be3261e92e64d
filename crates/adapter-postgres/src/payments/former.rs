//! Payments that the release before recorded while it served beside this one: it writes `payment_id`, `refunded` and the status of an
//! order, and no ledger.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::orders::order::Order;
use domain::orders::order_edit::OrderEdit;
use domain::payments::ledger::Booked;
use domain::shared::edit::Edit;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;
use domain::shared::text::PaymentId;
use serde_json::json;

use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying, stored};
use crate::orders::{locked, write_payment};
use crate::query::sql::Sql;
use crate::schema::orders;
use crate::upkeep::invariants::PAYMENT_FIGURES;

/// The numbers of the orders whose columns or figures do not agree with their ledger; follows [`PAYMENT_FIGURES`].
const DIFFERENT: &str = "SELECT d.id FROM different d WHERE d.wrong_figures OR d.wrong_columns ORDER BY d.id";
/// The actor in the audit log.
const FORMER: &str = "former release";

#[derive(Clone, Debug, diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    id: String,
}

impl Postgres {
    /// Books what the release before recorded as payment and refund of orders, and sums up their figures again; answers their number.
    /// Where the ledger does not allow it, the order keeps its ledger. To be called when no session of that release is connected.
    ///
    /// # Errors
    /// [`PortError`] when the database fails; a further call continues.
    pub async fn book_former_payments(&self, now: DateTime<Utc>) -> Result<usize, PortError> {
        let different: Result<Vec<Row>, DbError> =
            async { Ok(Sql::new(PAYMENT_FIGURES).sql(DIFFERENT).load(&mut *self.connection().await?).await?) }.await;
        let mut booked = 0;
        for row in different? {
            let id = stored("order number", OrderId::parse(&row.id))?;
            retrying(|| book(self, &id, now)).await?;
            booked += 1;
        }
        Ok(booked)
    }
}

/// What the release before wrote of an order.
pub(crate) struct Recorded {
    pub(crate) payment_id: Option<PaymentId>,
    refunded: bool,
}

async fn book(db: &Postgres, id: &OrderId, now: DateTime<Utc>) -> Result<(), DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(order) = locked(connection, id).await? else { return Ok(()) };
            let recorded = recorded(connection, id).await?;
            let changed = agreed(&order, &recorded, now);
            // The order as its columns have it, so that they are written where they differ.
            let current = Order { payment_id: recorded.payment_id, refunded: recorded.refunded, ..order };
            write_payment(connection, &current, &changed, None).await?;
            let audited =
                |order: &Order| Some(json!({"paymentId": order.payment_id.as_ref().map(|id| id.as_str()), "refunded": order.refunded}));
            let (before, after) = (audited(&current), audited(&changed));
            let entry = Entry { action: "update", entity: "order", entity_id: id.as_str(), before, after };
            audit::record(connection, &Actor::operator(FORMER), now, entry).await
        })
        .await
}

/// Reads what is recorded of an order.
pub(crate) async fn recorded(connection: &mut AsyncPgConnection, id: &OrderId) -> Result<Recorded, DbError> {
    let columns = orders::table.find(id.as_str()).select((orders::payment_id, orders::refunded));
    let (payment_id, refunded): (Option<String>, bool) = columns.first(connection).await?;
    let payment_id = stored("payment id", payment_id.as_deref().map(PaymentId::parse_known).transpose())?;
    Ok(Recorded { payment_id, refunded })
}

/// The order with the entries that make its ledger say what was recorded; as the ledger says where it does not allow them.
fn agreed(order: &Order, recorded: &Recorded, now: DateTime<Utc>) -> Order {
    let payment_id = recorded.payment_id.clone().map_or(Edit::Clear, Edit::Set);
    let change = OrderEdit { payment_id, refunded: Some(recorded.refunded), ..OrderEdit::default() };
    change.apply(order.clone(), &Booked { by: None, at: now }).unwrap_or_else(|_| order.clone())
}
