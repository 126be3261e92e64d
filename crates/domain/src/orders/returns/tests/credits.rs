//! What returns credit and which units they move.

use proptest::prelude::*;

use super::{delivered, item, judged, money, receive, refusal, request, returned, units};
use crate::orders::error::OrderRefusal;
use crate::orders::order::{Order, OrderItem};
use crate::orders::returns::judgement::ReturnOutcome;
use crate::orders::returns::order_return::{MAX_RETURNS, ReturnReason};
use crate::orders::samples::booked;
use crate::orders::status_change::StockEffect;
use crate::payments::order_payment::RefundRequest;
use crate::payments::refund::{RefundState, RefundVia};
use crate::shared::order_status::OrderStatus;

#[test]
fn delivery_and_fee_come_back_where_nothing_is_kept_and_the_shop_is_at_fault() {
    let order = delivered(vec![item(1, 100, 2, 0)]);
    let credits = |reasons: [ReturnReason; 2]| {
        let order = returned(&order, 1, 1, 0, reasons[0]);
        let order = returned(&order, 1, 0, 1, reasons[1]);
        let credits = |n: usize| (order.returns[n].credit.cents(), order.returns[n].delivery_credit.cents());
        (credits(0), credits(1), order.figures().refund_due_cents())
    };
    assert_eq!(credits([ReturnReason::Damaged, ReturnReason::WrongItem]), ((100, 0), (160, 60), 260));
    assert_eq!(credits([ReturnReason::ChangedMind, ReturnReason::Damaged]), ((100, 0), (100, 0), 200));
}

#[test]
fn no_order_is_credited_more_than_it_costs() {
    let order = delivered(vec![item(1, 100, 2, 0)]);
    let mut payment = order.payment.clone();
    let request = RefundRequest { amount: money(250), via: RefundVia::ByHand, reference: None, reason: None };
    payment.release(order.owed(), request, &booked()).unwrap();
    let order = returned(&order.with_payment(payment), 1, 2, 0, ReturnReason::Damaged);
    assert_eq!((order.returns[0].credit.cents(), order.returns[0].delivery_credit.cents()), (10, 0));
    assert_eq!((order.figures().owed_cents, order.figures().refund_due_cents()), (0, 10));
}

#[test]
fn goods_are_received_once_a_refund_of_goodwill_is_settled() {
    let order = delivered(vec![item(1, 100, 2, 0)]);
    let mut payment = order.payment.clone();
    let goodwill = RefundRequest { amount: money(250), via: RefundVia::ByHand, reference: None, reason: None };
    payment.release(order.owed(), goodwill, &booked()).unwrap();
    payment.refunds[0].state = RefundState::Unknown;
    let order = order.with_payment(payment);
    let approved = judged(&request(&order, &[(1, 2)]).unwrap().order, ReturnOutcome::Approved).unwrap();
    assert_eq!(refusal(receive(&approved, &[units(1, 2, 0)])), OrderRefusal::RefundUnderWay);
}

#[test]
fn cancelling_and_reinstating_move_the_units_that_are_kept() {
    let order = returned(&delivered(vec![item(1, 100, 3, 0), item(2, 100, 1, 0)]), 1, 1, 1, ReturnReason::Damaged);
    let order = returned(&order, 2, 1, 0, ReturnReason::Damaged);
    let cancelled = Order { status: OrderStatus::Cancelled, ..order.clone() };
    for (from, to, effect) in [(&order, &cancelled, StockEffect::Restock), (&cancelled, &order, StockEffect::Take)] {
        let (moved, items) = from.moved_units(to);
        let items: Vec<_> = items.iter().map(|item| (item.code.as_str(), item.quantity.get())).collect();
        assert_eq!((moved, items), (effect, vec![("p1", 1)]));
    }
}

#[test]
fn units_that_are_written_off_never_reach_the_shelf() {
    let order = judged(
        &request(&delivered(vec![item(1, 100, 3, 0), item(2, 100, 1, 0)]), &[(1, 3), (2, 1)]).unwrap().order,
        ReturnOutcome::Approved,
    );
    let order = order.unwrap();
    let (effect, items) = order.moved_units(&receive(&order, &[units(1, 2, 1), units(2, 0, 1)]).unwrap());
    let items: Vec<_> = items.iter().map(|item| (item.code.as_str(), item.quantity.get())).collect();
    assert_eq!((effect, items), (StockEffect::Return, vec![("p1", 2)]));
}

fn items() -> impl Strategy<Value = Vec<OrderItem>> {
    let line = (1_i64..=100_000, 1_i64..=12, 0_u32..=100);
    prop::collection::vec(line, 1..4).prop_map(|lines| {
        let line = |(n, (price, units, percent)): (usize, (i64, i64, u32))| item(n, price, units, price * units * i64::from(percent) / 100);
        lines.into_iter().enumerate().map(line).collect()
    })
}

proptest! {
    /// Promotions, returns and refunds in any order: nothing falls below zero, and the credits of parts are those of the whole.
    #[test]
    fn credits_of_parts_equal_the_whole(
        items in items(),
        steps in prop::collection::vec((0_usize..4, 1_u32..5, 0_u32..5, any::<bool>(), 1_i64..50_000, any::<bool>()), 1..40),
        refunds in any::<bool>(),
    ) {
        let start = delivered(items);
        let mut order = start.clone();
        for (n, asked_units, lost, by_fault, amount, is_refund) in steps {
            if refunds && is_refund {
                let mut payment = order.payment.clone();
                let request = RefundRequest { amount: money(amount), via: RefundVia::ByHand, reference: None, reason: None };
                if payment.release(order.owed(), request, &booked()).is_ok() {
                    order = order.with_payment(payment);
                }
                continue;
            }
            let left = order.returnable_units(n % order.items.len()).min(asked_units);
            if left == 0 || order.returns.len() == MAX_RETURNS {
                continue;
            }
            let (n, lost) = (n % order.items.len(), lost.min(left));
            let reason = if by_fault { ReturnReason::Damaged } else { ReturnReason::ChangedMind };
            order = returned(&order, n, left - lost, lost, reason);
            let figures = order.figures();
            prop_assert!(figures.owed_cents >= 0 && order.payment.credits_cents() <= order.total.cents());
            for (n, item) in order.items.iter().enumerate() {
                let came = order.returned_units(n);
                let credits: i64 = order.returns.iter().flat_map(|one| &one.items).filter(|one| one.position == n).map(|one| one.credit.cents()).sum();
                prop_assert_eq!(credits, item.worth_of(came).cents(), "the first {} units", came);
                prop_assert!(credits <= item.net_total().cents());
            }
        }
        let is_all_back = order.items.iter().enumerate().all(|(n, item)| order.returned_units(n) == item.quantity.get());
        let by_fault = order.returns.iter().all(|one| one.reason.is_fault_of_shop());
        let credited: i64 = order.returns.iter().map(|one| one.credit.cents()).sum();
        prop_assert_eq!(credited, order.payment.returned_goods.cents());
        if is_all_back && !refunds {
            prop_assert_eq!(credited, order.total.cents() - if by_fault { 0 } else { 60 });
            prop_assert_eq!(order.figures().refund_due_cents(), credited);
        }
    }
}
