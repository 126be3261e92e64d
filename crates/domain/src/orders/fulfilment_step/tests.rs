//! The steps of fulfilment, and any mix of them with set statuses and cancellations.

use proptest::prelude::*;

use super::*;
use crate::delivery::delivery_method::DeliveryMethod;
use crate::orders::order_delivery::OrderDelivery;
use crate::orders::order_edit::OrderEdit;
use crate::orders::samples::{booked, order};
use crate::orders::status_change::StockEffect;
use crate::payments::order_payment::{OrderPayment, Owed, RefundRequest};
use crate::payments::refund::{RefundState, RefundVia};
use crate::shared::money::Money;
use crate::shared::text::CourierName;

fn step(step: FulfilmentStep) -> StepChange {
    StepChange { step, parcel: Parcel::default(), is_cash_collected: true }
}

fn with_courier(step: FulfilmentStep) -> StepChange {
    StepChange { parcel: Parcel { courier: CourierName::parse("Domex").ok(), ..Parcel::default() }, ..self::step(step) }
}

/// An order by bank transfer, of which this much came in.
fn prepaid(cents: i64) -> Order {
    let mut payment = OrderPayment::by(PaymentMethod::BankTransfer, None);
    if cents > 0 {
        let (amount, reference) = (Money::from_cents(cents).unwrap(), PaymentId::parse("B-1").unwrap());
        payment.charge(
            NewCharge { source: EntrySource::Slip, method: PaymentMethod::BankTransfer, amount, reference, attempt: None },
            &booked(),
        );
    }
    order().with_payment(payment)
}

#[test]
fn an_order_that_is_paid_in_advance_is_not_packed_before_all_is_paid() {
    for cents in [0, 299] {
        assert_eq!(step(FulfilmentStep::Packed).apply(prepaid(cents), &booked()), Err(OrderRefusal::Unpaid), "{cents}");
    }
    let packed = step(FulfilmentStep::Packed).apply(prepaid(300), &booked()).unwrap();
    let unpacked = step(FulfilmentStep::Unpacked).apply(packed, &booked()).unwrap();
    assert_eq!(unpacked.payment.ledger, prepaid(300).payment.ledger);
    assert_eq!(step(FulfilmentStep::Delivered).apply(prepaid(0), &booked()), Err(OrderRefusal::WrongStep), "the point comes first");
}

#[test]
fn money_that_is_on_its_way_back_pays_no_order() {
    let mut payment = prepaid(300).payment;
    let request = RefundRequest { amount: Money::from_cents(300).unwrap(), via: RefundVia::ByHand, reference: None, reason: None };
    let cancelled = Owed { total: order().total, status: OrderStatus::Cancelled };
    let number = payment.release(cancelled, request, &booked()).unwrap();
    payment.refunds.iter_mut().filter(|refund| refund.number == number).for_each(|refund| refund.state = RefundState::Unknown);
    payment.ledger = prepaid(300).payment.ledger;
    for method in [prepaid(300).payment.method, PaymentMethod::Cod] {
        let mut reinstated = order().with_payment(payment.clone());
        reinstated.payment.method = method;
        assert_eq!(reinstated.due_with_refunds_cents(), 300);
        assert_eq!(step(FulfilmentStep::Packed).apply(reinstated, &booked()), Err(OrderRefusal::Unpaid), "{method}");
    }
}

#[test]
fn delivery_charges_the_cash_that_is_due_once() {
    let handed =
        [FulfilmentStep::Packed, FulfilmentStep::HandedOver].into_iter().fold(order(), |o, s| step(s).apply(o, &booked()).unwrap());
    assert_eq!(handed.figures().charged_cents, 0);
    let delivered = step(FulfilmentStep::Delivered).apply(handed.clone(), &booked()).unwrap();
    assert_eq!((delivered.figures().charged_cents, delivered.figures().amount_due_cents()), (300, 0));
    assert_eq!(delivered.payment_id.as_ref().map(PaymentId::as_str), Some(CASH_REFERENCE));
    let left = StepChange { is_cash_collected: false, ..step(FulfilmentStep::Delivered) }.apply(handed.clone(), &booked()).unwrap();
    assert_eq!((left.figures().charged_cents, left.payment_id), (0, None));
    let back = step(FulfilmentStep::Undelivered).apply(handed, &booked()).unwrap();
    assert_eq!(back.figures().charged_cents, 0);
}

#[test]
fn each_step_leads_on_from_its_own_points() {
    use FulfilmentStatus::{Delivered, HandedOver, Packed, ReadyForPickup, Unfulfilled};
    for (step, after) in [
        // from: unfulfilled, packed, readyForPickup, handedOver, delivered
        (FulfilmentStep::Packed, [Some(Packed), None, None, None, None]),
        (FulfilmentStep::Unpacked, [None, Some(Unfulfilled), Some(Unfulfilled), None, None]),
        (FulfilmentStep::ReadyForPickup, [None, Some(ReadyForPickup), None, None, None]),
        (FulfilmentStep::HandedOver, [None, Some(HandedOver), Some(HandedOver), None, None]),
        (FulfilmentStep::Delivered, [None, None, Some(Delivered), Some(Delivered), None]),
        (FulfilmentStep::Undelivered, [None, None, Some(ReadyForPickup), Some(HandedOver), None]),
    ] {
        assert_eq!(FulfilmentStatus::ALL.map(|current| step.after(current)), after, "{step}");
    }
}

#[test]
fn an_order_is_packed_handed_over_and_delivered() {
    let packed = step(FulfilmentStep::Packed).apply(order(), &booked()).unwrap();
    assert_eq!((packed.status, packed.fulfilment_status()), (OrderStatus::Processing, FulfilmentStatus::Packed));
    let handed = with_courier(FulfilmentStep::HandedOver).apply(packed, &booked()).unwrap();
    assert_eq!((handed.status, handed.fulfilment_status()), (OrderStatus::Shipped, FulfilmentStatus::HandedOver));
    let delivered = step(FulfilmentStep::Delivered).apply(handed.clone(), &booked()).unwrap();
    assert_eq!((delivered.status, delivered.fulfilment_status()), (OrderStatus::Completed, FulfilmentStatus::Delivered));
    assert_eq!(delivered.fulfilment.parcel, with_courier(FulfilmentStep::Packed).parcel, "the parcel stays known");
    let back = step(FulfilmentStep::Undelivered).apply(handed, &booked()).unwrap();
    assert_eq!((back.status, back.fulfilment_status()), (OrderStatus::Cancelled, FulfilmentStatus::HandedOver));
}

#[test]
fn only_an_order_that_is_picked_up_waits_at_the_shop() {
    let packed = |method| {
        let delivery = OrderDelivery { method, ..OrderDelivery::default() };
        step(FulfilmentStep::Packed).apply(Order { delivery, ..order() }, &booked()).unwrap()
    };
    let waits = |method| step(FulfilmentStep::ReadyForPickup).apply(packed(method), &booked());
    for method in [DeliveryMethod::Standard, DeliveryMethod::Express] {
        assert_eq!(waits(method), Err(OrderRefusal::NotForPickup), "{method}");
    }
    assert_eq!(waits(DeliveryMethod::Pickup).unwrap().fulfilment_status(), FulfilmentStatus::ReadyForPickup);
    assert_eq!(step(FulfilmentStep::ReadyForPickup).apply(order(), &booked()), Err(OrderRefusal::WrongStep), "the point comes first");
}

#[test]
fn an_unpacked_order_is_as_before() {
    let packed = with_courier(FulfilmentStep::Packed).apply(order(), &booked()).unwrap();
    assert_eq!(step(FulfilmentStep::Unpacked).apply(packed, &booked()), Ok(order()));
}

/// An action on an order, by staff or by its customer.
#[derive(Clone, Copy, Debug)]
enum Action {
    Step(FulfilmentStep),
    Set(OrderStatus),
    Cancel,
}

fn actions() -> impl Strategy<Value = Action> {
    prop_oneof![
        4 => prop::sample::select(FulfilmentStep::ALL.to_vec()).prop_map(Action::Step),
        1 => prop::sample::select(OrderStatus::ALL.to_vec()).prop_map(Action::Set),
        1 => Just(Action::Cancel),
    ]
}

fn taken(action: Action, order: Order) -> Option<Order> {
    match action {
        Action::Step(step) => with_courier(step).apply(order, &booked()).ok(),
        Action::Set(status) => OrderEdit { status: Some(status), ..OrderEdit::default() }.apply(order, &booked()).ok(),
        Action::Cancel => order.cancelled().ok(),
    }
}

proptest! {
    #[test]
    fn any_sequence_keeps_status_point_and_units_together(actions in prop::collection::vec(actions(), 0..40)) {
        let mut order = order();
        let mut units_taken = 1;
        for action in actions {
            let Some(after) = taken(action, order.clone()) else {
                if matches!(action, Action::Cancel) {
                    let open = order.status != OrderStatus::Cancelled && order.fulfilment_status() == FulfilmentStatus::Unfulfilled;
                    prop_assert!(!open, "the customer can cancel an order that is not packed");
                }
                continue;
            };
            units_taken += match order.status.stock_effect(after.status) {
                StockEffect::None => 0,
                StockEffect::Restock | StockEffect::Return => -1,
                StockEffect::Take => 1,
            };
            let point = after.fulfilment_status();
            if after.status == OrderStatus::Cancelled {
                prop_assert_eq!(point, order.fulfilment_status(), "a cancelled order stays where it was");
            } else {
                prop_assert_eq!(point.order_status(), after.status);
            }
            prop_assert_eq!(units_taken, i32::from(after.status != OrderStatus::Cancelled));
            if matches!(action, Action::Cancel) {
                prop_assert_eq!(point, FulfilmentStatus::Unfulfilled);
            }
            if point == FulfilmentStatus::Unfulfilled {
                prop_assert_eq!(&after.fulfilment.parcel, &Parcel::default());
            }
            order = after;
        }
    }
}

#[test]
fn a_status_is_refused_as_the_steps_on_its_way() {
    use OrderStatus::{Cancelled, Completed, Processing, Shipped};
    let refusals = |order: &Order| [Processing, Shipped, Completed, Cancelled].map(|to| order.refusal_on_the_way(to));
    let unpaid = Some(OrderRefusal::Unpaid);
    assert_eq!(refusals(&prepaid(299)), [None, unpaid, unpaid, None]);
    assert_eq!(refusals(&prepaid(300)), [None; 4]);
    assert_eq!(refusals(&order()), [None; 4], "cash is paid on delivery");
    let mut to_call = order();
    to_call.payment.cod_call.above = Some(Money::ZERO);
    assert_eq!(refusals(&to_call), [None, Some(OrderRefusal::Unconfirmed), Some(OrderRefusal::Unconfirmed), None]);
    let sent = |status| Order { status, ..prepaid(0) };
    let back = Some(OrderRefusal::WrongStep);
    assert_eq!(refusals(&sent(Shipped)), [back, None, unpaid, None], "no step leads back from the courier");
    assert_eq!(refusals(&sent(Completed)), [back, back, None, None]);
    let packed = Order { fulfilment: to_call.fulfilment.clone().reached(Processing, FulfilmentStatus::Packed), ..to_call };
    assert_eq!(refusals(&packed), [None; 4], "the call comes before packing");
}
