//! Notes on orders.

use crate::shared::text::NoteText;

/// Who reads a note (contract-commerce, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoteVisibility {
    Internal,
    Customer,
}

/// The text names no visibility.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be internal or customer")]
pub struct NoteVisibilityError;

impl NoteVisibility {
    pub const ALL: [Self; 2] = [Self::Internal, Self::Customer];

    /// Reads the contract's spelling.
    ///
    /// # Errors
    /// [`NoteVisibilityError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NoteVisibilityError> {
        Self::ALL.into_iter().find(|visibility| visibility.as_str() == text).ok_or(NoteVisibilityError)
    }

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Internal => "internal",
            Self::Customer => "customer",
        }
    }
}

/// A note that staff add to an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderNote {
    pub text: NoteText,
    pub visibility: NoteVisibility,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelled_as_in_the_contract() {
        for visibility in NoteVisibility::ALL {
            assert_eq!(NoteVisibility::parse(visibility.as_str()), Ok(visibility));
        }
        for text in ["", "Internal", "public"] {
            assert_eq!(NoteVisibility::parse(text), Err(NoteVisibilityError), "{text:?}");
        }
    }
}
