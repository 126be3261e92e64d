//! The documents that an order asks for.

use crate::invoices::document::{Buyer, CreditReason, Invoice, Invoices};
use crate::invoices::tin::Tin;
use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::orders::invoicing::credits::Credit;
use crate::orders::order::Order;
use crate::shared::money::Money;
use crate::shared::order_status::OrderStatus;

/// A document to issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DueDocument {
    /// An invoice of the whole order.
    Invoice,
    /// An invoice of the whole order for a registered buyer.
    TaxInvoice(RegisteredBuyer),
    /// A credit note on the invoice that stands, or on the one that is issued with it.
    Credit(Credit),
    /// A credit note on the rest of the invoice that stands.
    Rest(CreditReason),
}

/// A buyer who is registered for VAT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredBuyer {
    pub tin: Tin,
    pub name: String,
    pub address: String,
}

/// What causes the first invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Causes {
    is_paid: bool,
    is_packed: bool,
    is_sent: bool,
    is_completed: bool,
}

impl Causes {
    fn of(order: &Order) -> Self {
        let figures = order.figures();
        let is_open = order.status != OrderStatus::Cancelled;
        let is_settled = figures.amount_due_cents() == 0 && (figures.charged_cents > 0 || order.total == Money::ZERO);
        Self {
            is_paid: is_open && is_settled,
            is_packed: is_open && order.fulfilment_status() != FulfilmentStatus::Unfulfilled,
            is_sent: matches!(order.status, OrderStatus::Shipped | OrderStatus::Completed),
            is_completed: order.status == OrderStatus::Completed,
        }
    }

    const fn is_any(self) -> bool {
        self.is_paid || self.is_packed || self.is_sent || self.is_completed
    }

    /// Whether there is one that was not there `before`.
    const fn is_new(self, before: Self) -> bool {
        (self.is_paid && !before.is_paid)
            || (self.is_packed && !before.is_packed)
            || (self.is_sent && !before.is_sent)
            || (self.is_completed && !before.is_completed)
    }
}

/// Whether a change may ask for a document. Others do without a look at the documents of the order.
#[must_use]
pub fn may_be_due(current: &Order, changed: &Order) -> bool {
    let is_cancelled = |order: &Order| order.status == OrderStatus::Cancelled;
    Causes::of(changed).is_new(Causes::of(current))
        || is_cancelled(current) != is_cancelled(changed)
        || current.total != changed.total
        || current.credits() != changed.credits()
}

/// The documents that the order asks for, in the order in which they are issued; nothing where it has them. `is_asked`: somebody prints
/// an invoice, which an order without another cause has then.
#[must_use]
pub fn due_documents(order: &Order, documents: &[Invoice], is_asked: bool) -> Vec<DueDocument> {
    let standing = Invoices(documents).standing();
    if order.status == OrderStatus::Cancelled {
        return standing.map(|_| DueDocument::Rest(CreditReason::Cancelled)).into_iter().collect();
    }
    match standing {
        Some(invoice) if invoice.content.total == order.total => missing_credits(order, documents, invoice),
        // The method of payment was changed after the invoice was printed, and the fee with it.
        Some(invoice) => replaced_by(same_again(invoice), order),
        None if is_asked || Causes::of(order).is_any() => {
            // A reinstated order has a document as before.
            with_credits(Invoices(documents).last_invoice().map_or(DueDocument::Invoice, same_again), order)
        }
        None => Vec::new(),
    }
}

/// Takes the rest of the standing invoice back, and issues another in its place, with all credits of the order.
pub(super) fn replaced_by(other: DueDocument, order: &Order) -> Vec<DueDocument> {
    std::iter::once(DueDocument::Rest(CreditReason::Replaced)).chain(with_credits(other, order)).collect()
}

/// A document of the same kind, for the same buyer.
fn same_again(invoice: &Invoice) -> DueDocument {
    let Buyer { name, address, tin, .. } = invoice.content.buyer.clone();
    tin.map_or(DueDocument::Invoice, |tin| DueDocument::TaxInvoice(RegisteredBuyer { tin, name, address }))
}

fn with_credits(invoice: DueDocument, order: &Order) -> Vec<DueDocument> {
    let credits = order.credits().into_iter().map(DueDocument::Credit);
    std::iter::once(invoice).chain(credits).collect()
}

/// The credits of the order for which the invoice has no credit note, while something of it is left.
fn missing_credits(order: &Order, documents: &[Invoice], invoice: &Invoice) -> Vec<DueDocument> {
    let credited: i64 = Invoices(documents).credits_of(&invoice.number).map(|(_, note)| note.content.total.cents()).sum();
    if credited >= invoice.content.total.cents() {
        return Vec::new();
    }
    let is_there = |credit: &Credit| {
        let mut noted = Invoices(documents).credits_of(&invoice.number);
        noted.any(|(known, _)| known.reason == credit.reason && known.number == Some(credit.number))
    };
    order.credits().into_iter().filter(|credit| !is_there(credit)).map(DueDocument::Credit).collect()
}
