//! The provider's claims about a token and a person, named as by Google and OpenID Connect.

use chrono::{DateTime, Utc};
use domain::accounts::identity::{ProvedIdentity, Subject, SubjectId};
use domain::accounts::ports::ProofRefusal;
use domain::shared::email::EmailAddress;
use domain::shared::text::PersonName;
use serde::Deserialize;

use crate::oauth_settings::Provider;

/// A value that some providers write as text.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Loose<T> {
    Exact(T),
    Text(String),
}

impl<T: std::str::FromStr + Copy> Loose<T> {
    fn value(&self) -> Option<T> {
        match self {
            Self::Exact(value) => Some(*value),
            Self::Text(text) => text.parse().ok(),
        }
    }
}

/// One or several (RFC 7519 §4.1.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Audience {
    fn as_slice(&self) -> &[String] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Several(several) => several,
        }
    }
}

/// The provider's claims about an access token.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TokenInfo {
    pub(crate) sub: String,
    aud: Option<Audience>,
    azp: Option<String>,
    exp: Option<Loose<i64>>,
    expires_in: Option<Loose<i64>>,
}

impl TokenInfo {
    /// Whether it was issued to this client: `aud` and `azp` must name it, as far as they are present.
    pub(crate) fn is_for(&self, client_id: &str) -> bool {
        let audience = self.aud.as_ref().map(Audience::as_slice);
        let right_party = self.azp.as_deref().is_none_or(|azp| azp == client_id);
        let right_audience = audience.is_none_or(|all| all.iter().any(|one| one == client_id));
        // With several audiences, `azp` must be present.
        let clear = self.azp.is_some() || audience.is_some_and(|all| all.len() == 1);
        right_party && right_audience && clear
    }

    pub(crate) fn is_over(&self, now: DateTime<Utc>) -> bool {
        let ended = self.exp.as_ref().and_then(Loose::value).is_some_and(|exp| exp <= now.timestamp());
        ended || self.expires_in.as_ref().and_then(Loose::value).is_some_and(|left| left <= 0)
    }
}

/// The provider's claims about a person.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct UserInfo {
    pub(crate) sub: String,
    email: Option<String>,
    email_verified: Option<Loose<bool>>,
    name: Option<String>,
    given_name: Option<String>,
    family_name: Option<String>,
    hd: Option<String>,
}

/// The family name of a person who has none at the provider; they can change it.
const NO_FAMILY_NAME: &str = "Customer";

impl UserInfo {
    /// The person, if their address is verified.
    pub(crate) fn into_identity(self, provider: &Provider) -> Result<ProvedIdentity, ProofRefusal> {
        let verified = self.email_verified.as_ref().and_then(Loose::value).unwrap_or(false);
        let email = self.email.as_deref().filter(|_| verified).and_then(|e| EmailAddress::parse(e).ok());
        let email = email.ok_or(ProofRefusal::UnverifiedEmail)?;
        let id = SubjectId::parse(&self.sub).map_err(|_| ProofRefusal::Unknown)?;
        let (first_name, last_name) = self.names(&email).ok_or(ProofRefusal::Unknown)?;
        Ok(ProvedIdentity {
            subject: Subject { provider: provider.name.clone(), id },
            email,
            is_from_google: provider.is_google,
            hosted_domain: self.hd,
            first_name,
            last_name,
        })
    }

    /// The given names, else the parts of the full name, else the part of the address before the at sign.
    fn names(&self, email: &EmailAddress) -> Option<(PersonName, PersonName)> {
        let whole = self.name.as_deref().unwrap_or_default().trim();
        let (head, tail) = whole.split_once(char::is_whitespace).unwrap_or((whole, ""));
        let local = email.as_str().split('@').next().unwrap_or_default();
        let first = [self.given_name.as_deref().unwrap_or_default(), head, local];
        let last = [self.family_name.as_deref().unwrap_or_default(), tail, NO_FAMILY_NAME];
        Some((first.into_iter().find_map(person_name)?, last.into_iter().find_map(person_name)?))
    }
}

/// A name as the shop keeps it, cut where it is too long.
fn person_name(text: &str) -> Option<PersonName> {
    let plain: String = text.trim().chars().filter(|c| !c.is_control()).take(100).collect();
    PersonName::parse(&plain).ok()
}

#[cfg(test)]
mod tests;
