//! The contract of [`domain::accounts::ports::SecondFactorStore`].

use domain::accounts::actor::Actor;
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::password_reset::ResetSecret;
use domain::accounts::ports::{NewReset, SecondFactorChange, SecondFactorError};
use domain::accounts::second_factor::{
    RECOVERY_CODES, RecoveryHash, SealedSecret, SecondFactorStatus, StoredSecondFactor, WRONG_CODES_TOLD,
};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{PasswordHash, User};
use domain::messages::security_notice::SecurityEvent;
use domain::shared::ids::{AddressId, SessionId, UserId};

use super::sessions::audited;
use super::users::notices;
use crate::contracts::Shop;
use crate::{moments, sample_addresses, sample_users, unique};

fn secret(mark: u8) -> SealedSecret {
    SealedSecret(vec![mark; 49])
}

/// The stored form of a recovery code.
fn code(number: u64) -> RecoveryHash {
    RecoveryHash([&[7; 24][..], &number.to_be_bytes()].concat())
}

fn codes(from: u64) -> Vec<RecoveryHash> {
    (0..RECOVERY_CODES as u64).map(|number| code(from + number)).collect()
}

fn no_session() -> SessionId {
    SessionId::new(unique::uuid())
}

fn change(user: &User, by: &Actor) -> SecondFactorChange {
    SecondFactorChange { user: user.clone(), by: by.clone(), at: moments::now() }
}

/// Gives a user a second factor whose step 100 is used.
async fn enrol(shop: &Shop, user: &User) {
    shop.second_factors.begin(user.id, &secret(1), moments::now()).await.unwrap();
    let change = change(user, &sample_users::actor());
    assert!(shop.second_factors.enable(&change, &secret(1), 100, &codes(0), no_session()).await.is_ok());
}

async fn status(shop: &Shop, user: &User) -> SecondFactorStatus {
    shop.second_factors.status(user.id).await.unwrap()
}

/// A new enrolment takes the place of one that was begun, and none of one that was enabled.
pub async fn an_enrolment_counts_once_it_is_enabled(shop: &Shop) {
    let (user, store) = (shop.customer().await, &shop.second_factors);
    assert_eq!((store.find(user.id).await.unwrap(), status(shop, &user).await), (None, SecondFactorStatus::default()));
    let begin = async |mark| store.begin(user.id, &secret(mark), moments::now()).await;
    assert!(begin(1).await.is_ok() && begin(2).await.is_ok());
    assert_eq!(store.find(user.id).await.unwrap(), Some(StoredSecondFactor { secret: secret(2), enabled_at: None }));
    assert_eq!(status(shop, &user).await, SecondFactorStatus::default());
    assert!(!store.use_step(user.id, 7).await.unwrap(), "it is not enabled");

    let change = change(&user, &sample_users::actor());
    assert!(store.enable(&change, &secret(1), 7, &codes(0), no_session()).await.is_err(), "another secret");
    assert!(store.enable(&change, &secret(2), 7, &codes(0), no_session()).await.is_ok());
    assert!(store.enable(&change, &secret(2), 7, &codes(0), no_session()).await.is_err(), "twice");
    assert_eq!(status(shop, &user).await, SecondFactorStatus { enabled_at: Some(moments::now()), recovery_codes_left: 10 });
    assert!(matches!(begin(3).await, Err(SecondFactorError::AlreadyEnabled)));
    assert!(!store.use_step(user.id, 7).await.unwrap(), "the code that enabled it is used");
    let nobody = UserId::new(unique::uuid());
    assert!(matches!(store.begin(nobody, &secret(1), moments::now()).await, Err(SecondFactorError::NotBegun)));
}

/// A step counts once, and one before it no more.
pub async fn a_step_is_used_once_and_none_before_it(shop: &Shop) {
    let (user, other) = (shop.customer().await, shop.customer().await);
    enrol(shop, &user).await;
    enrol(shop, &other).await;
    for (step, expected) in [(100, false), (99, false), (102, true), (102, false), (101, false), (103, true)] {
        assert_eq!(shop.second_factors.use_step(user.id, step).await.unwrap(), expected, "{step}");
    }
    assert!(shop.second_factors.use_step(other.id, 101).await.unwrap(), "another user's steps are their own");
    assert!(!shop.second_factors.use_step(shop.customer().await.id, 101).await.unwrap());
}

/// One code at ten logins at once, of the app or a recovery code.
pub async fn a_code_at_ten_logins_at_once_lets_one_in(shop: &Shop) {
    let user = shop.customer().await;
    enrol(shop, &user).await;
    for is_of_app in [true, false] {
        let logins = (0..10).map(|_| {
            let (store, user) = (shop.second_factors.clone(), user.id);
            tokio::spawn(async move {
                if is_of_app {
                    store.use_step(user, 101).await.unwrap()
                } else {
                    store.use_recovery_code(user, &[code(0)], moments::now()).await.unwrap()
                }
            })
        });
        let mut passed = 0;
        for login in logins.collect::<Vec<_>>() {
            passed += usize::from(login.await.unwrap());
        }
        assert_eq!(passed, 1);
    }
}

/// A recovery code counts once, and for its user alone.
pub async fn a_recovery_code_is_used_once(shop: &Shop) {
    let (user, other) = (shop.customer().await, shop.customer().await);
    enrol(shop, &user).await;
    let used = async |user: &User, bits| {
        shop.second_factors.use_recovery_code(user.id, &[code(1 << 40), code(bits)], moments::now()).await.unwrap()
    };
    assert!(!used(&other, 3).await);
    assert!(used(&user, 3).await);
    assert!(!used(&user, 3).await);
    assert!(!used(&user, 1 << 30).await);
    assert_eq!(status(shop, &user).await.recovery_codes_left, 9);
}

/// Old codes, used or not, count no more.
pub async fn new_recovery_codes_replace_the_old_ones(shop: &Shop) {
    let user = shop.customer().await;
    let change = change(&user, &sample_users::actor());
    assert!(shop.second_factors.replace_recovery_codes(&change, &codes(1_000)).await.is_err(), "there is no second factor");
    enrol(shop, &user).await;
    assert!(shop.second_factors.replace_recovery_codes(&change, &codes(1_000)).await.is_ok());
    let used = async |bits| shop.second_factors.use_recovery_code(user.id, &[code(1 << 40), code(bits)], moments::now()).await.unwrap();
    assert!(!used(0).await);
    assert!(used(1_000).await);
    assert_eq!(status(shop, &user).await.recovery_codes_left, 9);
}

/// Removing deletes the secret and the codes, and enrolling again makes new ones.
pub async fn a_second_factor_is_removed_with_its_codes(shop: &Shop) {
    let user = shop.customer().await;
    let change = change(&user, &sample_users::actor());
    enrol(shop, &user).await;
    assert!(shop.second_factors.remove(&change).await.unwrap());
    assert_eq!((shop.second_factors.find(user.id).await.unwrap(), status(shop, &user).await), (None, SecondFactorStatus::default()));
    assert!(!shop.second_factors.use_recovery_code(user.id, &[code(0)], moments::now()).await.unwrap());
    assert!(!shop.second_factors.remove(&change).await.unwrap());
    shop.second_factors.begin(user.id, &secret(1), moments::now()).await.unwrap();
    assert!(!shop.second_factors.remove(&change).await.unwrap(), "it was begun alone");
    assert_eq!(shop.second_factors.find(user.id).await.unwrap(), None);
}

/// Enabling, new codes and removing are in the audit log for staff, and of a customer what another person does.
pub async fn changes_of_staff_and_by_others_are_audited(shop: &Shop) {
    let (customer, admin, by) = (shop.customer().await, shop.admin().await, sample_users::actor());
    for (user, by) in [(&customer, &Actor::user(&customer, "test".to_owned())), (&admin, &by)] {
        let change = change(user, by);
        shop.second_factors.begin(user.id, &secret(1), moments::now()).await.unwrap();
        assert!(shop.second_factors.enable(&change, &secret(1), 1, &codes(0), no_session()).await.is_ok());
        assert!(shop.second_factors.replace_recovery_codes(&change, &codes(20)).await.is_ok());
        assert!(shop.second_factors.remove(&change).await.unwrap());
    }
    let entry = |action: &str, of: &User| (action.to_owned(), of.email.as_str().to_owned(), by.email.clone());
    assert_eq!(audited(shop, "second_factor").await, ["delete", "update", "create"].map(|action| entry(action, &admin)));
    enrol_as_owner(shop, &customer).await;
    assert!(shop.second_factors.remove(&change(&customer, &by)).await.unwrap());
    assert_eq!(audited(shop, "second_factor").await[0], entry("delete", &customer));
}

/// Gives a user a second factor by their own hand.
async fn enrol_as_owner(shop: &Shop, user: &User) {
    shop.second_factors.begin(user.id, &secret(1), moments::now()).await.unwrap();
    let change = change(user, &Actor::user(user, "test".to_owned()));
    assert!(shop.second_factors.enable(&change, &secret(1), 1, &codes(0), no_session()).await.is_ok());
}

/// The one that enabled it stays.
pub async fn the_other_sessions_end_when_it_is_enabled(shop: &Shop) {
    let (user, stranger) = (shop.customer().await, shop.customer().await);
    let (kept, other, strangers) = (shop.session(&user).await, shop.session(&user).await, shop.session(&stranger).await);
    shop.second_factors.begin(user.id, &secret(1), moments::now()).await.unwrap();
    let change = change(&user, &Actor::user(&user, "test".to_owned()));
    assert!(shop.second_factors.enable(&change, &secret(1), 1, &codes(0), kept.id).await.is_ok());
    assert!(shop.is_in(&kept).await && shop.is_in(&strangers).await && !shop.is_in(&other).await);
}

/// By another person, and not by themselves.
pub async fn its_owner_is_told_who_removed_it(shop: &Shop) {
    let (user, owner) = (shop.customer().await, shop.admin().await);
    for (by, told) in [(&user, 0), (&owner, 1)] {
        enrol_as_owner(shop, &user).await;
        assert!(shop.second_factors.remove(&change(&user, &Actor::user(by, "test".to_owned()))).await.unwrap());
        let expected = vec![(Some(user.email.clone()), SecurityEvent::SecondFactorRemoved); told];
        assert_eq!(notices(shop, moments::seconds_later(60)).await, expected);
    }
}

/// In a row, once a day; a right code of either kind forgets them.
pub async fn ten_wrong_codes_are_told(shop: &Shop) {
    let (user, store) = (shop.customer().await, &shop.second_factors);
    enrol_as_owner(shop, &user).await;
    let wrong = async |times: u32| {
        for _ in 0..times {
            store.note_wrong_code(&user, moments::now()).await.unwrap();
        }
        notices(shop, moments::seconds_later(60)).await.len()
    };
    assert_eq!(wrong(WRONG_CODES_TOLD - 1).await, 0);
    assert!(store.use_step(user.id, 7).await.unwrap());
    assert_eq!(wrong(WRONG_CODES_TOLD - 1).await, 0);
    assert!(store.use_recovery_code(user.id, &[code(0)], moments::now()).await.unwrap());
    assert_eq!(wrong(WRONG_CODES_TOLD - 1).await, 0);
    assert_eq!(wrong(1).await, 1);
    assert_eq!(wrong(WRONG_CODES_TOLD).await, 0, "the same day");
    let stranger = shop.customer().await;
    store.note_wrong_code(&stranger, moments::now()).await.unwrap();
}

/// By a reset and by a promotion of an address that was never verified; a verified one keeps it. Saved addresses go along.
pub async fn a_strangers_second_factor_goes_with_the_password(shop: &Shop) {
    let by = sample_users::actor();
    for is_promoted in [false, true] {
        for is_verified in [false, true] {
            let user = shop.customer().await;
            if is_verified {
                let claim = EmailClaim { user: user.id, email: user.email.clone(), until: moments::seconds_later(60) };
                shop.verifier.verify(&claim, moments::now()).await.unwrap();
            }
            enrol_as_owner(shop, &user).await;
            let address = AddressId::new(unique::uuid());
            shop.addresses.add(user.id, address, &sample_addresses::entry(), moments::now()).await.unwrap();
            if is_promoted {
                shop.users.promote(&user.email, StaffRole::Owner, None, &by, moments::now()).await.unwrap();
            } else {
                let secret = ResetSecret::new(unique::tag());
                let reset = NewReset { user: user.id, secret: secret.clone(), at: moments::now(), per_hour: None };
                shop.resets.begin(&reset).await.unwrap();
                shop.resets.finish(&secret, &PasswordHash::new("new".to_owned()), moments::now()).await.unwrap();
            }
            let is_left = shop.second_factors.find(user.id).await.unwrap().is_some();
            let addresses = shop.addresses.list(user.id).await.unwrap().len();
            assert_eq!((is_left, addresses), (is_verified, usize::from(is_verified)), "promoted: {is_promoted}");
        }
    }
}

/// Staff get their addresses from an owner or the operator.
pub async fn a_reset_leaves_the_second_factor_of_staff(shop: &Shop) {
    let user = shop.admin().await;
    enrol_as_owner(shop, &user).await;
    let secret = ResetSecret::new(unique::tag());
    let reset = NewReset { user: user.id, secret: secret.clone(), at: moments::now(), per_hour: None };
    shop.resets.begin(&reset).await.unwrap();
    shop.resets.finish(&secret, &PasswordHash::new("new".to_owned()), moments::now()).await.unwrap();
    assert!(shop.second_factors.find(user.id).await.unwrap().is_some());
}
