//! The contract of [`domain::accounts::ports::SignInWatch`].

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::seen_sign_in::SeenSignIn;
use domain::accounts::session_origin::{DeviceName, Network, SessionOrigin};
use domain::accounts::sign_in_alert::{AlertSecret, REMEMBERED_FOR, SignInNews, VALID_FOR};
use domain::accounts::user::User;
use domain::messages::mail_message::MailMessage;
use domain::shared::ids::{DeviceId, SessionId};
use uuid::Uuid;

use super::sessions::audited;
use crate::contracts::Shop;
use crate::{moments, unique};

/// A sign-in from a device and a network with these numbers.
fn sign_in(user: &User, device: u128, network: u8, at: DateTime<Utc>) -> SeenSignIn {
    let name = DeviceName::of_user_agent(Some("Firefox/145.0 (Linux)"));
    let origin = SessionOrigin { device: name, network: Network::of([192, 0, network, 7].into()) };
    let (session, secret) = (SessionId::new(unique::uuid()), AlertSecret::new(unique::tag()));
    let news = SignInNews { at, origin, session };
    SeenSignIn { user: user.clone(), device: DeviceId::new(Uuid::from_u128(device)), session, news, secret }
}

/// An administrator who signed in before.
async fn staff(shop: &Shop) -> User {
    User { last_login: Some(moments::days_ago(1)), ..shop.admin().await }
}

/// A device and network are known for 90 days after the last sign-in with both.
pub async fn staff_are_alerted_of_a_device_and_network_they_did_not_use_lately(shop: &Shop) {
    let user = staff(shop).await;
    let note = async |device, network, at| shop.watch.note(&sign_in(&user, device, network, at)).await.unwrap();
    let now = moments::now();
    assert!(note(1, 1, now).await);
    assert!(!note(1, 1, now).await);
    assert!(note(1, 2, now).await, "another network");
    assert!(note(2, 1, now).await, "another device");
    let later = now + REMEMBERED_FOR - TimeDelta::seconds(1);
    assert!(!note(1, 1, later).await);
    assert!(!note(1, 1, later + REMEMBERED_FOR - TimeDelta::seconds(1)).await, "each sign-in is remembered for as long");
    assert!(note(1, 2, later + TimeDelta::seconds(1)).await, "it was not seen for 90 days");
    let actor = Some(user.email.clone());
    let entry = ("create".to_owned(), user.email.as_str().to_owned(), actor);
    assert_eq!(audited(shop, "sign_in_alert").await, vec![entry; 4]);

    let first = sign_in(&user, 9, 9, now + TimeDelta::days(400));
    assert!(shop.watch.note(&first).await.unwrap());
    let mails = shop.outbox.take_due(now + TimeDelta::days(400), 20).await.unwrap();
    let mail = mails.into_iter().find(|mail| mail.message == MailMessage::SignInAlert(first.news.clone())).unwrap();
    assert_eq!(mail.to, Some(user.email.clone()), "the mail names the sign-in, and has no secret");
}

/// Nothing is unusual about the first sign-in, and customers get no alerts.
pub async fn first_sign_ins_and_customers_cause_no_alert(shop: &Shop) {
    let (new, customer) = (shop.admin().await, shop.customer().await);
    let customer = User { last_login: Some(moments::days_ago(1)), ..customer };
    for user in [&new, &customer] {
        assert!(!shop.watch.note(&sign_in(user, 1, 1, moments::now())).await.unwrap());
    }
    let seen = User { last_login: Some(moments::now()), ..new };
    assert!(!shop.watch.note(&sign_in(&seen, 1, 1, moments::now())).await.unwrap(), "the first one is remembered");
    assert!(shop.outbox.take_due(moments::now(), 20).await.unwrap().is_empty());
}

/// More are noted and not mailed.
pub async fn a_user_is_alerted_three_times_a_day(shop: &Shop) {
    let (user, other) = (staff(shop).await, staff(shop).await);
    for device in 0..6 {
        let alerted = shop.watch.note(&sign_in(&user, device, 1, moments::now())).await.unwrap();
        assert_eq!(alerted, device < 3, "{device}");
    }
    assert!(shop.watch.note(&sign_in(&other, 1, 1, moments::now())).await.unwrap(), "another user");
    let tomorrow = moments::now() + TimeDelta::hours(24);
    assert!(!shop.watch.note(&sign_in(&user, 5, 1, tomorrow)).await.unwrap(), "it was noted");
    assert!(shop.watch.note(&sign_in(&user, 7, 1, tomorrow)).await.unwrap());
    assert_eq!(shop.outbox.take_due(tomorrow, 20).await.unwrap().len(), 5);
}

/// A link counts once and for 7 days; the devices are unknown afterwards.
pub async fn the_link_of_an_alert_ends_all_sessions_once(shop: &Shop) {
    let (user, other) = (staff(shop).await, staff(shop).await);
    let (one, two, others) = (shop.session(&user).await, shop.session(&user).await, shop.session(&other).await);
    let (first, second) = (sign_in(&user, 1, 1, moments::now()), sign_in(&user, 2, 1, moments::now()));
    assert!(shop.watch.note(&first).await.unwrap() && shop.watch.note(&second).await.unwrap());
    let end = async |seen: &SeenSignIn, at| shop.watch.end_sessions(&seen.secret, "a request", at).await.is_ok();
    assert!(!end(&sign_in(&user, 1, 1, moments::now()), moments::now()).await, "a secret that was not sent");
    assert!(!end(&first, moments::now() + VALID_FOR).await, "too old");
    assert!(shop.is_in(&one).await);
    assert!(end(&first, moments::now() + VALID_FOR - TimeDelta::seconds(1)).await);
    assert!(!end(&first, moments::now()).await, "used");
    assert!(!shop.is_in(&one).await && !shop.is_in(&two).await);
    assert!(shop.is_in(&others).await);
    assert!(shop.watch.note(&sign_in(&user, 1, 1, moments::now())).await.unwrap(), "the device is forgotten");
    let entries = audited(shop, "session").await;
    assert_eq!(entries, [("delete".to_owned(), user.email.as_str().to_owned(), Some(user.email.clone()))]);
}
