//! The contract of [`domain::accounts::ports::IdentityStore`].

use domain::accounts::identity::{IdentityRefusal, ProvedIdentity, ProviderName, Subject};
use domain::accounts::ports::ResolveIdentityOutcome;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{PasswordHash, User};
use domain::shared::email::EmailAddress;

use crate::contracts::Shop;
use crate::{moments, sample_users, unique};

async fn resolve(shop: &Shop, identity: &ProvedIdentity) -> ResolveIdentityOutcome {
    shop.identities.resolve(identity, &sample_users::newcomer(identity), moments::now()).await.unwrap()
}

async fn created(shop: &Shop, identity: &ProvedIdentity) -> User {
    match resolve(shop, identity).await {
        ResolveIdentityOutcome::Created(user) => user,
        other => panic!("not created: {other:?}"),
    }
}

async fn known(shop: &Shop, identity: &ProvedIdentity) -> User {
    match resolve(shop, identity).await {
        ResolveIdentityOutcome::Known(user) => user,
        other => panic!("not known: {other:?}"),
    }
}

async fn password_of(shop: &Shop, user: &User) -> Option<PasswordHash> {
    shop.users.credentials(&user.email).await.unwrap().unwrap().password_hash
}

fn gmail() -> EmailAddress {
    EmailAddress::parse(&format!("{}@gmail.com", unique::tag())).unwrap()
}

/// A new identity gets an account, and is later found by its `sub`, also when its address at the provider changes.
pub async fn a_stranger_gets_an_account(shop: &Shop) {
    let identity = sample_users::proved(sample_users::email());
    let user = created(shop, &identity).await;
    assert_eq!((&user.email, user.is_blocked), (&identity.email, false));
    assert_eq!(password_of(shop, &user).await, None);
    assert_eq!(known(shop, &identity).await.id, user.id);
    let moved = ProvedIdentity { email: sample_users::email(), ..identity.clone() };
    assert_eq!(known(shop, &moved).await, user, "the account keeps its address");
    assert_eq!(resolve(shop, &sample_users::proved(identity.email)).await, ResolveIdentityOutcome::Refused(IdentityRefusal::EmailTaken));
}

/// Two simultaneous sign-ins of one person make one account.
pub async fn two_at_once_make_one_account(shop: &Shop) {
    let identity = sample_users::proved(sample_users::email());
    let coming = (0..8).map(|_| {
        let (shop, identity) = (shop.clone(), identity.clone());
        tokio::spawn(async move { resolve(&shop, &identity).await })
    });
    let answers = futures_util::future::try_join_all(coming).await.unwrap();
    assert_eq!(answers.iter().filter(|a| matches!(a, ResolveIdentityOutcome::Created(_))).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|a| matches!(a, ResolveIdentityOutcome::Known(_))).count(), 7, "{answers:?}");
}

/// A provider that is not authoritative for an address does not get the account of this address: it may have another
/// owner by now.
pub async fn an_address_nobody_verified_is_not_handed_over(shop: &Shop) {
    let user = shop.customer().await;
    let session = shop.session(&user).await;
    let refused = resolve(shop, &sample_users::proved(user.email.clone())).await;
    assert_eq!(refused, ResolveIdentityOutcome::Refused(IdentityRefusal::EmailTaken));
    assert!(shop.is_in(&session).await && password_of(shop, &user).await.is_some(), "nothing changed");
}

/// An authoritative provider gives an unverified account to the owner of the address, and the password of the former
/// user is deleted.
pub async fn an_authoritative_provider_takes_an_unverified_account_over(shop: &Shop) {
    let hosted = ProvedIdentity { hosted_domain: Some("example.com".to_owned()), ..sample_users::proved(sample_users::email()) };
    for identity in [sample_users::proved(gmail()), hosted] {
        let squatter = shop.register(domain::accounts::user::NewUser { email: identity.email.clone(), ..sample_users::customer() }).await;
        let session = shop.session(&squatter).await;
        assert_eq!(known(shop, &identity).await.id, squatter.id);
        assert_eq!(password_of(shop, &squatter).await, None);
        assert!(!shop.is_in(&session).await);
        let theirs = shop.session(&squatter).await;
        known(shop, &identity).await;
        assert!(shop.is_in(&theirs).await, "coming again ends nothing");
    }
}

/// An account that the provider made is verified, so a password that was set later stays.
pub async fn a_verified_account_keeps_its_password(shop: &Shop) {
    let user = created(shop, &sample_users::proved(sample_users::email())).await;
    let hash = PasswordHash::new("$argon2id$own".to_owned());
    let change = domain::accounts::user::ProfileChange { password_hash: Some(hash.clone()), ..Default::default() };
    shop.users.update_profile(user.id, &change, None, moments::now()).await.unwrap();
    let session = shop.session(&user).await;
    let elsewhere = at_another_provider(&sample_users::proved(user.email.clone()));
    assert_eq!(known(shop, &elsewhere).await.id, user.id);
    assert_eq!(password_of(shop, &user).await, Some(hash));
    assert!(shop.is_in(&session).await);
}

/// A new owner of the address at the provider does not get the account of the former owner.
pub async fn an_account_belongs_to_one_person(shop: &Shop) {
    let first = sample_users::proved(gmail());
    let user = created(shop, &first).await;
    let second = sample_users::proved(first.email.clone());
    assert_eq!(resolve(shop, &second).await, ResolveIdentityOutcome::Refused(IdentityRefusal::EmailTaken));
    assert_eq!(known(shop, &first).await.id, user.id);
}

/// Administrators and blocked users are refused, whether or not they are linked.
pub async fn administrators_and_the_blocked_stay_outside(shop: &Shop) {
    let actor = sample_users::actor();
    let enter = async |identity: &ProvedIdentity| match resolve(shop, identity).await {
        ResolveIdentityOutcome::Refused(refusal) => refusal,
        let_in => panic!("let in: {let_in:?}"),
    };
    let admin = shop.register(domain::accounts::user::NewUser { email: gmail(), ..sample_users::admin() }).await;
    assert_eq!(enter(&sample_users::proved(admin.email.clone())).await, IdentityRefusal::Admin);
    assert!(password_of(shop, &admin).await.is_some());
    let blocked = shop.register(domain::accounts::user::NewUser { email: gmail(), ..sample_users::customer() }).await;
    shop.users.set_blocked(&blocked.email, true, &actor, moments::now()).await.unwrap();
    assert_eq!(enter(&sample_users::proved(blocked.email.clone())).await, IdentityRefusal::Blocked);

    let linked = sample_users::proved(sample_users::email());
    let user = created(shop, &linked).await;
    shop.users.set_blocked(&user.email, true, &actor, moments::now()).await.unwrap();
    assert_eq!(enter(&linked).await, IdentityRefusal::Blocked);
    shop.users.set_blocked(&user.email, false, &actor, moments::now()).await.unwrap();
    shop.users.promote(&user.email, StaffRole::Owner, None, &actor, moments::now()).await.unwrap();
    assert_eq!(enter(&linked).await, IdentityRefusal::Admin);
}

fn at_another_provider(identity: &ProvedIdentity) -> ProvedIdentity {
    let subject = Subject { provider: ProviderName::parse("login.elsewhere.example").unwrap(), ..identity.subject.clone() };
    ProvedIdentity { subject, ..identity.clone() }
}

/// The same `sub` of two providers means two persons.
pub async fn another_provider_means_another_person(shop: &Shop) {
    let identity = sample_users::proved(sample_users::email());
    let user = created(shop, &identity).await;
    let namesake = ProvedIdentity { email: sample_users::email(), ..at_another_provider(&identity) };
    assert_ne!(created(shop, &namesake).await.id, user.id);
}

/// A deleted user who signs in again gets a new account.
pub async fn who_was_deleted_may_come_again(shop: &Shop) {
    let identity = sample_users::proved(sample_users::email());
    let before = created(shop, &identity).await;
    shop.users.delete(&before.email, &sample_users::actor(), moments::now()).await.unwrap();
    assert_ne!(created(shop, &identity).await.id, before.id);
}
