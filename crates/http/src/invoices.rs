//! Calls about invoices, credit notes and tax invoices (contract-commerce, section 7).

pub mod invoice_json;
pub mod order_invoices;
pub mod tax_invoice;
pub mod vat_json;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    order_invoices::routes(table);
    tax_invoice::routes(table);
}
