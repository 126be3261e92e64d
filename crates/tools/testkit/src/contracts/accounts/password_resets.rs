//! The contract of [`domain::accounts::ports::PasswordResetStore`].

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::identity::ProvedIdentity;
use domain::accounts::password_reset::{ResetSecret, VALID_FOR};
use domain::accounts::ports::{BeginResetOutcome, NewReset, ResetPasswordError, ResolveIdentityOutcome};
use domain::accounts::user::{PasswordHash, ProfileChange, User};

use crate::contracts::Shop;
use crate::{moments, sample_users, unique};

fn secret() -> ResetSecret {
    ResetSecret::new(unique::tag())
}

fn hash() -> PasswordHash {
    PasswordHash::new("$argon2id$reset".to_owned())
}

async fn begin(shop: &Shop, user: &User, secret: &ResetSecret, at: DateTime<Utc>, per_hour: Option<u32>) -> BeginResetOutcome {
    shop.resets.begin(&NewReset { user: user.id, secret: secret.clone(), at, per_hour }).await.unwrap()
}

/// A link for a user, mailed now.
async fn link(shop: &Shop, user: &User) -> ResetSecret {
    let secret = secret();
    assert_eq!(begin(shop, user, &secret, moments::now(), None).await, BeginResetOutcome::Begun);
    secret
}

async fn is_valid(shop: &Shop, secret: &ResetSecret) -> bool {
    shop.resets.is_valid(secret, moments::now()).await.unwrap()
}

async fn password_of(shop: &Shop, user: &User) -> Option<PasswordHash> {
    shop.users.credentials(&user.email).await.unwrap().unwrap().password_hash
}

/// The new password ends every session of the user and no other session.
pub async fn a_link_sets_the_password_once(shop: &Shop) {
    let (user, other) = (shop.customer().await, shop.customer().await);
    let (session, stranger) = (shop.session(&user).await, shop.session(&other).await);
    let (secret, theirs) = (link(shop, &user).await, link(shop, &other).await);
    assert!(is_valid(shop, &secret).await && !is_valid(shop, &self::secret()).await);
    let done = shop.resets.finish(&secret, &hash(), moments::now()).await.unwrap();
    assert_eq!(done.id, user.id);
    assert_eq!(password_of(shop, &user).await, Some(hash()));
    assert!(!shop.is_in(&session).await && shop.is_in(&stranger).await);
    assert!(!is_valid(shop, &secret).await && is_valid(shop, &theirs).await);
    let again = PasswordHash::new("late".to_owned());
    assert!(matches!(shop.resets.finish(&secret, &again, moments::now()).await, Err(ResetPasswordError::InvalidLink)));
    assert_eq!(password_of(shop, &user).await, Some(hash()));
    assert_ne!(password_of(shop, &other).await, Some(hash()));
}

/// A new link voids the former one.
pub async fn only_the_newest_link_is_valid(shop: &Shop) {
    let user = shop.customer().await;
    let (first, second) = (link(shop, &user).await, link(shop, &user).await);
    assert!(!is_valid(shop, &first).await && is_valid(shop, &second).await);
    assert!(matches!(shop.resets.finish(&first, &hash(), moments::now()).await, Err(ResetPasswordError::InvalidLink)));
    shop.resets.finish(&second, &hash(), moments::now()).await.unwrap();
    assert!(!is_valid(shop, &first).await, "using the newest brings none back");
}

/// A link is valid for 30 minutes, to the second.
pub async fn a_link_is_good_for_half_an_hour(shop: &Shop) {
    let user = shop.customer().await;
    let secret = link(shop, &user).await;
    let last = moments::now() + VALID_FOR - TimeDelta::seconds(1);
    assert!(shop.resets.is_valid(&secret, last).await.unwrap());
    assert!(!shop.resets.is_valid(&secret, moments::now() + VALID_FOR).await.unwrap());
    assert!(matches!(shop.resets.finish(&secret, &hash(), moments::now() + VALID_FOR).await, Err(ResetPasswordError::InvalidLink)));
    shop.resets.finish(&secret, &hash(), last).await.unwrap();
}

/// At the limit of an hour the link that was mailed last stays valid.
pub async fn an_account_is_sent_so_many_links_an_hour(shop: &Shop) {
    let (user, other) = (shop.customer().await, shop.customer().await);
    let ask = async |user: &User, second: i64| {
        let secret = secret();
        (begin(shop, user, &secret, moments::seconds_later(second), Some(3)).await, secret)
    };
    for second in [0, 10] {
        assert_eq!(ask(&user, second).await.0, BeginResetOutcome::Begun);
    }
    let (_, last) = ask(&user, 20).await;
    assert_eq!(ask(&user, 30).await.0, BeginResetOutcome::TooMany);
    assert!(shop.resets.is_valid(&last, moments::seconds_later(30)).await.unwrap());
    assert_eq!(ask(&other, 30).await.0, BeginResetOutcome::Begun);
    assert_eq!(ask(&user, 3_599).await.0, BeginResetOutcome::TooMany);
    assert_eq!(ask(&user, 3_600).await.0, BeginResetOutcome::Begun, "an hour after the first");
    assert_eq!(ask(&user, 3_601).await.0, BeginResetOutcome::TooMany);
    assert_eq!(begin(shop, &user, &secret(), moments::seconds_later(3_601), None).await, BeginResetOutcome::Begun);
}

/// Simultaneous requests keep to the limit.
pub async fn links_asked_for_at_once_keep_to_the_limit(shop: &Shop) {
    let user = shop.customer().await;
    let secrets: Vec<_> = (0..10).map(|_| secret()).collect();
    let asking = secrets.iter().cloned().map(|secret| {
        let (shop, user) = (shop.clone(), user.clone());
        tokio::spawn(async move { begin(&shop, &user, &secret, moments::now(), Some(3)).await })
    });
    let answers = futures_util::future::try_join_all(asking).await.unwrap();
    assert_eq!(answers.iter().filter(|a| **a == BeginResetOutcome::Begun).count(), 3, "{answers:?}");
    let mut good = 0;
    for secret in &secrets {
        good += usize::from(is_valid(shop, secret).await);
    }
    assert_eq!(good, 1);
}

/// Of several simultaneous uses of a link, one sets its password.
pub async fn a_link_used_twice_at_once_works_once(shop: &Shop) {
    let user = shop.customer().await;
    let secret = link(shop, &user).await;
    let using = (0..6).map(|n| {
        let (shop, secret) = (shop.clone(), secret.clone());
        let hash = PasswordHash::new(format!("hash {n}"));
        tokio::spawn(async move { shop.resets.finish(&secret, &hash, moments::now()).await.ok().map(|_| hash) })
    });
    let answers: Vec<_> = futures_util::future::try_join_all(using).await.unwrap().into_iter().flatten().collect();
    assert_eq!(answers.len(), 1);
    assert_eq!(password_of(shop, &user).await.as_ref(), answers.first());
}

/// A link does not unblock a user, and is deleted with the user.
pub async fn nobody_blocked_or_gone_has_a_link(shop: &Shop) {
    let user = shop.customer().await;
    let secret = link(shop, &user).await;
    let set_blocked = |blocked| {
        let (shop, email) = (shop.clone(), user.email.clone());
        async move { shop.users.set_blocked(&email, blocked, &sample_users::actor(), moments::now()).await.unwrap() }
    };
    set_blocked(true).await;
    assert!(!is_valid(shop, &secret).await);
    assert!(matches!(shop.resets.finish(&secret, &hash(), moments::now()).await, Err(ResetPasswordError::InvalidLink)));
    set_blocked(false).await;
    assert!(is_valid(shop, &secret).await);
    shop.users.delete(&user.email, &sample_users::actor(), moments::now()).await.unwrap();
    assert!(!is_valid(shop, &secret).await);
    assert!(matches!(shop.resets.finish(&secret, &hash(), moments::now()).await, Err(ResetPasswordError::InvalidLink)));
    assert_eq!(begin(shop, &user, &self::secret(), moments::now(), None).await, BeginResetOutcome::UserGone);
}

/// Using a link proves that the user reads mail at the address: the address counts as verified.
pub async fn a_reset_shows_that_the_address_is_ones_own(shop: &Shop) {
    let user = shop.customer().await;
    let identity = sample_users::proved(user.email.clone());
    let enter = async || shop.identities.resolve(&identity, &sample_users::newcomer(&identity), moments::now()).await.unwrap();
    assert!(matches!(enter().await, ResolveIdentityOutcome::Refused(_)));
    let secret = link(shop, &user).await;
    shop.resets.finish(&secret, &hash(), moments::now()).await.unwrap();
    assert!(matches!(enter().await, ResolveIdentityOutcome::Known(known) if known.id == user.id));
    assert_eq!(password_of(shop, &user).await, Some(hash()));
}

/// Every change of the password voids the link: by the user, by an administrator of their own password, or by a
/// provider that gives the account to its owner. Other changes do not.
pub async fn a_password_that_changes_voids_the_link(shop: &Shop) {
    let (user, admin) = (shop.customer().await, shop.admin().await);
    let by = sample_users::actor();
    for (user, as_admin) in [(&user, false), (&admin, true)] {
        let secret = link(shop, user).await;
        for (password_hash, good) in [(None, true), (Some(hash()), false)] {
            let change = ProfileChange { first_name: Some(sample_users::name("Nadeesha")), password_hash, ..ProfileChange::default() };
            let changed = if as_admin {
                shop.users.update_profile_as_admin(user.id, &change, None, &by, moments::now()).await
            } else {
                shop.users.update_profile(user.id, &change, None, moments::now()).await
            };
            assert!(changed.is_ok());
            assert_eq!(is_valid(shop, &secret).await, good, "{change:?}");
        }
        assert!(matches!(shop.resets.finish(&secret, &hash(), moments::now()).await, Err(ResetPasswordError::InvalidLink)));
    }
    let identity = ProvedIdentity { hosted_domain: Some("example.com".to_owned()), ..sample_users::proved(sample_users::email()) };
    let squatter = shop.register(domain::accounts::user::NewUser { email: identity.email.clone(), ..sample_users::customer() }).await;
    let secret = link(shop, &squatter).await;
    let resolved = shop.identities.resolve(&identity, &sample_users::newcomer(&identity), moments::now()).await.unwrap();
    assert!(matches!(resolved, ResolveIdentityOutcome::Known(_)), "{resolved:?}");
    assert!(!is_valid(shop, &secret).await);
}
