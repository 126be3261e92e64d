//! The versions of the settings.

/// Counts the edits of a section: 0 for the defaults, which are not stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SettingsVersion(u32);

/// The number is no version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a whole number from 0 on")]
pub struct SettingsVersionError;

impl SettingsVersion {
    /// Checks a number.
    ///
    /// # Errors
    /// [`SettingsVersionError`] for a number below 0 or above 2^31 − 1.
    pub fn parse(number: i64) -> Result<Self, SettingsVersionError> {
        i32::try_from(number).ok().and_then(|number| u32::try_from(number).ok()).map(Self).ok_or(SettingsVersionError)
    }

    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The version after one more edit.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// A section and its version.
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
            assert_eq!(SettingsVersion::parse(number), Err(SettingsVersionError));
        }
    }
}
