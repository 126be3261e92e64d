use chrono::TimeDelta;

use super::*;
use crate::accounts::staff_role::StaffRole;
use crate::orders::fulfilment_step::FulfilmentStep;
use crate::orders::order::OrderDraft;
use crate::orders::order_note::NoteVisibility;
use crate::orders::samples::{draft, order, user};
use crate::payments::attention::AttentionKind;
use crate::payments::order_payment::{OrderPayment, PaymentRefusal};
use crate::payments::payment_method::PaymentMethod;
use crate::shared::edit::Edit;
use crate::shared::error::FeatureError as _;
use crate::shared::money::Money;
use crate::shared::text::{CourierName, NoteText, OrderNotes, PaymentId, TrackingNumber};

const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

/// An order in a shop that calls above this limit.
fn to_call(limit: i64) -> Order {
    OrderDraft { confirm_above: Money::from_cents(limit).ok(), ..draft() }.into_order()
}

fn step(order: &Order, step: FulfilmentStep) -> Result<OrderChange, OrderError> {
    let parcel = Parcel { courier: CourierName::parse("Domex").ok(), ..Parcel::default() };
    order.take_step(&StepChange { step, parcel, is_cash_collected: true }, &Actor::operator("a test"), NOW)
}

/// The order after these steps.
fn after(order: &Order, steps: &[FulfilmentStep]) -> Order {
    steps.iter().fold(order.clone(), |order, taken| step(&order, *taken).unwrap().order)
}

fn edit_by(role: StaffRole, order: &Order, edit: &OrderEdit) -> Result<OrderChange, OrderError> {
    order.edit(edit, &user(2, Some(role)), &Actor::operator("a test"), NOW)
}

fn to(status: OrderStatus) -> OrderEdit {
    OrderEdit { status: Some(status), ..OrderEdit::default() }
}

fn paid(reference: &str) -> OrderEdit {
    OrderEdit { payment_id: Edit::Set(PaymentId::parse(reference).unwrap()), ..OrderEdit::default() }
}

/// The keys of all mails of a change whose event has the number 9.
fn keys(change: &OrderChange) -> Vec<String> {
    let event = change.event.iter().filter_map(|event| event.mail.clone()).map(|mail| mail.about_event(9));
    event.chain(change.mails.clone()).map(|mail| mail.key.as_str().to_owned()).collect()
}

fn kind(change: &OrderChange) -> Option<EventKind> {
    change.event.as_ref().map(|event| event.kind.clone())
}

#[test]
fn a_step_is_told_in_the_history_mailed_and_audited() {
    let packed = step(&order(), FulfilmentStep::Packed).unwrap();
    assert_eq!((packed.order.status, keys(&packed), packed.audit), (OrderStatus::Processing, vec![], Audit::Order));
    let sent = step(&packed.order, FulfilmentStep::HandedOver).unwrap();
    assert_eq!((sent.order.status, keys(&sent)), (OrderStatus::Shipped, vec![format!("shipped:{}:9", sent.order.id)]));
    assert_eq!(kind(&sent), Some(EventKind::Step(FulfilmentStep::HandedOver)));
}

#[test]
fn a_refusal_shows_the_order_as_it_is() {
    let order = to_call(299);
    for (refused, code) in [
        (step(&order, FulfilmentStep::Delivered), "order.wrong_step"),
        (step(&order, FulfilmentStep::Packed), "order.unconfirmed"),
        (step(&order.clone().cancelled().unwrap(), FulfilmentStep::Packed), "order.wrong_step"),
    ] {
        assert_eq!(refused.unwrap_err().code(), code);
    }
    let refused = step(&order, FulfilmentStep::Packed).unwrap_err();
    assert_eq!(refused.present_order(), Some(&order));
}

#[test]
fn the_parcel_is_corrected_while_the_courier_has_it() {
    let number = Parcel { tracking_number: TrackingNumber::parse("D-2").ok(), ..Parcel::default() };
    let handed = after(&order(), &[FulfilmentStep::Packed, FulfilmentStep::HandedOver]);
    for (is_mailed, mails) in [(false, vec![]), (true, vec![format!("shipped:{}:9", handed.id)])] {
        let corrected = handed.change_parcel(&number, is_mailed, NOW).unwrap();
        assert_eq!(corrected.order.fulfilment.parcel, number, "what is absent is not known any more");
        assert_eq!((corrected.order.status, corrected.order.fulfilment_status()), (handed.status, handed.fulfilment_status()));
        assert_eq!((kind(&corrected), keys(&corrected)), (Some(EventKind::Parcel { is_mailed }), mails));
    }
    let [packed, delivered, back] =
        [(&order(), FulfilmentStep::Packed), (&handed, FulfilmentStep::Delivered), (&handed, FulfilmentStep::Undelivered)]
            .map(|(order, step)| after(order, &[step]));
    for elsewhere in [order(), packed, delivered, back] {
        assert_eq!(elsewhere.change_parcel(&number, true, NOW).unwrap_err().code(), "order.not_handed_over");
    }
}

#[test]
fn an_order_is_cancelled_by_its_owner_and_by_staff_who_may() {
    let reason = CancelReason::parse("ordered twice").unwrap();
    let by_owner = order().cancel(&user(1, None), Some(&reason), NOW).unwrap();
    assert_eq!((by_owner.order.status, by_owner.audit), (OrderStatus::Cancelled, Audit::Nothing));
    assert_eq!(kind(&by_owner), Some(EventKind::Cancelled(Some(reason))));
    assert_eq!(keys(&by_owner), [format!("cancelled:{}:9", by_owner.order.id)]);
    assert_eq!(order().cancel(&user(2, Some(StaffRole::Owner)), None, NOW).unwrap().audit, Audit::Order);
    assert_eq!(order().cancel(&user(2, None), None, NOW).unwrap_err().code(), "order.not_found");
    for role in StaffRole::ALL {
        let who = user(2, Some(role));
        let expected = match (who.may(Permission::ReadOrders), who.may(Permission::CancelProcessingOrders)) {
            (false, _) => Some("order.not_found"),
            (true, false) => Some("auth.role_forbidden"),
            (true, true) => None,
        };
        assert_eq!(order().cancel(&who, None, NOW).map_err(|error| error.code()).err(), expected, "{role:?}");
    }
}

#[test]
fn a_stranger_learns_nothing_of_an_order_that_cannot_be_cancelled() {
    for fixed in [order().cancelled().unwrap(), after(&order(), &[FulfilmentStep::Packed])] {
        assert_eq!(fixed.cancel(&user(2, None), None, NOW).unwrap_err().code(), "order.not_found");
        let refused = fixed.cancel(&user(1, None), None, NOW).unwrap_err();
        assert_eq!((refused.code(), refused.present_order()), ("order.not_cancellable", Some(&fixed)));
    }
    let unpacked = after(&order(), &[FulfilmentStep::Packed, FulfilmentStep::Unpacked]);
    assert!(unpacked.cancel(&user(1, None), None, NOW).is_ok());
}

#[test]
fn the_order_of_a_deleted_customer_is_for_staff_alone() {
    let left = Order { user_id: None, ..order() };
    assert!(!left.is_visible_to(&user(1, None)) && left.is_visible_to(&user(2, Some(StaffRole::Owner))));
}

#[test]
fn a_call_that_the_customer_refuses_cancels_the_order() {
    let refused = to_call(299).note_call(CallOutcome::Refused, NOW).unwrap();
    assert_eq!((refused.order.status, kind(&refused)), (OrderStatus::Cancelled, Some(EventKind::Call(CallOutcome::Refused))));
    assert_eq!(keys(&refused), [format!("cancelled:{}:9", refused.order.id)]);
    for other in [order(), to_call(300), refused.order] {
        assert_eq!(other.note_call(CallOutcome::Confirmed, NOW).unwrap_err().code(), "order.not_confirmable");
    }
}

#[test]
fn an_order_expires_while_it_is_neither_paid_nor_packed() {
    let later = NOW + TimeDelta::hours(48);
    let unpaid = order().with_payment(OrderPayment::by(PaymentMethod::BankTransfer, Some(later)));
    let expired = unpaid.expire(later);
    assert_eq!((expired.order.status, expired.order.payment.has_expired), (OrderStatus::Cancelled, true));
    assert_eq!((kind(&expired), keys(&expired)), (Some(EventKind::Status), vec![format!("expired:{}:9", unpaid.id)]));
    let packed = Order { fulfilment: after(&order(), &[FulfilmentStep::Packed]).fulfilment, ..unpaid.clone() };
    let paid = edit_by(StaffRole::Owner, &unpaid, &paid("B-1")).unwrap().order;
    for (kept, at) in
        [(&unpaid, later - TimeDelta::seconds(1)), (&packed, later), (&paid, later), (&order(), later), (&expired.order, later)]
    {
        let change = kept.expire(at);
        assert_eq!((&change.order, change.event), (kept, None));
    }
}

#[test]
fn a_note_changes_the_history_alone_and_is_mailed_where_the_customer_reads_it() {
    let order = order();
    for (visibility, mails) in [(NoteVisibility::Internal, vec![]), (NoteVisibility::Customer, vec![format!("note:{}:9", order.id)])] {
        let note = OrderNote { text: NoteText::parse("Rang.").unwrap(), visibility };
        let noted = order.add_note(&note, NOW);
        assert_eq!((&noted.order, keys(&noted), noted.audit), (&order, mails, Audit::Order));
    }
}

#[test]
fn every_role_sets_statuses_as_the_contract_says() {
    for role in StaffRole::ALL {
        for from in OrderStatus::ALL {
            for next in OrderStatus::ALL {
                let answer = edit_by(role, &Order { status: from, ..order() }, &to(next));
                let may = permission_for(from, next).is_none_or(|permission| role.may(permission));
                assert_eq!(matches!(answer, Err(OrderError::Lacking(_))), !may, "{role:?}: {from:?} to {next:?}: {answer:?}");
            }
        }
    }
}

#[test]
fn notes_and_payments_need_their_permissions() {
    let notes = OrderEdit { notes: OrderNotes::parse("called").ok(), ..OrderEdit::default() };
    let clear = OrderEdit { payment_id: Edit::Clear, ..OrderEdit::default() };
    let refunded = OrderEdit { refunded: Some(true), ..OrderEdit::default() };
    for role in StaffRole::ALL {
        let who = user(2, Some(role));
        assert_eq!(notes.require(&who).is_ok(), role.may(Permission::WriteOrderNotes), "{role:?}");
        for edit in [&paid("PAY-1"), &clear, &refunded] {
            assert_eq!(edit.require(&who).is_ok(), role.may(Permission::ManagePayments), "{role:?}");
        }
        assert!(to(OrderStatus::Shipped).require(&who).is_ok(), "the present status decides");
    }
}

#[test]
fn a_limited_role_obeys_the_steps_and_others_override_them() {
    let unpaid = order().with_payment(OrderPayment::by(PaymentMethod::BankTransfer, None));
    for (order, status, code) in [
        (&unpaid, OrderStatus::Shipped, "order.unpaid"),
        (&to_call(299), OrderStatus::Completed, "order.unconfirmed"),
        (&Order { status: OrderStatus::Shipped, ..order() }, OrderStatus::Processing, "order.status_changed"),
    ] {
        let refused = edit_by(StaffRole::Fulfilment, order, &to(status)).unwrap_err();
        assert_eq!((refused.code(), refused.present_order()), (code, Some(order)));
        assert_eq!(edit_by(StaffRole::Manager, order, &to(status)).unwrap().order.status, status);
    }
    assert!(edit_by(StaffRole::Support, &unpaid, &paid("B-1")).is_ok(), "no status is set");
}

#[test]
fn an_edit_that_was_decided_on_another_status_is_refused() {
    let cancelled = order().cancelled().unwrap();
    let stale = OrderEdit { expected_status: Some(OrderStatus::Processing), ..paid("PAY-1") };
    for stale in [stale.clone(), OrderEdit { status: Some(OrderStatus::Shipped), ..stale }] {
        let refused = edit_by(StaffRole::Owner, &cancelled, &stale).unwrap_err();
        assert_eq!((refused.code(), refused.present_order()), ("order.status_changed", Some(&cancelled)));
        let seen = OrderEdit { expected_status: Some(OrderStatus::Cancelled), ..stale };
        assert!(edit_by(StaffRole::Owner, &cancelled, &seen).is_ok());
    }
    let stale = OrderEdit { expected_status: Some(OrderStatus::Shipped), ..to(OrderStatus::Cancelled) };
    let refused = edit_by(StaffRole::Fulfilment, &order(), &stale).unwrap_err();
    assert_eq!(refused.code(), "auth.role_forbidden", "the permission comes first");
}

#[test]
fn an_edit_has_an_event_where_the_status_moves() {
    let shipped = edit_by(StaffRole::Owner, &order(), &to(OrderStatus::Shipped)).unwrap();
    assert_eq!((kind(&shipped), keys(&shipped)), (Some(EventKind::Status), vec![format!("shipped:{}:9", shipped.order.id)]));
    let back = edit_by(StaffRole::Owner, &shipped.order, &to(OrderStatus::Processing)).unwrap();
    assert_eq!((kind(&back), keys(&back)), (Some(EventKind::Status), vec![]));
    let said = OrderEdit { notes: Some(order().notes), refunded: Some(false), payment_id: Edit::Clear, ..to(OrderStatus::Processing) };
    for edit in [said, OrderEdit::default()] {
        let same = edit_by(StaffRole::Owner, &order(), &edit).unwrap();
        assert_eq!((same.order, same.event), (order(), None));
    }
}

#[test]
fn money_that_an_edit_records_is_mailed_and_too_much_of_it_is_told() {
    let by_transfer = order().with_payment(OrderPayment::by(PaymentMethod::BankTransfer, None));
    let once = edit_by(StaffRole::Owner, &by_transfer, &paid("B-1")).unwrap();
    assert_eq!((keys(&once), once.attention.clone()), (vec![format!("paid:{}:1", once.order.id)], vec![]));
    let nothing = OrderEdit { refunded: Some(true), ..OrderEdit::default() };
    assert!(matches!(edit_by(StaffRole::Owner, &order(), &nothing), Err(OrderError::Payment(PaymentRefusal::NothingHeld))));
    let free = Order { total: Money::from_cents(100).unwrap(), ..once.order };
    let attention = NewAttention::of_overpayment(&by_transfer, &free).unwrap();
    assert_eq!(attention.kind, AttentionKind::Overpaid);
    assert_eq!(attention.detail, format!("The order {} was paid LKR. 3.00 and costs LKR. 1.00.", free.id));
}
