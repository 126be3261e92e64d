//! Signs and reads all tokens of the shop: JSON Web Tokens with HS256; other algorithms are refused.

use std::sync::Arc;

use aws_lc_rs::hmac;
use chrono::{DateTime, Utc};
use domain::shared::ports::Clock;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::access_keys;

/// The least length of a key in bytes (contract, Conventions; RFC 7518 §3.2).
const MIN_KEY: usize = 32;

/// `iss` and the audiences are constants of the product, so that instances with a different `PUBLIC_URL` accept each other's tokens.
/// Shops have different keys.
pub(crate) const ISSUER: &str = "araliya";

/// The key is too short to sign with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must have at least 32 bytes, has {length}")]
pub struct WeakKeyError {
    /// Its length in bytes.
    pub length: usize,
}

/// Signs and reads tokens. A token ends at the shop's [`Clock`], to the second and without leeway. Each purpose has an audience of its
/// own, so that no token is taken for one of another purpose.
pub struct JwtTokens {
    signing_key: EncodingKey,
    reading_key: DecodingKey,
    /// The key of the keys of orders.
    pub(crate) access_key: hmac::Key,
    clock: Arc<dyn Clock>,
}

impl JwtTokens {
    /// A service with this key.
    ///
    /// # Errors
    /// [`WeakKeyError`] for a key of fewer than 32 bytes.
    pub fn new(key: &[u8], clock: Arc<dyn Clock>) -> Result<Self, WeakKeyError> {
        if key.len() < MIN_KEY {
            return Err(WeakKeyError { length: key.len() });
        }
        let (signing_key, reading_key) = (EncodingKey::from_secret(key), DecodingKey::from_secret(key));
        Ok(Self { signing_key, reading_key, access_key: access_keys::derived_from(key), clock })
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// A token with these claims, which name issuer, audience and end; `None` when the key cannot sign.
    pub(crate) fn signed(&self, claims: &impl Serialize) -> Option<String> {
        encode(&Header::new(Algorithm::HS256), claims, &self.signing_key).ok()
    }

    /// The claims of a token of this shop for this audience. The caller compares its end with the clock.
    pub(crate) fn claims<C: DeserializeOwned>(&self, token: &str, audience: &str) -> Option<C> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_required_spec_claims(&["sub", "exp", "iss", "aud"]);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[audience]);
        // The library would use the machine's clock.
        validation.validate_exp = false;
        decode(token, &self.reading_key, &validation).ok().map(|token| token.claims)
    }
}
