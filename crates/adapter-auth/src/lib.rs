//! Passwords (argon2id), bearer tokens (JSON Web Tokens, HS256) and third-party sign-in (an OAuth 2 client).

mod address_claims;
mod argon2_hasher;
mod argon2_memory;
mod device_markers;
mod jwt_tokens;
mod oauth_claims;
mod oauth_http;
mod oauth_provider;
mod oauth_settings;

pub use address_claims::SignedAddressClaims;
pub use argon2_hasher::{Argon2Hasher, HasherError, hashing_limits};
pub use device_markers::SignedDeviceMarkers;
pub use jwt_tokens::{JwtTokens, WeakKeyError};
pub use oauth_provider::{OAuthIdentityProvider, ProviderClientError};
pub use oauth_settings::{Provider, ProviderSettings};
