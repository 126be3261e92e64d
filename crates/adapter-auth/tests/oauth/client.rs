//! The shop as a client of some provider.

use std::sync::Arc;
use std::time::SystemTime;

use adapter_auth::{OAuthIdentityProvider, Provider, ProviderSettings};
use chrono::{DateTime, Utc};
use domain::accounts::identity::ProviderName;
use domain::shared::ports::Clock;

struct MachineClock;

impl Clock for MachineClock {
    fn now(&self) -> DateTime<Utc> {
        SystemTime::now().into()
    }
}

/// The shop as client `shop` of the provider at `base`, whose endpoints have these paths: token, tokeninfo, userinfo.
pub(crate) fn shop(base: &str, [token, tokeninfo, userinfo]: [&str; 3]) -> OAuthIdentityProvider {
    let url = |path: &str| format!("{base}{path}").parse().unwrap();
    let settings = ProviderSettings {
        client_id: "shop".to_owned(),
        client_secret: Some("shop-secret".to_owned()),
        provider: Provider { name: ProviderName::parse("accounts.example").unwrap(), is_google: true },
        token_url: url(token),
        tokeninfo_url: url(tokeninfo),
        userinfo_url: url(userinfo),
    };
    OAuthIdentityProvider::new(settings, Arc::new(MachineClock)).unwrap()
}
