//! The contract of [`domain::accounts::ports::SessionStore`].

use chrono::TimeDelta;
use domain::accounts::session::SessionPolicy;
use domain::accounts::user::User;
use domain::shared::ids::{SessionId, UserId};

use crate::contracts::Shop;
use crate::{moments, sample_users, unique};

/// An opened session is found, with the present data of its user.
pub async fn a_session_opens_and_authenticates(shop: &Shop) {
    let user = shop.customer().await;
    let session = shop.session(&user).await;
    let principal = shop.sessions.authenticate(session.id, user.id, moments::now()).await.unwrap().unwrap();
    assert_eq!(principal.session, session);
    assert_eq!(principal.user, User { last_login: Some(moments::now()), ..user });
}

/// An unknown session or one of another user does not authenticate.
pub async fn a_session_is_its_users_alone(shop: &Shop) {
    let (user, other) = (shop.customer().await, shop.customer().await);
    let session = shop.session(&user).await;
    assert_eq!(shop.sessions.authenticate(session.id, other.id, moments::now()).await.unwrap(), None);
    let unknown = SessionId::new(unique::uuid());
    assert_eq!(shop.sessions.authenticate(unknown, user.id, moments::now()).await.unwrap(), None);
}

/// Revoking a session leaves the others, and revoking it again changes nothing.
pub async fn a_session_ends_when_revoked(shop: &Shop) {
    let user = shop.customer().await;
    let (ended, other) = (shop.session(&user).await, shop.session(&user).await);
    for _ in 0..2 {
        shop.sessions.revoke(ended.id, moments::now()).await.unwrap();
    }
    shop.sessions.revoke(SessionId::new(unique::uuid()), moments::now()).await.unwrap();
    assert!(!shop.is_in(&ended).await);
    assert!(shop.is_in(&other).await);
}

/// The age limits are those of the user's present type.
pub async fn a_session_ends_with_its_time(shop: &Shop) {
    for user in [shop.customer().await, shop.admin().await] {
        let policy = SessionPolicy::of(user.user_type);
        let session = shop.session(&user).await;
        let at = |after: TimeDelta| shop.sessions.authenticate(session.id, user.id, moments::now() + after);
        assert!(at(policy.idle).await.unwrap().is_none(), "too long without a request");
        let mut age = TimeDelta::zero();
        while age + policy.idle / 2 < policy.absolute {
            age += policy.idle / 2;
            assert!(at(age).await.unwrap().is_some(), "{age}");
        }
        assert!(at(policy.absolute).await.unwrap().is_none(), "too long in all");
    }
}

/// One request a second writes the time of use once a minute.
pub async fn use_is_written_once_a_minute(shop: &Shop) {
    let user = shop.customer().await;
    let session = shop.session(&user).await;
    for (second, written) in [(59, 0), (60, 60), (61, 60), (119, 60), (120, 120)] {
        let now = moments::seconds_later(second);
        let principal = shop.sessions.authenticate(session.id, user.id, now).await.unwrap().unwrap();
        assert_eq!(principal.session.last_used_at, moments::seconds_later(written), "{second}");
    }
}

/// Opening a session reads the user's present state.
pub async fn nobody_blocked_or_gone_gets_a_session(shop: &Shop) {
    let user = shop.customer().await;
    let open = shop.session(&user).await;
    shop.users.set_blocked(&user.email, true, &sample_users::actor(), moments::now()).await.unwrap();
    assert!(!shop.sessions.open(&sample_users::session_of(&user)).await.unwrap());
    assert!(!shop.is_in(&open).await);
    let gone = User { id: UserId::new(unique::uuid()), ..user };
    assert!(!shop.sessions.open(&sample_users::session_of(&gone)).await.unwrap());
}

/// Each session sets the time of the last login.
pub async fn the_last_login_is_remembered(shop: &Shop) {
    let user = shop.customer().await;
    assert_eq!(user.last_login, None);
    shop.session(&user).await;
    let found = shop.user_directory.by_email(&user.email).await.unwrap().unwrap();
    assert_eq!(found.last_login, Some(moments::now()));
}
