//! The counts of drafts and publications.

/// Declares a count from 0 on.
macro_rules! count {
    ($(#[$attribute:meta])* $name:ident, $error:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        /// The number is none.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
        #[error("must be a whole number from 0 on")]
        pub struct $error;

        impl $name {
            /// Checks a number.
            ///
            /// # Errors
            /// For a number below 0 or above 2^31 − 1.
            pub fn parse(number: i64) -> Result<Self, $error> {
                i32::try_from(number).ok().and_then(|number| u32::try_from(number).ok()).map(Self).ok_or($error)
            }

            #[must_use]
            pub const fn get(self) -> u32 {
                self.0
            }

            #[must_use]
            pub const fn next(self) -> Self {
                Self(self.0.saturating_add(1))
            }
        }
    };
}

count! {
    /// Counts the saves of a draft: 0 before the first.
    DraftRevision, DraftRevisionError
}
count! {
    /// Counts the publications of a document: 0 where it was never published.
    ContentVersion, ContentVersionError
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_begin_at_0() {
        assert_eq!(DraftRevision::default().get(), 0);
        assert_eq!(ContentVersion::parse(41).map(ContentVersion::next), ContentVersion::parse(42));
        for number in [-1, 1 << 31] {
            assert_eq!((DraftRevision::parse(number), ContentVersion::parse(number)), (Err(DraftRevisionError), Err(ContentVersionError)));
        }
    }
}
