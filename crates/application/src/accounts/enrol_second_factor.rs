//! Getting a second factor: a secret for the authenticator app, and recovery codes once the app has shown a code.

use std::sync::Arc;

use domain::accounts::ports::{BeginSecondFactorOutcome, SecondFactorChange, SecondFactorStore};
use domain::accounts::second_factor::{AppKey, RecoveryCode, RecoveryHash, TypedCode};
use domain::accounts::session::Principal;
use domain::accounts::user::{User, UserType};
use domain::reports::audit::Actor;
use domain::shared::error::feature_error;
use domain::shared::ports::{Clock, PortError};

use crate::accounts::second_factor_check::SecondFactorCheck;
use crate::content::current_content::CurrentContent;

feature_error! {
    /// Why a second factor was not set up.
    pub enum EnrolSecondFactorError {
        AlreadyEnabled => Conflict, "second_factor.enabled", "You have a second factor. Switch it off first.";
        NotBegun => Conflict, "second_factor.not_begun", "Please begin again: scan the new code with your authenticator app.";
        Unverified => Forbidden, "second_factor.unverified", "Please confirm your email address first, with the link that we mailed to you.";
        NotEnabled => Conflict, "second_factor.not_enabled", "You have no second factor.";
        CodeWrong => Forbidden, "auth.code_wrong", "The code is wrong. Please check the time of your device.";
    }
}

/// Sets up second factors.
#[derive(Clone)]
pub struct EnrolSecondFactor {
    check: SecondFactorCheck,
    content: CurrentContent,
    clock: Arc<dyn Clock>,
}

impl EnrolSecondFactor {
    /// Wires the use case; `content` names the shop.
    #[must_use]
    pub fn new(check: SecondFactorCheck, content: CurrentContent, clock: Arc<dyn Clock>) -> Self {
        Self { check, content, clock }
    }

    fn store(&self) -> &dyn SecondFactorStore {
        self.check.store.as_ref()
    }

    /// Draws a secret for the authenticator app of `user`. It counts once [`EnrolSecondFactor::enable`] has seen a code of it.
    ///
    /// # Errors
    /// [`EnrolSecondFactorError`] when the user has a second factor, or a port fails.
    pub async fn begin(&self, user: &User) -> Result<AppKey, EnrolSecondFactorError> {
        check_verified(user)?;
        let secret = self.check.codes.draw_secret().ok_or_else(no_entropy)?;
        let sealed = self.check.cipher.seal(&secret, user.id).map_err(PortError::internal)?;
        let content = self.content.get().await?;
        match self.store().begin(user.id, &sealed, self.clock.now()).await? {
            BeginSecondFactorOutcome::Begun => Ok(self.check.codes.app_key(&secret, content.identity_text("name"), &user.email)),
            BeginSecondFactorOutcome::AlreadyEnabled => Err(EnrolSecondFactorError::AlreadyEnabled),
            BeginSecondFactorOutcome::UserGone => Err(EnrolSecondFactorError::NotBegun),
        }
    }

    /// Enables the second factor that was begun, with a code of the app; returns the recovery codes, which are shown once. The other sessions
    /// of the user end: they began without it.
    ///
    /// # Errors
    /// [`EnrolSecondFactorError`] when the code is wrong, nothing was begun, or a port fails.
    pub async fn enable(&self, who: &Principal, by: &Actor, typed: &str) -> Result<Vec<RecoveryCode>, EnrolSecondFactorError> {
        let user = &who.user;
        check_verified(user)?;
        let begun = self.store().find(user.id).await?.ok_or(EnrolSecondFactorError::NotBegun)?;
        if begun.enabled_at.is_some() {
            return Err(EnrolSecondFactorError::AlreadyEnabled);
        }
        let (secret, at) = (self.check.open(&begun.secret, user.id)?, self.clock.now());
        let TypedCode::OfApp(digits) = TypedCode::parse(typed) else { return Err(EnrolSecondFactorError::CodeWrong) };
        let step = self.check.codes.step_of(&secret, &digits, at).ok_or(EnrolSecondFactorError::CodeWrong)?;
        let codes = self.check.codes.draw_recovery_codes().ok_or_else(no_entropy)?;
        let change = SecondFactorChange { user: user.clone(), by: by.clone(), at };
        let hashes = self.hashes(&codes, user)?;
        let is_enabled = self.store().enable(&change, &begun.secret, step, &hashes, who.session.id).await?;
        if is_enabled { Ok(codes) } else { Err(EnrolSecondFactorError::NotBegun) }
    }

    /// Replaces the recovery codes, which are shown once.
    ///
    /// # Errors
    /// [`EnrolSecondFactorError`] when the user has no second factor, or a port fails.
    pub async fn renew_recovery_codes(&self, user: &User, by: &Actor) -> Result<Vec<RecoveryCode>, EnrolSecondFactorError> {
        let codes = self.check.codes.draw_recovery_codes().ok_or_else(no_entropy)?;
        let change = SecondFactorChange { user: user.clone(), by: by.clone(), at: self.clock.now() };
        let is_replaced = self.store().replace_recovery_codes(&change, &self.hashes(&codes, user)?).await?;
        if is_replaced { Ok(codes) } else { Err(EnrolSecondFactorError::NotEnabled) }
    }

    /// The stored forms of recovery codes.
    fn hashes(&self, codes: &[RecoveryCode], user: &User) -> Result<Vec<RecoveryHash>, PortError> {
        codes.iter().map(|code| self.check.cipher.hash_code(code, user.id).map_err(PortError::internal)).collect()
    }
}

/// Staff got their accounts from an owner or the operator, who know whose address it is.
fn check_verified(user: &User) -> Result<(), EnrolSecondFactorError> {
    let may_be_a_strangers = user.user_type == UserType::Customer && !user.email_verified;
    if may_be_a_strangers { Err(EnrolSecondFactorError::Unverified) } else { Ok(()) }
}

fn no_entropy() -> PortError {
    PortError::internal("the machine has no entropy")
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use domain::accounts::ports::{MockOneTimeCodes, MockSecondFactorStore, MockSecretCipher};
    use domain::accounts::second_factor::{SealedSecret, StoredSecondFactor, TotpSecret};
    use domain::shared::error::{ErrorKind, FeatureError as _};
    use testkit::moments;

    use super::*;
    use crate::content::samples::named;
    use crate::samples::{actor, admin, clock, customer};

    fn enrol(store: MockSecondFactorStore) -> EnrolSecondFactor {
        let (mut cipher, mut codes) = (MockSecretCipher::new(), MockOneTimeCodes::new());
        cipher.expect_seal().returning(|_, _| Ok(SealedSecret(vec![1])));
        cipher.expect_open().returning(|_, _| Ok(TotpSecret::new(vec![7])));
        cipher.expect_hash_code().returning(|code, _| Ok(RecoveryHash(code.expose().as_bytes().to_vec())));
        codes.expect_draw_secret().returning(|| Some(TotpSecret::new(vec![7])));
        codes.expect_draw_recovery_codes().returning(|| Some((0..10).map(RecoveryCode::from_random).collect()));
        codes.expect_app_key().returning(|_, shop, email| AppKey { base32: "A".to_owned(), uri: format!("otpauth://{shop}/{email}") });
        codes.expect_step_of().returning(|_, digits, _| (digits == "123456").then_some(7));
        let check = SecondFactorCheck { store: Arc::new(store), cipher: Arc::new(cipher), codes: Arc::new(codes) };
        EnrolSecondFactor::new(check, named("Nelum"), clock())
    }

    fn stored(enabled_at: Option<DateTime<Utc>>) -> MockSecondFactorStore {
        let mut store = MockSecondFactorStore::new();
        store.expect_find().returning(move |_| Ok(Some(StoredSecondFactor { secret: SealedSecret(vec![1]), enabled_at })));
        store
    }

    #[tokio::test]
    async fn a_secret_is_drawn_unless_there_is_a_second_factor() {
        let who = admin().user;
        for (outcome, code) in [
            (BeginSecondFactorOutcome::Begun, None),
            (BeginSecondFactorOutcome::AlreadyEnabled, Some("second_factor.enabled")),
            (BeginSecondFactorOutcome::UserGone, Some("second_factor.not_begun")),
        ] {
            let mut store = MockSecondFactorStore::new();
            store.expect_begin().once().returning(move |_, _, _| Ok(outcome));
            let begun = enrol(store).begin(&who).await;
            assert_eq!(begun.as_ref().err().map(domain::shared::error::FeatureError::code), code);
            assert!(begun.is_err() || begun.unwrap().uri == format!("otpauth://Nelum/{}", who.email));
        }
    }

    #[tokio::test]
    async fn a_customer_verifies_the_address_first_and_staff_need_not() {
        let who = customer();
        let refused = enrol(MockSecondFactorStore::new()).begin(&who.user).await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Forbidden, "second_factor.unverified"));
        let refused = enrol(MockSecondFactorStore::new()).enable(&who, &actor(&who), "123456").await;
        assert!(matches!(refused, Err(EnrolSecondFactorError::Unverified)));
        let verified = User { email_verified: true, ..who.user };
        for user in [verified, admin().user] {
            let mut store = MockSecondFactorStore::new();
            store.expect_begin().once().returning(|_, _, _| Ok(BeginSecondFactorOutcome::Begun));
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
            .returning(|_, _, _, _, _| Ok(true));
        assert_eq!(enrol(store).enable(&who, &actor(&who), "123 456").await.unwrap().len(), 10);
    }

    #[tokio::test]
    async fn a_wrong_code_a_recovery_code_or_none_begun_enables_nothing() {
        let who = admin();
        for typed in ["000000", "abcd-2345", ""] {
            let refused = enrol(stored(None)).enable(&who, &actor(&who), typed).await;
            assert!(matches!(refused, Err(EnrolSecondFactorError::CodeWrong)), "{typed}");
        }
        let refused = enrol(stored(Some(moments::now()))).enable(&who, &actor(&who), "123456").await;
        assert!(matches!(refused, Err(EnrolSecondFactorError::AlreadyEnabled)));
        let (mut nothing, mut replaced) = (MockSecondFactorStore::new(), stored(None));
        nothing.expect_find().returning(|_| Ok(None));
        replaced.expect_enable().returning(|_, _, _, _, _| Ok(false));
        for store in [nothing, replaced] {
            let refused = enrol(store).enable(&who, &actor(&who), "123456").await;
            assert!(matches!(refused, Err(EnrolSecondFactorError::NotBegun)));
        }
    }

    #[tokio::test]
    async fn recovery_codes_are_those_of_a_second_factor() {
        let who = admin();
        for is_enabled in [true, false] {
            let mut store = MockSecondFactorStore::new();
            store.expect_replace_recovery_codes().once().returning(move |_, _| Ok(is_enabled));
            assert_eq!(enrol(store).renew_recovery_codes(&who.user, &actor(&who)).await.is_ok(), is_enabled);
        }
    }
}
