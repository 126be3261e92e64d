//! Claims of e-mail addresses: JSON Web Tokens with an audience of their own, so that no claim is taken for a bearer token and no
//! bearer token for a claim.

use std::sync::Arc;

use chrono::DateTime;
use domain::accounts::address_claim::AddressClaim;
use domain::accounts::ports::AddressClaims;
use domain::shared::email::EmailAddress;
use domain::shared::ids::UserId;
use domain::shared::ports::Clock;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};

use crate::jwt_tokens::{ISSUER, WeakKeyError, check_key};

/// `aud` of claims.
const AUDIENCE: &str = "araliya:email";

/// Signs and reads claims with HS256.
pub struct SignedAddressClaims {
    signing_key: EncodingKey,
    reading_key: DecodingKey,
    validation: Validation,
    clock: Arc<dyn Clock>,
}

/// The claims of a token.
#[derive(Serialize, Deserialize)]
struct Payload {
    sub: String,
    email: String,
    exp: i64,
    iss: String,
    aud: String,
}

impl SignedAddressClaims {
    /// A service with this key.
    ///
    /// # Errors
    /// [`WeakKeyError`] for a key of fewer than 32 bytes.
    pub fn new(key: &[u8], clock: Arc<dyn Clock>) -> Result<Self, WeakKeyError> {
        check_key(key)?;
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_required_spec_claims(&["sub", "exp", "iss", "aud"]);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        // The library would use the machine's clock; `read` uses the port.
        validation.validate_exp = false;
        Ok(Self { signing_key: EncodingKey::from_secret(key), reading_key: DecodingKey::from_secret(key), validation, clock })
    }
}

impl AddressClaims for SignedAddressClaims {
    fn sign(&self, claim: &AddressClaim) -> Option<String> {
        let payload = Payload {
            sub: claim.user.to_string(),
            email: claim.email.as_str().to_owned(),
            exp: claim.until.timestamp(),
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
        };
        encode(&Header::new(Algorithm::HS256), &payload, &self.signing_key).ok()
    }

    fn read(&self, token: &str) -> Option<AddressClaim> {
        let payload = decode::<Payload>(token, &self.reading_key, &self.validation).ok()?.claims;
        if self.clock.now().timestamp() >= payload.exp {
            return None;
        }
        let (user, email) = (UserId::parse(&payload.sub)?, EmailAddress::parse_known(&payload.email).ok()?);
        Some(AddressClaim { user, email, until: DateTime::from_timestamp(payload.exp, 0)? })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use chrono::{TimeDelta, Utc};
    use domain::accounts::email_verification::VALID_FOR;
    use domain::accounts::ports::{DeviceMarkers as _, TokenService as _};
    use domain::shared::ids::DeviceId;
    use testkit::{moments, sample_users};
    use uuid::Uuid;

    use super::*;
    use crate::{JwtTokens, SignedDeviceMarkers};

    const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";

    struct TestClock(Mutex<DateTime<Utc>>);

    impl Clock for TestClock {
        fn now(&self) -> DateTime<Utc> {
            *self.0.lock().unwrap()
        }
    }

    fn clock() -> Arc<TestClock> {
        Arc::new(TestClock(Mutex::new(moments::now())))
    }

    fn claim() -> AddressClaim {
        let user = sample_users::customer();
        AddressClaim { user: user.id, email: user.email, until: moments::now() + VALID_FOR }
    }

    #[test]
    fn a_claim_is_good_for_two_days_on_every_instance() {
        let (clock, claim) = (clock(), claim());
        let instance = |key| SignedAddressClaims::new(key, clock.clone()).unwrap();
        let token = instance(KEY).sign(&claim).unwrap();
        assert_eq!(instance(KEY).read(&token), Some(claim.clone()));
        assert_eq!(instance(b"another key, another key, another").read(&token), None);
        *clock.0.lock().unwrap() += VALID_FOR - TimeDelta::seconds(1);
        assert_eq!(instance(KEY).read(&token), Some(claim));
        *clock.0.lock().unwrap() += TimeDelta::seconds(1);
        assert_eq!(instance(KEY).read(&token), None);
    }

    #[test]
    fn a_claim_is_signed_for_this_purpose_alone() {
        let (clock, claim) = (clock(), claim());
        let claims = SignedAddressClaims::new(KEY, clock.clone()).unwrap();
        let (tokens, markers) = (JwtTokens::new(KEY, clock.clone()).unwrap(), SignedDeviceMarkers::new(KEY, clock).unwrap());
        let token = claims.sign(&claim).unwrap();
        assert_eq!((tokens.read(&token), markers.read(&token)), (None, None));
        let marker = markers.mark(claim.user, DeviceId::new(Uuid::from_u128(7))).unwrap();
        for foreign in [marker, format!("{token}A"), String::new(), "a.b.c".to_owned()] {
            assert_eq!(claims.read(&foreign), None, "{foreign}");
        }
    }

    #[test]
    fn a_weak_key_is_refused() {
        assert_eq!(SignedAddressClaims::new(&KEY[..31], clock()).err(), Some(WeakKeyError { length: 31 }));
    }
}
