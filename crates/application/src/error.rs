//! The common parts of all use-case errors.

pub use domain::shared::error::ReadError;
pub use domain::shared::page::ListError;
use domain::shared::page::{InvalidCursor, Page, PageAnswer};

/// A page, or the refusal of its cursor.
pub fn page_or_invalid<T, E: From<InvalidCursor>>(answer: PageAnswer<T>) -> Result<Page<T>, E> {
    match answer {
        PageAnswer::Page(page) => Ok(page),
        PageAnswer::InvalidCursor => Err(InvalidCursor.into()),
    }
}
