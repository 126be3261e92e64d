//! Markers of devices that signed in before: JSON Web Tokens with an audience of their own, so that no marker is taken for a
//! bearer token and no bearer token for a marker.

use std::sync::Arc;

use domain::accounts::login_attempts::DEVICE_IS_KNOWN_FOR;
use domain::accounts::ports::DeviceMarkers;
use domain::shared::ids::{DeviceId, UserId};
use domain::shared::ports::Clock;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};

use crate::jwt_tokens::{ISSUER, WeakKeyError, check_key};

/// `aud` of markers.
const AUDIENCE: &str = "araliya:device";

/// Signs and reads markers with HS256.
pub struct SignedDeviceMarkers {
    signing_key: EncodingKey,
    reading_key: DecodingKey,
    validation: Validation,
    clock: Arc<dyn Clock>,
}

/// The claims of a marker.
#[derive(Serialize, Deserialize)]
struct Payload {
    sub: String,
    did: String,
    exp: i64,
    iss: String,
    aud: String,
}

impl SignedDeviceMarkers {
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

impl DeviceMarkers for SignedDeviceMarkers {
    fn mark(&self, user: UserId, device: DeviceId) -> Option<String> {
        let payload = Payload {
            sub: user.to_string(),
            did: device.to_string(),
            exp: (self.clock.now() + DEVICE_IS_KNOWN_FOR).timestamp(),
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
        };
        encode(&Header::new(Algorithm::HS256), &payload, &self.signing_key).ok()
    }

    fn read(&self, marker: &str) -> Option<(UserId, DeviceId)> {
        let payload = decode::<Payload>(marker, &self.reading_key, &self.validation).ok()?.claims;
        if self.clock.now().timestamp() >= payload.exp {
            return None;
        }
        Some((UserId::parse(&payload.sub)?, DeviceId::parse(&payload.did)?))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use chrono::{DateTime, TimeDelta, Utc};
    use domain::accounts::ports::TokenService as _;
    use domain::accounts::session::Session;
    use domain::shared::ids::SessionId;
    use testkit::{moments, sample_users};
    use uuid::Uuid;

    use super::*;
    use crate::JwtTokens;

    const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";

    struct TestClock(Mutex<DateTime<Utc>>);

    impl Clock for TestClock {
        fn now(&self) -> DateTime<Utc> {
            *self.0.lock().unwrap()
        }
    }

    fn ids() -> (UserId, DeviceId) {
        (sample_users::customer().id, DeviceId::new(Uuid::from_u128(7)))
    }

    #[test]
    fn a_device_is_known_to_its_account_for_thirty_days_on_every_instance() {
        let clock = Arc::new(TestClock(Mutex::new(moments::now())));
        let instance = |key| SignedDeviceMarkers::new(key, clock.clone()).unwrap();
        let (user, device) = ids();
        let marker = instance(KEY).mark(user, device).unwrap();
        assert_eq!(instance(KEY).read(&marker), Some((user, device)));
        assert_eq!(instance(b"another key, another key, another").read(&marker), None);
        *clock.0.lock().unwrap() += TimeDelta::days(30) - TimeDelta::seconds(1);
        assert_eq!(instance(KEY).read(&marker), Some((user, device)));
        *clock.0.lock().unwrap() += TimeDelta::seconds(1);
        assert_eq!(instance(KEY).read(&marker), None);
    }

    #[test]
    fn a_marker_is_no_bearer_token_and_a_bearer_token_no_marker() {
        let clock = Arc::new(TestClock(Mutex::new(moments::now())));
        let (markers, tokens) = (SignedDeviceMarkers::new(KEY, clock.clone()).unwrap(), JwtTokens::new(KEY, clock).unwrap());
        let (id, device) = ids();
        assert_eq!(tokens.read(&markers.mark(id, device).unwrap()), None);
        let new = sample_users::customer();
        let user = domain::accounts::user::User {
            id,
            email: new.email,
            first_name: new.first_name,
            last_name: new.last_name,
            profile_picture: None,
            user_type: new.user_type,
            staff_role: new.staff_role,
            is_blocked: false,
            created_at: moments::now(),
            last_login: None,
            email_verified: false,
            language: domain::messages::language::Language::English,
        };
        let session = Session::begin(SessionId::new(Uuid::from_u128(7)), &user, moments::now());
        assert_eq!(markers.read(&tokens.issue(&user, &session).unwrap()), None);
        for garbage in ["", "a.b.c", "device"] {
            assert_eq!(markers.read(garbage), None, "{garbage}");
        }
    }

    #[test]
    fn a_weak_key_is_refused() {
        let clock = Arc::new(TestClock(Mutex::new(moments::now())));
        assert_eq!(SignedDeviceMarkers::new(&KEY[..31], clock).err(), Some(WeakKeyError { length: 31 }));
    }
}
