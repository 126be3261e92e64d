//! The third-party sign-in provider (contract, Configuration: `OAUTH_*`).

use std::fmt;

use adapter_auth::{Provider, ProviderSettings};
use domain::accounts::identity::ProviderName;
use shop_http::server::config::GoogleClient;
use url::Url;

use crate::config::reader::EnvReader;

const AUTHORIZE: &str = "https://accounts.google.com/o/oauth2/v2/auth";
const TOKEN: &str = "https://oauth2.googleapis.com/token";
const TOKENINFO: &str = "https://oauth2.googleapis.com/tokeninfo";
const USERINFO: &str = "https://openidconnect.googleapis.com/v1/userinfo";

/// The shop as a client of its sign-in provider.
#[derive(Clone)]
pub(crate) struct SignInConfig {
    /// Where people sign in.
    authorize_url: Url,
    /// The settings of the server.
    pub(crate) provider: ProviderSettings,
}

/// The settings hold a secret.
impl fmt::Debug for SignInConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignInConfig").field("client_id", &self.provider.client_id).finish_non_exhaustive()
    }
}

impl SignInConfig {
    /// The settings for browsers.
    pub(crate) fn for_browsers(&self) -> GoogleClient {
        GoogleClient { client_id: self.provider.client_id.clone(), authorize_url: self.authorize_url.to_string() }
    }
}

impl<G: Fn(&str) -> Option<String>> EnvReader<G> {
    /// The provider, if the shop is its client.
    pub(crate) fn sign_in(&mut self) -> Option<SignInConfig> {
        let (client_id, client_secret) = (self.raw("OAUTH_CLIENT_ID"), self.raw("OAUTH_CLIENT_SECRET"));
        if client_id.is_none() && client_secret.is_some() {
            self.mistakes.add("OAUTH_CLIENT_ID", "is needed together with OAUTH_CLIENT_SECRET");
        }
        let authorize_url = self.parsed("OAUTH_AUTHORIZE_URL", AUTHORIZE, parse_url);
        let token_url = self.parsed("OAUTH_TOKEN_URL", TOKEN, parse_url);
        let tokeninfo_url = self.parsed("OAUTH_TOKENINFO_URL", TOKENINFO, parse_url);
        let userinfo_url = self.parsed("OAUTH_USERINFO_URL", USERINFO, parse_url);
        let authorize_url = authorize_url?;
        let name = ProviderName::parse(authorize_url.host_str()?).ok()?;
        let (token_url, tokeninfo_url, userinfo_url) = (token_url?, tokeninfo_url?, userinfo_url?);
        let provider = Provider { name, is_google: authorize_url.as_str() == AUTHORIZE };
        let provider = ProviderSettings { client_id: client_id?, client_secret, provider, token_url, tokeninfo_url, userinfo_url };
        Some(SignInConfig { authorize_url, provider })
    }
}

fn parse_url(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host() && url.fragment().is_none());
    url.ok_or("must be an http or https URL")
}
