//! Counts of edits, by which a change names the version that its author saw.

use crate::shared::json::number;

/// Declares a count of edits from 0 on.
macro_rules! version {
    ($(#[$attribute:meta])* $name:ident) => {
        number! {
            $(#[$attribute])*
            #[derive(Default, PartialOrd, Ord, Hash)]
            pub struct $name: u32 = 0..=i32::MAX.unsigned_abs(), or "must be a whole number from 0 on"
        }

        impl $name {
            /// The version after one more edit.
            #[must_use]
            pub const fn next(self) -> Self {
                Self(self.0.saturating_add(1))
            }
        }
    };
}

version! {
    /// Counts the edits of a section of the settings: 0 for the defaults, which are not stored.
    SettingsVersion
}
version! {
    /// Counts the saves of a draft of the content: 0 before the first.
    DraftRevision
}
version! {
    /// Counts the saves of a promotion: 1 for a new one.
    PromotionVersion
}
version! {
    /// Counts the publications of a document of the content: 0 where it was never published.
    ContentVersion
}

/// A section of the settings and its version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versioned<T> {
    pub version: SettingsVersion,
    pub value: T,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_count_from_0() {
        assert_eq!(SettingsVersion::default().get(), 0);
        assert_eq!(SettingsVersion::parse(41).map(SettingsVersion::next), SettingsVersion::parse(42));
        for number in [-1, 1 << 31] {
            assert_eq!(SettingsVersion::parse(number), Err(SettingsVersion::INVALID));
        }
    }
}
