//! Passwords (argon2id), tokens (JSON Web Tokens, HS256), second factors (TOTP, kept under AES-256-GCM) and third-party sign-in
//! (an OAuth 2 client).

mod access_keys;
mod argon2_hasher;
mod argon2_memory;
mod data_key_cipher;
mod jwt_tokens;
mod link_tokens;
mod oauth_claims;
mod oauth_http;
mod oauth_provider;
mod oauth_settings;
mod signer;
mod totp_codes;

pub use argon2_hasher::{Argon2Hasher, HasherError, hashing_limits};
pub use data_key_cipher::{DataKey, DataKeyCipher, DataKeyError};
pub use oauth_provider::{OAuthIdentityProvider, ProviderClientError};
pub use oauth_settings::{Provider, ProviderSettings};
pub use signer::{JwtTokens, WeakKeyError};
pub use totp_codes::TotpCodes;
