//! What waits for staff.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::messages::mail_message::AttentionNews;
use domain::orders::order_mails;
use domain::payments::attempt::AttemptId;
use domain::payments::attention::{
    Attention, AttentionError, AttentionKind, AttentionList, AttentionNote, KnownItem, NewAttention, Repeat,
};
use domain::shared::order_id::OrderId;
use domain::shared::page::{InvalidCursor, Page, PageRequest};
use futures_util::try_join;
use serde_json::json;

use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::Work;
use crate::error::{DbError, stored};
use crate::messages::outbox;
use crate::query::counted::Counted;
use crate::query::cursor::{self, Micros};
use crate::query::keyset::before;
use crate::schema::attention;

const NEWEST: &str = "attention:newest";

#[async_trait]
impl AttentionList for Postgres {
    async fn list<'a>(&self, order: Option<&'a OrderId>, page: &PageRequest) -> Result<Page<Attention>, AttentionError> {
        let list = order.map_or_else(|| NEWEST.to_owned(), |order| cursor::name_of(NEWEST, &order.as_str()));
        let open = || {
            let open = attention::table.filter(attention::closed_at.is_null()).into_boxed();
            if let Some(order) = order { open.filter(attention::order_id.eq(order.as_str())) } else { open }
        };
        let mut rows = open().order((attention::at.desc(), attention::id.desc()));
        if let Some(after) = &page.after {
            let (at, id) = cursor::read::<Micros, i64>(&list, after).ok_or(InvalidCursor)?;
            rows = rows.filter(before((attention::at, attention::id), (at.instant(), id)));
        }
        let rows = rows.limit(cursor::rows_to_load(page.limit)).select(Row::as_select());
        let counted = Counted(open().select(attention::id).limit(cursor::COUNT_LIMIT));
        let connection = &*self.connection().await?;
        let (rows, count) =
            try_join!(rows.load::<Row>(&mut &*connection), counted.get_result::<i64>(&mut &*connection)).map_err(DbError::from)?;
        Ok(cursor::page_of(rows, page.limit, count, |row| cursor::write(&list, &Micros::from(row.at), &row.id), attention_of)?)
    }

    async fn close(&self, id: i64, note: &AttentionNote, by: &Actor, now: DateTime<Utc>) -> Result<(), AttentionError> {
        self.in_transaction(Work::Orders, &[], async |connection| {
            let open = attention::table.find(id).filter(attention::closed_at.is_null());
            let closed = (
                attention::closed_at.eq(now),
                attention::closed_by.eq(by.email.as_ref().map(|email| email.as_str())),
                attention::note.eq(note.as_str()),
            );
            let order: Option<Option<String>> =
                diesel::update(open).set(closed).returning(attention::order_id).get_result(connection).await.optional()?;
            let order = order.ok_or(Aborted::Refused(AttentionError::NotFound))?;
            let number = id.to_string();
            let entity_id = order.as_deref().unwrap_or(&number);
            let after = Some(json!({"attention": id, "note": note.as_str()}));
            Ok(audit::record(connection, by, now, Entry { action: "update", entity: "order", entity_id, before: None, after }).await?)
        })
        .await
    }
}

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = attention, check_for_backend(diesel::pg::Pg))]
struct Row {
    id: i64,
    at: DateTime<Utc>,
    kind: String,
    order_id: Option<String>,
    detail: String,
}

fn attention_of(row: Row) -> Result<Attention, DbError> {
    Ok(Attention {
        id: row.id,
        at: row.at,
        kind: stored("kind of attention", AttentionKind::parse(&row.kind))?,
        order: stored("order number", row.order_id.as_deref().map(OrderId::parse).transpose())?,
        detail: row.detail,
    })
}

/// Adds an item, where [`NewAttention::is_new`] says so, and the mail that tells the shop of it, in the transaction of the change. The caller
/// holds the lock of the order.
pub(crate) async fn add_attention(
    connection: &mut AsyncPgConnection,
    order: Option<&OrderId>,
    item: &NewAttention,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    let NewAttention { kind, detail, repeat } = item;
    let known = match order.filter(|_| *repeat != Repeat::Always) {
        Some(order) => known_of(connection, order).await?,
        None => Vec::new(),
    };
    if !item.is_new(&known) {
        return Ok(());
    }
    let values = (
        attention::at.eq(at),
        attention::kind.eq(kind.as_str()),
        attention::order_id.eq(order.map(OrderId::as_str)),
        attention::detail.eq(detail),
    );
    let id: i64 = diesel::insert_into(attention::table).values(values).returning(attention::id).get_result(connection).await?;
    let news = AttentionNews { kind: *kind, order: order.cloned(), detail: detail.clone() };
    outbox::enqueue(connection, &order_mails::attention(id, news, at)).await?;
    Ok(())
}

async fn known_of(connection: &mut AsyncPgConnection, order: &OrderId) -> Result<Vec<KnownItem>, DbError> {
    let of_order = attention::table.filter(attention::order_id.eq(order.as_str()));
    let rows = of_order.select((attention::kind, attention::detail, attention::closed_at.is_null()));
    let rows: Vec<(String, String, bool)> = rows.load(connection).await?;
    let known = |(kind, detail, is_open): (String, _, _)| {
        Ok(KnownItem { kind: stored("kind of attention", AttentionKind::parse(&kind))?, detail, is_open })
    };
    rows.into_iter().map(known).collect()
}

/// Takes back that a told payment of an attempt is not booked ([`NewAttention::booked_detail`]).
pub(crate) async fn note_found(connection: &mut AsyncPgConnection, attempt: &AttemptId) -> Result<(), DbError> {
    let of_order = attention::table.filter(attention::order_id.eq(attempt.order.as_str()));
    let items: Vec<(i64, String)> = of_order.select((attention::id, attention::detail)).load(connection).await?;
    for (id, detail) in &items {
        if let Some(booked) = NewAttention::booked_detail(detail, attempt) {
            diesel::update(attention::table.find(id)).set(attention::detail.eq(booked)).execute(connection).await?;
        }
    }
    Ok(())
}
