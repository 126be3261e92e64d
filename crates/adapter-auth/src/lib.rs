//! Passwords and bearer tokens: argon2id behind a gate, and HS256 JSON Web Tokens.

mod argon2_hasher;
mod gate;
mod jwt_tokens;

pub use argon2_hasher::{Argon2Hasher, HasherError};
pub use gate::GateLimits;
pub use jwt_tokens::{JwtSettings, JwtTokens, WeakKeyError};
