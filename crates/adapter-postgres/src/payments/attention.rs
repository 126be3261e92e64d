//! What waits for staff.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::messages::mail_message::AttentionNews;
use domain::orders::order::Order;
use domain::orders::order_mails;
use domain::payments::attempt::AttemptId;
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::{Attention, AttentionError, AttentionKind, AttentionList, AttentionNote, NewAttention};
use domain::payments::gateway::PaymentRef;
use domain::payments::overpayment::Overpayment;
use domain::payments::told_payment::{Told, ToldPayments};
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

/// Tells staff of an order that holds more than it costs by this change. Nothing is added where the same was told before.
pub(super) async fn note_overpayment(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    now: DateTime<Utc>,
) -> Result<Option<AttentionKind>, DbError> {
    let Some(NewAttention { kind, detail }) = NewAttention::of_overpayment(current, changed) else { return Ok(None) };
    raise_once(connection, kind, &changed.id, &detail, now).await?;
    Ok(Some(kind))
}

/// The end of what staff are told of money that is booked by the gateway's records alone.
const NOT_BOOKED: &str = " It is not booked yet: please refund nothing before the gateway's records are read.";

/// Takes back that a told payment of an attempt is not booked, once the records have it.
pub(super) async fn note_found(connection: &mut AsyncPgConnection, attempt: &AttemptId) -> Result<(), DbError> {
    let told = attention::table.filter(attention::order_id.eq(attempt.order.as_str()));
    let told = told.filter(attention::detail.like(format!("%, by the attempt {attempt}.{NOT_BOOKED}")));
    let waiting: Vec<(i64, String)> = told.select((attention::id, attention::detail)).load(connection).await?;
    for (id, detail) in waiting {
        let booked = detail.strip_suffix(NOT_BOOKED).unwrap_or(&detail);
        diesel::update(attention::table.find(id)).set(attention::detail.eq(booked)).execute(connection).await?;
    }
    Ok(())
}

/// Tells staff, once each, of a further payment or a chargeback that the gateway told of and that no records prove. At most
/// [`ToldPayments::MOST`] of an order are open: the numbers may be invented.
pub(super) async fn raise_unconfirmed(
    connection: &mut AsyncPgConnection,
    attempt: &AttemptId,
    told: &Told,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let number = told.number().map_or("", PaymentRef::as_str);
    let detail = match told {
        Told::FirstPayment(_) | Told::FurtherPayment(_) => format!(
            "The gateway told of a second payment of the attempt {attempt}, number {number}. It is not booked: please look for it at the gateway."
        ),
        Told::Chargeback(_) => format!(
            "The gateway told that the payment {number} of the attempt {attempt} was charged back, which the shop has not booked: please look for \
             it at the gateway."
        ),
    };
    let open = attention::table.filter(attention::order_id.eq(attempt.order.as_str())).filter(attention::closed_at.is_null());
    let open: i64 = open.filter(attention::detail.like("The gateway told %")).count().get_result(connection).await?;
    if usize::try_from(open).is_ok_and(|open| open >= ToldPayments::MOST) {
        return Ok(());
    }
    raise_once(connection, AttentionKind::DuplicatePayment, &attempt.order, &detail, now).await
}

/// Money of an attempt.
pub(super) struct PaymentNews<'a> {
    pub(super) attempt: &'a Attempt,
    /// Whether it came for a cancelled order.
    pub(super) is_late: bool,
    /// Whether it is booked by the gateway's records alone, later.
    pub(super) is_withheld: bool,
}

/// Tells staff of the money of an attempt, if it is late or makes the order hold more than it costs: one item for one payment, whether a
/// notification or the records tell it first, and whatever the status of the order is by then.
pub(super) async fn note_payment(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    PaymentNews { attempt, is_late, is_withheld }: PaymentNews<'_>,
    now: DateTime<Utc>,
) -> Result<Option<AttentionKind>, DbError> {
    let order = &changed.id;
    let (kind, what) = match changed.overpayment_since(current) {
        _ if is_late => (AttentionKind::LatePayment, format!("Money came for the cancelled order {order}: {}", attempt.amount.in_words())),
        Some(Overpayment { held, price }) => {
            (AttentionKind::Overpaid, format!("The order {order} was paid {} and costs {}", held.in_words(), price.in_words()))
        }
        None => return Ok(None),
    };
    // The figures may be others by the time at which the records tell the payment again.
    let by_attempt = format!(", by the attempt {}.", attempt.id);
    let told = attention::table
        .filter(attention::order_id.eq(order.as_str()))
        .filter(attention::kind.eq_any([AttentionKind::LatePayment.as_str(), AttentionKind::Overpaid.as_str()]))
        .filter(attention::detail.like(format!("%{by_attempt}%")));
    if !diesel::select(exists(told)).get_result::<bool>(connection).await? {
        let wait = if is_withheld { NOT_BOOKED } else { "" };
        raise(connection, kind, Some(order), &format!("{what}{by_attempt}{wait}"), now).await?;
    }
    Ok(Some(kind))
}

/// Adds an item for staff, unless the same one was added before.
pub(crate) async fn raise_once(
    connection: &mut AsyncPgConnection,
    kind: AttentionKind,
    order: &OrderId,
    detail: &str,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let same = attention::table.filter(attention::order_id.eq(order.as_str())).filter(attention::kind.eq(kind.as_str()));
    let is_known: bool = diesel::select(exists(same.filter(attention::detail.eq(detail)))).get_result(connection).await?;
    if is_known { Ok(()) } else { raise(connection, kind, Some(order), detail, now).await }
}

/// Adds an item and the mail that tells the shop of it, in the transaction of what caused it.
pub(crate) async fn raise(
    connection: &mut AsyncPgConnection,
    kind: AttentionKind,
    order: Option<&OrderId>,
    detail: &str,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    let values = (
        attention::at.eq(at),
        attention::kind.eq(kind.as_str()),
        attention::order_id.eq(order.map(OrderId::as_str)),
        attention::detail.eq(detail),
    );
    let item: i64 = diesel::insert_into(attention::table).values(values).returning(attention::id).get_result(connection).await?;
    let news = AttentionNews { kind, order: order.cloned(), detail: detail.to_owned() };
    outbox::enqueue(connection, &order_mails::attention(item, news, at)).await?;
    Ok(())
}
