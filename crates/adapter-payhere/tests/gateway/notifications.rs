//! Notifications of the gateway.

use domain::payments::attempt::AttemptState;
use domain::payments::gateway::NotificationRefusal;
use domain::payments::ports::PaymentGateway as _;
use domain::shared::money::Money;
use fake_payhere::Behaviour;

use crate::shop::{Shop, attempt, checkout};

#[tokio::test]
async fn every_choice_of_the_customer_is_notified() {
    let mut shop = Shop::open().await;
    let checkout = checkout(7, "1234.50");
    for (choice, state) in [
        ("pending", AttemptState::Pending),
        ("decline", AttemptState::Failed),
        ("cancel", AttemptState::Cancelled),
        ("pay", AttemptState::Succeeded),
    ] {
        shop.press(&checkout, choice).await;
        let form = shop.notified().await;
        let read = shop.gateway.read_notification(&form).unwrap();
        assert_eq!((read.state(), read.attempt()), (Some(state), Some(attempt(7, 1))));
        assert!(read.is_for(checkout.amount) && read.payment.is_some());
        assert_eq!(read.means.unwrap().as_str(), "VISA");
    }
    shop.notify_newest(-3).await;
    let form = shop.notified().await;
    assert_eq!(shop.gateway.read_notification(&form).unwrap().state(), Some(AttemptState::ChargedBack));
}

#[tokio::test]
async fn a_forged_notification_is_refused() {
    let mut shop = Shop::open().await;
    shop.behave(Behaviour { forge_notifications: true, ..Behaviour::default() }).await;
    shop.press(&checkout(7, "1234.50"), "pay").await;
    let form = shop.notified().await;
    assert_eq!(shop.gateway.read_notification(&form), Err(NotificationRefusal::WrongSignature));
}

#[tokio::test]
async fn another_amount_is_read_and_is_not_the_attempts() {
    let mut shop = Shop::open().await;
    shop.behave(Behaviour { misprice: -100_000, ..Behaviour::default() }).await;
    let checkout = checkout(7, "1234.50");
    shop.press(&checkout, "pay").await;
    let read = shop.notified().await;
    let read = shop.gateway.read_notification(&read).unwrap();
    assert!(!read.is_for(checkout.amount) && read.is_for(Money::parse("234.50").unwrap()));
}

#[tokio::test]
async fn notifications_come_twice_reordered_late_or_not_at_all() {
    let mut shop = Shop::open().await;
    let checkout = checkout(7, "1234.50");
    shop.behave(Behaviour { drop_notifications: true, ..Behaviour::default() }).await;
    shop.press(&checkout, "pay").await;
    shop.behave(Behaviour { repeat_notifications: 2, reorder_notifications: true, delay_notifications: 50, ..Behaviour::default() }).await;
    shop.press(&checkout, "pay").await;
    let mut states = Vec::new();
    for _ in 0..4 {
        let form = shop.notified().await;
        states.extend(shop.gateway.read_notification(&form).unwrap().state());
    }
    assert_eq!(states, [AttemptState::Succeeded, AttemptState::Succeeded, AttemptState::Pending, AttemptState::Pending]);
    assert!(!shop.has_notification(), "the first was dropped");
}
