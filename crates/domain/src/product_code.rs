//! The shop's own name for a product, as it stands in addresses and on labels.

use std::fmt;
use std::hash::{Hash, Hasher};

/// 1 to 64 ASCII letters, digits, `_` and `-`, starting with a letter or digit, not `search` (contract,
/// Products). Two codes that differ in case alone are the same code.
#[derive(Clone, Debug)]
pub struct ProductCode(String);

/// Why a text is no product code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProductCodeError {
    /// Empty, too long or with another character.
    #[error("must be 1 to 64 letters, digits, _ or -, starting with a letter or digit")]
    Malformed,
    /// `search` is an address of its own.
    #[error("must not be 'search'")]
    Reserved,
}

impl ProductCode {
    /// Checks a code.
    ///
    /// # Errors
    /// [`ProductCodeError`] when it breaks the rule above.
    pub fn parse(text: &str) -> Result<Self, ProductCodeError> {
        let body = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        let start = text.bytes().next().is_some_and(|b| b.is_ascii_alphanumeric());
        if !start || !body || text.len() > 64 {
            return Err(ProductCodeError::Malformed);
        }
        if text.eq_ignore_ascii_case("search") {
            return Err(ProductCodeError::Reserved);
        }
        Ok(Self(text.to_owned()))
    }

    /// The code as it was first written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form that decides equality and order.
    #[must_use]
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl PartialEq for ProductCode {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for ProductCode {}

impl PartialOrd for ProductCode {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ProductCode {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.folded().cmp(&other.folded())
    }
}

impl Hash for ProductCode {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.folded().hash(state);
    }
}

impl fmt::Display for ProductCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
