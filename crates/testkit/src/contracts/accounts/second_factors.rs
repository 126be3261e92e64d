//! The contract of [`domain::accounts::ports::SecondFactorStore`].

use domain::accounts::ports::{BeginSecondFactorOutcome, SecondFactorChange};
use domain::accounts::second_factor::{RECOVERY_CODES, RecoveryCode, SealedSecret, SecondFactorStatus, StoredSecondFactor};
use domain::accounts::user::User;
use domain::reports::audit::Actor;
use domain::shared::ids::UserId;

use super::sessions::audited;
use crate::contracts::Shop;
use crate::{moments, sample_users, unique};

fn secret(mark: u8) -> SealedSecret {
    SealedSecret(vec![mark; 49])
}

fn codes(from: u64) -> Vec<RecoveryCode> {
    (0..RECOVERY_CODES as u64).map(|number| RecoveryCode::from_random(from + number)).collect()
}

fn change(user: &User, by: &Actor) -> SecondFactorChange {
    SecondFactorChange { user: user.clone(), by: by.clone(), at: moments::now() }
}

/// Gives a user a second factor whose step 100 is used.
async fn enrol(shop: &Shop, user: &User) {
    assert_eq!(shop.second_factors.begin(user.id, &secret(1), moments::now()).await.unwrap(), BeginSecondFactorOutcome::Begun);
    let change = change(user, &sample_users::actor());
    assert!(shop.second_factors.enable(&change, &secret(1), 100, &codes(0)).await.unwrap());
}

async fn status(shop: &Shop, user: &User) -> SecondFactorStatus {
    shop.second_factors.status(user.id).await.unwrap()
}

/// A new enrolment takes the place of one that was begun, and none of one that was enabled.
pub async fn an_enrolment_counts_once_it_is_enabled(shop: &Shop) {
    let (user, store) = (shop.customer().await, &shop.second_factors);
    assert_eq!((store.find(user.id).await.unwrap(), status(shop, &user).await), (None, SecondFactorStatus::default()));
    let begin = async |mark| store.begin(user.id, &secret(mark), moments::now()).await.unwrap();
    assert_eq!((begin(1).await, begin(2).await), (BeginSecondFactorOutcome::Begun, BeginSecondFactorOutcome::Begun));
    assert_eq!(store.find(user.id).await.unwrap(), Some(StoredSecondFactor { secret: secret(2), enabled_at: None }));
    assert_eq!(status(shop, &user).await, SecondFactorStatus::default());
    assert!(!store.use_step(user.id, 7).await.unwrap(), "it is not enabled");

    let change = change(&user, &sample_users::actor());
    assert!(!store.enable(&change, &secret(1), 7, &codes(0)).await.unwrap(), "another secret");
    assert!(store.enable(&change, &secret(2), 7, &codes(0)).await.unwrap());
    assert!(!store.enable(&change, &secret(2), 7, &codes(0)).await.unwrap(), "twice");
    assert_eq!(status(shop, &user).await, SecondFactorStatus { enabled_at: Some(moments::now()), recovery_codes_left: 10 });
    assert_eq!(begin(3).await, BeginSecondFactorOutcome::AlreadyEnabled);
    assert!(!store.use_step(user.id, 7).await.unwrap(), "the code that enabled it is used");
    let nobody = UserId::new(unique::uuid());
    assert_eq!(store.begin(nobody, &secret(1), moments::now()).await.unwrap(), BeginSecondFactorOutcome::UserGone);
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
                    store.use_recovery_code(user, &RecoveryCode::from_random(0), moments::now()).await.unwrap()
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
        shop.second_factors.use_recovery_code(user.id, &RecoveryCode::from_random(bits), moments::now()).await.unwrap()
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
    assert!(!shop.second_factors.replace_recovery_codes(&change, &codes(1_000)).await.unwrap(), "there is no second factor");
    enrol(shop, &user).await;
    assert!(shop.second_factors.replace_recovery_codes(&change, &codes(1_000)).await.unwrap());
    let used = async |bits| shop.second_factors.use_recovery_code(user.id, &RecoveryCode::from_random(bits), moments::now()).await.unwrap();
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
    assert!(!shop.second_factors.use_recovery_code(user.id, &RecoveryCode::from_random(0), moments::now()).await.unwrap());
    assert!(!shop.second_factors.remove(&change).await.unwrap());
    shop.second_factors.begin(user.id, &secret(1), moments::now()).await.unwrap();
    assert!(!shop.second_factors.remove(&change).await.unwrap(), "it was begun alone");
    assert_eq!(shop.second_factors.find(user.id).await.unwrap(), None);
}

/// Enabling, new codes and removing are in the audit log for staff, and not for customers.
pub async fn changes_of_staff_are_audited(shop: &Shop) {
    let (customer, admin, by) = (shop.customer().await, shop.admin().await, sample_users::actor());
    for user in [&customer, &admin] {
        let change = change(user, &by);
        shop.second_factors.begin(user.id, &secret(1), moments::now()).await.unwrap();
        assert!(shop.second_factors.enable(&change, &secret(1), 1, &codes(0)).await.unwrap());
        assert!(shop.second_factors.replace_recovery_codes(&change, &codes(20)).await.unwrap());
        assert!(shop.second_factors.remove(&change).await.unwrap());
    }
    let entry = |action: &str| (action.to_owned(), admin.email.as_str().to_owned(), by.email.clone());
    assert_eq!(audited(shop, "second_factor").await, [entry("delete"), entry("update"), entry("create")]);
}
