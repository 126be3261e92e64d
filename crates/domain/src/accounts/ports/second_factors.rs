//! Second factors: their storage, codes and secrets.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::accounts::second_factor::{
    AppKey, RecoveryCode, RecoveryHash, SealedSecret, SecondFactorStatus, StoredSecondFactor, TotpSecret,
};
use crate::accounts::user::User;
use crate::shared::email::EmailAddress;
use crate::shared::error::feature_error;
use crate::shared::ids::{SessionId, UserId};
use crate::shared::ports::PortError;

feature_error! {
    /// Why a second factor was not set up.
    pub enum SecondFactorError {
        AlreadyEnabled => Conflict, "second_factor.enabled", "You have a second factor. Switch it off first.";
        /// Another secret was begun, or none; or the user was deleted meanwhile.
        NotBegun => Conflict, "second_factor.not_begun", "Please begin again: scan the new code with your authenticator app.";
        Unverified => Forbidden, "second_factor.unverified", "Please confirm your email address first, with the link that we mailed to you.";
        NotEnabled => Conflict, "second_factor.not_enabled", "You have no second factor.";
        CodeWrong => Forbidden, "auth.code_wrong", "The code is wrong. Please check the time of your device.", at "code";
    }
}

/// A change of a user's second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondFactorChange {
    pub user: User,
    /// The actor of the audit entry. Entries are written about staff, and about customers whose second factor another person changes.
    pub by: Actor,
    pub at: DateTime<Utc>,
}

/// Keeps second factors. Of a recovery code only a keyed hash is stored.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SecondFactorStore: Send + Sync {
    /// Whether a user has a second factor, and the number of recovery codes left.
    async fn status(&self, user: UserId) -> Result<SecondFactorStatus, PortError>;

    /// The second factor of a user, enabled or begun.
    async fn find(&self, user: UserId) -> Result<Option<StoredSecondFactor>, PortError>;

    /// Keeps the secret of an enrolment, in place of one that was begun before.
    async fn begin(&self, user: UserId, secret: &SealedSecret, now: DateTime<Utc>) -> Result<(), SecondFactorError>;

    /// Enables the enrolment with this secret, whose code of `step` was shown, with these recovery codes, and ends the sessions of the user
    /// but `keep`: they began without the second factor. One transaction with the audit entry. [`SecondFactorError::NotBegun`] where
    /// another secret, or none, was begun, or the second factor is enabled.
    async fn enable(
        &self,
        change: &SecondFactorChange,
        secret: &SealedSecret,
        step: i64,
        codes: &[RecoveryHash],
        keep: SessionId,
    ) -> Result<(), SecondFactorError>;

    /// Uses the code of a step: `true` once for a step, and `false` for it and all before from then on. Of two concurrent calls one
    /// succeeds. The wrong codes before it are forgotten.
    async fn use_step(&self, user: UserId, step: i64) -> Result<bool, PortError>;

    /// Uses a recovery code, which is stored as one of these hashes: `true` once. Of two concurrent calls one succeeds. The wrong codes
    /// before it are forgotten.
    async fn use_recovery_code(&self, user: UserId, code: &[RecoveryHash], now: DateTime<Utc>) -> Result<bool, PortError>;

    /// Counts a wrong code after the right password. The last of each [`crate::accounts::second_factor::WRONG_CODES_TOLD`] in a row queues
    /// a mail to the user, once in a day (UTC).
    async fn note_wrong_code(&self, user: &User, now: DateTime<Utc>) -> Result<(), PortError>;

    /// Replaces all recovery codes of an enabled second factor. One transaction with the audit entry.
    async fn replace_recovery_codes(&self, change: &SecondFactorChange, codes: &[RecoveryHash]) -> Result<(), SecondFactorError>;

    /// Removes a second factor and its recovery codes. One transaction with the audit entry, and with a mail to the user where another
    /// person removes it. Returns whether it was enabled; an enrolment
    /// that was begun alone is removed without an entry.
    async fn remove(&self, change: &SecondFactorChange) -> Result<bool, PortError>;
}

/// Draws secrets and compares codes, by RFC 6238 with the constants of [`crate::accounts::second_factor`].
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait OneTimeCodes: Send + Sync {
    /// A new random secret; `None` when the machine has no entropy.
    fn draw_secret(&self) -> Option<TotpSecret>;

    /// New random recovery codes that differ, [`crate::accounts::second_factor::RECOVERY_CODES`] of them; `None` when the machine has no
    /// entropy.
    fn draw_recovery_codes(&self) -> Option<Vec<RecoveryCode>>;

    /// A secret as an authenticator app takes it. The app shows the shop's name and the address of the account.
    fn app_key(&self, secret: &TotpSecret, shop_name: &str, account: &EmailAddress) -> AppKey;

    /// The step whose code `digits` is, among those that count at `now`; `None` for a wrong or late code.
    fn step_of(&self, secret: &TotpSecret, digits: &str, now: DateTime<Utc>) -> Option<i64>;
}

/// A secret could not be sealed, or a sealed one was not opened: it belongs to another key, user or thing, or was altered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the secret does not fit the data key")]
pub struct CipherError;

/// Seals secrets with the data key, which is not the key that signs tokens: a new token key leaves second factors readable.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait SecretCipher: Send + Sync {
    /// Encrypts and authenticates a secret of a user with the newest key.
    ///
    /// # Errors
    /// [`CipherError`] when the key cannot be used.
    fn seal(&self, secret: &TotpSecret, owner: UserId) -> Result<SealedSecret, CipherError>;

    /// The secret that was sealed for this user, with this or an older key.
    ///
    /// # Errors
    /// [`CipherError`] when it was not.
    fn open(&self, sealed: &SealedSecret, owner: UserId) -> Result<TotpSecret, CipherError>;

    /// Encrypts and authenticates a text with the newest key. It opens for the same thing alone, which `of` names.
    ///
    /// # Errors
    /// [`CipherError`] when the key cannot be used.
    fn seal_text(&self, text: &str, of: &str) -> Result<SealedSecret, CipherError>;

    /// The text that was sealed for this thing, with this or an older key.
    ///
    /// # Errors
    /// [`CipherError`] when it was not.
    fn open_text(&self, sealed: &SealedSecret, of: &str) -> Result<String, CipherError>;

    /// The stored form of a new recovery code of a user, under the newest key.
    ///
    /// # Errors
    /// [`CipherError`] when the key cannot be used.
    fn hash_code(&self, code: &RecoveryCode, owner: UserId) -> Result<RecoveryHash, CipherError>;

    /// All forms under which the store may have a recovery code of a user: under each key, and the one of releases that used none.
    fn code_hashes(&self, code: &RecoveryCode, owner: UserId) -> Vec<RecoveryHash>;
}
