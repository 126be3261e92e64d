//! Documents in JSON.

use chrono::{DateTime, NaiveDate, Utc};
use domain::invoices::document::{Buyer, CreditReason, ExtraKind, Invoice, InvoiceContent, InvoiceExtra, InvoiceLine, Invoices, Seller};
use domain::invoices::number::InvoiceKind;
use serde::Serialize;
use utoipa::ToSchema;

use crate::invoices::vat_json::VatJson;
use crate::response::money_json::MoneyJson;
use crate::response::word_json::word_json;

word_json! {
    /// What a document is. Each kind has a series of its own.
    pub InvoiceKindJson as InvoiceKind of InvoiceKind
}

word_json! {
    /// Why a credit note takes something back: a refund beyond what was due, a return, a cancelled order, or an invoice that takes its place.
    pub CreditReasonJson as CreditReason of CreditReason
}

word_json! {
    /// What an amount beside the lines is for.
    pub ExtraKindJson as InvoiceExtraKind of ExtraKind
}

/// The shop, as it was.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoiceSeller)]
pub struct SellerJson {
    name: String,
    address: String,
    phone: String,
    email: String,
    /// Where the shop was registered for VAT.
    #[schema(required = true)]
    tin: Option<String>,
    #[schema(required = true)]
    unit_code: Option<String>,
}

/// The customer, as they were.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoiceBuyer)]
pub struct BuyerJson {
    name: String,
    address: String,
    phone: String,
    email: String,
    /// Of a registered buyer, on a tax invoice.
    #[schema(required = true)]
    tin: Option<String>,
}

/// One product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoiceLine)]
pub struct InvoiceLineJson {
    product_id: String,
    name: String,
    /// Of a unit.
    price: MoneyJson,
    quantity: u32,
    discount: MoneyJson,
    /// `price × quantity − discount`; on a credit note what is taken back.
    total: MoneyJson,
    /// Its part of the document's VAT; null where the shop was not registered.
    #[schema(required = true)]
    vat: Option<MoneyJson>,
}

/// An amount beside the lines.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoiceExtra)]
pub struct InvoiceExtraJson {
    kind: ExtraKindJson,
    label: String,
    amount: MoneyJson,
    #[schema(required = true)]
    vat: Option<MoneyJson>,
}

/// An issued document: a copy that never changes. All amounts are positive, those of a credit note too.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invoice)]
pub struct InvoiceJson {
    order_id: String,
    #[schema(example = "INV-000001")]
    number: String,
    kind: InvoiceKindJson,
    issued_at: DateTime<Utc>,
    /// The shop's day on which it was issued.
    date: NaiveDate,
    /// The same, as it is printed.
    date_text: String,
    /// How often staff printed it.
    printed: u32,
    /// Whether it is a copy: staff printed it before.
    copy: bool,
    /// Of a credit note: the number of the invoice that it takes back.
    #[schema(required = true)]
    credits: Option<String>,
    /// Of a credit note.
    #[schema(required = true)]
    reason: Option<CreditReasonJson>,
    /// The last moment at which a tax invoice in its place can be asked for; null where none can.
    #[schema(required = true)]
    tax_invoice_until: Option<DateTime<Utc>>,
    seller: SellerJson,
    buyer: BuyerJson,
    lines: Vec<InvoiceLineJson>,
    /// Delivery, fee, and what is taken back without a line of its own.
    extras: Vec<InvoiceExtraJson>,
    /// The sum of lines and extras.
    total: MoneyJson,
    /// The VAT inside the total; null where the shop was not registered.
    #[schema(required = true)]
    vat: Option<VatJson>,
}

/// The documents of an order, in a shop that issues tax invoices or does not.
pub(super) fn shown(documents: &[Invoice], now: DateTime<Utc>) -> Vec<InvoiceJson> {
    let open = Invoices(documents).open_for_tax_invoice(now);
    let until = |document: &Invoice| open.filter(|open| open.number == document.number).map(Invoice::tax_invoice_until);
    documents.iter().map(|document| InvoiceJson::of(document.clone(), document.prints > 0, until(document))).collect()
}

impl InvoiceJson {
    pub(super) fn of(invoice: Invoice, copy: bool, tax_invoice_until: Option<DateTime<Utc>>) -> Self {
        let Invoice { number, kind, order, issued_at, credit, content, prints } = invoice;
        let InvoiceContent { date, date_form, seller, buyer, lines, extras, total, vat } = content;
        Self {
            order_id: order.as_str().to_owned(),
            number: number.as_str().to_owned(),
            kind: kind.into(),
            issued_at,
            date,
            date_text: date_form.written(date),
            printed: prints,
            copy,
            credits: credit.as_ref().map(|credit| credit.invoice.as_str().to_owned()),
            reason: credit.map(|credit| credit.reason.into()),
            tax_invoice_until,
            seller: seller.into(),
            buyer: buyer.into(),
            lines: lines.into_iter().map(Into::into).collect(),
            extras: extras.into_iter().map(Into::into).collect(),
            total: MoneyJson(total),
            vat: vat.map(Into::into),
        }
    }
}

impl From<Seller> for SellerJson {
    fn from(seller: Seller) -> Self {
        let Seller { name, address, phone, email, tin, unit_code } = seller;
        Self { name, address, phone, email, tin: tin.map(|tin| tin.to_string()), unit_code }
    }
}

impl From<Buyer> for BuyerJson {
    fn from(buyer: Buyer) -> Self {
        let Buyer { name, address, phone, email, tin } = buyer;
        Self { name, address, phone, email, tin: tin.map(|tin| tin.to_string()) }
    }
}

impl From<InvoiceLine> for InvoiceLineJson {
    fn from(line: InvoiceLine) -> Self {
        Self {
            product_id: line.code.as_str().to_owned(),
            name: line.name,
            price: MoneyJson(line.price),
            quantity: line.quantity.get(),
            discount: MoneyJson(line.discount),
            total: MoneyJson(line.total),
            vat: line.vat.map(MoneyJson),
        }
    }
}

impl From<InvoiceExtra> for InvoiceExtraJson {
    fn from(extra: InvoiceExtra) -> Self {
        Self { kind: extra.kind.into(), label: extra.label, amount: MoneyJson(extra.amount), vat: extra.vat.map(MoneyJson) }
    }
}
