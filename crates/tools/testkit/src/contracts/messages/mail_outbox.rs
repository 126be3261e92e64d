//! The contract of [`domain::messages::ports::MailOutbox`], and of the mails that orders queue.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::user::User;
use domain::catalog::product::Product;
use domain::messages::mail_message::{MailKind, MailMessage, OrderNews, OrderStep, OrderSummary, ReturnedItem, TotalPart, Tracking};
use domain::messages::outbox::{COUNTED_FOR, DedupeKey, LEASE, MAX_UNVERIFIED, MailEnding, NewMail, PUT_OFF, TakenMail};
use domain::messages::ports::ServerAnswer;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_mails::{self, summary_of};
use domain::orders::ports::PlaceOrderOutcome;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::money::Money;
use domain::shared::order_status::OrderStatus;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// A mail of an order that no shop has, due at `second` seconds after [`moments::now`].
fn mail(second: i64) -> NewMail {
    let user = sample_users::customer();
    let product = sample_products::full_product();
    let order = OrderDraft { items: Vec::new(), ..sample_orders::draft(&registered(&user), &[]) }.into_order();
    let tracking = Tracking { courier: "Domex".to_owned(), number: unique::tag(), url: Some("https://domex.example/1".to_owned()) };
    let summary = OrderSummary {
        items: vec![domain::messages::mail_message::SummaryItem {
            name: product.details.name.clone(),
            quantity: sample_orders::quantity(3),
            price: product.details.prices.last_price(),
        }],
        parts: vec![TotalPart { label: "Discount".to_owned(), cents: -150 }],
        is_pickup: true,
        payment: PaymentMethod::BankTransfer,
        tracking: Some(tracking),
        news: OrderNews {
            amount: Money::from_cents(150).ok(),
            due: Money::from_cents(50).ok(),
            to_return: Some(Money::ZERO),
            under_way: Money::from_cents(20).ok(),
            held: Money::from_cents(70).ok(),
            is_cancelled: true,
            is_handed_over: true,
            until: Some(moments::seconds_later(second + 60)),
            text: Some("Not readable.\nPlease try again.".to_owned()),
            returned: vec![ReturnedItem { name: product.details.name.clone(), quantity: sample_orders::quantity(2) }],
        },
        ..summary_of(&order)
    };
    NewMail {
        key: DedupeKey::new("shipped", &format!("{}:{}", order.id.as_str(), unique::tag())),
        to: Some(user.email),
        message: MailMessage::Order(OrderStep::Shipped, Box::new(summary)),
        at: moments::seconds_later(second),
    }
}

/// A user as a store would keep them.
fn registered(new: &domain::accounts::user::NewUser) -> User {
    User {
        id: new.id,
        email: new.email.clone(),
        first_name: new.first_name.clone(),
        last_name: new.last_name.clone(),
        profile_picture: None,
        user_type: new.user_type,
        staff_role: new.staff_role,
        is_blocked: false,
        created_at: new.created_at,
        last_login: None,
        email_verified: false,
        language: domain::shared::language::Language::English,
    }
}

async fn queue(shop: &Shop, second: i64) -> NewMail {
    let mail = mail(second);
    assert!(shop.outbox.enqueue(&mail).await.unwrap());
    mail
}

pub(super) async fn due(shop: &Shop, at: DateTime<Utc>) -> Vec<TakenMail> {
    shop.outbox.take_due(at, 100).await.unwrap()
}

/// A second mail with the key of the first is left out, also after the first was sent.
pub async fn a_mail_is_queued_once(shop: &Shop) {
    let first = queue(shop, 0).await;
    let second = NewMail { key: first.key.clone(), ..mail(0) };
    assert!(!shop.outbox.enqueue(&second).await.unwrap());
    let taken = due(shop, moments::now()).await;
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].to, first.to);
    shop.outbox.mark_sent(taken[0].id, moments::now()).await.unwrap();
    assert!(!shop.outbox.enqueue(&second).await.unwrap());
    assert_eq!(due(shop, moments::seconds_later(1_000_000)).await, []);
}

/// A taken mail is due again at the end of the lease, or when its failure says; a sent one never.
pub async fn a_mail_is_due_until_it_is_sent(shop: &Shop) {
    queue(shop, 0).await;
    assert_eq!(due(shop, moments::seconds_later(-1)).await, []);
    let first = due(shop, moments::now()).await.remove(0);
    assert_eq!(due(shop, moments::now() + LEASE - TimeDelta::microseconds(1)).await, [], "another instance is sending it");
    let second = due(shop, moments::now() + LEASE).await.remove(0);
    assert_eq!((first.attempt, second.attempt, second.message_id), (1, 2, first.message_id));

    let busy = ServerAnswer::new("451 busy");
    shop.outbox.mark_failed(first.id, moments::seconds_later(5_000), &busy).await.unwrap();
    assert_eq!(due(shop, moments::seconds_later(4_999)).await, []);
    assert_eq!(due(shop, moments::seconds_later(5_000)).await.len(), 1);
    for _ in 0..2 {
        shop.outbox.mark_sent(first.id, moments::seconds_later(5_001)).await.unwrap();
    }
    shop.outbox.mark_failed(first.id, moments::seconds_later(5_002), &busy).await.unwrap();
    assert_eq!(due(shop, moments::seconds_later(1_000_000)).await, [], "a sent mail stays sent");

    queue(shop, 0).await;
    let other = due(shop, moments::now()).await.remove(0);
    shop.outbox.mark_ended(other.id, MailEnding::Refused, Some(&ServerAnswer::new("550 no such user"))).await.unwrap();
    shop.outbox.mark_failed(other.id, moments::seconds_later(5_002), &busy).await.unwrap();
    shop.outbox.put_off(other.id, moments::seconds_later(5_002)).await.unwrap();
    assert_eq!(due(shop, moments::seconds_later(1_000_000)).await, [], "it is not sent any more");
    let told: Vec<_> = shop.outbox.undelivered(10).await.unwrap().into_iter().map(|mail| (mail.id, mail.ending, mail.answer)).collect();
    assert_eq!(told, [(other.id, MailEnding::Refused, Some("550 no such user".to_owned()))]);
}

/// A mail that was taken and not tried has its attempts as before, and comes before the mails that failed.
pub async fn a_mail_that_was_not_tried_loses_no_attempt(shop: &Shop) {
    let (failed, untried) = (queue(shop, 0).await, queue(shop, 1).await);
    let taken = due(shop, moments::seconds_later(1)).await;
    let busy = ServerAnswer::new("451 busy");
    shop.outbox.mark_failed(taken[0].id, moments::seconds_later(61), &busy).await.unwrap();
    shop.outbox.put_off(taken[1].id, moments::seconds_later(1) + PUT_OFF).await.unwrap();
    let first = shop.outbox.take_due(moments::seconds_later(100), 1).await.unwrap().remove(0);
    let second = shop.outbox.take_due(moments::seconds_later(100), 1).await.unwrap().remove(0);
    assert_eq!((first.to, first.attempt), (untried.to, 1));
    assert_eq!((second.to, second.attempt), (failed.to, 2));
}

/// However many callers ask at once: three within a day, and the same mail again counts once.
pub async fn an_address_that_was_never_verified_is_counted(shop: &Shop) {
    let to = sample_users::customer().email;
    for second in 0..8 {
        let mail = NewMail { to: Some(to.clone()), ..mail(second) };
        assert!(shop.outbox.enqueue(&mail).await.unwrap());
    }
    let (taken, now) = (due(shop, moments::seconds_later(10)).await, moments::seconds_later(10));
    assert!(taken.iter().all(|mail| !mail.is_verified));
    let asked = taken.iter().map(|mail| {
        let (shop, id, to) = (shop.clone(), mail.id, to.clone());
        tokio::spawn(async move { (id, shop.outbox.count_unverified(id, &to, now).await.unwrap()) })
    });
    let answers = futures_util::future::try_join_all(asked).await.unwrap();
    let (counted, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(_, may_go)| *may_go);
    assert_eq!(u32::try_from(counted.len()).unwrap(), MAX_UNVERIFIED);
    let again = |id, at| shop.outbox.count_unverified(id, &to, at);
    assert!(again(counted[0].0, moments::seconds_later(20)).await.unwrap(), "an attempt of the same mail");
    assert!(!again(refused[0].0, moments::seconds_later(20)).await.unwrap());
    assert!(again(refused[0].0, moments::seconds_later(21) + COUNTED_FOR).await.unwrap(), "a day later");
    let other = queue(shop, 30).await;
    let other_mail = due(shop, moments::seconds_later(30)).await.remove(0);
    assert!(shop.outbox.count_unverified(other_mail.id, &other.to.unwrap(), moments::seconds_later(30)).await.unwrap());
}

/// An order that is placed and cancelled before its mail is sent is told of once.
pub async fn a_cancellation_replaces_a_mail_that_waits(shop: &Shop) {
    let (_, draft) = ordered(shop).await;
    let order = shop.place(&draft).await;
    bring_to(shop, &order, OrderStatus::Cancelled).await;
    let told: Vec<_> = kinds(shop).await.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(told, [MailKind::ShopOrder, MailKind::Cancelled]);
}

/// No instance sends what another one is sending (contract-commerce, section 9, races).
pub async fn three_workers_take_each_mail_once(shop: &Shop) {
    for second in 0..60 {
        queue(shop, second).await;
    }
    let workers = (0..3).map(|_| {
        let shop = shop.clone();
        tokio::spawn(async move {
            let mut taken = Vec::new();
            loop {
                let mails = shop.outbox.take_due(moments::seconds_later(60), 7).await.unwrap();
                if mails.is_empty() {
                    return taken;
                }
                for mail in mails {
                    shop.outbox.mark_sent(mail.id, moments::seconds_later(60)).await.unwrap();
                    taken.push(mail.id);
                }
            }
        })
    });
    let taken = futures_util::future::try_join_all(workers).await.unwrap().concat();
    assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), taken.len(), "one mail was taken twice");
    let rest = due(shop, moments::seconds_later(60)).await.len();
    assert_eq!(taken.len() + rest, 60, "none was left out");
}

/// Up to a limit.
pub async fn the_mail_that_waits_longest_comes_first(shop: &Shop) {
    let (second, first, _third) = (queue(shop, 2).await, queue(shop, 1).await, queue(shop, 3).await);
    let taken = shop.outbox.take_due(moments::seconds_later(10), 2).await.unwrap();
    assert_eq!(taken.into_iter().map(|mail| mail.to).collect::<Vec<_>>(), [first.to, second.to]);
}

/// Everything that the mail is rendered from comes back as it was written.
pub async fn a_mail_keeps_its_data_and_its_message_id(shop: &Shop) {
    let (first, second) = (queue(shop, 0).await, queue(shop, 1).await);
    let taken = due(shop, moments::seconds_later(1)).await;
    assert_eq!((&taken[0].message, &taken[1].message), (&first.message, &second.message));
    assert_ne!(taken[0].message_id, taken[1].message_id);
}

/// A product with stock, and an order of it with its mails.
async fn ordered(shop: &Shop) -> (Product, OrderDraft) {
    let product = sample_products::with_stock(9, sample_products::full_product());
    let (user, product) = (shop.customer().await, shop.add(product).await);
    let draft = sample_orders::draft(&user, &[(&product, 1)]);
    let mails = order_mails::placed(&draft.clone().into_order());
    (product, OrderDraft { mails, ..draft })
}

/// The kinds of the mails that are due, and the order of each.
pub(super) async fn kinds(shop: &Shop) -> Vec<(MailKind, String)> {
    let taken = due(shop, moments::seconds_later(1_000)).await;
    taken.into_iter().map(|mail| (mail.message.kind(), order_of(&mail.message))).collect()
}

fn order_of(message: &MailMessage) -> String {
    match message {
        MailMessage::Order(_, summary) => summary.id.as_str().to_owned(),
        MailMessage::Verify(_)
        | MailMessage::Invitation(_)
        | MailMessage::Attention(_)
        | MailMessage::SignInAlert(_)
        | MailMessage::Security(_) => String::new(),
    }
}

/// With the order, and once although the same order is sent twice.
pub async fn a_new_order_queues_its_mails(shop: &Shop) {
    let (_, draft) = ordered(shop).await;
    let draft = OrderDraft { claim: Some(sample_orders::claim("an order")), ..draft };
    shop.place(&draft).await;
    let id = draft.id.as_str().to_owned();
    let again = OrderDraft { id: sample_orders::order_id(), ..draft };
    assert!(matches!(shop.orders.place(&again).await.unwrap(), PlaceOrderOutcome::Replayed(_)));
    assert_eq!(kinds(shop).await, [(MailKind::Placed, id.clone()), (MailKind::ShopOrder, id)]);
}

/// Nothing is left of it.
pub async fn a_refused_order_queues_no_mail(shop: &Shop) {
    let (product, draft) = ordered(shop).await;
    let items = vec![sample_orders::line(&product, 1_000_000)];
    let refused = shop.orders.place(&OrderDraft { items, ..draft }).await.unwrap();
    assert!(matches!(refused, PlaceOrderOutcome::OutOfStock(_)), "{refused:?}");
    assert_eq!(kinds(shop).await, []);
}

async fn bring_to(shop: &Shop, order: &Order, status: OrderStatus) {
    let change = OrderEdit { status: Some(status), ..OrderEdit::default() };
    shop.edit(&order.id, &change, &sample_users::actor(), moments::seconds_later(5)).await.unwrap();
}

/// Each once, also a second cancellation; reinstating and a change to what is there are not mailed.
pub async fn each_step_of_an_order_is_mailed(shop: &Shop) {
    let (_, draft) = ordered(shop).await;
    let order = shop.place(&draft).await;
    assert_eq!(kinds(shop).await.len(), 2);
    for status in [
        OrderStatus::Shipped,
        OrderStatus::Shipped,
        OrderStatus::Completed,
        OrderStatus::Cancelled,
        OrderStatus::Processing,
        OrderStatus::Cancelled,
    ] {
        bring_to(shop, &order, status).await;
    }
    let told: Vec<_> = kinds(shop).await.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(told, [MailKind::Shipped, MailKind::Delivered, MailKind::Cancelled, MailKind::Cancelled]);
}

/// As those of the demo shop.
pub async fn an_order_without_mails_stays_without(shop: &Shop) {
    let (_, draft) = ordered(shop).await;
    let order = shop.place(&OrderDraft { mails: Vec::new(), ..draft }).await;
    bring_to(shop, &order, OrderStatus::Shipped).await;
    assert_eq!(kinds(shop).await, []);
}
