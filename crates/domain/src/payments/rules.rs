//! Rules that hold after every sequence of entries and of actions.

use proptest::prelude::*;

use crate::payments::figures::PaymentStatus;
use crate::payments::ledger::{Booked, EntryKind, Ledger, NewEntry};
use crate::payments::order_payment::{NewCharge, OrderPayment, Owed, RefundRequest};
use crate::payments::refund::{RefundState, RefundVia};
use crate::payments::samples::{booked, cents, charge, gateway_charge};
use crate::shared::edit::Edit;
use crate::shared::order_status::OrderStatus;
use crate::shared::text::PaymentId;

/// A raw entry: its kind and amount. A reversal names one of the entries before it.
#[derive(Clone, Copy, Debug)]
enum Raw {
    Charge(i64),
    Refund(i64),
    Chargeback(i64),
    Reversal(prop::sample::Index),
}

fn raw() -> impl Strategy<Value = Raw> {
    prop_oneof![
        (0..1_000_i64).prop_map(Raw::Charge),
        (1..1_000_i64).prop_map(Raw::Refund),
        (1..1_000_i64).prop_map(Raw::Chargeback),
        any::<prop::sample::Index>().prop_map(Raw::Reversal),
    ]
}

fn entry(kind: EntryKind, amount: i64) -> NewEntry {
    NewEntry { kind, ..charge(amount, "A") }
}

/// The sums of a sequence of entries, counted apart from the ledger: a reversal takes back an entry that still counts.
#[derive(Debug, Default)]
struct Sums {
    charged: i64,
    returned: i64,
    charged_back: i64,
}

fn run(raws: &[Raw]) -> (Ledger, Sums) {
    let (mut ledger, mut counted) = (Ledger::default(), Vec::new());
    for raw in raws {
        match *raw {
            Raw::Charge(amount) => ledger.book(entry(EntryKind::Charge { corrects: None }, amount), &booked()),
            Raw::Refund(amount) => ledger.book(entry(EntryKind::Refund { refund: 1 }, amount), &booked()),
            Raw::Chargeback(amount) => ledger.book(entry(EntryKind::Chargeback { charge: 1 }, amount), &booked()),
            Raw::Reversal(of) if !counted.is_empty() => {
                let (number, _) = counted.remove(of.index(counted.len()));
                ledger.reverse(number, &booked());
                continue;
            }
            Raw::Reversal(_) => continue,
        };
        counted.push((ledger.entries().last().unwrap().number, *raw));
    }
    let mut sums = Sums::default();
    for (_, raw) in counted {
        match raw {
            Raw::Charge(amount) => sums.charged += amount,
            Raw::Refund(amount) => sums.returned += amount,
            Raw::Chargeback(amount) => (sums.returned, sums.charged_back) = (sums.returned + amount, sums.charged_back + amount),
            Raw::Reversal(_) => {}
        }
    }
    (ledger, sums)
}

/// The status by the contract's own words.
fn expected_status(sums: &Sums, total: i64, owed: i64, is_pending: bool) -> PaymentStatus {
    let held = sums.charged - sums.returned;
    if sums.charged_back > 0 {
        PaymentStatus::ChargedBack
    } else if sums.charged > 0 && held <= 0 {
        PaymentStatus::Refunded
    } else if sums.returned > 0 {
        PaymentStatus::PartiallyRefunded
    } else if held >= owed && (sums.charged > 0 || total == 0) {
        PaymentStatus::Paid
    } else if held > 0 {
        PaymentStatus::PartiallyPaid
    } else if is_pending {
        PaymentStatus::Pending
    } else {
        PaymentStatus::Unpaid
    }
}

/// An action of staff, of the gateway, or of its worker.
#[derive(Clone, Debug)]
enum Action {
    ChargeByHand(i64),
    ChargeByGateway(i64),
    Release(i64, RefundVia),
    MoveRefund(u32, RefundState),
    SetReference(Edit<PaymentId>),
    SetRefunded(bool),
    ChargeBack(u32),
    SetStatus(OrderStatus),
}

fn action() -> impl Strategy<Value = Action> {
    let reference = prop_oneof![Just(Edit::Clear), "[A-C]".prop_map(|text| Edit::Set(PaymentId::parse(&text).unwrap()))];
    prop_oneof![
        (1..1_500_i64).prop_map(Action::ChargeByHand),
        (1..1_500_i64).prop_map(Action::ChargeByGateway),
        (1..1_500_i64, prop::sample::select(RefundVia::ALL.to_vec())).prop_map(|(amount, via)| Action::Release(amount, via)),
        (1..4_u32, prop::sample::select(RefundState::ALL.to_vec())).prop_map(|(number, state)| Action::MoveRefund(number, state)),
        reference.prop_map(Action::SetReference),
        any::<bool>().prop_map(Action::SetRefunded),
        (1..4_u32).prop_map(Action::ChargeBack),
        prop::sample::select(OrderStatus::ALL.to_vec()).prop_map(Action::SetStatus),
    ]
}

/// The payment after an action; unchanged where the action is refused.
fn after(payment: &OrderPayment, owed: &mut Owed, action: Action, booked: &Booked) -> OrderPayment {
    let mut next = payment.clone();
    let charge_of = |entry: NewEntry| NewCharge {
        source: entry.source,
        method: entry.method,
        amount: entry.amount,
        reference: entry.reference.unwrap(),
        attempt: entry.attempt,
    };
    match action {
        Action::ChargeByHand(amount) => _ = next.charge(charge_of(charge(amount, "A")), booked),
        Action::ChargeByGateway(amount) => _ = next.charge(charge_of(gateway_charge(amount, 1)), booked),
        Action::Release(amount, via) => {
            let refused = next.release(*owed, RefundRequest { amount: cents(amount), via, reference: None, reason: None }, booked).is_err();
            assert!(!refused || next == *payment, "a refused refund changes nothing");
        }
        Action::MoveRefund(number, state) => {
            let refused = next.move_refund(number, state, booked).is_err();
            assert!(!refused || next == *payment, "a refused move changes nothing");
        }
        Action::SetReference(edit) => next = next.with_reference(owed.total, edit, booked).unwrap_or_else(|_| payment.clone()),
        Action::SetRefunded(refunded) => next = next.with_refunded(*owed, refunded, booked).unwrap_or_else(|_| payment.clone()),
        Action::ChargeBack(charge) => next.charge_back(charge, booked),
        Action::SetStatus(status) => owed.status = status,
    }
    next
}

proptest! {
    #[test]
    fn every_sequence_of_entries_gives_the_figures_of_the_contract(
        raws in prop::collection::vec(raw(), 0..30), total in 0..1_500_i64, status in prop::sample::select(OrderStatus::ALL.to_vec()), is_pending: bool,
    ) {
        let (ledger, sums) = run(&raws);
        let payment = OrderPayment { ledger, is_pending, ..OrderPayment::default() };
        let owed = Owed { total: cents(total), status };
        let figures = payment.figures(owed);
        prop_assert_eq!((figures.charged_cents, figures.returned_cents), (sums.charged, sums.returned));
        prop_assert_eq!(figures.held_cents, sums.charged - sums.returned);
        prop_assert_eq!(figures.owed_cents, if status == OrderStatus::Cancelled { 0 } else { total });
        prop_assert_eq!(figures.amount_due_cents() - figures.refund_due_cents(), figures.owed_cents - figures.held_cents);
        prop_assert_eq!(figures.amount_due_cents().min(figures.refund_due_cents()), 0);
        prop_assert_eq!(payment.is_refunded(), sums.charged > 0 && sums.charged <= sums.returned);
        prop_assert_eq!(payment.status(owed), expected_status(&sums, total, figures.owed_cents, is_pending));
    }

    #[test]
    fn after_every_sequence_of_actions_no_more_is_returned_than_was_charged(
        actions in prop::collection::vec(action(), 0..30), total in 1..1_500_i64,
    ) {
        let mut owed = Owed { total: cents(total), status: OrderStatus::Processing };
        let mut payment = OrderPayment::default();
        for action in actions {
            let next = after(&payment, &mut owed, action, &booked());
            prop_assert!(next.ledger.entries().starts_with(payment.ledger.entries()), "entries are only added");
            let (figures, under_way) = (next.figures(owed), next.under_way_cents());
            if !next.ledger.is_charged_back() {
                prop_assert!(figures.held_cents >= under_way, "{figures:?} with {under_way} under way");
            }
            for charge in next.ledger.charges() {
                let refunds = next.refunds.iter().filter(|r| r.charge == Some(charge.number) && r.state != RefundState::Failed);
                prop_assert!(refunds.map(|r| r.amount.cents()).sum::<i64>() <= charge.amount.cents(), "more than the payment itself");
            }
            prop_assert!(next.credits_cents() <= total);
            payment = next;
        }
    }

    #[test]
    fn a_refund_beyond_what_is_due_lowers_the_price_of_a_paid_order_alone(paid in 1..1_000_i64, amount in 1..1_000_i64, is_cancelled: bool) {
        let mut payment = OrderPayment::default();
        payment.ledger.book(charge(paid, "A"), &booked());
        let owed = Owed { total: cents(600), status: if is_cancelled { OrderStatus::Cancelled } else { OrderStatus::Shipped } };
        let before = payment.figures(owed);
        let request = RefundRequest { amount: cents(amount), via: RefundVia::ByHand, reference: None, reason: None };
        prop_assert_eq!(payment.release(owed, request, &booked()).is_ok(), amount <= paid);
        let after = payment.figures(owed);
        let returned = if amount <= paid { amount } else { 0 };
        prop_assert_eq!(after.held_cents, paid - returned);
        // A part payment that went back is owed again: the price is the same.
        let owed_again = if before.amount_due_cents() > 0 { returned } else { 0 };
        prop_assert_eq!(after.amount_due_cents(), before.amount_due_cents() + owed_again);
        prop_assert_eq!(after.refund_due_cents(), (before.refund_due_cents() - returned).max(0));
    }
}
