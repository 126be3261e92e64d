//! The contract of [`domain::accounts::ports::UserRepository`]: who becomes an administrator, and changes at once.

use domain::accounts::password_reset::ResetSecret;
use domain::accounts::ports::{BeginResetOutcome, DeleteUserError, NewReset, Promotion, RegisterUserError, SetUserBlockedError};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, PasswordHash, User, UserType};

use crate::contracts::Shop;
use crate::contracts::accounts::users::{delete, hash, set_blocked};
use crate::{moments, sample_users, unique};

/// Two simultaneous requests for one address make one administrator.
pub async fn an_administrator_is_made_once(shop: &Shop) {
    let user = sample_users::admin();
    let made = shop.users.create_admin(&user, &sample_users::actor()).await.unwrap();
    assert_eq!((made.user_type, &made.email), (UserType::Admin, &user.email));
    assert!(shop.user_directory.any_admin().await.unwrap());
    let second = NewUser { id: sample_users::admin().id, ..user };
    let again = shop.users.create_admin(&second, &sample_users::actor()).await;
    assert!(matches!(again, Err(RegisterUserError::EmailTaken)));
}

/// Of several administrators who block each other at once, one stays unblocked.
pub async fn administrators_blocking_each_other_at_once_leave_one(shop: &Shop) {
    let mut admins = Vec::new();
    for _ in 0..6 {
        admins.push(shop.admin().await);
    }
    let all = admins.into_iter().map(|user| {
        let shop = shop.clone();
        tokio::spawn(async move { set_blocked(&shop, &user, true).await })
    });
    let answers = futures_util::future::try_join_all(all).await.unwrap();
    assert_eq!(answers.iter().filter(|a| matches!(a, Err(SetUserBlockedError::LastOwner))).count(), 1, "{answers:?}");
}

/// Of two administrators who delete each other at once, the second request is refused.
pub async fn administrators_deleting_each_other_at_once_leave_one(shop: &Shop) {
    let pair = [shop.admin().await, shop.admin().await];
    let both = pair.map(|user| {
        let shop = shop.clone();
        tokio::spawn(async move { delete(&shop, &user).await })
    });
    let mut answers = futures_util::future::try_join_all(both).await.unwrap();
    answers.sort_by_key(Result::is_err);
    assert!(matches!(answers.as_slice(), [Ok(()), Err(DeleteUserError::LastOwner)]), "{answers:?}");
    assert!(shop.user_directory.any_admin().await.unwrap());
}

/// A promotion ends the sessions of the customer, because sessions of administrators are shorter.
pub async fn promoting_makes_an_administrator_and_ends_sessions(shop: &Shop) {
    let user = shop.customer().await;
    let session = shop.session(&user).await;
    let promoted = promote(shop, &user, None).await.user;
    assert_eq!(promoted.user_type, UserType::Admin);
    assert!(!shop.is_in(&session).await);
    let session = shop.session(&promoted).await;
    for password in [None, Some(hash("another"))] {
        let again = promote(shop, &user, password.as_ref()).await;
        assert!(again.was_admin && !again.has_password);
    }
    assert!(shop.is_in(&session).await, "promoting an administrator changes nothing");
    assert_eq!(password_of(shop, &user).await, None);
}

/// Anyone can register an address, so a promotion keeps the password only if the address was verified.
pub async fn promoting_drops_a_password_that_may_be_a_strangers(shop: &Shop) {
    let user = shop.customer().await;
    let secret = reset_link(shop, &user).await;
    let outcome = promote(shop, &user, None).await;
    assert_eq!((outcome.was_admin, outcome.has_password), (false, false));
    assert_eq!(password_of(shop, &user).await, None);
    assert!(!shop.resets.is_valid(&secret, moments::now()).await.unwrap(), "nor does a link of before");

    let user = shop.customer().await;
    let secret = reset_link(shop, &user).await;
    shop.resets.finish(&secret, &hash("their own"), moments::now()).await.unwrap();
    let outcome = promote(shop, &user, None).await;
    assert_eq!((outcome.was_admin, outcome.has_password), (false, true));
    assert_eq!(password_of(shop, &user).await, Some(hash("their own")));
}

/// A promotion with a password replaces the present one and voids a link that resets it.
pub async fn promoting_with_a_password_sets_it(shop: &Shop) {
    let user = shop.customer().await;
    let (session, secret) = (shop.session(&user).await, reset_link(shop, &user).await);
    let outcome = promote(shop, &user, Some(&hash("the operator's"))).await;
    assert_eq!((outcome.was_admin, outcome.has_password), (false, true));
    assert_eq!(password_of(shop, &user).await, Some(hash("the operator's")));
    assert!(!shop.is_in(&session).await && !shop.resets.is_valid(&secret, moments::now()).await.unwrap());
}

async fn promote(shop: &Shop, user: &User, password: Option<&PasswordHash>) -> Promotion {
    shop.users.promote(&user.email, StaffRole::Owner, password, &sample_users::operator(), moments::now()).await.unwrap().unwrap()
}

async fn password_of(shop: &Shop, user: &User) -> Option<PasswordHash> {
    shop.users.credentials(&user.email).await.unwrap().unwrap().password_hash
}

/// A link that resets the password of a user.
async fn reset_link(shop: &Shop, user: &User) -> ResetSecret {
    let secret = ResetSecret::new(unique::tag());
    let reset = NewReset { user: user.id, secret: secret.clone(), at: moments::now(), per_hour: None };
    assert_eq!(shop.resets.begin(&reset).await.unwrap(), BeginResetOutcome::Begun);
    secret
}
