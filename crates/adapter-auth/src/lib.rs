//! Passwords (argon2id), bearer tokens (JSON Web Tokens, HS256), second factors (TOTP, kept under AES-256-GCM) and third-party sign-in
//! (an OAuth 2 client).

mod address_claims;
mod argon2_hasher;
mod argon2_memory;
mod data_key_cipher;
mod device_markers;
mod invitation_signer;
mod jwt_tokens;
mod oauth_claims;
mod oauth_http;
mod oauth_provider;
mod oauth_settings;
mod totp_codes;

pub use address_claims::SignedAddressClaims;
pub use argon2_hasher::{Argon2Hasher, HasherError, hashing_limits};
pub use data_key_cipher::{DataKey, DataKeyCipher, DataKeyError};
pub use device_markers::SignedDeviceMarkers;
pub use invitation_signer::SignedInvitations;
pub use jwt_tokens::{JwtTokens, WeakKeyError};
pub use oauth_provider::{OAuthIdentityProvider, ProviderClientError};
pub use oauth_settings::{Provider, ProviderSettings};
pub use totp_codes::TotpCodes;
