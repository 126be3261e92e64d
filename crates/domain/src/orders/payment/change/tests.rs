use uuid::Uuid;

use super::*;
use crate::orders::payment::samples::order;
use crate::payments::attention::{AttentionKind, Repeat};
use crate::payments::ledger::EntrySource;
use crate::payments::samples::{booked, cents};
use crate::payments::slip::SlipState;
use crate::shared::error::FeatureError as _;
use crate::shared::ids::UserId;
use crate::shared::order_status::OrderStatus;
use crate::shared::text::PaymentId;

const TOTAL: i64 = 123_450;

fn staff() -> Actor {
    Actor::operator("a test")
}

fn key(text: &str) -> IdempotencyKey {
    IdempotencyKey::parse(text).unwrap()
}

fn charge(amount: i64, reference: &str, key_of: Option<&str>) -> PaymentChange {
    let (source, method, reference) = (EntrySource::Hand, PaymentMethod::Cod, PaymentId::parse(reference).unwrap());
    PaymentChange::Charge(NewCharge { source, method, amount: cents(amount), reference, attempt: None }, key_of.map(key))
}

fn by_card(amount: i64) -> PaymentChange {
    let (source, method, reference) = (EntrySource::Gateway, PaymentMethod::PayHere, PaymentId::parse("3200").unwrap());
    PaymentChange::Charge(NewCharge { source, method, amount: cents(amount), reference, attempt: Some(1) }, None)
}

fn refund(amount: i64, via: RefundVia, key_of: &str) -> PaymentChange {
    let request = RefundRequest { amount: cents(amount), via, reference: None, reason: None };
    PaymentChange::Release { request, key: key(key_of), guard: RefundGuard::default() }
}

fn resolve(outcome: RefundResolution) -> PaymentChange {
    PaymentChange::Resolve { refund: 1, outcome }
}

fn slip(is_by_staff: bool) -> Slip {
    let (id, at) = (SlipId::new(Uuid::from_u128(1)), booked().at);
    Slip { id, at, bank_reference: None, state: SlipState::InReview, reason: None, is_by_staff, is_seen_elsewhere: false }
}

fn changed(order: &Order, change: &PaymentChange) -> OrderChange {
    order.change_payment(change, &staff(), booked().at).unwrap()
}

fn after(order: &Order, changes: &[PaymentChange]) -> Order {
    changes.iter().fold(order.clone(), |order, change| changed(&order, change).order)
}

fn code(order: &Order, change: &PaymentChange) -> &'static str {
    order.change_payment(change, &staff(), booked().at).unwrap_err().code()
}

fn keys(change: &OrderChange) -> Vec<&str> {
    change.mails.iter().map(|mail| mail.key.as_str()).collect()
}

fn kinds(change: &OrderChange) -> Vec<AttentionKind> {
    change.attention.iter().map(|item| item.kind).collect()
}

#[test]
fn a_key_books_one_charge_and_releases_one_refund() {
    let new = order(OrderStatus::Processing);
    let paid = after(&new, &[charge(TOTAL, "A", Some("k"))]);
    assert_eq!(changed(&paid, &charge(TOTAL, "A", Some("k"))), OrderChange::silent(&paid, paid.clone()), "nothing is written");
    assert_eq!(code(&paid, &charge(TOTAL, "B", Some("k"))), "payment.key_reused");
    let split = after(&new, &[by_card(100), by_card(50), refund(120, RefundVia::Gateway, "r")]);
    assert_eq!(split.payment.refunds.iter().map(|refund| refund.key.clone()).collect::<Vec<_>>(), [Some(key("r")), None]);
    assert_eq!(split.released_with(&key("r")).map(|refund| refund.number), Some(1));
    assert_eq!(changed(&split, &refund(120, RefundVia::Gateway, "r")).order, split, "the sum of its parts");
    assert_eq!(code(&split, &refund(100, RefundVia::Gateway, "r")), "payment.key_reused");
    assert_eq!(code(&split, &refund(120, RefundVia::ByHand, "r")), "payment.key_reused");
}

#[test]
fn what_is_unknown_is_neither_resolved_nor_reviewed() {
    let new = order(OrderStatus::Processing);
    assert_eq!(code(&new, &resolve(RefundResolution::Failed)), "refund.not_found");
    let review = PaymentChange::ReviewSlip { slip: slip(false).id, review: SlipReview::Rejected { reason: None } };
    assert_eq!(code(&new, &review), "slip.not_found");
}

#[test]
fn a_refund_of_the_gateway_is_under_way_until_it_is_resolved() {
    let releasing = after(&order(OrderStatus::Processing), &[by_card(TOTAL), refund(TOTAL, RefundVia::Gateway, "r")]);
    assert_eq!(code(&releasing, &refund(1, RefundVia::ByHand, "s")), "payment.exceeds_held");
    assert_eq!(code(&releasing, &resolve(RefundResolution::Settled)), "payment.refund_ended", "nothing was sent");
    let sending = releasing.step_refund(1, &crate::orders::payment::refund_sending::RefundStep::Begin, booked().at).order;
    assert_eq!(code(&sending, &resolve(RefundResolution::Failed)), "payment.refund_ended", "the gateway answers");
    let failed = after(&releasing, &[resolve(RefundResolution::Failed)]);
    assert_eq!(failed.payment.under_way_cents(), 0);
    assert_eq!(code(&failed, &resolve(RefundResolution::Settled)), "payment.refund_ended");
}

#[test]
fn another_method_is_noted_for_staff() {
    let (order, times) = (order(OrderStatus::Processing), crate::payments::payment_settings::PaymentSettings::default().times_to_pay());
    let by = |method, fee| PaymentChange::Method { method, fee: cents(fee), times };
    let customer = Actor { user_id: Some(UserId::new(Uuid::from_u128(7))), ..staff() };
    let order = Order { user_id: customer.user_id, ..order };
    let transfer = order.change_payment(&by(PaymentMethod::BankTransfer, 0), &customer, booked().at).unwrap();
    let Some(NewEvent { kind: EventKind::Note(note), mail: None }) = transfer.event else { panic!("{transfer:?}") };
    let expected = "Payment method changed from cod to bankTransfer. Total: LKR. 1,234.50.";
    assert_eq!((note.text.as_str(), note.visibility), (expected, NoteVisibility::Internal));
    assert_eq!((transfer.audit, changed(&order, &by(PaymentMethod::BankTransfer, 0)).audit), (Audit::Nothing, Audit::Payment));
    let (guest, operator) = (Actor { user_id: None, email: Some(order.email.clone()), ..staff() }, Actor::operator("doctor"));
    let of_guest = Order { user_id: None, ..order.clone() };
    for (by_whom, audit) in [(&guest, Audit::Nothing), (&operator, Audit::Payment), (&staff(), Audit::Payment)] {
        let changed = of_guest.change_payment(&by(PaymentMethod::BankTransfer, 0), by_whom, booked().at).unwrap();
        assert_eq!(changed.audit, audit, "{by_whom:?}");
    }
    let same = changed(&transfer.order, &by(PaymentMethod::BankTransfer, 1));
    assert_eq!((same.order, same.event), (transfer.order, None));
}

#[test]
fn money_that_is_late_or_too_much_asks_for_attention_once() {
    let paid = after(&order(OrderStatus::Processing), &[charge(TOTAL, "A", None)]);
    let twice = changed(&paid, &charge(1, "B", None));
    assert_eq!((kinds(&twice), twice.is_counted), (vec![AttentionKind::Overpaid], true));
    assert_eq!(kinds(&changed(&twice.order, &refund(1, RefundVia::ByHand, "r"))), [], "money that goes back is no news");
    let late = changed(&order(OrderStatus::Cancelled), &charge(2 * TOTAL, "A", None));
    assert_eq!(kinds(&late), [AttentionKind::LatePayment]);
    assert_eq!(late.attention[0].repeat, Repeat::Always, "each late payment is an item");
}

#[test]
fn slips_of_staff_are_audited_and_a_late_one_asks_for_attention() {
    let new = order(OrderStatus::Processing);
    let [own, by_staff] = [false, true].map(|is_by_staff| changed(&new, &PaymentChange::AddSlip(slip(is_by_staff))));
    assert_eq!((own.audit, by_staff.audit, kinds(&own)), (Audit::Nothing, Audit::Payment, vec![]));
    let rejected = changed(&own.order, &PaymentChange::ReviewSlip { slip: slip(false).id, review: SlipReview::Rejected { reason: None } });
    assert_eq!(keys(&rejected), [format!("slipRejected:{}:{}", new.id, slip(false).id)]);
    let late = changed(&new.expired(), &PaymentChange::AddSlip(slip(false)));
    assert_eq!(kinds(&late), [AttentionKind::LateSlip]);
    let review = SlipReview::Accepted { amount: cents(TOTAL), bank_reference: PaymentId::parse("B").unwrap() };
    let accepted = changed(&late.order, &PaymentChange::ReviewSlip { slip: slip(false).id, review });
    assert_eq!((kinds(&accepted), keys(&accepted).len()), (vec![AttentionKind::LatePayment], 1));
}
