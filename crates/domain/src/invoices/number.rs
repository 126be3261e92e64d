//! The series of invoices and the numbers in them.

use std::fmt;

use crate::invoices::tax_settings::{CREDIT_NOTE, INVOICE, TaxInvoiceForm};
use crate::shared::faults::InvalidValue;
use crate::shared::json::{text_json, words};

words! {
    /// What a document is. Each kind has a series of its own, which counts from 1 without gaps.
    pub enum InvoiceKind {
        Invoice = "invoice",
        /// Takes back a part of an invoice, or the rest of it.
        CreditNote = "creditNote",
        /// An invoice for a registered buyer.
        TaxInvoice = "taxInvoice",
    }
}

/// The fewest digits of the two series whose form is fixed.
const DIGITS: usize = 6;

/// The number of a document, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceNumber(String);

impl InvoiceNumber {
    pub const INVALID: InvalidValue = InvalidValue("must be the number of an invoice");

    /// The document with this place in the series of its kind.
    #[must_use]
    pub fn of(kind: InvoiceKind, place: u32, tax_invoices: &TaxInvoiceForm) -> Self {
        let (prefix, digits) = match kind {
            InvoiceKind::Invoice => (INVOICE, DIGITS),
            InvoiceKind::CreditNote => (CREDIT_NOTE, DIGITS),
            InvoiceKind::TaxInvoice => (tax_invoices.prefix.as_str(), tax_invoices.digits.get().into()),
        };
        Self(format!("{prefix}{place:0digits$}"))
    }

    /// Reads a number.
    ///
    /// # Errors
    /// For a text that is the number of no document.
    pub fn parse(text: &str) -> Result<Self, InvalidValue> {
        let is_known = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        if (1..=40).contains(&text.len()) && text.bytes().all(is_known) { Ok(Self(text.to_owned())) } else { Err(Self::INVALID) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for InvoiceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

text_json!(InvoiceNumber, InvoiceNumber::parse);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_form_of_their_series() {
        let form = TaxInvoiceForm::default();
        let number = |kind, place| InvoiceNumber::of(kind, place, &form).to_string();
        assert_eq!(number(InvoiceKind::Invoice, 1), "INV-000001");
        assert_eq!(number(InvoiceKind::CreditNote, 41), "CRN-000041");
        assert_eq!(number(InvoiceKind::Invoice, 1_234_567), "INV-1234567");
        assert_eq!(number(InvoiceKind::TaxInvoice, 7), "TIN-000007");
        assert!(InvoiceNumber::parse("INV-000001").is_ok());
        for text in ["", "INV 1", "INV/1", &"1".repeat(41)] {
            assert_eq!(InvoiceNumber::parse(text), Err(InvoiceNumber::INVALID), "{text}");
        }
    }
}
