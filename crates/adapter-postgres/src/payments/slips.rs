//! Bank slips: reading them with their orders, writing them, and their pictures.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::payment::repository::SlipPicture;
use domain::payments::slip::{Slip, SlipReason, SlipState};
use domain::shared::ids::SlipId;
use domain::shared::order_id::OrderId;
use domain::shared::text::PaymentId;
use uuid::Uuid;

use crate::error::{DbError, stored};
use crate::query::sql::Sql;
use crate::schema::payment_slips;

/// A slip without its picture.
#[derive(Clone, Debug, QueryableByName)]
pub(super) struct SlipRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    pub(super) order_id: String,
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Text>)]
    bank_reference: Option<String>,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Nullable<Text>)]
    reason: Option<String>,
    #[diesel(sql_type = Bool)]
    by_staff: bool,
    #[diesel(sql_type = Bool)]
    is_seen_elsewhere: bool,
}

/// The slips of these orders, oldest first.
pub(super) async fn of_orders(connection: &AsyncPgConnection, ids: &[&str]) -> QueryResult<Vec<SlipRow>> {
    Sql::new(
        "SELECT s.id, s.order_id, s.at, s.bank_reference, s.state, s.reason, s.by_staff, EXISTS (SELECT FROM payment_slips same \
         WHERE same.digest = s.digest AND same.order_id <> s.order_id) AS is_seen_elsewhere FROM payment_slips s WHERE s.order_id = ANY (",
    )
    .bind(ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>())
    .sql(") ORDER BY s.order_id, s.at, s.id")
    .load(&mut &*connection)
    .await
}

pub(super) fn slip_of(row: SlipRow) -> Result<Slip, DbError> {
    Ok(Slip {
        id: SlipId::new(row.id),
        at: row.at,
        bank_reference: stored("payment id", row.bank_reference.as_deref().map(PaymentId::parse_known).transpose())?,
        state: stored("state of a slip", SlipState::parse(&row.state))?,
        reason: stored("reason", row.reason.as_deref().map(SlipReason::parse_known).transpose())?,
        is_by_staff: row.by_staff,
        is_seen_elsewhere: row.is_seen_elsewhere,
    })
}

/// Writes the slips of `changed` that `current` does not have or has otherwise. A new one has this picture.
pub(super) async fn write(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    picture: Option<&SlipPicture>,
) -> Result<(), DbError> {
    for slip in changed.payment.slips.iter().filter(|slip| !current.payment.slips.contains(slip)) {
        let values = (
            payment_slips::state.eq(slip.state.as_str()),
            payment_slips::bank_reference.eq(slip.bank_reference.as_ref().map(|reference| reference.as_str())),
            payment_slips::reason.eq(slip.reason.as_ref().map(|reason| reason.as_str())),
        );
        if let Some(SlipPicture { bytes, .. }) = picture {
            let new = (
                payment_slips::id.eq(slip.id.uuid()),
                payment_slips::order_id.eq(changed.id.as_str()),
                payment_slips::at.eq(slip.at),
                payment_slips::by_staff.eq(slip.is_by_staff),
                payment_slips::picture.eq(bytes),
                values,
            );
            diesel::insert_into(payment_slips::table).values(new).execute(connection).await?;
        } else {
            diesel::update(payment_slips::table.find(slip.id.uuid())).set(values).execute(connection).await?;
        }
    }
    Ok(())
}

pub(crate) async fn picture(connection: &mut AsyncPgConnection, order: &OrderId, slip: SlipId) -> Result<Option<Vec<u8>>, DbError> {
    let of_order = payment_slips::table.find(slip.uuid()).filter(payment_slips::order_id.eq(order.as_str()));
    Ok(of_order.select(payment_slips::picture).first(connection).await.optional()?)
}
