//! The stored form of secrets in links.

use domain::shared::link_secret::LinkSecret;
use sha2::{Digest as _, Sha256};

/// The SHA-256 of a secret. A secret has too many bits to be guessed from it.
pub(crate) fn hash_of<P>(secret: &LinkSecret<P>) -> Vec<u8> {
    Sha256::digest(secret.expose()).to_vec()
}
