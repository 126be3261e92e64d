//! Bearer tokens: JSON Web Tokens signed with HS256, and nothing else.

use std::sync::Arc;

use domain::ids::{SessionId, UserId};
use domain::ports::{Clock, TokenClaims, TokenService, TokenSigningError};
use domain::session::Session;
use domain::user::User;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};

/// The least length of a key in bytes (contract, Conventions; RFC 7518 §3.2).
const MIN_KEY: usize = 32;

/// The longest address of a picture that a token carries, in bytes. A token goes out with every request, and proxies take
/// header lines of 8 KiB in all.
const MAX_PICTURE: usize = 1_000;

/// The key is too short to sign with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must have at least 32 bytes, has {length}")]
pub struct WeakKeyError {
    /// Its length in bytes.
    pub length: usize,
}

/// What tokens are signed with and for.
#[derive(Clone, Copy)]
pub struct JwtSettings<'a> {
    /// The secret key, at least 32 bytes.
    pub key: &'a [u8],
    /// Who issues the tokens, `iss`.
    pub issuer: &'a str,
    /// Whom they are for, `aud`.
    pub audience: &'a str,
}

/// Signs and reads HS256 tokens. A token ends at the shop's [`Clock`], to the second and without leeway.
pub struct JwtTokens {
    signing_key: EncodingKey,
    reading_key: DecodingKey,
    validation: Validation,
    issuer: String,
    audience: String,
    clock: Arc<dyn Clock>,
}

impl JwtTokens {
    /// A service with this key.
    ///
    /// # Errors
    /// [`WeakKeyError`] for a key of fewer than 32 bytes.
    pub fn new(settings: JwtSettings<'_>, clock: Arc<dyn Clock>) -> Result<Self, WeakKeyError> {
        if settings.key.len() < MIN_KEY {
            return Err(WeakKeyError { length: settings.key.len() });
        }
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_required_spec_claims(&["sub", "exp", "iss", "aud"]);
        validation.set_issuer(&[settings.issuer]);
        validation.set_audience(&[settings.audience]);
        // The library would read the machine's clock; `read` asks the shop's.
        validation.validate_exp = false;
        Ok(Self {
            signing_key: EncodingKey::from_secret(settings.key),
            reading_key: DecodingKey::from_secret(settings.key),
            validation,
            issuer: settings.issuer.to_owned(),
            audience: settings.audience.to_owned(),
            clock,
        })
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

/// What the web app shows before it has asked who is signed in.
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
            iss: &self.issuer,
            aud: &self.audience,
        };
        encode(&Header::new(Algorithm::HS256), &payload, &self.signing_key).map_err(|_| TokenSigningError)
    }

    fn read(&self, token: &str) -> Option<TokenClaims> {
        let claims = decode::<ReadClaims>(token, &self.reading_key, &self.validation).ok()?.claims;
        if self.clock.now().timestamp() >= claims.exp {
            return None;
        }
        Some(TokenClaims { user_id: UserId::parse(&claims.sub)?, session_id: SessionId::parse(&claims.sid)? })
    }
}

#[cfg(test)]
mod tests;
