//! Listing users for the back-office.

use std::sync::Arc;

use domain::accounts::ports::UserDirectory;
use domain::accounts::user::User;
use domain::shared::page::{Page, PageRequest};
use domain::shared::text::SearchText;

use crate::error::{ListError, page_or_invalid};

#[derive(Clone)]
pub struct ListUsers(Arc<dyn UserDirectory>);

impl ListUsers {
    /// Wires the use case.
    #[must_use]
    pub fn new(directory: Arc<dyn UserDirectory>) -> Self {
        Self(directory)
    }

    /// One page of all users, newest first; `text` searches name and e-mail.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn run(&self, text: Option<&SearchText>, page: &PageRequest) -> Result<Page<User>, ListError> {
        page_or_invalid(self.0.list(text, page).await?)
    }
}
