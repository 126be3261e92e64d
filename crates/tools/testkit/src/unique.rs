//! Unique values.

use uuid::Uuid;

/// A random identifier.
#[allow(clippy::disallowed_methods, reason = "tests need values that differ, not values that are decided")]
pub fn uuid() -> Uuid {
    Uuid::new_v4()
}

/// Random bits.
pub fn bits() -> u64 {
    uuid().as_u64_pair().0
}

/// A unique text of 12 letters and digits.
pub fn tag() -> String {
    uuid().simple().to_string().chars().take(12).collect()
}
