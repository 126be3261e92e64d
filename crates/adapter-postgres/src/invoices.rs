//! The documents of orders as rows, and the counters of their series.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::invoices::document::{CreditOf, CreditReason, CreditedInvoice, Invoice, NewInvoice};
use domain::invoices::number::{InvoiceKind, InvoiceNumber};
use domain::invoices::tax_settings::TaxInvoiceForm;
use domain::shared::order_id::OrderId;
use serde_json::Value;

use crate::error::{DbError, known, stored};
use crate::schema::{invoice_series, invoices};

/// A row of [`invoices`].
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = invoices, check_for_backend(diesel::pg::Pg))]
struct InvoiceRow {
    kind: String,
    place: i32,
    number: String,
    order_id: String,
    issued_at: DateTime<Utc>,
    total_cents: i64,
    vat_cents: i64,
    credits: Option<String>,
    reason: Option<String>,
    credit_number: Option<i32>,
    prints: i32,
    content: Value,
}

/// The documents of an order, oldest first.
pub(crate) async fn of_order(connection: &mut AsyncPgConnection, id: &OrderId) -> Result<Vec<Invoice>, DbError> {
    let rows = invoices::table.filter(invoices::order_id.eq(id.as_str()));
    // Of documents that are issued together, the invoices come before the credit notes on them.
    let rows = rows.order((invoices::issued_at, invoices::kind.desc(), invoices::place)).select(InvoiceRow::as_select());
    let rows: Vec<InvoiceRow> = rows.load(connection).await?;
    rows.into_iter().map(invoice_of).collect()
}

/// Counts that a document of an order is printed, and answers it; `None` where the order has no such document.
pub(crate) async fn print(connection: &mut AsyncPgConnection, id: &OrderId, number: &InvoiceNumber) -> Result<Option<Invoice>, DbError> {
    let document = invoices::table.filter(invoices::number.eq(number.as_str()).and(invoices::order_id.eq(id.as_str())));
    let counted = diesel::update(document).set(invoices::prints.eq(invoices::prints + 1)).returning(InvoiceRow::as_returning());
    let row: Option<InvoiceRow> = counted.get_result(connection).await.optional()?;
    row.map(invoice_of).transpose()
}

/// Numbers and writes documents of an order, in their order. The counters stay locked until the transaction ends, so this is its last step:
/// a transaction that is rolled back uses no number.
pub(crate) async fn write(
    connection: &mut AsyncPgConnection,
    order: &OrderId,
    new: Vec<NewInvoice>,
    form: &TaxInvoiceForm,
    now: DateTime<Utc>,
) -> Result<Vec<Invoice>, DbError> {
    let mut places = reserve(connection, &new).await?;
    let mut issued: Vec<Invoice> = Vec::with_capacity(new.len());
    let mut rows = Vec::with_capacity(new.len());
    for document in new {
        let place = known("counter of a series", places.get_mut(document.kind.as_str()).and_then(Iterator::next))?;
        let invoice = numbered(document, (order, place), form, &issued, now)?;
        rows.push(row_of(&invoice, place)?);
        issued.push(invoice);
    }
    diesel::insert_into(invoices::table).values(rows).execute(connection).await?;
    Ok(issued)
}

/// The places of new documents in their series. The counters are locked in the order of their names.
async fn reserve(
    connection: &mut AsyncPgConnection,
    new: &[NewInvoice],
) -> Result<BTreeMap<&'static str, std::ops::RangeInclusive<i32>>, DbError> {
    let mut counts: BTreeMap<&'static str, i32> = BTreeMap::new();
    for document in new {
        let count = counts.entry(document.kind.as_str()).or_default();
        *count = count.saturating_add(1);
    }
    let mut places = BTreeMap::new();
    for (kind, count) in counts {
        let begun = diesel::insert_into(invoice_series::table).values((invoice_series::kind.eq(kind), invoice_series::last.eq(count)));
        let counted = begun.on_conflict(invoice_series::kind).do_update().set(invoice_series::last.eq(invoice_series::last + count));
        let last: i32 = counted.returning(invoice_series::last).get_result(connection).await?;
        places.insert(kind, last.saturating_sub(count).saturating_add(1)..=last);
    }
    Ok(places)
}

fn numbered(
    document: NewInvoice,
    (order, place): (&OrderId, i32),
    form: &TaxInvoiceForm,
    issued: &[Invoice],
    now: DateTime<Utc>,
) -> Result<Invoice, DbError> {
    let NewInvoice { kind, credit, content } = document;
    let place = stored("place in a series", u32::try_from(place))?;
    let credit = match credit {
        None => None,
        Some(CreditOf { invoice, reason, number }) => {
            let with_it = || issued.iter().rev().find(|one| one.kind != InvoiceKind::CreditNote).map(|one| one.number.clone());
            let invoice = match invoice {
                CreditedInvoice::Issued(number) => number,
                CreditedInvoice::WithIt => known("invoice of a credit note", with_it())?,
            };
            Some(CreditOf { invoice, reason, number })
        }
    };
    Ok(Invoice { number: InvoiceNumber::of(kind, place, form), kind, order: order.clone(), issued_at: now, credit, content, prints: 0 })
}

fn row_of(invoice: &Invoice, place: i32) -> Result<InvoiceRow, DbError> {
    let credit = invoice.credit.as_ref();
    let credit_number = credit.and_then(|credit| credit.number).map(i32::try_from).transpose();
    Ok(InvoiceRow {
        kind: invoice.kind.as_str().to_owned(),
        place,
        number: invoice.number.as_str().to_owned(),
        order_id: invoice.order.as_str().to_owned(),
        issued_at: invoice.issued_at,
        total_cents: invoice.content.total.cents(),
        vat_cents: invoice.content.vat.map_or(0, |vat| vat.amount.cents()),
        credits: credit.map(|credit| credit.invoice.as_str().to_owned()),
        reason: credit.map(|credit| credit.reason.as_str().to_owned()),
        credit_number: stored("number of a credit", credit_number)?,
        prints: 0,
        content: serde_json::to_value(&invoice.content)?,
    })
}

fn invoice_of(row: InvoiceRow) -> Result<Invoice, DbError> {
    let number = |text: &str| stored("number of an invoice", InvoiceNumber::parse(text));
    let credit = match (&row.credits, &row.reason) {
        (Some(credits), Some(reason)) => Some(CreditOf {
            invoice: number(credits)?,
            reason: known("reason of a credit note", CreditReason::parse(reason))?,
            number: stored("number of a credit", row.credit_number.map(u32::try_from).transpose())?,
        }),
        _ => None,
    };
    Ok(Invoice {
        number: number(&row.number)?,
        kind: known("kind of an invoice", InvoiceKind::parse(&row.kind))?,
        order: stored("order number", OrderId::parse(&row.order_id))?,
        issued_at: row.issued_at,
        credit,
        content: serde_json::from_value(row.content)?,
        prints: stored("number of prints", u32::try_from(row.prints))?,
    })
}
