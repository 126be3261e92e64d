use chrono::TimeDelta;
use proptest::prelude::*;

use super::error::InvoiceError;
use super::samples::{Books, NOW, buyer, item, paid, priced, received, refunded, with_status, with_step};
use crate::accounts::staff_role::StaffRole;
use crate::invoices::document::{CreditReason, ExtraKind, Invoices};
use crate::invoices::number::InvoiceKind;
use crate::orders::fulfilment_step::FulfilmentStep;
use crate::orders::order::Order;
use crate::orders::returns::order_return::Return;
use crate::orders::samples::{order, user};
use crate::payments::refund::RefundState;
use crate::payments::samples::cents;
use crate::shared::error::FeatureError as _;
use crate::shared::order_status::OrderStatus;

#[test]
fn the_first_cause_issues_one_invoice() {
    for (first, second) in [
        (paid(&order()), with_step(&paid(&order()), FulfilmentStep::Packed)),
        (with_step(&order(), FulfilmentStep::Packed), paid(&with_step(&order(), FulfilmentStep::Packed))),
        (with_status(&order(), OrderStatus::Shipped), with_status(&order(), OrderStatus::Completed)),
    ] {
        let mut books = Books::of(order(), false);
        assert_eq!(books.change(order()), 0, "an order that is only placed has none");
        assert_eq!((books.change(first), books.change(second)), (1, 0));
        assert_eq!(books.rows(), [("INV-000001", 300, 0)]);
    }
}

#[test]
fn printing_is_a_cause_too() {
    let mut books = Books::of(order(), false);
    let due = books.invoiced().for_printing().unwrap();
    assert_eq!(books.issue(due), 1);
    assert_eq!(books.invoiced().for_printing().unwrap(), [], "it has one to print");
    let cancelled = with_status(&order(), OrderStatus::Cancelled);
    assert!(matches!(Books::of(cancelled, false).invoiced().for_printing(), Err(InvoiceError::CancelledOrder)));
}

#[test]
fn a_cancelled_order_is_credited_and_invoiced_again_when_it_comes_back() {
    let mut books = Books::of(order(), false);
    books.change(paid(&order()));
    let cancelled = with_status(&books.order, OrderStatus::Cancelled);
    assert_eq!(books.change(cancelled), 1);
    assert_eq!(books.rows(), [("INV-000001", 300, 0), ("CRN-000001", 300, 0)]);
    let back = with_status(&books.order, OrderStatus::Processing);
    assert_eq!(books.change(back), 1, "it is paid");
    assert_eq!(books.rows()[2], ("INV-000002", 300, 0));
    let mut unpaid = Books::of(with_step(&order(), FulfilmentStep::Packed), false);
    unpaid.change(with_status(&unpaid.order, OrderStatus::Cancelled));
    assert_eq!(unpaid.rows(), [], "an order without an invoice is not credited");
}

#[test]
fn a_credit_is_noted_once_it_is_settled() {
    let mut books = Books::of(order(), false);
    books.change(paid(&order()));
    for (state, notes) in [(RefundState::Requested, 0), (RefundState::Unknown, 0), (RefundState::Settled, 1), (RefundState::Settled, 0)] {
        let changed = refunded(&books.order, 1, 100, state);
        assert_eq!(books.change(changed), notes, "{state}");
    }
    let changed = refunded(&books.order, 2, 500, RefundState::Settled);
    assert_eq!(books.change(changed), 1);
    assert_eq!(books.rows()[1..], [("CRN-000001", 100, 0), ("CRN-000002", 200, 0)], "no more than is left is credited");
    let cancelled = with_status(&books.order, OrderStatus::Cancelled);
    assert_eq!(books.change(cancelled), 1);
    assert_eq!(books.rows()[3], ("CRN-000003", 0, 0), "the invoice ends");
}

#[test]
fn a_credit_note_of_a_return_names_its_units() {
    let mut books = Books::of(priced(vec![item(10_001, 3, 2), item(500, 1, 0)], 400, 150), true);
    books.change(paid(&books.order));
    let mut after = books.order.clone();
    after.returns.push(received(1, &[(0, 1, 1, 20_000)], 550));
    assert_eq!(books.change(after), 1);
    let note = &books.documents[1].content;
    let lines: Vec<_> = note.lines.iter().map(|line| (line.quantity.get(), line.discount.cents(), line.total.cents())).collect();
    let extras: Vec<_> = note.extras.iter().map(|extra| (extra.kind, extra.amount.cents())).collect();
    assert_eq!((lines, note.total.cents()), (vec![(2, 2, 20_000)], 20_550));
    assert_eq!(extras, [(ExtraKind::Delivery, 400), (ExtraKind::PaymentFee, 150)]);
    // A goodwill credit before took a part of what came back.
    let mut after = books.order.clone();
    after.returns.push(Return { credit: cents(300), ..received(2, &[(1, 1, 0, 500)], 0) });
    books.change(after);
    let note = &books.documents[2].content;
    assert_eq!((note.lines.len(), note.extras[0].kind, note.total.cents()), (0, ExtraKind::Credit, 300));
}

/// Of an order from a former release that had credits before it is invoiced.
#[test]
fn an_order_with_credits_is_invoiced_with_them() {
    let mut books = Books::of(refunded(&paid(&order()), 1, 100, RefundState::Settled), false);
    let packed = with_step(&books.order, FulfilmentStep::Packed);
    assert_eq!(books.change(packed), 2);
    assert_eq!(books.rows(), [("INV-000001", 300, 0), ("CRN-000001", 100, 0)]);
}

#[test]
fn another_total_replaces_a_printed_invoice() {
    let mut books = Books::of(order(), false);
    let due = books.invoiced().for_printing().unwrap();
    books.issue(due);
    let dearer = Order { total: cents(350), ..books.order.clone() };
    assert_eq!(books.change(dearer), 2);
    assert_eq!(books.rows(), [("INV-000001", 300, 0), ("CRN-000001", 300, 0), ("INV-000002", 350, 0)]);
}

#[test]
fn a_registered_buyer_gets_one_tax_invoice_in_time() {
    let (customer, stranger, support) = (user(1, None), user(2, None), user(3, Some(StaffRole::Support)));
    let goods = priced(vec![item(300, 1, 0)], 0, 0);
    let mut books = Books::of(goods.clone(), true);
    let ask = |books: &Books, who, days| books.invoiced().ask_for_tax_invoice(&buyer(), who, NOW + TimeDelta::days(days));
    let code = |books: &Books, who, days| ask(books, who, days).unwrap_err().code();
    assert_eq!(code(&books, &customer, 0), "invoice.none");
    books.change(refunded(&paid(&goods), 1, 100, RefundState::Settled));
    assert_eq!(books.rows(), [("INV-000001", 300, 46), ("CRN-000001", 100, 15)]);
    assert_eq!(code(&books, &stranger, 0), "order.not_found");
    assert_eq!(code(&books, &support, 0), "auth.role_forbidden");
    assert_eq!(code(&books, &customer, 15), "invoice.too_late");
    let mut unregistered = Books::of(order(), false);
    unregistered.change(paid(&order()));
    assert_eq!(code(&unregistered, &customer, 0), "invoice.not_registered");

    let due = ask(&books, &customer, 14).unwrap();
    assert_eq!(books.issue(due), 3);
    assert_eq!(books.rows()[2..], [("CRN-000002", 200, 31), ("TIN-000001", 300, 46), ("CRN-000003", 100, 15)]);
    let tax_invoice = &books.documents[3].content;
    assert_eq!(tax_invoice.buyer.tin, Some(buyer().tin));
    assert_eq!((tax_invoice.seller.name.as_str(), tax_invoice.seller.tin.is_some()), ("Araliya (Pvt) Ltd", true));
    assert_eq!(code(&books, &customer, 0), "invoice.tax_invoice_issued");
}

proptest! {
    /// Every document's lines and extras sum to its total, and so does their VAT; the credit notes of an invoice that ended sum to it.
    #[test]
    fn documents_agree_to_the_cent(
        items in prop::collection::vec((1_i64..500_000, 1_i64..9, 0_i64..100_000), 1..6),
        delivery in 0_i64..100_000, fee in 0_i64..20_000,
        credits in prop::collection::vec(1_i64..400_000, 0..5),
        asks_for_tax_invoice: bool,
    ) {
        let items = items.into_iter().map(|(price, units, discount)| item(price, units, discount)).collect();
        let mut books = Books::of(priced(items, delivery, fee), true);
        books.change(paid(&books.order));
        for (number, credit) in (1..).zip(credits) {
            let changed = refunded(&books.order, number, credit, RefundState::Settled);
            books.change(changed);
        }
        if asks_for_tax_invoice {
            let due = books.invoiced().ask_for_tax_invoice(&buyer(), &user(1, None), NOW).unwrap();
            books.issue(due);
        }
        let cancelled = with_status(&books.order, OrderStatus::Cancelled);
        books.change(cancelled);
        for document in &books.documents {
            let content = &document.content;
            let lines = content.lines.iter().map(|line| (line.total.cents(), line.vat.unwrap().cents()));
            let extras = content.extras.iter().map(|extra| (extra.amount.cents(), extra.vat.unwrap().cents()));
            let (total, vat) = lines.chain(extras).fold((0, 0), |(total, vat), (amount, of_amount)| (total + amount, vat + of_amount));
            prop_assert_eq!((total, vat), (content.total.cents(), content.vat.unwrap().amount.cents()), "{}", &document.number);
            if document.kind != InvoiceKind::CreditNote {
                let notes = Invoices(&books.documents).credits_of(&document.number).map(|(_, note)| &note.content);
                let (total, vat) = notes.fold((0, 0), |(total, vat), note| (total + note.total.cents(), vat + note.vat.unwrap().amount.cents()));
                prop_assert_eq!((total, vat), (content.total.cents(), content.vat.unwrap().amount.cents()), "{}", &document.number);
            }
        }
        prop_assert!(Invoices(&books.documents).standing().is_none());
        let last = &books.documents.last().unwrap().credit.as_ref().unwrap().reason;
        prop_assert_eq!(*last, CreditReason::Cancelled);
    }
}
