//! The edit of one optional field, and the result of an edit.

/// One optional field in an edit.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Edit<T> {
    /// Leave it as it is.
    #[default]
    Keep,
    /// Set it to this value.
    Set(T),
    Clear,
}

impl<T> Edit<T> {
    /// Sets the field to this value, or clears it.
    #[must_use]
    pub fn of(value: Option<T>) -> Self {
        value.map_or(Self::Clear, Self::Set)
    }

    /// The value after the edit.
    #[must_use]
    pub fn apply(self, current: Option<T>) -> Option<T> {
        match self {
            Self::Keep => current,
            Self::Set(value) => Some(value),
            Self::Clear => None,
        }
    }
}

/// A value after an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved<T> {
    /// As it is now.
    pub value: T,
    /// Whether the edit changed a value; if not, nothing was written.
    pub is_changed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_keeps_sets_or_clears() {
        for current in [None, Some(1)] {
            assert_eq!(Edit::Keep.apply(current), current);
            assert_eq!(Edit::Set(2).apply(current), Some(2));
            assert_eq!(Edit::Clear.apply(current), None);
        }
        assert_eq!(Edit::<i32>::default(), Edit::Keep);
    }
}
