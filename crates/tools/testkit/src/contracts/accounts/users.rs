//! The contract of [`domain::accounts::ports::UserRepository`]: registration, profiles, blocking and deletion.

use chrono::{DateTime, Utc};
use domain::accounts::password_reset::ResetSecret;
use domain::accounts::ports::{DeleteUserError, NewReset, RegisterUserError, SetUserBlockedError, UpdateProfileError, UpdatedUser};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, PasswordHash, ProfileChange, User};
use domain::messages::mail_message::MailMessage;
use domain::messages::security_notice::SecurityEvent;
use domain::orders::order_filters::OrderQuery;
use domain::reviews::{NewReview, Rating};
use domain::shared::email::EmailAddress;
use domain::shared::language::Language;
use domain::shared::text::{PictureUrl, ReviewComment};

use crate::contracts::Shop;
use crate::contracts::shop::page;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

pub(super) fn hash(text: &str) -> PasswordHash {
    PasswordHash::new(text.to_owned())
}

/// Many registrations of one address at once make one user.
pub async fn two_registrations_at_once_make_one_user(shop: &Shop) {
    let email = sample_users::email();
    let attempts = (0..8).map(|_| {
        let (shop, user) = (shop.clone(), NewUser { email: email.clone(), ..sample_users::customer() });
        tokio::spawn(async move { shop.users.create(&user).await })
    });
    let answers = futures_util::future::try_join_all(attempts).await.unwrap();
    assert_eq!(answers.iter().filter(|a| a.is_ok()).count(), 1);
    assert!(answers.iter().all(|a| matches!(a, Ok(_) | Err(RegisterUserError::EmailTaken))), "{answers:?}");
}

/// The hash comes back as it was given, also when there is none.
pub async fn credentials_are_those_registered(shop: &Shop) {
    let user = shop.customer().await;
    let found = shop.users.credentials(&user.email).await.unwrap().unwrap();
    assert_eq!((found.user, found.password_hash), (user, Some(hash("$argon2id$test"))));
    let stranger = shop.register(NewUser { password_hash: None, ..sample_users::customer() }).await;
    assert_eq!(shop.users.credentials(&stranger.email).await.unwrap().unwrap().password_hash, None);
    assert_eq!(shop.users.credentials(&sample_users::email()).await.unwrap(), None);
}

/// A password changed meanwhile is not undone by a stronger hash of the old one.
pub async fn a_hash_is_replaced_only_while_it_is_the_same(shop: &Shop) {
    let user = shop.customer().await;
    shop.users.rehash(user.id, &hash("$argon2id$test"), &hash("stronger")).await.unwrap();
    shop.users.rehash(user.id, &hash("$argon2id$test"), &hash("late")).await.unwrap();
    assert_eq!(shop.users.credentials(&user.email).await.unwrap().unwrap().password_hash, Some(hash("stronger")));
}

/// A field that is `None` keeps its value.
pub async fn a_profile_changes_only_where_asked(shop: &Shop) {
    let user = shop.customer().await;
    let session = shop.session(&user).await;
    let change = ProfileChange { first_name: Some(sample_users::name("Sanduni")), ..ProfileChange::default() };
    let changed = shop.users.update_profile(user.id, &change, None, moments::now()).await.unwrap().user;
    let last_login = Some(moments::now());
    assert_eq!(changed, User { first_name: sample_users::name("Sanduni"), last_login, ..user.clone() });
    let picture = PictureUrl::parse("/images/1-me.webp").unwrap();
    let change = ProfileChange { profile_picture: Some(picture.clone()), ..ProfileChange::default() };
    let changed = shop.users.update_profile(user.id, &change, None, moments::now()).await.unwrap().user;
    assert_eq!((changed.profile_picture, changed.first_name), (Some(picture), sample_users::name("Sanduni")));
    assert!(shop.is_in(&session).await, "no password changed, so no session ends");
    assert_eq!(shop.users.credentials(&user.email).await.unwrap().unwrap().password_hash, Some(hash("$argon2id$test")));
}

/// English before there is a choice. Other changes leave it.
pub async fn a_user_has_the_language_of_the_last_choice(shop: &Shop) {
    let user = shop.customer().await;
    let session = shop.session(&user).await;
    assert_eq!(user.language, Language::English);
    for language in [Language::Sinhala, Language::Tamil, Language::English] {
        let change = ProfileChange { language: Some(language), ..ProfileChange::default() };
        let changed = shop.users.update_profile(user.id, &change, None, moments::now()).await.unwrap();
        assert_eq!((changed.user.language, changed.is_shown), (language, false));
        let other = ProfileChange { first_name: Some(sample_users::name(language.as_str())), ..ProfileChange::default() };
        assert_eq!(shop.users.update_profile(user.id, &other, None, moments::now()).await.unwrap().user.language, language);
        let principal = shop.sessions.authenticate(session.id, user.id, moments::now()).await.unwrap().unwrap();
        assert_eq!(principal.user.language, language);
    }
}

/// The same rules hold for a change by an administrator.
pub async fn what_an_administrator_changes_is_changed_alike(shop: &Shop) {
    let user = shop.customer().await;
    let (kept, other) = (shop.session(&user).await, shop.session(&user).await);
    let change =
        ProfileChange { last_name: Some(sample_users::name("Silva")), password_hash: Some(hash("new")), ..ProfileChange::default() };
    let by = sample_users::actor();
    let changed = shop.users.update_profile_as_admin(user.id, &change, Some(kept.id), &by, moments::now()).await.unwrap().user;
    assert_eq!((changed.first_name, changed.last_name), (user.first_name, sample_users::name("Silva")));
    assert!(shop.is_in(&kept).await && !shop.is_in(&other).await);
    let unknown = domain::shared::ids::UserId::new(unique::uuid());
    let refused = shop.users.update_profile_as_admin(unknown, &change, None, &by, moments::now()).await;
    assert!(matches!(refused, Err(UpdateProfileError::NotFound)));
}

/// The session that made the change stays.
pub async fn a_new_password_ends_every_other_session(shop: &Shop) {
    let user = shop.customer().await;
    let (kept, other) = (shop.session(&user).await, shop.session(&user).await);
    let stranger = shop.session(&shop.customer().await).await;
    let change = ProfileChange { password_hash: Some(hash("new")), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &change, Some(kept.id), moments::now()).await.unwrap();
    assert!(shop.is_in(&kept).await && shop.is_in(&stranger).await);
    assert!(!shop.is_in(&other).await);
    assert_eq!(shop.users.credentials(&user.email).await.unwrap().unwrap().password_hash, Some(hash("new")));
    shop.users.update_profile(user.id, &change, None, moments::now()).await.unwrap();
    assert!(!shop.is_in(&kept).await);
}

/// By a session or by the link of a reset, and not of another change.
pub async fn a_new_password_is_mailed_to_its_account(shop: &Shop) {
    let user = shop.customer().await;
    let session = shop.session(&user).await;
    let told = async || notices(shop, moments::seconds_later(60)).await;
    let name = ProfileChange { first_name: Some(sample_users::name("Sanduni")), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &name, None, moments::now()).await.unwrap();
    assert_eq!(told().await, []);
    let password = ProfileChange { password_hash: Some(hash("new")), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &password, Some(session.id), moments::now()).await.unwrap();
    assert_eq!(told().await, [(Some(user.email.clone()), SecurityEvent::PasswordSet)]);
    let secret = ResetSecret::new(unique::tag());
    let reset = NewReset { user: user.id, secret: secret.clone(), at: moments::now(), per_hour: None };
    shop.resets.begin(&reset).await.unwrap();
    shop.resets.finish(&secret, &hash("newer"), moments::seconds_later(1)).await.unwrap();
    assert_eq!(told().await, [(Some(user.email), SecurityEvent::PasswordSet)]);
}

/// The notices about security that are due, with their recipients; they are taken.
pub(crate) async fn notices(shop: &Shop, at: DateTime<Utc>) -> Vec<(Option<EmailAddress>, SecurityEvent)> {
    let due = shop.outbox.take_due(at, 100).await.unwrap();
    let notices = due.into_iter().filter_map(|mail| match mail.message {
        MailMessage::Security(news) => Some((mail.to, news.event)),
        _ => None,
    });
    notices.collect()
}

/// A session that ended while the new password was being hashed cannot set it.
pub async fn a_session_that_ended_changes_no_password(shop: &Shop) {
    let user = shop.customer().await;
    let (ended, live) = (shop.session(&user).await, shop.session(&user).await);
    let strangers = shop.session(&shop.customer().await).await;
    shop.sessions.revoke(ended.id, moments::now()).await.unwrap();
    let change = ProfileChange { password_hash: Some(hash("thief's")), ..ProfileChange::default() };
    for session in [&ended, &strangers] {
        let refused = shop.users.update_profile(user.id, &change, Some(session.id), moments::now()).await;
        assert!(matches!(refused, Err(UpdateProfileError::NotFound)));
        let by = sample_users::actor();
        let refused = shop.users.update_profile_as_admin(user.id, &change, Some(session.id), &by, moments::now()).await;
        assert!(matches!(refused, Err(UpdateProfileError::NotFound)));
    }
    assert!(shop.is_in(&live).await);
    assert_eq!(shop.users.credentials(&user.email).await.unwrap().unwrap().password_hash, Some(hash("$argon2id$test")));
}

/// A change does not restore a deleted user.
pub async fn a_user_who_is_gone_cannot_change(shop: &Shop) {
    let user = shop.customer().await;
    shop.users.delete(&user.email, &sample_users::actor(), moments::now()).await.unwrap();
    let change = ProfileChange { first_name: Some(sample_users::name("Ghost")), ..ProfileChange::default() };
    let refused = shop.users.update_profile(user.id, &change, None, moments::now()).await;
    assert!(matches!(refused, Err(UpdateProfileError::NotFound)));
}

/// A form that is saved without a change writes nothing; only a new name or picture changes what others see.
pub async fn a_change_to_what_is_there_writes_nothing(shop: &Shop) {
    let picture = PictureUrl::parse("/images/1-me.webp").unwrap();
    let user = shop.register(NewUser { profile_picture: Some(picture), ..sample_users::customer() }).await;
    let same = ProfileChange {
        first_name: Some(user.first_name.clone()),
        last_name: Some(user.last_name.clone()),
        profile_picture: user.profile_picture.clone(),
        language: Some(user.language),
        password_hash: None,
    };
    let unshown = UpdatedUser { user: user.clone(), is_shown: false };
    for change in [&same, &ProfileChange::default()] {
        assert_eq!(shop.users.update_profile(user.id, change, None, moments::now()).await.unwrap(), unshown);
    }
    let password = ProfileChange { password_hash: Some(hash("new")), ..same.clone() };
    assert_eq!(shop.users.update_profile(user.id, &password, None, moments::now()).await.unwrap(), unshown);
    assert_eq!(shop.users.credentials(&user.email).await.unwrap().unwrap().password_hash, Some(hash("new")));
    let renamed = ProfileChange { last_name: Some(sample_users::name("Silva")), ..same };
    let changed = shop.users.update_profile(user.id, &renamed, None, moments::now()).await.unwrap();
    assert_eq!(changed, UpdatedUser { user: User { last_name: sample_users::name("Silva"), ..user }, is_shown: true });
}

/// Blocking ends all sessions. Unblocking does not restore them, but the user can sign in again.
pub async fn blocking_ends_sessions_and_unblocking_lets_in_again(shop: &Shop) {
    let user = shop.customer().await;
    let session = shop.session(&user).await;
    let blocked = set_blocked(shop, &user, true).await.unwrap();
    assert!(blocked.is_blocked);
    assert!(!shop.is_in(&session).await);
    assert!(!shop.sessions.open(&sample_users::session_of(&user), None).await.unwrap());
    let free = set_blocked(shop, &user, false).await.unwrap();
    assert!(!free.is_blocked);
    assert!(!shop.is_in(&session).await);
    assert!(shop.is_in(&shop.session(&user).await).await);
}

/// Orders of a deleted customer stay and keep the address.
pub async fn deleting_takes_the_review_and_leaves_the_orders(shop: &Shop) {
    let user = shop.customer().await;
    let session = shop.session(&user).await;
    let product = shop.add(sample_products::product("Rose Water")).await;
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 1)])).await;
    let review = NewReview {
        id: domain::shared::ids::ReviewId::new(unique::uuid()),
        user_id: user.id,
        rating: Rating::parse(5).unwrap(),
        comment: ReviewComment::parse("Lovely").unwrap(),
        created_at: moments::now(),
    };
    shop.reviews.add(&review).await.unwrap();
    delete(shop, &user).await.unwrap();
    assert!(matches!(delete(shop, &user).await, Err(DeleteUserError::NotFound)));
    assert!(!shop.is_in(&session).await);
    assert!(shop.reviews.list(&domain::shared::page::PageRequest::default()).await.unwrap().items.is_empty());
    let kept = shop.order(&order).await;
    assert_eq!((kept.user_id, kept.email, kept.items), (None, user.email, order.items));
    assert_eq!(page(shop.order_reader.list(&OrderQuery::default()).await.unwrap()).items.len(), 1);
}

/// Every change of an unknown user answers not found.
pub async fn nobody_is_changed_at_an_unknown_address(shop: &Shop) {
    let (email, by) = (sample_users::email(), sample_users::actor());
    assert!(matches!(shop.users.set_blocked(&email, true, &by, moments::now()).await, Err(SetUserBlockedError::NotFound)));
    assert!(matches!(shop.users.delete(&email, &by, moments::now()).await, Err(DeleteUserError::NotFound)));
    assert_eq!(shop.users.promote(&email, StaffRole::Owner, None, &by, moments::now()).await.unwrap(), None);
}

pub(super) async fn set_blocked(shop: &Shop, user: &User, blocked: bool) -> Result<User, SetUserBlockedError> {
    shop.users.set_blocked(&user.email, blocked, &sample_users::operator(), moments::now()).await
}

pub(super) async fn delete(shop: &Shop, user: &User) -> Result<(), DeleteUserError> {
    shop.users.delete(&user.email, &sample_users::operator(), moments::now()).await
}
