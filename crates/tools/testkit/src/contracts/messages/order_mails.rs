//! The mails that payments, notes and time cause, each in the transaction of its cause (contract-commerce, section 6).

use chrono::TimeDelta;
use domain::messages::mail_message::{AttentionNews, MailKind, MailMessage};
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_mails;
use domain::orders::order_note::{NoteVisibility, OrderNote};
use domain::orders::payment::change::PaymentChange;
use domain::orders::returns::judgement::ReturnOutcome;
use domain::payments::attention::AttentionKind;
use domain::payments::gateway::{Notification, PaymentRef};
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::{NewCharge, RefundRequest};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::TimesToPay;
use domain::payments::refund::RefundVia;
use domain::payments::refund_guard::RefundGuard;
use domain::payments::slip::{Slip, SlipReason, SlipReview, SlipState};
use domain::shared::ids::SlipId;
use domain::shared::money::Money;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::{NoteText, PaymentId};
use futures_util::future::join_all;
use uuid::Uuid;

use super::mail_outbox::{due, kinds};
use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// An order by bank transfer whose mails about its placing were sent.
async fn by_transfer(shop: &Shop) -> Order {
    let product = shop.add(sample_products::product("Rose")).await;
    placed(shop, sample_orders::prepaid(&shop.customer().await, &product)).await
}

/// An order whose first mails are sent.
async fn placed(shop: &Shop, draft: OrderDraft) -> Order {
    let mails = order_mails::placed(&draft.clone().into_order());
    let order = shop.place(&OrderDraft { mails, ..draft }).await;
    for mail in due(shop, moments::now()).await {
        shop.outbox.mark_sent(mail.id, moments::now()).await.unwrap();
    }
    order
}

async fn change(shop: &Shop, order: &Order, change: &PaymentChange) -> Order {
    shop.pay(&order.id, change, &sample_users::actor(), moments::now()).await.unwrap().value
}

fn paid_by_hand(order: &Order) -> PaymentChange {
    let (source, method, reference) = (EntrySource::Hand, PaymentMethod::BankTransfer, PaymentId::parse("B-1").unwrap());
    PaymentChange::Charge(NewCharge { source, method, amount: order.total, reference, attempt: None }, None)
}

/// Cancels an order whose time to pay is over by the clock of the doctor.
async fn expire(shop: &Shop, order: &Order) {
    assert!(shop.expire(&order.id, order.placed_at + TimeDelta::hours(48)).await);
}

/// The kinds of the mails that are due, of which each names this order.
async fn mailed(shop: &Shop, order: &Order) -> Vec<MailKind> {
    let mails = kinds(shop).await;
    assert!(mails.iter().all(|(_, of)| of == order.id.as_str()), "{mails:?}");
    mails.into_iter().map(|(kind, _)| kind).collect()
}

/// Acceptance 10: one charge, one mail.
pub async fn money_that_comes_in_is_mailed_once_however_often_it_is_told(shop: &Shop) {
    let order = by_transfer(shop).await;
    let attempt = shop.start(&order.id, moments::now()).await.unwrap().attempt;
    let success = Notification {
        order_id: attempt.id.to_string(),
        amount: attempt.amount.to_string(),
        currency: "LKR".to_owned(),
        status_code: 2,
        payment: PaymentRef::parse(&unique::bits().to_string()).ok(),
        means: None,
    };
    join_all((0..20).map(|_| shop.take(&success, false, moments::now()))).await;
    assert_eq!(mailed(shop, &order).await, [MailKind::Paid]);
}

/// Once, although the key is sent twice.
pub async fn a_refund_is_mailed_once(shop: &Shop) {
    let order = by_transfer(shop).await;
    change(shop, &order, &paid_by_hand(&order)).await;
    assert_eq!(mailed(shop, &order).await, [MailKind::Paid]);
    let key = sample_orders::claim("a refund").key;
    let request = RefundRequest { amount: order.total, via: RefundVia::ByHand, reference: PaymentId::parse("R-1").ok(), reason: None };
    let release = PaymentChange::Release { request, key, guard: RefundGuard::default() };
    for _ in 0..2 {
        shop.pay(&order.id, &release, &sample_users::actor(), moments::now()).await.unwrap();
    }
    assert_eq!(mailed(shop, &order).await, [MailKind::Refunded]);
}

/// An upload is not mailed.
pub async fn a_rejected_slip_is_mailed(shop: &Shop) {
    let order = by_transfer(shop).await;
    let id = SlipId::new(Uuid::from_u64_pair(unique::bits(), unique::bits()));
    let slip = Slip {
        id,
        at: moments::now(),
        bank_reference: None,
        state: SlipState::InReview,
        reason: None,
        is_by_staff: false,
        is_seen_elsewhere: false,
    };
    shop.add_slip(&order.id, slip, b"slip".to_vec(), &sample_users::actor()).await.unwrap();
    assert_eq!(mailed(shop, &order).await, []);
    let review = SlipReview::Rejected { reason: SlipReason::parse("Not readable.").ok() };
    change(shop, &order, &PaymentChange::ReviewSlip { slip: id, review }).await;
    assert_eq!(mailed(shop, &order).await, [MailKind::SlipRejected]);
    expire(shop, &order).await;
}

/// An internal note is not, and neither is packing.
pub async fn a_note_to_the_customer_and_the_pick_up_are_mailed(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let order = placed(shop, sample_orders::to_pick_up(sample_orders::prepaid(&shop.customer().await, &product))).await;
    change(shop, &order, &paid_by_hand(&order)).await;
    assert_eq!(mailed(shop, &order).await, [MailKind::Paid]);
    for visibility in NoteVisibility::ALL {
        let note = OrderNote { text: NoteText::parse("Rang.").unwrap(), visibility };
        shop.add_note(&order, &note).await;
    }
    for step in [FulfilmentStep::Packed, FulfilmentStep::ReadyForPickup] {
        shop.take_step(&order, step).await.unwrap();
    }
    assert_eq!(mailed(shop, &order).await, [MailKind::Note, MailKind::ReadyForPickup]);
}

/// The mail says that the order was not paid in time, and not only that it was cancelled.
pub async fn an_order_that_is_not_paid_in_time_is_mailed_as_that(shop: &Shop) {
    let order = by_transfer(shop).await;
    let late = order.placed_at + TimeDelta::hours(48);
    for _ in 0..2 {
        shop.expire(&order.id, late).await;
    }
    let mails = due(shop, late).await;
    assert_eq!(mails.iter().map(|mail| mail.message.kind()).collect::<Vec<_>>(), [MailKind::Expired]);
}

/// Half of the time after ordering, and once, although several instances remind.
pub async fn a_bank_transfer_is_reminded_of_once(shop: &Shop) {
    let order = by_transfer(shop).await;
    let (early, halfway) = (order.placed_at + TimeDelta::hours(24) - TimeDelta::seconds(1), order.placed_at + TimeDelta::hours(24));
    assert!(!shop.payments.to_remind(early).await.unwrap().contains(&order.id));
    assert!(!shop.remind(&order.id, early).await);
    assert!(shop.payments.to_remind(halfway).await.unwrap().contains(&order.id));
    let reminded = join_all((0..8).map(|_| shop.remind(&order.id, halfway))).await;
    assert_eq!(reminded.into_iter().filter(|is_queued| *is_queued).count(), 1);
    assert!(!shop.payments.to_remind(halfway).await.unwrap().contains(&order.id));
    let mails = due(shop, halfway).await;
    assert_eq!(mails.iter().map(|mail| mail.message.kind()).collect::<Vec<_>>(), [MailKind::Reminder]);
    expire(shop, &order).await;
}

/// It was queued and not sent before the money came.
pub async fn a_reminder_that_waits_ends_with_the_payment(shop: &Shop) {
    let order = by_transfer(shop).await;
    let halfway = order.placed_at + TimeDelta::hours(24);
    assert!(shop.remind(&order.id, halfway).await);
    change(shop, &order, &paid_by_hand(&order)).await;
    let mails = due(shop, halfway).await;
    assert_eq!(mails.iter().map(|mail| mail.message.kind()).collect::<Vec<_>>(), [MailKind::Paid]);
}

/// Half of the time after the change from cash on delivery.
pub async fn a_bank_transfer_that_was_chosen_later_is_reminded_of_later(shop: &Shop) {
    let order = by_transfer(shop).await;
    let times = TimesToPay { bank_transfer: TimeDelta::hours(48), payhere: TimeDelta::minutes(30) };
    let later = order.placed_at + TimeDelta::hours(20);
    for method in [PaymentMethod::Cod, PaymentMethod::BankTransfer] {
        let choice = PaymentChange::Method { method, fee: Money::ZERO, times };
        shop.pay(&order.id, &choice, &sample_users::actor(), later).await.unwrap();
    }
    let (early, halfway) = (later + TimeDelta::hours(24) - TimeDelta::seconds(1), later + TimeDelta::hours(24));
    assert!(!shop.payments.to_remind(early).await.unwrap().contains(&order.id));
    assert!(!shop.remind(&order.id, early).await);
    assert!(shop.payments.to_remind(halfway).await.unwrap().contains(&order.id));
    assert!(shop.remind(&order.id, halfway).await);
    assert!(shop.expire(&order.id, later + TimeDelta::hours(48)).await);
}

/// With the item, at the shop's present address.
pub async fn the_shop_is_told_of_a_payment_to_look_at(shop: &Shop) {
    let unknown = sample_orders::order_id();
    let told = Notification {
        order_id: format!("{unknown}-001"),
        amount: "1.00".to_owned(),
        currency: "LKR".to_owned(),
        status_code: 2,
        payment: None,
        means: None,
    };
    for _ in 0..2 {
        shop.take(&told, false, moments::now()).await;
    }
    let mails = due(shop, moments::now()).await;
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    let MailMessage::Attention(AttentionNews { kind, order, detail }) = &mail.message else { panic!("{mail:?}") };
    assert_eq!((*kind, order, &mail.to), (AttentionKind::Unmatched, &None, &None));
    assert!(detail.contains(&told.order_id), "{detail}");
}

/// It was placed without mails.
pub async fn an_order_without_mails_is_not_mailed(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::prepaid(&shop.customer().await, &product)).await;
    let halfway = order.placed_at + TimeDelta::hours(30);
    assert!(!shop.payments.to_remind(halfway).await.unwrap().contains(&order.id));
    assert!(!shop.remind(&order.id, halfway).await);
    change(shop, &order, &paid_by_hand(&order)).await;
    let note = OrderNote { text: NoteText::parse("Rang.").unwrap(), visibility: NoteVisibility::Customer };
    shop.add_note(&order, &note).await;
    assert_eq!(due(shop, halfway).await, []);
}

/// Each step of a return, and to the shop that one was requested.
pub async fn the_steps_of_a_return_are_mailed(shop: &Shop) {
    let (customer, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let order = placed(shop, sample_orders::draft(&customer, &[(&product, 1)])).await;
    shop.set_status(&order, OrderStatus::Completed).await.unwrap();
    assert_eq!(mailed(shop, &order).await, [MailKind::Delivered]);
    shop.request_return(&order, &customer, moments::now()).await.unwrap();
    assert_eq!(mailed(shop, &order).await, [MailKind::ReturnRequested, MailKind::ShopReturn]);
    shop.judge_return(&order, ReturnOutcome::Approved, moments::now()).await;
    assert_eq!(mailed(shop, &order).await, [MailKind::ReturnApproved]);
}
