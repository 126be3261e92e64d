//! Bearer tokens: JSON Web Tokens signed with HS256; other algorithms are refused.

use std::sync::Arc;

use domain::accounts::ports::{TokenClaims, TokenService, TokenSigningError};
use domain::accounts::session::Session;
use domain::accounts::user::User;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::ports::Clock;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Deserializer, Serialize};

/// The least length of a key in bytes (contract, Conventions; RFC 7518 §3.2).
const MIN_KEY: usize = 32;

/// `iss` and `aud` are constants of the product, so that instances with a different `PUBLIC_URL` accept each other's tokens.
/// Shops have different keys.
pub(crate) const ISSUER: &str = "araliya";
const AUDIENCE: &str = "araliya";

/// The longest picture address that a token carries, in bytes. Every request sends the token, and proxies accept header lines
/// of 8 KiB in total.
const MAX_PICTURE: usize = 1_000;

/// The key is too short to sign with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must have at least 32 bytes, has {length}")]
pub struct WeakKeyError {
    /// Its length in bytes.
    pub length: usize,
}

/// Refuses a key that is too short.
pub(crate) const fn check_key(key: &[u8]) -> Result<(), WeakKeyError> {
    if key.len() < MIN_KEY { Err(WeakKeyError { length: key.len() }) } else { Ok(()) }
}

/// Signs and reads HS256 tokens. A token ends at the shop's [`Clock`], to the second and without leeway.
pub struct JwtTokens {
    signing_key: EncodingKey,
    reading_key: DecodingKey,
    validation: Validation,
    clock: Arc<dyn Clock>,
}

impl JwtTokens {
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

/// The payload as the contract has it (Conventions).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Payload<'a> {
    sub: String,
    sid: String,
    email: &'a str,
    profile_picture: Option<&'a str>,
    user: PayloadUser<'a>,
    iat: i64,
    exp: i64,
    iss: &'a str,
    aud: &'a str,
}

/// The user's data that the web app shows before its first request for the user is answered.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PayloadUser<'a> {
    #[serde(rename = "type")]
    user_type: &'a str,
    first_name: &'a str,
    last_name: &'a str,
    email: &'a str,
    profile_picture: Option<&'a str>,
}

/// The part of the payload that is read; issuer and audience are the library's business.
#[derive(Deserialize)]
struct ReadClaims {
    sub: String,
    sid: String,
    #[serde(rename = "iat")]
    _iat: i64,
    exp: i64,
    #[serde(default, deserialize_with = "present")]
    nbf: Option<i64>,
}

/// A claim that may be absent, and is a whole number where it is not: null is none.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    i64::deserialize(deserializer).map(Some)
}

impl ReadClaims {
    /// Whether the token counts at `now`: from `nbf` on, and before `exp`.
    fn holds_at(&self, now: i64) -> bool {
        self.nbf.is_none_or(|nbf| nbf <= now) && now < self.exp
    }
}

impl TokenService for JwtTokens {
    fn issue(&self, user: &User, session: &Session) -> Result<String, TokenSigningError> {
        let picture = user.profile_picture.as_ref().map(|p| p.as_str()).filter(|p| p.len() <= MAX_PICTURE);
        let payload = Payload {
            sub: session.user_id.to_string(),
            sid: session.id.to_string(),
            email: user.email.as_str(),
            profile_picture: picture,
            user: PayloadUser {
                user_type: user.user_type.as_str(),
                first_name: user.first_name.as_str(),
                last_name: user.last_name.as_str(),
                email: user.email.as_str(),
                profile_picture: picture,
            },
            iat: self.clock.now().timestamp(),
            exp: session.expires_at.timestamp(),
            iss: ISSUER,
            aud: AUDIENCE,
        };
        encode(&Header::new(Algorithm::HS256), &payload, &self.signing_key).map_err(|_| TokenSigningError)
    }

    fn read(&self, token: &str) -> Option<TokenClaims> {
        let claims = decode::<ReadClaims>(token, &self.reading_key, &self.validation).ok()?.claims;
        if !claims.holds_at(self.clock.now().timestamp()) {
            return None;
        }
        Some(TokenClaims { user_id: UserId::parse(&claims.sub)?, session_id: SessionId::parse(&claims.sid)? })
    }
}

#[cfg(test)]
mod tests;
