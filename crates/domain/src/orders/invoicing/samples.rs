//! An order with its documents, for the tests of this feature.

use chrono::{DateTime, NaiveDate, Utc};

use super::content::{Issuer, issue};
use super::due::{DueDocument, RegisteredBuyer, due_documents, may_be_due};
use super::repository::InvoicedOrder;
use crate::catalog::product_code::ProductCode;
use crate::delivery::rate::DeliveryFee;
use crate::invoices::document::{CreditOf, CreditedInvoice, Invoice, NewInvoice, Seller};
use crate::invoices::number::{InvoiceKind, InvoiceNumber};
use crate::invoices::tax_settings::{TaxEdit, TaxSettings};
use crate::invoices::tin::Tin;
use crate::orders::explanation::ExplanationLine;
use crate::orders::fulfilment_step::{FulfilmentStep, StepChange};
use crate::orders::order::{Order, OrderItem};
use crate::orders::order_delivery::OrderPricing;
use crate::orders::returns::order_return::{Resolution, Return, ReturnItem, ReturnReason, ReturnState};
use crate::orders::samples::{booked, order};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::refund::{Refund, RefundState, RefundVia};
use crate::payments::samples::{cents, charge};
use crate::shared::edit::Edit;
use crate::shared::money::Money;
use crate::shared::order_status::OrderStatus;
use crate::shared::quantity::Quantity;
use crate::shared::text::{ProductName, Text};

pub(super) const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

pub(super) fn settings(registered: bool) -> TaxSettings {
    let edit = TaxEdit {
        registered: Some(registered),
        tin: Edit::Set(Tin::parse("134567890").unwrap()),
        name: Edit::Set(Text::parse("Araliya (Pvt) Ltd").unwrap()),
        address: Edit::Set(Text::parse("27 Flower Road").unwrap()),
        ..TaxEdit::default()
    };
    TaxSettings::default().edited(edit).unwrap()
}

/// An order with its documents, which are numbered and kept as a store does.
pub(super) struct Books {
    pub(super) order: Order,
    pub(super) documents: Vec<Invoice>,
    tax: TaxSettings,
    now: DateTime<Utc>,
}

impl Books {
    pub(super) fn of(order: Order, registered: bool) -> Self {
        Self { order, documents: Vec::new(), tax: settings(registered), now: NOW }
    }

    pub(super) fn invoiced(&self) -> InvoicedOrder {
        InvoicedOrder { order: self.order.clone(), documents: self.documents.clone(), tax: self.tax.clone() }
    }

    /// The order after a change, with the documents that it asks for; answers the number of new ones.
    pub(super) fn change(&mut self, changed: Order) -> usize {
        let due = if may_be_due(&self.order, &changed) { due_documents(&changed, &self.documents, false) } else { Vec::new() };
        self.order = changed;
        self.issue(due)
    }

    pub(super) fn issue(&mut self, due: Vec<DueDocument>) -> usize {
        let seller = Seller { name: "Araliya".to_owned(), ..Seller::default() };
        let today = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
        let issuer = Issuer { identity: seller, tax: self.tax.clone(), today };
        let new = issue(&self.order, &self.documents, due, &issuer);
        let count = new.len();
        new.into_iter().for_each(|document| self.keep(document));
        assert_eq!(due_documents(&self.order, &self.documents, false), Vec::new(), "nothing is issued twice");
        count
    }

    fn keep(&mut self, NewInvoice { kind, credit, content }: NewInvoice) {
        let place = self.documents.iter().filter(|known| known.kind == kind).count() + 1;
        let number = InvoiceNumber::of(kind, u32::try_from(place).unwrap(), &self.tax.plan().tax_invoice);
        let with_it = self.documents.iter().rev().find(|known| known.kind != InvoiceKind::CreditNote);
        let credit = credit.map(|CreditOf { invoice, reason, number }| {
            let invoice = match invoice {
                CreditedInvoice::Issued(number) => number,
                CreditedInvoice::WithIt => with_it.unwrap().number.clone(),
            };
            CreditOf { invoice, reason, number }
        });
        self.documents.push(Invoice { number, kind, order: self.order.id.clone(), issued_at: self.now, credit, content, prints: 0 });
    }

    /// Number, cents and cents of VAT of each document.
    pub(super) fn rows(&self) -> Vec<(&str, i64, i64)> {
        let vat = |document: &Invoice| document.content.vat.map_or(0, |vat| vat.amount.cents());
        self.documents.iter().map(|document| (document.number.as_str(), document.content.total.cents(), vat(document))).collect()
    }
}

pub(super) fn with_step(order: &Order, step: FulfilmentStep) -> Order {
    let change = StepChange { step, parcel: order.fulfilment.parcel.clone(), is_cash_collected: true };
    change.apply(order.clone(), &booked()).unwrap()
}

pub(super) fn paid(order: &Order) -> Order {
    let mut payment = order.payment.clone();
    payment.ledger.book(charge(order.total.cents(), "B-1"), &booked());
    order.clone().with_payment(payment)
}

pub(super) fn with_status(order: &Order, status: OrderStatus) -> Order {
    Order { status, ..order.clone() }
}

/// The order after a refund in this state that credits so much.
pub(super) fn refunded(order: &Order, number: u32, credit: i64, state: RefundState) -> Order {
    let mut after = order.clone();
    after.payment.refunds.retain(|refund| refund.number != number);
    after.payment.refunds.push(Refund {
        number,
        part_of: None,
        state,
        via: RefundVia::ByHand,
        amount: cents(credit),
        charge: None,
        credit: cents(credit),
        reference: None,
        reason: None,
        actor: None,
        at: NOW,
        key: None,
    });
    after
}

/// A received return: place, restocked, written off and credit in cents of each item, and the credit for the delivery.
pub(super) fn received(number: u32, items: &[(usize, u32, u32, i64)], delivery: i64) -> Return {
    let item = |(position, restocked, written_off, credit): &(usize, u32, u32, i64)| ReturnItem {
        position: *position,
        quantity: restocked + written_off,
        restocked: *restocked,
        written_off: *written_off,
        credit: cents(*credit),
    };
    Return {
        number,
        state: ReturnState::Received,
        reason: ReturnReason::Damaged,
        comment: None,
        resolution: Resolution::Refund,
        is_by_staff: false,
        items: items.iter().map(item).collect(),
        photos: Vec::new(),
        has_account: false,
        requested_at: NOW,
        decided_at: Some(NOW),
        decision: None,
        received_at: Some(NOW),
        credit: cents(items.iter().map(|item| item.3).sum::<i64>() + delivery),
        delivery_credit: cents(delivery),
        key: None,
    }
}

pub(super) fn buyer() -> RegisteredBuyer {
    RegisteredBuyer { tin: Tin::parse("987654321").unwrap(), name: "Lotus (Pvt) Ltd".to_owned(), address: "Galle".to_owned() }
}

pub(super) fn item(price: i64, units: i64, discount: i64) -> OrderItem {
    OrderItem {
        product_id: None,
        code: ProductCode::parse("rose").unwrap(),
        name: ProductName::parse("Rose water").unwrap(),
        image: None,
        price: cents(price),
        quantity: Quantity::parse(units).unwrap(),
        discount: cents(discount.min(price * units)),
    }
}

/// An order of these items with a charge for the delivery and a fee.
pub(super) fn priced(items: Vec<OrderItem>, delivery: i64, fee: i64) -> Order {
    let goods: i64 = items.iter().map(|item| item.net_total().cents()).sum();
    let total = cents(goods + delivery + fee);
    let mut order = Order { items, total, ..order() };
    order.delivery.pricing = Some(OrderPricing {
        labeled_total: total,
        charge: DeliveryFee { full: cents(delivery), waived: Money::ZERO },
        payment_method: PaymentMethod::Cod,
        payment_fee: cents(fee),
        explanation: vec![ExplanationLine::goods(total.cents())],
        promotions: Vec::new(),
        vat: None,
    });
    order
}
