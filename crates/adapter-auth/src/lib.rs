//! Passwords, bearer tokens and third-party sign-in: argon2id behind a gate, HS256 JSON Web Tokens, and an OAuth 2 client.

mod argon2_hasher;
mod argon2_memory;
mod device_markers;
mod gate;
mod jwt_tokens;
mod oauth_claims;
mod oauth_http;
mod oauth_provider;

pub use argon2_hasher::{Argon2Hasher, HasherError};
pub use device_markers::SignedDeviceMarkers;
pub use gate::{GateLimits, GateLoad};
pub use jwt_tokens::{JwtTokens, WeakKeyError};
pub use oauth_provider::{OAuthIdentityProvider, Provider, ProviderClientError, ProviderSettings};
