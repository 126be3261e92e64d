//! Fields for which null means something else than absence.

use serde::{Deserialize, Deserializer};

/// Tells null (`Some(None)`) from absent (`None`, by `default`): for fields of the type `Option<Option<T>>`.
///
/// # Errors
/// Whatever the deserializer says.
pub(crate) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
