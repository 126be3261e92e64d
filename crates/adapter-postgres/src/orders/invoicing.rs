//! Issuing the documents of an order, at the end of the transaction that causes them.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;
use domain::accounts::actor::Actor;
use domain::invoices::document::{Invoice, NewInvoice, Seller};
use domain::invoices::number::InvoiceNumber;
use domain::orders::error::OrderError;
use domain::orders::invoicing::content::{self, Issuer};
use domain::orders::invoicing::due::{DueDocument, due_documents, may_be_due};
use domain::orders::invoicing::error::InvoiceError;
use domain::orders::invoicing::repository::{ConfiguredSeller, InvoiceRepository, InvoicedOrder};
use domain::orders::order::Order;
use domain::shared::decide::Decide;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;
use serde_json::{Value, json};

use super::steps::locked;
use crate::audit::{self, Entry};
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::content::published_identity;
use crate::error::DbError;
use crate::{invoices, settings};

#[async_trait]
impl InvoiceRepository for Postgres {
    async fn of_order(&self, id: &OrderId) -> Result<Vec<Invoice>, PortError> {
        Ok(invoices::of_order(&mut *self.connection().await?, id).await?)
    }

    async fn issue(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        decide: Decide<InvoicedOrder, Vec<DueDocument>, InvoiceError>,
    ) -> Result<Vec<Invoice>, InvoiceError> {
        let (db, id, by, seller) = (self.clone(), id.clone(), by.clone(), self.configured_seller());
        let issuing = async move {
            db.in_transaction(Work::Orders, &[row_of::order(&id)], async |connection| {
                issue_asked(connection, &seller, &id, (&by, now), &decide).await
            })
            .await
        };
        cause::spawn(issuing).await.map_err(DbError::from)?
    }

    async fn print(&self, id: &OrderId, number: &InvoiceNumber, by: &Actor, now: DateTime<Utc>) -> Result<Invoice, InvoiceError> {
        self.in_transaction(Work::Orders, &[row_of::order(id)], async |connection| {
            let printed = invoices::print(connection, id, number).await?.ok_or(Aborted::Refused(InvoiceError::NotFound))?;
            let after = json!({ "printed": number.as_str(), "times": printed.prints });
            audit::record(connection, by, now, entry(id, after)).await?;
            Ok(printed)
        })
        .await
    }
}

/// What the audit log has of the documents of an order.
fn entry(id: &OrderId, after: Value) -> Entry<'_> {
    Entry { action: "create", entity: "invoice", entity_id: id.as_str(), before: None, after: Some(after) }
}

/// Issues the documents that a change of an order asks for. Called last in its transaction.
pub(super) async fn issue_due(
    connection: &mut AsyncPgConnection,
    seller: &ConfiguredSeller,
    (current, changed): (&Order, &Order),
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if !may_be_due(current, changed) {
        return Ok(());
    }
    let documents = invoices::of_order(connection, &changed.id).await?;
    let due = due_documents(changed, &documents, false);
    if due.is_empty() {
        return Ok(());
    }
    let issuer = issuer(connection, seller, now).await?;
    let new = content::issue(changed, &documents, due, &issuer);
    invoices::write(connection, &changed.id, new, &issuer.tax.plan().tax_invoice, now).await?;
    Ok(())
}

/// Issues what is asked for, with an entry in the audit log, and answers all documents of the order.
async fn issue_asked(
    connection: &mut AsyncPgConnection,
    seller: &ConfiguredSeller,
    id: &OrderId,
    (by, now): (&Actor, DateTime<Utc>),
    decide: &Decide<InvoicedOrder, Vec<DueDocument>, InvoiceError>,
) -> Result<Vec<Invoice>, Aborted<InvoiceError>> {
    let order = locked(connection, id).await?.ok_or(Aborted::Refused(OrderError::NotFound.into()))?;
    let documents = invoices::of_order(connection, id).await?;
    let issuer = issuer(connection, seller, now).await?;
    let invoiced = InvoicedOrder { order, documents, tax: issuer.tax.clone() };
    let due = decide(&invoiced).map_err(Aborted::Refused)?;
    let InvoicedOrder { order, mut documents, .. } = invoiced;
    let new = content::issue(&order, &documents, due, &issuer);
    if new.is_empty() {
        return Ok(documents);
    }
    if by.user_id.is_some() {
        record_audit(connection, id, &new, by, now).await?;
    }
    documents.extend(invoices::write(connection, id, new, &issuer.tax.plan().tax_invoice, now).await?);
    Ok(documents)
}

/// The audit entry of documents that a user asked for. Documents that a change of the order causes have the entry of that change.
async fn record_audit(
    connection: &mut AsyncPgConnection,
    id: &OrderId,
    new: &[NewInvoice],
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let kinds: Vec<&str> = new.iter().map(|document| document.kind.as_str()).collect();
    let after = json!({ "documents": kinds });
    audit::record(connection, by, now, entry(id, after)).await
}

/// The shop as it is now: its published identity, else the configured one, and its settings of taxes.
async fn issuer(connection: &mut AsyncPgConnection, configured: &ConfiguredSeller, now: DateTime<Utc>) -> Result<Issuer, DbError> {
    let published = published_identity(connection).await?;
    let identity = published.map_or_else(|| configured.seller.clone(), |identity| identity_of(&identity));
    Ok(Issuer { identity, tax: settings::tax(connection).await?, today: configured.calendar.day_of(now) })
}

/// A published identity as documents name it.
fn identity_of(body: &Value) -> Seller {
    let text = |field: &str| body.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    Seller { name: text("name"), address: text("address"), phone: text("phone"), email: text("email"), tin: None, unit_code: None }
}
