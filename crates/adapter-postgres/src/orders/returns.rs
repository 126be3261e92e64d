//! Returns as rows beside their orders, their photos and bank accounts.

use std::collections::HashMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::accounts::second_factor::SealedSecret;
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::order_change::OrderChange;
use domain::orders::returns::order_return::{
    DecisionReason, Resolution, Return, ReturnComment, ReturnItem, ReturnPhoto, ReturnReason, ReturnState,
};
use domain::orders::returns::repository::{Enclosure, ReturnRepository};
use domain::shared::decide::Decide;
use domain::shared::edit::Saved;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::ids::PhotoId;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;
use futures_util::try_join;
use uuid::Uuid;

use crate::connection::pool::Postgres;
use crate::error::{DbError, known, stored};
use crate::schema::{order_items, order_return_items, order_returns, return_photos};

/// The columns of [`order_returns`] that make a [`Return`], without the account.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = order_returns, check_for_backend(diesel::pg::Pg))]
struct ReturnRow {
    order_id: String,
    number: i32,
    state: String,
    reason: String,
    comment: Option<String>,
    resolution: String,
    by_staff: bool,
    requested_at: DateTime<Utc>,
    decided_at: Option<DateTime<Utc>>,
    decision: Option<String>,
    received_at: Option<DateTime<Utc>>,
    credit_cents: i64,
    delivery_credit_cents: i64,
    key: Option<String>,
}

#[derive(Clone, Debug, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = order_return_items, check_for_backend(diesel::pg::Pg))]
struct ItemRow {
    order_id: String,
    number: i32,
    position: i16,
    quantity: i32,
    restocked: i32,
    written_off: i32,
    credit_cents: i64,
}

#[async_trait]
impl ReturnRepository for Postgres {
    async fn change_with(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        enclosure: Enclosure,
        decide: Decide<Order, OrderChange, OrderError>,
    ) -> Result<Saved<Order>, OrderError> {
        self.change_order(id, (by, now), Some(enclosure), decide).await
    }

    async fn photo(&self, id: &OrderId, photo: PhotoId) -> Result<Option<Vec<u8>>, PortError> {
        let of_order = return_photos::table.find(photo.uuid()).filter(return_photos::order_id.eq(id.as_str()));
        let mut connection = self.connection().await?;
        let picture = of_order.select(return_photos::picture).first(&mut *connection).await.optional();
        Ok(picture.map_err(DbError::from)?)
    }

    async fn account(&self, id: &OrderId, number: u32) -> Result<Option<SealedSecret>, PortError> {
        let account = order_returns::table.find((id.as_str(), integer(number))).select(order_returns::account);
        let mut connection = self.connection().await?;
        let account: Option<Option<Vec<u8>>> = account.first(&mut *connection).await.optional().map_err(DbError::from)?;
        Ok(account.flatten().map(SealedSecret))
    }
}

/// The returns of these orders, oldest first.
pub(super) async fn of_orders(connection: &AsyncPgConnection, ids: &[&str]) -> Result<HashMap<String, Vec<Return>>, DbError> {
    let of_order = order_returns::table.filter(order_returns::order_id.eq_any(ids));
    let rows = of_order.order((order_returns::order_id, order_returns::number));
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(ReturnRow, bool)> =
        rows.select((ReturnRow::as_select(), order_returns::account.is_not_null())).load(&mut &*connection).await?;
    if rows.is_empty() {
        return Ok(HashMap::new());
    }
    let items = order_return_items::table.filter(order_return_items::order_id.eq_any(ids)).order(order_return_items::position);
    let photos = return_photos::table.filter(return_photos::order_id.eq_any(ids)).order((return_photos::at, return_photos::id));
    let photos = photos.select((return_photos::order_id, return_photos::number, return_photos::at, return_photos::id));
    let (items, photos) = try_join!(
        items.select(ItemRow::as_select()).load::<ItemRow>(&mut &*connection),
        photos.load::<(String, i32, DateTime<Utc>, Uuid)>(&mut &*connection)
    )?;
    let mut parts: HashMap<(String, i32), (Vec<ReturnItem>, Vec<ReturnPhoto>)> = HashMap::new();
    for item in items {
        let read = item_of(&item)?;
        parts.entry((item.order_id, item.number)).or_default().0.push(read);
    }
    for (order, number, at, id) in photos {
        parts.entry((order, number)).or_default().1.push(ReturnPhoto { id: PhotoId::new(id), at });
    }
    let mut returns: HashMap<String, Vec<Return>> = HashMap::new();
    for (row, has_account) in rows {
        let (items, photos) = parts.remove(&(row.order_id.clone(), row.number)).unwrap_or_default();
        returns.entry(row.order_id.clone()).or_default().push(Return { items, photos, has_account, ..return_of(row)? });
    }
    Ok(returns)
}

/// The return of a row, without its items, photos and account.
fn return_of(row: ReturnRow) -> Result<Return, DbError> {
    Ok(Return {
        number: unsigned(row.number)?,
        state: stored("state of a return", ReturnState::parse(&row.state))?,
        reason: stored("reason of a return", ReturnReason::parse(&row.reason))?,
        comment: stored("comment", row.comment.as_deref().map(ReturnComment::parse_known).transpose())?,
        resolution: stored("resolution", Resolution::parse(&row.resolution))?,
        is_by_staff: row.by_staff,
        items: Vec::new(),
        photos: Vec::new(),
        has_account: false,
        requested_at: row.requested_at,
        decided_at: row.decided_at,
        decision: stored("reason of a decision", row.decision.as_deref().map(DecisionReason::parse_known).transpose())?,
        received_at: row.received_at,
        credit: stored("credit", Money::from_cents(row.credit_cents))?,
        delivery_credit: stored("credit", Money::from_cents(row.delivery_credit_cents))?,
        key: stored("idempotency key", row.key.as_deref().map(IdempotencyKey::parse).transpose())?,
    })
}

fn item_of(row: &ItemRow) -> Result<ReturnItem, DbError> {
    Ok(ReturnItem {
        position: stored("place of an item", usize::try_from(row.position))?,
        quantity: unsigned(row.quantity)?,
        restocked: unsigned(row.restocked)?,
        written_off: unsigned(row.written_off)?,
        credit: stored("credit", Money::from_cents(row.credit_cents))?,
    })
}

fn unsigned(number: i32) -> Result<u32, DbError> {
    stored("number", u32::try_from(number))
}

/// A number as the type of its column; numbers of returns and units are far smaller than [`i32::MAX`].
fn integer(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Writes the returns of `changed` that `current` does not have or has otherwise. What is enclosed belongs to the one that the change adds,
/// or adds a photo to. The order is locked, and so are the products whose units came back.
pub(super) async fn write(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    enclosure: Option<&Enclosure>,
) -> Result<(), DbError> {
    for one in changed.returns.iter().filter(|one| !current.returns.contains(one)) {
        let known = current.return_numbered(one.number);
        write_row(connection, changed, one, enclosure).await?;
        write_items(connection, changed, one).await?;
        if let Some(Enclosure::Picture(picture)) = enclosure {
            let new = one.photos.iter().filter(|photo| known.is_none_or(|known| !known.photos.contains(photo)));
            for photo in new {
                write_photo(connection, (changed, one), photo, &picture.bytes).await?;
            }
        }
        if one.state == ReturnState::Received {
            take_from_sales(connection, changed, one).await?;
        }
    }
    Ok(())
}

async fn write_row(connection: &mut AsyncPgConnection, order: &Order, one: &Return, enclosure: Option<&Enclosure>) -> QueryResult<()> {
    let changing = (
        order_returns::state.eq(one.state.as_str()),
        order_returns::decided_at.eq(one.decided_at),
        order_returns::decision.eq(one.decision.as_ref().map(|reason| reason.as_str())),
        order_returns::received_at.eq(one.received_at),
        order_returns::credit_cents.eq(one.credit.cents()),
        order_returns::delivery_credit_cents.eq(one.delivery_credit.cents()),
    );
    let account = match enclosure {
        Some(Enclosure::Account(SealedSecret(sealed))) => Some(sealed),
        _ => None,
    };
    let new = (
        order_returns::order_id.eq(order.id.as_str()),
        order_returns::number.eq(integer(one.number)),
        order_returns::reason.eq(one.reason.as_str()),
        order_returns::comment.eq(one.comment.as_ref().map(|comment| comment.as_str())),
        order_returns::resolution.eq(one.resolution.as_str()),
        order_returns::by_staff.eq(one.is_by_staff),
        order_returns::account.eq(account),
        order_returns::requested_at.eq(one.requested_at),
        order_returns::key.eq(one.key.as_ref().map(IdempotencyKey::as_str)),
        changing,
    );
    let row = diesel::insert_into(order_returns::table).values(new).on_conflict((order_returns::order_id, order_returns::number));
    row.do_update().set(changing).execute(connection).await.map(drop)
}

async fn write_items(connection: &mut AsyncPgConnection, order: &Order, one: &Return) -> Result<(), DbError> {
    for item in &one.items {
        let row = ItemRow {
            order_id: order.id.as_str().to_owned(),
            number: integer(one.number),
            position: place_of(item)?,
            quantity: integer(item.quantity),
            restocked: integer(item.restocked),
            written_off: integer(item.written_off),
            credit_cents: item.credit.cents(),
        };
        let kept = diesel::insert_into(order_return_items::table).values(&row).on_conflict((
            order_return_items::order_id,
            order_return_items::number,
            order_return_items::position,
        ));
        kept.do_update().set(&row).execute(connection).await?;
    }
    Ok(())
}

fn place_of(item: &ReturnItem) -> Result<i16, DbError> {
    known("place of an item", i16::try_from(item.position).ok())
}

async fn write_photo(
    connection: &mut AsyncPgConnection,
    (order, one): (&Order, &Return),
    photo: &ReturnPhoto,
    picture: &[u8],
) -> QueryResult<()> {
    let row = (
        return_photos::id.eq(photo.id.uuid()),
        return_photos::order_id.eq(order.id.as_str()),
        return_photos::number.eq(integer(one.number)),
        return_photos::at.eq(photo.at),
        return_photos::picture.eq(picture),
    );
    diesel::insert_into(return_photos::table).values(row).execute(connection).await.map(drop)
}

/// Copies what came back to the items of the order, from which sales are read.
async fn take_from_sales(connection: &mut AsyncPgConnection, order: &Order, one: &Return) -> Result<(), DbError> {
    for item in one.items.iter().filter(|item| item.returned() > 0) {
        let returned = (
            order_items::returned.eq(order_items::returned + integer(item.returned())),
            order_items::returned_cents.eq(order_items::returned_cents + item.credit.cents()),
        );
        diesel::update(order_items::table.find((order.id.as_str(), place_of(item)?))).set(returned).execute(connection).await?;
    }
    Ok(())
}
