//! Bearer tokens of sessions.

use domain::accounts::ports::{TokenClaims, TokenService, TokenSigningError};
use domain::accounts::session::Session;
use domain::accounts::user::User;
use domain::shared::ids::{SessionId, UserId};
use serde::{Deserialize, Deserializer, Serialize};

use crate::signer::{ISSUER, JwtTokens};

/// `aud` of bearer tokens.
const AUDIENCE: &str = "araliya";

/// The longest picture address that a token carries, in bytes. Every request sends the token, and proxies accept header lines
/// of 8 KiB in total.
const MAX_PICTURE: usize = 1_000;

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

/// The part of the payload that is read; the library compares issuer and audience.
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
            iat: self.now().timestamp(),
            exp: session.expires_at.timestamp(),
            iss: ISSUER,
            aud: AUDIENCE,
        };
        self.signed(&payload).ok_or(TokenSigningError)
    }

    fn read(&self, token: &str) -> Option<TokenClaims> {
        let claims: ReadClaims = self.claims(token, AUDIENCE)?;
        if !claims.holds_at(self.now().timestamp()) {
            return None;
        }
        Some(TokenClaims { user_id: UserId::parse(&claims.sub)?, session_id: SessionId::parse(&claims.sid)? })
    }
}

#[cfg(test)]
mod tests;
