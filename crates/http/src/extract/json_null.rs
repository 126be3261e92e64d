//! Fields in which null and absence differ.

use serde::{Deserialize, Deserializer};

/// Reads null as `Some(None)`; absence is `None`, by `default`. For fields of the type `Option<Option<T>>`.
///
/// # Errors
/// Those of the deserializer.
pub(crate) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
