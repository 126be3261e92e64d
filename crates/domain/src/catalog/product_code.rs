//! The code of a product, as it appears in addresses and on labels.

use std::fmt;
use std::hash::{Hash, Hasher};

/// 1 to 64 ASCII letters, digits, `_` and `-`, starting with a letter or digit, not `search` (contract,
/// Products) nor another of [`RESERVED`]. Two codes that differ in case alone are the same code.
#[derive(Clone, Debug)]
pub struct ProductCode(String);

/// Addresses below `/api/products/` that are no product's.
pub const RESERVED: [&str; 7] = ["search", "facets", "export", "import", "imports", "suggestions", "update"];

/// Why a text is no product code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProductCodeError {
    /// Empty, too long or with another character.
    #[error("must be 1 to 64 letters, digits, _ or -, starting with a letter or digit")]
    Malformed,
    /// One of [`RESERVED`], an address of its own.
    #[error("must not be 'search', 'facets', 'export', 'import', 'imports', 'suggestions' or 'update'")]
    Reserved,
}

impl ProductCode {
    /// The greatest number of characters.
    pub const MAX_LENGTH: usize = 64;

    /// Checks a code.
    ///
    /// # Errors
    /// [`ProductCodeError`] when it breaks the rule above.
    pub fn parse(text: &str) -> Result<Self, ProductCodeError> {
        let body = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        let start = text.bytes().next().is_some_and(|b| b.is_ascii_alphanumeric());
        if !start || !body || text.len() > Self::MAX_LENGTH {
            return Err(ProductCodeError::Malformed);
        }
        if is_reserved(text) {
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

fn is_reserved(text: &str) -> bool {
    RESERVED.iter().any(|reserved| text.eq_ignore_ascii_case(reserved))
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accepts_letters_digits_underscores_and_dashes() {
        for text in ["A", "7", "SUN-50_ml", "0--__", "searching", "re-search", &"x".repeat(64)] {
            assert_eq!(ProductCode::parse(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn refuses_the_rest() {
        for text in ["", "-a", "_a", " a", "a ", "a b", "a/b", "a.b", "a%20b", "café", "ක", "a\0", &"x".repeat(65)] {
            assert_eq!(ProductCode::parse(text), Err(ProductCodeError::Malformed), "{text:?}");
        }
        assert_eq!(RESERVED, ["search", "facets", "export", "import", "imports", "suggestions", "update"], "as the contract has them");
        for reserved in RESERVED {
            assert!(ProductCodeError::Reserved.to_string().contains(&format!("'{reserved}'")), "{reserved} is named");
        }
        for text in RESERVED.into_iter().chain(["SEARCH", "SeArCh", "Facets"]) {
            assert_eq!(ProductCode::parse(text), Err(ProductCodeError::Reserved));
        }
    }

    /// Two codes, often equal but for case.
    fn two_codes() -> impl Strategy<Value = (ProductCode, ProductCode)> {
        let code = || "[a-cA-C0][a-cA-C0_-]{0,2}";
        (code(), code()).prop_map(|(a, b)| (ProductCode::parse(&a).unwrap(), ProductCode::parse(&b).unwrap()))
    }

    proptest! {
        #[test]
        fn equality_order_and_hash_agree_and_ignore_case((a, b) in two_codes()) {
            let same = a.as_str().to_lowercase() == b.as_str().to_lowercase();
            prop_assert_eq!(a == b, same);
            prop_assert_eq!(a.cmp(&b).is_eq(), same);
            prop_assert_eq!(a.folded() == b.folded(), same);
            prop_assert_eq!(HashSet::from([a.clone(), b.clone()]).len(), if same { 1 } else { 2 });
            prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        }

        #[test]
        fn formats_as_it_was_parsed(text in "[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}") {
            prop_assume!(!is_reserved(&text));
            prop_assert_eq!(ProductCode::parse(&text).unwrap().to_string(), text);
        }
    }
}
