//! Why calls about invoices are refused.

use crate::accounts::permission::Lacking;
use crate::orders::error::OrderError;
use crate::shared::error::feature_error;

feature_error! {
    /// Why no document is issued or printed.
    pub enum InvoiceError {
        NotFound => NotFound, "invoice.not_found", "There is no invoice with this number.";
        CancelledOrder => Conflict, "invoice.cancelled_order", "A cancelled order gets no invoice.";
        /// The shop is not registered for VAT, or was not when the order was invoiced.
        NotRegistered => Conflict, "invoice.not_registered", "This shop issues no tax invoice for this order.";
        NoInvoice => Conflict, "invoice.none", "This order has no invoice yet. Please try again when it is paid or sent.";
        TaxInvoiceIssued => Conflict, "invoice.tax_invoice_issued", "This order has a tax invoice already.";
        TooLate => Conflict, "invoice.too_late", "A tax invoice can be asked for within 14 days of the invoice. Please contact us.";
    } or Order(OrderError), Lacking(Lacking) port "Failed to issue the invoice. Please try again."
}
