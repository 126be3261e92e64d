//! Second factors, with mocked ports.

use chrono::{DateTime, Utc};
use domain::accounts::ports::{MockOneTimeCodes, MockSecondFactorStore, MockSecretCipher, MockUserDirectory};
use domain::accounts::second_factor::{SealedSecret, StoredSecondFactor, TotpSecret};
use domain::accounts::security_settings::{RequiredOf, SecuritySettings};
use domain::accounts::staff_role::StaffRole;
use domain::settings::ports::MockSettingsStore;
use domain::settings::shop_settings::ShopSettings;
use domain::shared::error::{ErrorKind, FeatureError as _};
use domain::shared::versioned::Versioned;
use testkit::moments;

use super::*;
use crate::content::samples::named;
use crate::samples::{actor, admin, away, clock, customer, staff};

fn service(check: SecondFactorCheck, settings: ShopSettings, found: Option<User>) -> SecondFactors {
    let (mut store, mut directory) = (MockSettingsStore::new(), MockUserDirectory::new());
    store.expect_load().returning(move || Ok(settings.clone()));
    directory.expect_by_email().returning(move |_| Ok(found.clone()));
    let settings = CurrentSettings::new(Arc::new(store));
    SecondFactors { check, directory: Arc::new(directory), settings, content: named("Nelum"), clock: clock() }
}

fn idle_check(store: MockSecondFactorStore) -> SecondFactorCheck {
    SecondFactorCheck { store: Arc::new(store), cipher: Arc::new(MockSecretCipher::new()), codes: Arc::new(MockOneTimeCodes::new()) }
}

async fn is_lacking(user: &User, required_of: RequiredOf, has_one: bool) -> bool {
    let mut store = MockSecondFactorStore::new();
    let enabled_at = has_one.then(moments::now);
    store.expect_status().returning(move |_| Ok(SecondFactorStatus { enabled_at, recovery_codes_left: 0 }));
    let security = Versioned { value: SecuritySettings { require_second_factor: required_of }, ..Versioned::default() };
    let settings = ShopSettings { security, ..ShopSettings::default() };
    service(idle_check(store), settings, None).is_lacking(user).await.unwrap()
}

#[tokio::test]
async fn it_is_required_of_staff_alone_and_where_the_settings_say_so() {
    for required_of in RequiredOf::ALL {
        for has_one in [true, false] {
            assert!(!is_lacking(&customer().user, required_of, has_one).await);
            let expected = required_of != RequiredOf::Nobody && !has_one;
            assert_eq!(is_lacking(&admin().user, required_of, has_one).await, expected, "{required_of:?}");
        }
    }
}

#[tokio::test]
async fn settings_that_cannot_be_read_let_no_staff_in() {
    let mut settings = MockSettingsStore::new();
    settings.expect_load().returning(|| Err(away()));
    let service = service(idle_check(MockSecondFactorStore::new()), ShopSettings::default(), None);
    let service = SecondFactors { settings: CurrentSettings::new(Arc::new(settings)), ..service };
    assert!(service.is_lacking(&admin().user).await.is_err());
    assert!(!service.is_lacking(&customer().user).await.unwrap());
}

async fn enrolled(who: &Principal, email: &EmailAddress, found: Option<User>) -> Result<User, AccountAccessError> {
    let service = service(idle_check(MockSecondFactorStore::new()), ShopSettings::default(), found);
    service.account(who, Some(email), AccountAccessError::NoUser).await
}

#[tokio::test]
async fn owners_handle_the_second_factor_of_everybody() {
    let (who, boss) = (customer(), admin());
    let email = &who.user.email;
    assert_eq!(enrolled(&boss, email, Some(who.user.clone())).await.unwrap(), who.user);
    assert!(matches!(enrolled(&boss, email, None).await, Err(AccountAccessError::NoUser)));
    for role in [StaffRole::Manager, StaffRole::Support] {
        let refused = enrolled(&staff(role), email, Some(who.user.clone())).await;
        assert!(matches!(refused, Err(AccountAccessError::NotYours)), "{role:?}");
    }
    assert_eq!(enrolled(&who, email, None).await.unwrap(), who.user, "their own");
}

fn enrol(store: MockSecondFactorStore) -> SecondFactors {
    let (mut cipher, mut codes) = (MockSecretCipher::new(), MockOneTimeCodes::new());
    cipher.expect_seal().returning(|_, _| Ok(SealedSecret(vec![1])));
    cipher.expect_open().returning(|_, _| Ok(TotpSecret::new(vec![7])));
    cipher.expect_hash_code().returning(|code, _| Ok(RecoveryHash(code.expose().as_bytes().to_vec())));
    codes.expect_draw_secret().returning(|| Some(TotpSecret::new(vec![7])));
    codes.expect_draw_recovery_codes().returning(|| Some((0..10).map(RecoveryCode::from_random).collect()));
    codes.expect_app_key().returning(|_, shop, email| AppKey { base32: "A".to_owned(), uri: format!("otpauth://{shop}/{email}") });
    codes.expect_step_of().returning(|_, digits, _| (digits == "123456").then_some(7));
    let check = SecondFactorCheck { store: Arc::new(store), cipher: Arc::new(cipher), codes: Arc::new(codes) };
    service(check, ShopSettings::default(), None)
}

fn stored(enabled_at: Option<DateTime<Utc>>) -> MockSecondFactorStore {
    let mut store = MockSecondFactorStore::new();
    store.expect_find().returning(move |_| Ok(Some(StoredSecondFactor { secret: SealedSecret(vec![1]), enabled_at })));
    store
}

#[tokio::test]
async fn a_secret_is_drawn_for_the_app() {
    let (who, mut store) = (admin().user, MockSecondFactorStore::new());
    store.expect_begin().once().returning(|_, _, _| Ok(()));
    assert_eq!(enrol(store).begin(&who).await.unwrap().uri, format!("otpauth://Nelum/{}", who.email));
}

#[tokio::test]
async fn a_customer_verifies_the_address_first_and_staff_need_not() {
    let who = customer();
    let refused = enrol(MockSecondFactorStore::new()).begin(&who.user).await.unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Forbidden, "second_factor.unverified"));
    let refused = enrol(MockSecondFactorStore::new()).enable(&who, &actor(&who), "123456").await;
    assert!(matches!(refused, Err(SecondFactorError::Unverified)));
    let verified = User { email_verified: true, ..who.user };
    for user in [verified, admin().user] {
        let mut store = MockSecondFactorStore::new();
        store.expect_begin().once().returning(|_, _, _| Ok(()));
        assert!(enrol(store).begin(&user).await.is_ok());
    }
}

#[tokio::test]
async fn the_first_right_code_enables_it_and_is_used_up() {
    let who = admin();
    let mut store = stored(None);
    let (expected, session) = (who.user.id, who.session.id);
    store
        .expect_enable()
        .withf(move |change, secret, step, codes, keep| {
            (change.user.id, change.at, secret.0.as_slice(), *step, codes.len()) == (expected, moments::now(), &[1][..], 7, 10)
                && *keep == session
        })
        .once()
        .returning(|_, _, _, _, _| Ok(()));
    assert_eq!(enrol(store).enable(&who, &actor(&who), "123 456").await.unwrap().len(), 10);
}

#[tokio::test]
async fn a_wrong_code_a_recovery_code_or_none_begun_enables_nothing() {
    let who = admin();
    for typed in ["000000", "abcd-2345", ""] {
        let refused = enrol(stored(None)).enable(&who, &actor(&who), typed).await;
        assert!(matches!(refused, Err(SecondFactorError::CodeWrong)), "{typed}");
    }
    let refused = enrol(stored(Some(moments::now()))).enable(&who, &actor(&who), "123456").await;
    assert!(matches!(refused, Err(SecondFactorError::AlreadyEnabled)));
    let mut nothing = MockSecondFactorStore::new();
    nothing.expect_find().returning(|_| Ok(None));
    let refused = enrol(nothing).enable(&who, &actor(&who), "123456").await;
    assert!(matches!(refused, Err(SecondFactorError::NotBegun)));
}
