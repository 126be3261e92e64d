//! What the documents of an order say.

use chrono::NaiveDate;

use crate::invoices::document::{
    Buyer, CreditOf, CreditReason, CreditedInvoice, ExtraKind, Invoice, InvoiceContent, InvoiceExtra, InvoiceLine, Invoices, NewInvoice,
    Seller,
};
use crate::invoices::number::InvoiceKind;
use crate::invoices::tax_settings::{DateForm, TaxSettings};
use crate::invoices::vat::{Vat, VatPercent, VatRounding};
use crate::orders::invoicing::credits::{Credit, CreditedUnits};
use crate::orders::invoicing::due::{DueDocument, RegisteredBuyer};
use crate::orders::order::{Order, OrderItem};
use crate::promotions::spread::spread;
use crate::shared::money::Money;

/// The shop at the moment of issuing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issuer {
    /// Its published identity.
    pub identity: Seller,
    pub tax: TaxSettings,
    /// The shop's day.
    pub today: NaiveDate,
}

/// The documents with their content, in the same order. A credit of which nothing is left of its invoice becomes no document.
#[must_use]
pub fn issue(order: &Order, documents: &[Invoice], due: Vec<DueDocument>, issuer: &Issuer) -> Vec<NewInvoice> {
    let standing = Invoices(documents).standing();
    // A document in the place of another is about the same supply, whose rate may have ended since.
    let percent = standing.map_or_else(|| issuer.tax.vat_on(issuer.today), |replaced| replaced.content.vat.map(|vat| vat.percent));
    let mut credited = standing.map(|invoice| CreditedSoFar {
        invoice: CreditedInvoice::Issued(invoice.number.clone()),
        content: invoice.content.clone(),
        before: sum(Invoices(documents).credits_of(&invoice.number).map(|(_, note)| note.content.total)),
    });
    let mut new = Vec::with_capacity(due.len());
    for document in due {
        let (invoice, kind) = match document {
            DueDocument::Invoice => (Some(issuer.invoice(order, None, percent)), InvoiceKind::Invoice),
            // Where the shop is not registered any more, a reinstated order has a plain one.
            DueDocument::TaxInvoice(buyer) if percent.is_some() => {
                (Some(issuer.invoice(order, Some(&buyer), percent)), InvoiceKind::TaxInvoice)
            }
            DueDocument::TaxInvoice(_) => (Some(issuer.invoice(order, None, None)), InvoiceKind::Invoice),
            DueDocument::Credit(credit) => {
                new.extend(credited.as_mut().and_then(|so_far| so_far.note(order, &credit, issuer.today)));
                (None, InvoiceKind::CreditNote)
            }
            DueDocument::Rest(reason) => {
                new.extend(credited.as_mut().and_then(|so_far| so_far.rest(reason, issuer.today)));
                (None, InvoiceKind::CreditNote)
            }
        };
        if let Some(content) = invoice {
            credited = Some(CreditedSoFar { invoice: CreditedInvoice::WithIt, content: content.clone(), before: Money::ZERO });
            new.push(NewInvoice { kind, credit: None, content });
        }
    }
    new
}

impl Issuer {
    /// The whole order, on an invoice or on a tax invoice for this buyer.
    fn invoice(&self, order: &Order, registered: Option<&RegisteredBuyer>, percent: Option<VatPercent>) -> InvoiceContent {
        let form = registered.map(|_| &self.tax.plan().tax_invoice);
        let rounding = form.map_or(VatRounding::PerDocument, |form| form.rounding);
        let content = InvoiceContent {
            date: self.today,
            date_form: form.map_or(DateForm::Iso, |form| form.date_form),
            seller: self.seller(percent),
            buyer: buyer_of(order, registered),
            lines: order.items.iter().map(line_of).collect(),
            extras: extras_of(order),
            total: order.total,
            vat: None,
        };
        match percent {
            Some(percent) => content.with_vat_in_lines(percent, rounding),
            None => content,
        }
    }

    /// The shop as it is registered, where prices include VAT.
    fn seller(&self, percent: Option<VatPercent>) -> Seller {
        let vat = &self.tax.plan().vat;
        let identity = self.identity.clone();
        if percent.is_none() {
            return identity;
        }
        Seller {
            name: vat.name.as_ref().map_or(identity.name, ToString::to_string),
            address: vat.address.as_ref().map_or(identity.address, ToString::to_string),
            tin: vat.tin.clone(),
            unit_code: vat.unit_code.as_ref().map(ToString::to_string),
            ..identity
        }
    }
}

fn buyer_of(order: &Order, registered: Option<&RegisteredBuyer>) -> Buyer {
    let buyer = Buyer {
        name: order.shipping.name.to_string(),
        address: order.shipping.address.to_string(),
        phone: order.shipping.phone.as_str().to_owned(),
        email: order.email.as_str().to_owned(),
        tin: None,
    };
    match registered {
        Some(RegisteredBuyer { tin, name, address }) => {
            Buyer { name: name.clone(), address: address.clone(), tin: Some(tin.clone()), ..buyer }
        }
        None => buyer,
    }
}

fn line_of(item: &OrderItem) -> InvoiceLine {
    InvoiceLine {
        code: item.code.clone(),
        name: item.name.to_string(),
        price: item.price,
        quantity: item.quantity,
        discount: item.discount,
        total: item.net_total(),
        vat: None,
    }
}

fn extras_of(order: &Order) -> Vec<InvoiceExtra> {
    let fee = order.delivery.pricing.as_ref().map_or(Money::ZERO, |pricing| pricing.payment_fee);
    let extras =
        [(ExtraKind::Delivery, "Delivery", order.delivery_charge().paid()), (ExtraKind::PaymentFee, "Fee for cash on delivery", fee)];
    extras.into_iter().filter(|(_, _, amount)| *amount > Money::ZERO).map(|(kind, label, amount)| extra(kind, label, amount)).collect()
}

fn extra(kind: ExtraKind, label: impl Into<String>, amount: Money) -> InvoiceExtra {
    InvoiceExtra { kind, label: label.into(), amount, vat: None }
}

impl InvoiceContent {
    fn amounts(&self) -> Vec<Money> {
        self.lines.iter().map(|line| line.total).chain(self.extras.iter().map(|extra| extra.amount)).collect()
    }

    fn with_vat_in_lines(self, percent: VatPercent, rounding: VatRounding) -> Self {
        let (vat, parts) = percent.in_lines(rounding, &self.amounts());
        self.with_vat(vat, &parts)
    }

    /// The document with this VAT, and its parts in lines and extras.
    fn with_vat(mut self, vat: Vat, parts: &[Money]) -> Self {
        let places = self.lines.iter_mut().map(|line| &mut line.vat).chain(self.extras.iter_mut().map(|extra| &mut extra.vat));
        for (place, part) in places.zip(parts) {
            *place = Some(*part);
        }
        self.vat = Some(vat);
        self
    }
}

/// An invoice, and what of it was taken back so far.
struct CreditedSoFar {
    invoice: CreditedInvoice,
    content: InvoiceContent,
    before: Money,
}

impl CreditedSoFar {
    fn left(&self) -> Money {
        self.content.total.minus(self.before).unwrap_or(Money::ZERO)
    }

    /// The credit note of a credit. It takes back no more than is left of the invoice.
    fn note(&mut self, order: &Order, credit: &Credit, today: NaiveDate) -> Option<NewInvoice> {
        let amount = credit.amount.min(self.left());
        let (mut lines, mut extras) = units_of(order, credit);
        let named = sum(lines.iter().map(|line| line.total).chain(extras.iter().map(|extra| extra.amount)));
        // Earlier credits took a part of the units, and it is not known which.
        let rest = amount.minus(named).unwrap_or_else(|_| {
            lines.clear();
            extras.clear();
            amount
        });
        if rest > Money::ZERO {
            extras.push(extra(ExtraKind::Credit, "Credit", rest));
        }
        self.take_back(amount, (lines, extras), (credit.reason, Some(credit.number)), today)
    }

    /// The credit note of all that is left.
    fn rest(&mut self, reason: CreditReason, today: NaiveDate) -> Option<NewInvoice> {
        let amount = self.left();
        let parts = if self.before == Money::ZERO {
            (self.content.lines.clone(), self.content.extras.clone())
        } else {
            (Vec::new(), vec![extra(ExtraKind::Credit, "Rest of the invoice", amount)])
        };
        self.take_back(amount, parts, (reason, None), today)
    }

    fn take_back(
        &mut self,
        amount: Money,
        (lines, extras): (Vec<InvoiceLine>, Vec<InvoiceExtra>),
        (reason, number): (CreditReason, Option<u32>),
        date: NaiveDate,
    ) -> Option<NewInvoice> {
        // The rest of an invoice of 0 ends it; a credit of 0 says nothing.
        if amount == Money::ZERO && !reason.ends_invoice() {
            return None;
        }
        let whole = &self.content;
        let note = InvoiceContent { date, lines, extras, total: amount, vat: None, ..whole.clone() };
        let vat = whole.vat.map(|vat| vat.of_credit(whole.total, self.before, amount));
        let content = match vat {
            Some(vat) => {
                let parts = spread(vat.amount, &note.amounts()).unwrap_or_default();
                note.with_vat(vat, &parts)
            }
            None => note,
        };
        self.before = sum([self.before, amount].into_iter());
        let credit = CreditOf { invoice: self.invoice.clone(), reason, number };
        Some(NewInvoice { kind: InvoiceKind::CreditNote, credit: Some(credit), content })
    }
}

/// The lines of the units that came back, and delivery and fee.
fn units_of(order: &Order, credit: &Credit) -> (Vec<InvoiceLine>, Vec<InvoiceExtra>) {
    let line = |units: &CreditedUnits| {
        let line = line_of(order.items.get(units.line)?);
        // The price of one of the units differs from the others where a promotion was spread: the line tells what all are worth.
        let full = line.price.times(units.quantity).unwrap_or(units.amount);
        let discount = full.minus(units.amount).unwrap_or(Money::ZERO);
        Some(InvoiceLine { quantity: units.quantity, discount, total: units.amount, ..line })
    };
    // The delivery first, then the fee.
    let mut left = credit.delivery;
    let mut extras = extras_of(order);
    for extra in &mut extras {
        extra.amount = extra.amount.min(left);
        left = left.minus(extra.amount).unwrap_or(Money::ZERO);
    }
    extras.retain(|extra| extra.amount > Money::ZERO);
    (credit.units.iter().filter_map(line).collect(), extras)
}

fn sum(amounts: impl Iterator<Item = Money>) -> Money {
    let mut amounts = amounts;
    amounts.try_fold(Money::ZERO, |sum, amount| sum.plus(amount)).unwrap_or(Money::MAX)
}
