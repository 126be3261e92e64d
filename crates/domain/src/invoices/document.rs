//! Issued documents: frozen copies of seller, buyer, lines and VAT. Their JSON is the stored form.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::catalog::product_code::ProductCode;
use crate::invoices::number::{InvoiceKind, InvoiceNumber};
use crate::invoices::tax_settings::DateForm;
use crate::invoices::tin::Tin;
use crate::invoices::vat::Vat;
use crate::shared::json::words;
use crate::shared::money::Money;
use crate::shared::order_id::OrderId;
use crate::shared::quantity::Quantity;

/// The days in which a registered buyer asks for a tax invoice.
pub const TAX_INVOICE_DAYS: i64 = 14;

/// The shop, as a document names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seller {
    pub name: String,
    pub address: String,
    pub phone: String,
    pub email: String,
    /// Where the shop is registered for VAT.
    pub tin: Option<Tin>,
    pub unit_code: Option<String>,
}

/// The customer, as a document names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    pub name: String,
    pub address: String,
    pub phone: String,
    pub email: String,
    /// Of a registered buyer.
    pub tin: Option<Tin>,
}

/// One product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceLine {
    pub code: ProductCode,
    pub name: String,
    /// The price of a unit.
    #[serde(rename = "priceCents")]
    pub price: Money,
    pub quantity: Quantity,
    /// What a promotion took off all units.
    #[serde(rename = "discountCents")]
    pub discount: Money,
    /// `price × quantity − discount`; on a credit note what is taken back.
    #[serde(rename = "totalCents")]
    pub total: Money,
    /// Its part of the document's VAT.
    #[serde(rename = "vatCents", default, skip_serializing_if = "Option::is_none")]
    pub vat: Option<Money>,
}

words! {
    /// What an amount beside the lines is for.
    pub enum ExtraKind {
        Delivery = "delivery",
        /// The fee of the method of payment.
        PaymentFee = "paymentFee",
        /// What is taken back without a line of its own.
        Credit = "credit",
    }
}

/// An amount beside the lines, such as the charge for the delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceExtra {
    pub kind: ExtraKind,
    pub label: String,
    #[serde(rename = "amountCents")]
    pub amount: Money,
    #[serde(rename = "vatCents", default, skip_serializing_if = "Option::is_none")]
    pub vat: Option<Money>,
}

/// What a document says, as it was when it was issued. All amounts of a credit note are positive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceContent {
    /// The shop's day on which it was issued.
    pub date: NaiveDate,
    #[serde(default)]
    pub date_form: DateForm,
    pub seller: Seller,
    pub buyer: Buyer,
    pub lines: Vec<InvoiceLine>,
    pub extras: Vec<InvoiceExtra>,
    /// The sum of lines and extras.
    #[serde(rename = "totalCents")]
    pub total: Money,
    /// The VAT inside the total; `None` where the shop was not registered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vat: Option<Vat>,
}

words! {
    /// Why a credit note takes something back.
    pub enum CreditReason {
        /// Staff refunded more than was due.
        Goodwill = "goodwill",
        /// Goods came back.
        Return = "return",
        /// The order was cancelled: the rest of the invoice.
        Cancelled = "cancelled",
        /// Another invoice takes its place: the rest of it.
        Replaced = "replaced",
    }
}

impl CreditReason {
    /// Whether the whole rest of the invoice is taken back: nothing stands of it any more.
    #[must_use]
    pub const fn ends_invoice(self) -> bool {
        matches!(self, Self::Cancelled | Self::Replaced)
    }
}

/// What a credit note takes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditOf<T> {
    /// The invoice or tax invoice.
    pub invoice: T,
    pub reason: CreditReason,
    /// The number of the refund or the return within its order.
    pub number: Option<u32>,
}

/// An issued document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invoice {
    pub number: InvoiceNumber,
    pub kind: InvoiceKind,
    pub order: OrderId,
    pub issued_at: DateTime<Utc>,
    /// Of a credit note.
    pub credit: Option<CreditOf<InvoiceNumber>>,
    pub content: InvoiceContent,
    /// How often staff printed it.
    pub prints: u32,
}

/// A document without its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvoice {
    pub kind: InvoiceKind,
    pub credit: Option<CreditOf<CreditedInvoice>>,
    pub content: InvoiceContent,
}

/// The invoice that a new credit note is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreditedInvoice {
    Issued(InvoiceNumber),
    /// The newest document that is issued with it.
    WithIt,
}

impl Invoice {
    /// The last moment at which a tax invoice in its place can be asked for.
    #[must_use]
    pub fn tax_invoice_until(&self) -> DateTime<Utc> {
        self.issued_at.checked_add_signed(TimeDelta::days(TAX_INVOICE_DAYS)).unwrap_or(self.issued_at)
    }
}

/// The invoices of an order, oldest first.
#[derive(Clone, Copy, Debug)]
pub struct Invoices<'a>(pub &'a [Invoice]);

impl<'a> Invoices<'a> {
    /// The invoice or tax invoice that stands: its rest was not taken back. An order has one at most.
    #[must_use]
    pub fn standing(self) -> Option<&'a Invoice> {
        let is_ended = |invoice: &Invoice| self.credits_of(&invoice.number).any(|(credit, _)| credit.reason.ends_invoice());
        self.0.iter().rev().find(|document| document.kind != InvoiceKind::CreditNote && !is_ended(document))
    }

    /// The credit notes of an invoice.
    pub fn credits_of(self, number: &InvoiceNumber) -> impl Iterator<Item = (&'a CreditOf<InvoiceNumber>, &'a Invoice)> {
        let credits = self.0.iter().filter_map(|document| Some((document.credit.as_ref()?, document)));
        credits.filter(move |(credit, _)| credit.invoice == *number)
    }

    /// The invoice for which a tax invoice can be asked now, in a shop that is registered.
    #[must_use]
    pub fn open_for_tax_invoice(self, now: DateTime<Utc>) -> Option<&'a Invoice> {
        self.standing().filter(|invoice| invoice.kind == InvoiceKind::Invoice && now <= invoice.tax_invoice_until())
    }
}
