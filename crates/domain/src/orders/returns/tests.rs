//! Requesting, judging and receiving returns; what they credit is in `credits.rs`.

mod credits;

use chrono::{DateTime, TimeDelta, Utc};

use super::judgement::ReturnOutcome;
use super::order_return::{MAX_PHOTOS, MAX_RETURNS, Resolution, ReturnPhoto, ReturnReason, ReturnState};
use super::receipt::ReceivedItem;
use super::request::{NewReturn, ReturnTerms};
use crate::accounts::session::Principal;
use crate::accounts::staff_role::StaffRole;
use crate::catalog::product_code::ProductCode;
use crate::delivery::rate::DeliveryFee;
use crate::messages::mail_kind::MailKind;
use crate::orders::error::{OrderError, OrderRefusal};
use crate::orders::explanation::ExplanationLine;
use crate::orders::order::{Order, OrderItem};
use crate::orders::order_change::{Audit, OrderChange};
use crate::orders::order_delivery::OrderPricing;
use crate::orders::order_settings::ReturnDays;
use crate::orders::samples::{booked, order, user};
use crate::payments::ledger::EntrySource;
use crate::payments::order_payment::NewCharge;
use crate::payments::payment_method::PaymentMethod;
use crate::shared::calendar::ShopCalendar;
use crate::shared::idempotency::IdempotencyKey;
use crate::shared::ids::{PhotoId, ProductId};
use crate::shared::money::Money;
use crate::shared::order_status::OrderStatus;
use crate::shared::quantity::Quantity;
use crate::shared::text::{PaymentId, ProductName};

const TERMS: fn() -> ReturnTerms =
    || ReturnTerms { days: ReturnDays::parse(7).unwrap(), changed_mind: true, calendar: ShopCalendar::default() };

fn money(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

fn code(n: usize) -> ProductCode {
    ProductCode::parse(&format!("p{n}")).unwrap()
}

fn item(n: usize, price: i64, units: i64, discount: i64) -> OrderItem {
    OrderItem {
        product_id: Some(ProductId::new(uuid::Uuid::from_u128(u128::try_from(n).unwrap()))),
        code: code(n),
        name: ProductName::parse("Rose water").unwrap(),
        image: None,
        price: money(price),
        quantity: Quantity::parse(units).unwrap(),
        discount: money(discount),
    }
}

/// An order of user 1 of these items with 50 cents for delivery and 10 for the method of payment, paid and delivered at the epoch.
fn delivered(items: Vec<OrderItem>) -> Order {
    let goods: i64 = items.iter().map(|item| item.net_total().cents()).sum();
    let full: i64 = items.iter().map(|item| item.price.times(item.quantity).unwrap().cents()).sum();
    let pricing = OrderPricing {
        labeled_total: money(full + 60),
        charge: DeliveryFee { full: money(50), waived: Money::ZERO },
        payment_method: PaymentMethod::Cod,
        payment_fee: money(10),
        explanation: vec![ExplanationLine::goods(goods + 60)],
        promotions: Vec::new(),
        vat: None,
    };
    let mut order = Order { items, total: money(goods + 60), status: OrderStatus::Completed, ..order() };
    order.delivery.pricing = Some(pricing);
    order.fulfilment.delivered_at = Some(DateTime::UNIX_EPOCH);
    let mut payment = order.payment.clone();
    let reference = PaymentId::parse("B-1").unwrap();
    let charge = NewCharge { source: EntrySource::Hand, method: PaymentMethod::Cod, amount: order.total, reference, attempt: None };
    payment.charge(charge, &booked());
    order.with_payment(payment)
}

fn owner() -> Principal {
    user(1, None)
}

fn staff() -> Principal {
    user(9, Some(StaffRole::Manager))
}

fn at(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
}

fn asked(items: &[(usize, i64)], reason: ReturnReason) -> NewReturn {
    NewReturn {
        items: items.iter().map(|(n, units)| (code(*n), Quantity::parse(*units).unwrap())).collect(),
        reason,
        comment: None,
        resolution: Resolution::Refund,
        has_account: false,
        key: None,
    }
}

fn request(order: &Order, items: &[(usize, i64)]) -> Result<OrderChange, OrderError> {
    order.request_return(&asked(items, ReturnReason::Damaged), &TERMS(), &owner(), at(1))
}

fn judged(order: &Order, outcome: ReturnOutcome) -> Result<Order, OrderError> {
    order.judge_return(order.returns.last().unwrap().number, (outcome, None), &staff(), at(2)).map(|change| change.order)
}

fn units(n: usize, restocked: u32, written_off: u32) -> ReceivedItem {
    ReceivedItem { code: code(n), restocked, written_off }
}

fn receive(order: &Order, received: &[ReceivedItem]) -> Result<Order, OrderError> {
    order.receive_return(order.returns.last().unwrap().number, received, &staff(), at(3)).map(|change| change.order)
}

/// The order after these units came back, for this reason.
fn returned(order: &Order, n: usize, restocked: u32, written_off: u32, reason: ReturnReason) -> Order {
    let asked = asked(&[(n, i64::from(restocked + written_off))], reason);
    let requested = order.request_return(&asked, &TERMS(), &owner(), at(1)).unwrap().order;
    receive(&judged(&requested, ReturnOutcome::Approved).unwrap(), &[units(n, restocked, written_off)]).unwrap()
}

fn refusal<T: std::fmt::Debug>(changed: Result<T, OrderError>) -> OrderRefusal {
    match changed {
        Err(OrderError::Refused(refused)) => refused.refusal,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_last_day_of_returns_ends_with_the_shops_day() {
    let order = delivered(vec![item(1, 100, 2, 0)]);
    // Delivered at 05:30 on 1 January; the 7th day after it ends at 18:30 UTC on the 8th.
    let asks = |hours| order.request_return(&asked(&[(1, 1)], ReturnReason::Damaged), &TERMS(), &owner(), at(hours));
    assert!(asks(7 * 24 + 18).is_ok());
    assert_eq!(refusal(asks(7 * 24 + 19)), OrderRefusal::NotReturnable);
    let none = ReturnTerms { days: ReturnDays::parse(0).unwrap(), ..TERMS() };
    assert!(!none.are_open(at(0), at(0)), "the shop takes nothing back");
}

#[test]
fn only_what_is_delivered_comes_back() {
    for status in [OrderStatus::Processing, OrderStatus::Shipped, OrderStatus::Cancelled] {
        let order = Order { status, ..delivered(vec![item(1, 100, 2, 0)]) };
        assert_eq!(refusal(request(&order, &[(1, 1)])), OrderRefusal::NotReturnable, "{status}");
        assert_eq!(order.returnable_units(0), 0);
    }
}

#[test]
fn a_change_of_mind_is_a_reason_where_the_shop_says_so() {
    let order = delivered(vec![item(1, 100, 2, 0)]);
    let ask = |changed_mind| {
        let terms = ReturnTerms { changed_mind, ..TERMS() };
        order.request_return(&asked(&[(1, 1)], ReturnReason::ChangedMind), &terms, &owner(), at(1))
    };
    assert!(ask(true).is_ok());
    assert!(matches!(ask(false), Err(OrderError::ReturnReason)));
}

#[test]
fn units_that_are_asked_for_or_came_back_are_not_asked_for_again() {
    let order = delivered(vec![item(1, 100, 3, 0), item(2, 100, 1, 0)]);
    assert!(matches!(request(&order, &[(3, 1)]), Err(OrderError::ReturnItems)));
    assert!(matches!(request(&order, &[]), Err(OrderError::ReturnItems)));
    assert_eq!(refusal(request(&order, &[(1, 2), (1, 2)])), OrderRefusal::TooManyReturned, "lines of one product are added up");
    let first = request(&order, &[(1, 2)]).unwrap().order;
    assert_eq!((first.returnable_units(0), first.returnable_units(1)), (1, 1));
    assert_eq!(refusal(request(&first, &[(1, 2)])), OrderRefusal::TooManyReturned);
    for end in [first.withdraw_return(1, &owner(), at(2)).unwrap().order, judged(&first, ReturnOutcome::Rejected).unwrap()] {
        assert_eq!(end.returnable_units(0), 3);
    }
    let came = receive(&judged(&first, ReturnOutcome::Approved).unwrap(), &[units(1, 1, 0)]).unwrap();
    assert_eq!((came.returnable_units(0), came.returned_units(0)), (2, 1), "one of two came");
}

#[test]
fn an_order_has_so_many_returns() {
    let mut order = delivered(vec![item(1, 100, 1, 0)]);
    for _ in 0..MAX_RETURNS {
        order = request(&order, &[(1, 1)]).unwrap().order;
        order = order.withdraw_return(order.returns.last().unwrap().number, &owner(), at(2)).unwrap().order;
    }
    assert_eq!(refusal(request(&order, &[(1, 1)])), OrderRefusal::TooManyReturns);
}

#[test]
fn one_key_requests_one_return() {
    let order = delivered(vec![item(1, 100, 3, 0)]);
    let key = IdempotencyKey::parse("k").ok();
    let ask = |order: &Order, units| {
        let new = NewReturn { key: key.clone(), ..asked(&[(1, units)], ReturnReason::Damaged) };
        order.request_return(&new, &TERMS(), &owner(), at(1))
    };
    let first = ask(&order, 1).unwrap().order;
    let again = ask(&first, 1).unwrap();
    assert_eq!((&again.order, again.event, again.mails.len()), (&first, None, 0));
    assert!(matches!(ask(&first, 2), Err(OrderError::ReturnKeyReused)));
}

#[test]
fn a_return_is_requested_by_its_customer_or_for_them() {
    let order = delivered(vec![item(1, 100, 3, 0)]);
    let ask = |who: &Principal| order.request_return(&asked(&[(1, 1)], ReturnReason::Damaged), &TERMS(), who, at(1));
    assert!(matches!(ask(&user(2, None)), Err(OrderError::NotFound)));
    assert!(matches!(ask(&user(2, Some(StaffRole::Fulfilment))), Err(OrderError::Lacking(_))));
    let (own, for_them) = (ask(&owner()).unwrap(), ask(&staff()).unwrap());
    assert_eq!((own.audit, own.order.returns[0].is_by_staff), (Audit::Nothing, false));
    assert_eq!((for_them.audit, for_them.order.returns[0].is_by_staff), (Audit::Order, true));
}

#[test]
fn staff_who_decide_on_a_return_of_their_own_are_audited() {
    let order = delivered(vec![item(1, 100, 1, 0)]);
    let own = user(1, Some(StaffRole::Manager));
    let requested = request(&order, &[(1, 1)]).unwrap().order;
    let approved = requested.judge_return(1, (ReturnOutcome::Approved, None), &own, at(2)).unwrap();
    let received = approved.order.receive_return(1, &[units(1, 1, 0)], &own, at(3)).unwrap();
    assert_eq!((approved.audit, received.audit), (Audit::Order, Audit::Order));
}

#[test]
fn an_open_return_ends_with_its_order() {
    let order = delivered(vec![item(1, 100, 3, 0)]);
    let received = judged(&request(&order, &[(1, 1)]).unwrap().order, ReturnOutcome::Approved).unwrap();
    let received = received.receive_return(1, &[units(1, 1, 0)], &staff(), at(3)).unwrap().order;
    let open = request(&received, &[(1, 1)]).unwrap().order;
    let processing = Order { status: OrderStatus::Processing, ..open };
    assert_eq!(refusal(processing.judge_return(2, (ReturnOutcome::Approved, None), &staff(), at(4))), OrderRefusal::WrongReturnStep);
    let cancelled = processing.cancel(&owner(), None, at(5)).unwrap().order;
    let states: Vec<_> = cancelled.returns.iter().map(|one| one.state).collect();
    assert_eq!(states, [ReturnState::Received, ReturnState::Withdrawn]);
}

#[test]
fn each_step_leads_on_once_and_is_mailed() {
    let order = delivered(vec![item(1, 100, 2, 0)]);
    let requested = request(&order, &[(1, 2)]).unwrap();
    let mails = |change: &OrderChange| {
        let of_event = change.event.as_ref().and_then(|event| event.mail.as_ref());
        of_event.into_iter().chain(&change.mails).map(|mail| mail.message.kind()).collect::<Vec<_>>()
    };
    assert_eq!(mails(&requested), [MailKind::ReturnRequested, MailKind::ShopReturn]);
    assert_eq!(requested.mails[0].key.as_str(), format!("return:{}:1", order.id));
    let requested = requested.order;
    let decide = |order: &Order, outcome| order.judge_return(1, (outcome, None), &staff(), at(2));
    let came = |order: &Order| order.receive_return(1, &[units(1, 2, 0)], &staff(), at(3));
    let withdraw = |order: &Order| order.withdraw_return(1, &owner(), at(2));
    let photo = |order: &Order| order.add_return_photo(1, ReturnPhoto { id: PhotoId::new(uuid::Uuid::nil()), at: at(1) }, &owner());
    assert_eq!(refusal(came(&requested)), OrderRefusal::WrongReturnStep, "it is not approved");
    let (approved, rejected) = (decide(&requested, ReturnOutcome::Approved).unwrap(), decide(&requested, ReturnOutcome::Rejected).unwrap());
    assert_eq!((mails(&approved), mails(&rejected)), (vec![MailKind::ReturnApproved], vec![MailKind::ReturnRejected]));
    let received = came(&approved.order).unwrap();
    assert_eq!(mails(&received), [MailKind::ReturnReceived]);
    let withdrawn = withdraw(&approved.order).unwrap();
    assert_eq!((mails(&withdrawn), withdrawn.order.returns[0].state), (vec![], ReturnState::Withdrawn));
    for ended in [&rejected.order, &received.order, &withdrawn.order] {
        for refused in [decide(ended, ReturnOutcome::Approved), came(ended), withdraw(ended), photo(ended)] {
            assert_eq!(refusal(refused), OrderRefusal::WrongReturnStep);
        }
    }
    assert!(matches!(order.withdraw_return(1, &owner(), at(2)), Err(OrderError::NoReturn)));
    let away = Order { status: OrderStatus::Cancelled, ..approved.order };
    assert_eq!(refusal(came(&away)), OrderRefusal::WrongReturnStep, "its units are on the shelf already");
    let mut full = requested;
    for _ in 0..MAX_PHOTOS {
        full = photo(&full).unwrap().order;
    }
    assert_eq!(refusal(photo(&full)), OrderRefusal::TooManyPhotos);
}

#[test]
fn no_more_is_received_than_was_asked_for() {
    let order =
        judged(&request(&delivered(vec![item(1, 100, 3, 0), item(2, 100, 1, 0)]), &[(1, 2)]).unwrap().order, ReturnOutcome::Approved);
    let order = order.unwrap();
    assert!(matches!(receive(&order, &[units(1, 2, 1)]), Err(OrderError::ReturnUnits)));
    assert!(matches!(receive(&order, &[units(2, 1, 0)]), Err(OrderError::ReturnItems)), "it is not part of the return");
    assert!(matches!(receive(&order, &[units(1, 0, 0)]), Err(OrderError::ReturnItems)), "nothing came");
    assert!(receive(&order, &[units(1, 1, 0), units(1, 0, 1)]).is_ok());
}

#[test]
fn the_time_of_the_delivery_is_that_of_the_last_one() {
    let order = Order { status: OrderStatus::Shipped, ..order() };
    let set = |order: &Order, status, hours| {
        let edit = crate::orders::order_edit::OrderEdit { status: Some(status), ..Default::default() };
        let by = crate::accounts::actor::Actor::operator("test");
        order.edited(&edit, &by, at(hours)).unwrap().order
    };
    let delivered = set(&order, OrderStatus::Completed, 1);
    assert_eq!(delivered.fulfilment.delivered_at, Some(at(1)));
    let reinstated = set(&set(&delivered, OrderStatus::Cancelled, 2), OrderStatus::Completed, 3);
    assert_eq!(reinstated.fulfilment.delivered_at, Some(at(1)), "the goods came when they came");
    let again = set(&set(&delivered, OrderStatus::Shipped, 2), OrderStatus::Completed, 3);
    assert_eq!(again.fulfilment.delivered_at, Some(at(3)));
}
