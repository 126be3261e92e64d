//! Suites of the documents of orders.

pub mod issuing;
pub mod numbering;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! invoices_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, invoices::issuing:
            a_document_is_read_as_it_was_issued,
            a_refused_change_uses_no_number,
            a_document_stays_as_it_was_issued,
            prints_are_counted,
        );
        $crate::contract!($fixture, invoices::numbering:
            orders_invoiced_at_once_are_numbered_without_gaps,
            causes_of_one_order_at_once_issue_one_invoice,
            a_tax_invoice_is_issued_once,
        );
    };
}
