//! Changing profiles, with mocked ports.

use domain::accounts::ports::{
    MockOneTimeCodes, MockPasswordHasher, MockSecondFactorStore, MockSecretCipher, MockTokenService, MockUserDirectory, MockUserRepository,
    PasswordMatch,
};
use domain::accounts::second_factor::{SealedSecret, StoredSecondFactor};
use domain::accounts::session::{CONFIRMED_FOR, Session};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{Credentials, PasswordHash};
use domain::settings::ports::MockSettingsStore;
use domain::settings::shop_settings::ShopSettings;
use domain::shared::error::{ErrorKind, FeatureError as _};
use testkit::moments;

use super::*;
use crate::accounts::second_factor_check::SecondFactorCheck;
use crate::samples::{actor, away, clock, customer, staff};

/// The ports; each test sets up their mocks.
#[derive(Default)]
struct Ports {
    directory: MockUserDirectory,
    users: MockUserRepository,
    hasher: MockPasswordHasher,
    second_factors: MockSecondFactorStore,
    tokens: MockTokenService,
}

impl Ports {
    async fn run(self, who: &Principal, email: &EmailAddress, form: ProfileForm) -> Result<UpdatedProfile, UpdateProfileError> {
        let mut store = MockSettingsStore::new();
        store.expect_load().returning(|| Ok(ShopSettings::default()));
        let hasher: Arc<dyn PasswordHasher> = Arc::new(self.hasher);
        let second_factor = SecondFactorCheck {
            store: Arc::new(self.second_factors),
            cipher: Arc::new(MockSecretCipher::new()),
            codes: Arc::new(MockOneTimeCodes::new()),
        };
        let update = UpdateProfile {
            directory: Arc::new(self.directory),
            users: Arc::new(self.users),
            hasher: hasher.clone(),
            check: CredentialCheck { hasher, throttle: None, second_factor, clock: clock() },
            settings: CurrentSettings::new(Arc::new(store)),
            tokens: Arc::new(self.tokens),
            clock: clock(),
        };
        update.run(who, &actor(who), email, form).await
    }
}

/// A new password, with or without the present one.
fn new_password(current: Option<&str>) -> ProfileForm {
    let current = current.map(|current| Password::given(current.into()));
    let password = NewPassword { new: Password::given("temple flowers".into()), current, address: [192, 0, 2, 7].into() };
    ProfileForm { password: Some(password), ..ProfileForm::default() }
}

fn with_password() -> ProfileForm {
    new_password(Some("frangipani"))
}

/// A user's password is `frangipani`, or they have none.
fn knowing(user: &User, has_password: bool) -> Ports {
    let mut ports = Ports::default();
    let credentials = Credentials { user: user.clone(), password_hash: has_password.then(|| PasswordHash::new("old".into())) };
    ports.users.expect_credentials().returning(move |_| Ok(Some(credentials.clone())));
    ports.hasher.expect_verify().returning(|password, _| {
        let is_right = *password == Password::given("frangipani".into());
        Ok(if is_right { PasswordMatch::Right } else { PasswordMatch::Wrong })
    });
    ports.second_factors.expect_find().returning(|_| Ok(None));
    ports
}

/// The new password is stored once.
fn storing(mut ports: Ports, user: &User) -> Ports {
    ports.hasher.expect_hash().once().returning(|_| Ok(PasswordHash::new("phc".into())));
    let user = user.clone();
    ports
        .users
        .expect_update_profile()
        .withf(|_, change, _, _| change.password_hash == Some(PasswordHash::new("phc".into())))
        .once()
        .returning(move |_, _, _, _| Ok(UpdatedUser { user: user.clone(), is_shown: false }));
    ports.tokens.expect_issue().returning(|_, _| Ok("fresh".into()));
    ports
}

#[tokio::test]
async fn a_session_alone_sets_no_password() {
    let who = customer();
    let expired = Session { confirmed_at: Some(moments::now() - CONFIRMED_FOR), ..who.session.clone() };
    for session in [who.session.clone(), expired] {
        let who = Principal { session, ..who.clone() };
        for (current, code) in [(None, "auth.confirm_needed"), (Some("guess"), "auth.wrong_password")] {
            let refused = knowing(&who.user, true).run(&who, &who.user.email, new_password(current)).await.unwrap_err();
            assert_eq!((refused.kind(), refused.code()), (ErrorKind::Forbidden, code));
        }
    }
    let confirmed = Principal { session: Session { confirmed_at: Some(moments::now()), ..who.session.clone() }, ..who.clone() };
    storing(knowing(&who.user, true), &who.user).run(&confirmed, &who.user.email, new_password(None)).await.unwrap();
    let refused = knowing(&who.user, true).run(&confirmed, &who.user.email, new_password(Some("guess"))).await.unwrap_err();
    assert_eq!(refused.code(), "auth.wrong_password", "what is typed is compared");
}

#[tokio::test]
async fn the_present_password_alone_is_enough_for_an_account_with_a_second_factor() {
    let who = customer();
    let mut ports = storing(knowing(&who.user, true), &who.user);
    ports.second_factors = MockSecondFactorStore::new();
    let stored = StoredSecondFactor { secret: SealedSecret(vec![1]), enabled_at: Some(moments::now()) };
    ports.second_factors.expect_find().returning(move |_| Ok(Some(stored.clone())));
    ports.run(&who, &who.user.email, with_password()).await.unwrap();
}

#[tokio::test]
async fn no_session_sets_the_first_password_of_an_account() {
    let who = customer();
    let confirmed = Principal { session: Session { confirmed_at: Some(moments::now()), ..who.session.clone() }, ..who };
    for current in [None, Some("frangipani")] {
        let refused = knowing(&confirmed.user, false).run(&confirmed, &confirmed.user.email, new_password(current)).await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Forbidden, "auth.confirm_needed"));
    }
}

#[tokio::test]
async fn managers_change_customers_and_owners_alone_change_staff() {
    for role in StaffRole::ALL {
        for other in [customer().user, staff(StaffRole::Content).user] {
            let mut ports = Ports::default();
            let (found, updated, is_staff) = (other.clone(), other.clone(), other.staff_role.is_some());
            ports.directory.expect_by_email().returning(move |_| Ok(Some(found.clone())));
            ports
                .users
                .expect_update_profile_as_admin()
                .returning(move |_, _, _, _, _| Ok(UpdatedUser { user: updated.clone(), is_shown: false }));
            let answer = ports.run(&staff(role), &other.email, ProfileForm::default()).await;
            let permission = if is_staff { Permission::ManageStaff } else { Permission::ManageUsers };
            assert_eq!(answer.is_ok(), role.may(permission), "{role:?}: {answer:?}");
            assert!(answer.is_ok() || answer.unwrap_err().code() == "auth.role_forbidden");
        }
    }
}

#[tokio::test]
async fn nothing_is_changed_when_the_password_cannot_be_hashed() {
    let who = customer();
    let mut ports = knowing(&who.user, true);
    ports.hasher.expect_hash().returning(|_| Err(away()));
    let failed = ports.run(&who, &who.user.email, with_password()).await.unwrap_err();
    assert_eq!((failed.kind(), failed.to_string().as_str()), (ErrorKind::Unavailable, "Failed to update user details due to an error"));
}
