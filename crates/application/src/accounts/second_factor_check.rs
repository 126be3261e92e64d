//! Comparing the code of a second factor.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::accounts::ports::{OneTimeCodes, SecondFactorStore, SecretCipher};
use domain::accounts::second_factor::{SealedSecret, TotpSecret, TypedCode};
use domain::accounts::user::User;
use domain::shared::ids::UserId;
use domain::shared::ports::PortError;

/// The result of comparing a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeResult {
    /// The user has no second factor; a code is ignored.
    NotEnrolled,
    /// The user has one, and gave no code.
    Needed,
    /// The code is right, and used up now.
    Right,
    /// The code is wrong, too old or was used before.
    Wrong,
}

/// Compares codes, and uses them up.
#[derive(Clone)]
pub struct SecondFactorCheck {
    pub store: Arc<dyn SecondFactorStore>,
    /// Opens their secrets.
    pub cipher: Arc<dyn SecretCipher>,
    /// Knows the codes of a secret.
    pub codes: Arc<dyn OneTimeCodes>,
}

impl SecondFactorCheck {
    /// Compares the code that a user typed, of the authenticator app or a recovery code. A right one is used up: of two concurrent calls
    /// with one code, one is right. A wrong one is counted: callers compared the password before.
    ///
    /// # Errors
    /// [`PortError`] when the store fails, or the secret does not fit the data key.
    pub async fn run(&self, who: &User, typed: Option<&str>, now: DateTime<Utc>) -> Result<CodeResult, PortError> {
        let user = who.id;
        let found = self.store.find(user).await?.filter(|found| found.enabled_at.is_some());
        let Some(found) = found else { return Ok(CodeResult::NotEnrolled) };
        let Some(typed) = typed else { return Ok(CodeResult::Needed) };
        let is_right = match TypedCode::parse(typed) {
            TypedCode::OfApp(digits) => match self.codes.step_of(&self.open(&found.secret, user)?, &digits, now) {
                Some(step) => self.store.use_step(user, step).await?,
                None => false,
            },
            TypedCode::Recovery(code) => self.store.use_recovery_code(user, &self.cipher.code_hashes(&code, user), now).await?,
            TypedCode::Unreadable => false,
        };
        if is_right {
            return Ok(CodeResult::Right);
        }
        self.store.note_wrong_code(who, now).await?;
        Ok(CodeResult::Wrong)
    }

    /// The secret of a user.
    ///
    /// # Errors
    /// [`PortError`] when it does not fit the data key.
    pub(crate) fn open(&self, sealed: &SealedSecret, user: UserId) -> Result<TotpSecret, PortError> {
        self.cipher.open(sealed, user).map_err(PortError::internal)
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::{CipherError, MockOneTimeCodes, MockSecondFactorStore, MockSecretCipher};
    use domain::accounts::second_factor::{RecoveryHash, StoredSecondFactor};
    use testkit::moments;

    use super::*;
    use crate::samples::customer;

    fn stored(enabled_at: Option<DateTime<Utc>>) -> MockSecondFactorStore {
        let mut store = MockSecondFactorStore::new();
        store.expect_find().returning(move |_| Ok(Some(StoredSecondFactor { secret: SealedSecret(vec![1]), enabled_at })));
        store
    }

    async fn result(store: MockSecondFactorStore, step: Option<i64>, typed: Option<&str>) -> Result<CodeResult, PortError> {
        let (mut cipher, mut codes) = (MockSecretCipher::new(), MockOneTimeCodes::new());
        cipher.expect_open().returning(|sealed, _| if sealed.0 == [1] { Ok(TotpSecret::new(vec![7])) } else { Err(CipherError) });
        cipher.expect_code_hashes().returning(|code, _| vec![RecoveryHash(code.expose().as_bytes().to_vec())]);
        codes.expect_step_of().returning(move |_, _, _| step);
        let check = SecondFactorCheck { store: Arc::new(store), cipher: Arc::new(cipher), codes: Arc::new(codes) };
        check.run(&customer().user, typed, moments::now()).await
    }

    #[tokio::test]
    async fn a_code_is_asked_for_once_the_second_factor_is_enabled() {
        let mut nothing = MockSecondFactorStore::new();
        nothing.expect_find().returning(|_| Ok(None));
        assert_eq!(result(nothing, None, Some("123456")).await.unwrap(), CodeResult::NotEnrolled);
        assert_eq!(result(stored(None), None, None).await.unwrap(), CodeResult::NotEnrolled, "begun alone");
        assert_eq!(result(stored(Some(moments::now())), None, None).await.unwrap(), CodeResult::Needed);
    }

    #[tokio::test]
    async fn a_right_code_is_used_up() {
        for (is_unused, expected) in [(true, CodeResult::Right), (false, CodeResult::Wrong)] {
            let mut store = stored(Some(moments::now()));
            store.expect_use_step().withf(|_, step| *step == 7).once().returning(move |_, _| Ok(is_unused));
            store.expect_note_wrong_code().times(usize::from(!is_unused)).returning(|_, _| Ok(()));
            assert_eq!(result(store, Some(7), Some("123 456")).await.unwrap(), expected);
            let mut store = stored(Some(moments::now()));
            store.expect_note_wrong_code().times(usize::from(!is_unused)).returning(|_, _| Ok(()));
            store
                .expect_use_recovery_code()
                .withf(|_, hashes, _| *hashes == [RecoveryHash(b"abcd-2345".to_vec())])
                .once()
                .returning(move |_, _, _| Ok(is_unused));
            assert_eq!(result(store, None, Some("ABCD2345")).await.unwrap(), expected);
        }
    }

    #[tokio::test]
    async fn other_texts_are_wrong_codes() {
        for typed in ["123456", "", "a code", "1234567"] {
            let mut store = stored(Some(moments::now()));
            store.expect_note_wrong_code().once().returning(|_, _| Ok(()));
            assert_eq!(result(store, None, Some(typed)).await.unwrap(), CodeResult::Wrong, "{typed:?}");
        }
    }

    #[tokio::test]
    async fn a_secret_of_another_key_is_a_failure_of_the_shop() {
        let mut store = MockSecondFactorStore::new();
        let of_another_key = StoredSecondFactor { secret: SealedSecret(vec![2]), enabled_at: Some(moments::now()) };
        store.expect_find().returning(move |_| Ok(Some(of_another_key.clone())));
        assert!(!result(store, Some(7), Some("123456")).await.unwrap_err().is_unavailable());
    }
}
