//! The contract of [`domain::accounts::ports::SessionStore`].

use chrono::TimeDelta;
use domain::accounts::session::{Session, SessionPolicy};
use domain::accounts::session_origin::{DeviceName, Network, SessionOrigin};
use domain::accounts::user::{PasswordHash, ProfileChange, User};
use domain::reports::audit_log::{AuditQuery, AuditWord};
use domain::shared::email::EmailAddress;
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
    assert!(!shop.sessions.open(&sample_users::session_of(&user), None).await.unwrap());
    assert!(!shop.is_in(&open).await);
    let gone = User { id: UserId::new(unique::uuid()), ..user };
    assert!(!shop.sessions.open(&sample_users::session_of(&gone), None).await.unwrap());
}

/// A change of the password ends the sessions that are there; one that was compared before it must not follow.
pub async fn no_session_opens_with_a_password_of_before(shop: &Shop) {
    let user = shop.customer().await;
    let [old, new] = ["old", "new"].map(|hash| PasswordHash::new(hash.to_owned()));
    for present in [&old, &new] {
        let change = ProfileChange { password_hash: Some(present.clone()), ..ProfileChange::default() };
        shop.users.update_profile(user.id, &change, None, moments::now()).await.unwrap();
    }
    let session = sample_users::session_of(&user);
    assert!(!shop.sessions.open(&session, Some(&old)).await.unwrap());
    assert!(!shop.is_in(&session).await);
    assert!(shop.sessions.open(&session, Some(&new)).await.unwrap());
    assert!(shop.is_in(&session).await);
}

/// Each session sets the time of the last login.
pub async fn the_last_login_is_remembered(shop: &Shop) {
    let user = shop.customer().await;
    assert_eq!(user.last_login, None);
    shop.session(&user).await;
    let found = shop.user_directory.by_email(&user.email).await.unwrap().unwrap();
    assert_eq!(found.last_login, Some(moments::now()));
}

/// Origin and confirmation are kept; opening a session confirms nothing.
pub async fn a_session_says_where_it_began_and_when_it_was_confirmed(shop: &Shop) {
    let user = shop.customer().await;
    let device = DeviceName::of_user_agent(Some("Firefox/145.0 (Linux)"));
    let origin = Some(SessionOrigin { device, network: Network::of([192, 0, 2, 7].into()) });
    let session = Session { origin, ..sample_users::session_of(&user) };
    assert!(shop.sessions.open(&session, None).await.unwrap());
    let found = async || shop.sessions.authenticate(session.id, user.id, moments::now()).await.unwrap().unwrap().session;
    assert_eq!(found().await, session);
    assert!(shop.sessions.confirm(session.id, moments::now()).await.unwrap());
    assert_eq!(found().await.confirmed_at, Some(moments::now()));
    let other = shop.session(&user).await;
    assert_eq!(other.confirmed_at, None, "a confirmation belongs to its session");
}

/// The confirmation of the session ends too; the next session of the user is confirmed as any other.
pub async fn a_session_is_not_confirmed_by_a_password_that_it_set(shop: &Shop) {
    let user = shop.customer().await;
    let session = shop.session(&user).await;
    let found = async |session: &Session| shop.sessions.authenticate(session.id, user.id, moments::now()).await.unwrap().unwrap().session;
    assert!(shop.sessions.confirm(session.id, moments::now()).await.unwrap());
    let change = ProfileChange { password_hash: Some(PasswordHash::new("new".to_owned())), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &change, Some(session.id), moments::now()).await.unwrap();
    assert_eq!(found(&session).await.confirmed_at, None);
    assert!(!shop.sessions.confirm(session.id, moments::now()).await.unwrap());
    assert_eq!(found(&session).await.confirmed_at, None);
    let next = shop.session(&user).await;
    assert!(shop.sessions.confirm(next.id, moments::now()).await.unwrap());
}

/// The last used is first; ended and expired ones are not listed.
pub async fn live_sessions_are_listed_to_their_user(shop: &Shop) {
    let (user, other) = (shop.customer().await, shop.customer().await);
    let (first, second, ended) = (shop.session(&user).await, shop.session(&user).await, shop.session(&user).await);
    shop.session(&other).await;
    shop.sessions.revoke(ended.id, moments::now()).await.unwrap();
    let later = moments::seconds_later(120);
    shop.sessions.authenticate(first.id, user.id, later).await.unwrap();
    let listed = async |now| shop.sessions.list(&user, now).await.unwrap().iter().map(|session| session.id).collect::<Vec<_>>();
    assert_eq!(listed(later).await, [first.id, second.id]);
    assert_eq!(listed(moments::now() + SessionPolicy::of(user.user_type).idle).await, [first.id], "the other was not used for too long");
    assert!(listed(moments::now() + SessionPolicy::of(user.user_type).absolute).await.is_empty());
}

/// A session of another user, an unknown and an ended one are left alone.
pub async fn a_session_is_ended_for_its_user_alone(shop: &Shop) {
    let (user, other, by) = (shop.admin().await, shop.admin().await, sample_users::actor());
    let session = shop.session(&user).await;
    assert_eq!(shop.sessions.user_of(session.id).await.unwrap().map(|user| user.id), Some(user.id));
    assert_eq!(shop.sessions.user_of(SessionId::new(unique::uuid())).await.unwrap(), None);
    let end = async |whose: &User| shop.sessions.end(session.id, whose, &by, moments::now()).await.is_ok();
    assert!(!end(&other).await);
    assert!(shop.is_in(&session).await);
    assert!(end(&user).await);
    assert!(!shop.is_in(&session).await);
    assert!(!end(&user).await);
    let audited = audited(shop, "session").await;
    assert_eq!(audited, [("delete".to_owned(), user.email.as_str().to_owned(), by.email)]);
}

/// The present session and those of others go on; the end of each session of staff is audited, and of none that had ended before.
pub async fn all_other_sessions_of_a_user_end_at_once(shop: &Shop) {
    let (user, other, by) = (shop.admin().await, shop.admin().await, sample_users::actor());
    let (present, second, third, ended) =
        (shop.session(&user).await, shop.session(&user).await, shop.session(&user).await, shop.session(&user).await);
    let others = shop.session(&other).await;
    shop.sessions.revoke(ended.id, moments::now()).await.unwrap();
    shop.sessions.end_others(&user, present.id, &by, moments::now()).await.unwrap();
    for session in [&second, &third, &ended] {
        assert!(!shop.is_in(session).await);
    }
    assert!(shop.is_in(&present).await);
    assert!(shop.is_in(&others).await);
    let entry = ("delete".to_owned(), user.email.as_str().to_owned(), by.email);
    assert_eq!(audited(shop, "session").await, [entry.clone(), entry]);
}

/// The audit entries about a kind of entity: action, subject and actor, the newest first.
pub(super) async fn audited(shop: &Shop, entity: &str) -> Vec<(String, String, Option<EmailAddress>)> {
    let entity = Some(AuditWord::parse(entity).unwrap());
    let found = shop.audit_log.list(&AuditQuery { entity, ..AuditQuery::default() }).await.unwrap();
    found.items.into_iter().map(|entry| (entry.action.as_str().to_owned(), entry.subject, entry.actor)).collect()
}
