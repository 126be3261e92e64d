//! Codes of authenticator apps: RFC 6238 with SHA-1, 6 digits and steps of 30 s, which every app knows.

use std::collections::HashSet;

use aws_lc_rs::rand;
use chrono::{DateTime, Utc};
use domain::accounts::ports::OneTimeCodes;
use domain::accounts::second_factor::{AppKey, DIGITS, RECOVERY_CODES, RecoveryCode, SECRET_BYTES, SKEW, STEP_SECONDS, TotpSecret};
use domain::shared::email::EmailAddress;
use totp_rs::{Algorithm, Builder, Secret};

/// Draws secrets and compares codes.
#[derive(Clone, Copy, Debug, Default)]
pub struct TotpCodes;

fn totp(secret: &TotpSecret) -> Builder {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(DIGITS)
        .with_skew(SKEW)
        .with_step_duration(STEP_SECONDS)
        .with_secret(Secret::from(secret.expose()))
}

/// A name in the address that apps read, where a colon ends the name.
fn without_colons(name: &str) -> String {
    name.replace(':', " ")
}

/// Random bytes; `None` when the machine has no entropy.
fn random<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    rand::fill(&mut bytes).ok()?;
    Some(bytes)
}

impl OneTimeCodes for TotpCodes {
    fn draw_secret(&self) -> Option<TotpSecret> {
        random::<SECRET_BYTES>().map(|bytes| TotpSecret::new(bytes.to_vec()))
    }

    fn draw_recovery_codes(&self) -> Option<Vec<RecoveryCode>> {
        let mut codes = HashSet::with_capacity(RECOVERY_CODES);
        while codes.len() < RECOVERY_CODES {
            codes.insert(RecoveryCode::from_random(u64::from_le_bytes(random()?)));
        }
        Some(codes.into_iter().collect())
    }

    fn app_key(&self, secret: &TotpSecret, shop_name: &str, account: &EmailAddress) -> AppKey {
        let names = totp(secret).with_issuer(Some(without_colons(shop_name))).with_account_name(without_colons(account.as_str()));
        let totp = names.build_noncompliant();
        // An address is never empty and has no colon here, so that the address of the app can be written.
        AppKey { base32: totp.secret().to_base32(), uri: totp.to_url().unwrap_or_default() }
    }

    fn step_of(&self, secret: &TotpSecret, digits: &str, now: DateTime<Utc>) -> Option<i64> {
        let now = u64::try_from(now.timestamp()).ok()?;
        totp(secret).build_noncompliant().check(digits, now).and_then(|step| i64::try_from(step).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(second, 0).unwrap()
    }

    /// The secret of RFC 6238, appendix B.
    fn secret() -> TotpSecret {
        TotpSecret::new(b"12345678901234567890".to_vec())
    }

    #[test]
    fn codes_are_those_of_the_rfc() {
        let codes = TotpCodes;
        for (second, digits) in [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (20_000_000_000, "353130")] {
            assert_eq!(codes.step_of(&secret(), digits, at(second)), Some(second / 30), "{second}");
        }
    }

    #[test]
    fn a_code_counts_one_step_before_and_after_its_own() {
        let codes = TotpCodes;
        let (step, begin) = (1_111_111_109 / 30, 1_111_111_109 / 30 * 30);
        for (second, counts) in [(-31, false), (-30, true), (0, true), (29, true), (30, true), (59, true), (60, false)] {
            assert_eq!(codes.step_of(&secret(), "081804", at(begin + second)), counts.then_some(step), "{second}");
        }
        for wrong in ["081805", "81804", "", "0818040", "08180a"] {
            assert_eq!(codes.step_of(&secret(), wrong, at(begin)), None, "{wrong}");
        }
    }

    #[test]
    fn an_app_takes_the_secret_from_its_address() {
        let email = EmailAddress::parse("nimali@example.com").unwrap();
        let key = TotpCodes.app_key(&secret(), "Araliya: Colombo", &email);
        assert_eq!(key.base32, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let label = "Araliya%20%20Colombo:nimali%40example.com";
        assert_eq!(key.uri, format!("otpauth://totp/{label}?secret={}&issuer=Araliya%20%20Colombo", key.base32));
    }

    #[test]
    fn secrets_and_recovery_codes_differ() {
        let codes = TotpCodes;
        let (one, other) = (codes.draw_secret().unwrap(), codes.draw_secret().unwrap());
        assert_eq!(one.expose().len(), SECRET_BYTES);
        assert_ne!(one, other);
        let (first, second) = (codes.draw_recovery_codes().unwrap(), codes.draw_recovery_codes().unwrap());
        assert_eq!(first.iter().chain(&second).collect::<HashSet<_>>().len(), 2 * RECOVERY_CODES);
    }
}
