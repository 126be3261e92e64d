//! The configuration that the HTTP interface needs.

use std::net::IpAddr;

use application::content::current_content::ShopDetails;

/// The part of the configuration that the HTTP interface needs.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// The shop's public address, without a slash at the end.
    pub public_url: String,
    /// The shop's public details.
    pub shop: ShopDetails,
    /// Exact origins of a web app served elsewhere.
    pub cors_origins: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Multiplies every rate limit; 0 turns them off.
    pub rate_limit_scale: f64,
    /// Hosts besides the shop's own that picture addresses may name.
    pub image_url_hosts: Vec<String>,
    /// The address that serves the pictures if the shop does not serve them itself, without a slash at the end.
    pub images_public_url: Option<String>,
    /// The third-party sign-in provider, if there is one.
    pub google: Option<GoogleClient>,
    /// The origin of the payment gateway, to which the web app submits a form; none where there is no gateway.
    pub payment_origin: Option<String>,
}

/// The shop's registration at its sign-in provider. Both values are public.
#[derive(Clone, Debug)]
pub struct GoogleClient {
    /// The client id.
    pub client_id: String,
    /// The provider's page where people sign in.
    pub authorize_url: String,
}
