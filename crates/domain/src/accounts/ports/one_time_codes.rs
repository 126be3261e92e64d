//! Codes of authenticator apps.

use chrono::{DateTime, Utc};

use crate::accounts::second_factor::{AppKey, RecoveryCode, TotpSecret};
use crate::shared::email::EmailAddress;

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
