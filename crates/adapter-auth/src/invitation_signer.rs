//! The secrets of invitations and alerts: JSON Web Tokens with audiences of their own, so that no secret is taken for another token. Nobody reads
//! them: stores know their hashes.

use chrono::{DateTime, Utc};
use domain::accounts::ports::InvitationSigner;
use domain::accounts::sign_in_alert::AlertSecret;
use domain::accounts::staff_invitation::InvitationSecret;
use domain::shared::ids::{InvitationId, SessionId};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;

use crate::jwt_tokens::{ISSUER, WeakKeyError, check_key};

/// `aud` of the secrets of invitations.
const INVITATION: &str = "araliya:invitation";
/// `aud` of the secrets of alerts.
const ALERT: &str = "araliya:sign-in-alert";

/// Signs invitations and alerts with HS256.
pub struct SignedInvitations(EncodingKey);

/// The claims of a secret.
#[derive(Serialize)]
struct Payload {
    /// The invitation, or the session of the sign-in.
    sub: String,
    exp: i64,
    iss: &'static str,
    aud: &'static str,
}

impl SignedInvitations {
    /// A service with this key.
    ///
    /// # Errors
    /// [`WeakKeyError`] for a key of fewer than 32 bytes.
    pub fn new(key: &[u8]) -> Result<Self, WeakKeyError> {
        check_key(key)?;
        Ok(Self(EncodingKey::from_secret(key)))
    }

    fn signed(&self, sub: String, until: DateTime<Utc>, aud: &'static str) -> Option<String> {
        let payload = Payload { sub, exp: until.timestamp(), iss: ISSUER, aud };
        encode(&Header::new(Algorithm::HS256), &payload, &self.0).ok()
    }
}

impl InvitationSigner for SignedInvitations {
    fn sign(&self, id: InvitationId, until: DateTime<Utc>) -> Option<InvitationSecret> {
        self.signed(id.to_string(), until, INVITATION).map(InvitationSecret::new)
    }

    fn sign_alert(&self, session: SessionId, until: DateTime<Utc>) -> Option<AlertSecret> {
        self.signed(session.to_string(), until, ALERT).map(AlertSecret::new)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::TimeDelta;
    use domain::accounts::ports::{AddressClaims as _, TokenService as _};
    use domain::shared::ports::Clock;
    use testkit::moments;
    use uuid::Uuid;

    use super::*;
    use crate::{JwtTokens, SignedAddressClaims};

    const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";

    struct AnHourBefore;

    impl Clock for AnHourBefore {
        fn now(&self) -> DateTime<Utc> {
            moments::now() - TimeDelta::hours(1)
        }
    }

    fn secret(key: &[u8], id: u128) -> InvitationSecret {
        SignedInvitations::new(key).unwrap().sign(InvitationId::new(Uuid::from_u128(id)), moments::now()).unwrap()
    }

    #[test]
    fn an_invitation_has_one_secret_on_every_instance() {
        assert_eq!(secret(KEY, 1), secret(KEY, 1));
        assert_ne!(secret(KEY, 1), secret(KEY, 2));
        assert_ne!(secret(KEY, 1), secret(b"another key, another key, another", 1));
    }

    #[test]
    fn a_secret_is_no_other_token() {
        let clock = Arc::new(AnHourBefore);
        let secret = secret(KEY, 1);
        assert_eq!(JwtTokens::new(KEY, clock.clone()).unwrap().read(secret.expose()), None);
        assert_eq!(SignedAddressClaims::new(KEY, clock).unwrap().read(secret.expose()), None);
    }

    #[test]
    fn an_alert_has_one_secret_on_every_instance_and_none_of_an_invitation() {
        let alert = |id| {
            let signer = SignedInvitations::new(KEY).unwrap();
            signer.sign_alert(SessionId::new(Uuid::from_u128(id)), moments::now()).unwrap()
        };
        assert_eq!(alert(1), alert(1));
        assert_ne!(alert(1), alert(2));
        assert_ne!(alert(1).expose(), secret(KEY, 1).expose());
    }

    #[test]
    fn a_weak_key_is_refused() {
        assert_eq!(SignedInvitations::new(&KEY[..31]).err(), Some(WeakKeyError { length: 31 }));
    }
}
