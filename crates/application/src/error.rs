//! The common parts of all use-case errors.

use domain::shared::error::feature_error;
use domain::shared::page::{InvalidCursor, Page, PageAnswer};

feature_error! {
    /// The error of use cases that cannot be refused: only a port can fail.
    pub enum ReadError {}
}

feature_error! {
    /// The error of reading a page of a list.
    pub enum ListError {} or InvalidCursor(InvalidCursor)
}

/// A page, or the refusal of its cursor.
pub fn page_or_invalid<T, E: From<InvalidCursor>>(answer: PageAnswer<T>) -> Result<Page<T>, E> {
    match answer {
        PageAnswer::Page(page) => Ok(page),
        PageAnswer::InvalidCursor => Err(InvalidCursor.into()),
    }
}
