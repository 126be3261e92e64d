//! Asking for documents: printing an invoice, and the tax invoice of a registered buyer.

use chrono::{DateTime, Utc};

use crate::accounts::permission::Permission;
use crate::invoices::document::Invoices;
use crate::invoices::number::InvoiceKind;
use crate::orders::error::OrderError;
use crate::orders::invoicing::due::{DueDocument, RegisteredBuyer, due_documents, replaced_by};
use crate::orders::invoicing::error::InvoiceError;
use crate::orders::invoicing::repository::InvoicedOrder;
use crate::orders::order_caller::OrderCaller;
use crate::shared::order_status::OrderStatus;

impl InvoicedOrder {
    /// What is issued so that the order has an invoice to print.
    ///
    /// # Errors
    /// [`InvoiceError::CancelledOrder`]: a cancelled order has no invoice that stands.
    pub fn for_printing(&self) -> Result<Vec<DueDocument>, InvoiceError> {
        if self.order.status == OrderStatus::Cancelled {
            return Err(InvoiceError::CancelledOrder);
        }
        Ok(due_documents(&self.order, &self.documents, true))
    }

    /// Credits the invoice and issues a tax invoice in its place, for the order's customer or staff who handle payments, once and within
    /// 14 days of the invoice.
    ///
    /// # Errors
    /// [`OrderError::NotFound`] for the order of another customer, and [`InvoiceError`] where there is no invoice to replace.
    pub fn ask_for_tax_invoice(
        &self,
        buyer: &RegisteredBuyer,
        who: &impl OrderCaller,
        now: DateTime<Utc>,
    ) -> Result<Vec<DueDocument>, InvoiceError> {
        if !self.order.is_visible_to(who) {
            return Err(OrderError::NotFound.into());
        }
        who.require_unless_own(&self.order, Permission::ManagePayments)?;
        let invoice = Invoices(&self.documents).standing().ok_or(InvoiceError::NoInvoice)?;
        if invoice.kind == InvoiceKind::TaxInvoice {
            return Err(InvoiceError::TaxInvoiceIssued);
        }
        if invoice.content.vat.is_none() || !self.tax.plan().vat.registered {
            return Err(InvoiceError::NotRegistered);
        }
        if Invoices(&self.documents).open_for_tax_invoice(now).is_none() {
            return Err(InvoiceError::TooLate);
        }
        Ok(replaced_by(DueDocument::TaxInvoice(buyer.clone()), &self.order))
    }
}
