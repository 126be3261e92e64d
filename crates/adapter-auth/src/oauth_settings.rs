//! The OAuth provider and the shop's registration as its client (contract, Configuration: `OAUTH_*`).

use domain::accounts::identity::ProviderName;
use url::Url;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provider {
    /// Its name: the host of `OAUTH_AUTHORIZE_URL`.
    pub name: ProviderName,
    /// Whether `OAUTH_AUTHORIZE_URL` has its default, the address of Google.
    pub is_google: bool,
}

/// The shop as a client of a provider.
#[derive(Clone)]
pub struct ProviderSettings {
    /// `OAUTH_CLIENT_ID`.
    pub client_id: String,
    /// `OAUTH_CLIENT_SECRET`; none for a public client.
    pub client_secret: Option<String>,
    pub provider: Provider,
    /// `OAUTH_TOKEN_URL`.
    pub token_url: Url,
    /// `OAUTH_TOKENINFO_URL`.
    pub tokeninfo_url: Url,
    /// `OAUTH_USERINFO_URL`.
    pub userinfo_url: Url,
}
