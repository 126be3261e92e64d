//! A user's own address book: reading and changing it.

use std::sync::Arc;

use domain::delivery::address_book::{AddressEntry, SavedAddress};
use domain::delivery::ports::{AddAddressOutcome, AddressBook};
use domain::shared::ids::{AddressId, UserId};
use domain::shared::ports::{Clock, IdSource};

use domain::shared::error::feature_error;

feature_error! {
    /// Why an address book was not read or changed.
    pub enum AddressBookError {
        NotFound => NotFound, "address.not_found", "You have no address with this id.";
        Full => Conflict, "address.book_full", "Your address book is full. Please delete an address first.";
        UserGone => Unauthenticated, "auth.session_ended", "Your account no longer exists.";
    }
}

/// Reads and changes a user's own addresses.
#[derive(Clone)]
pub struct KeepAddresses {
    book: Arc<dyn AddressBook>,
    ids: Arc<dyn IdSource>,
    clock: Arc<dyn Clock>,
}

impl KeepAddresses {
    /// Wires the use case.
    #[must_use]
    pub fn new(book: Arc<dyn AddressBook>, ids: Arc<dyn IdSource>, clock: Arc<dyn Clock>) -> Self {
        Self { book, ids, clock }
    }

    /// The addresses: the default one first, then the newest.
    ///
    /// # Errors
    /// [`AddressBookError`] when the store fails.
    pub async fn list(&self, user: UserId) -> Result<Vec<SavedAddress>, AddressBookError> {
        Ok(self.book.list(user).await?)
    }

    /// One address.
    ///
    /// # Errors
    /// [`AddressBookError`] where the user has none with this id, or the store fails.
    pub async fn find(&self, user: UserId, id: AddressId) -> Result<SavedAddress, AddressBookError> {
        self.book.list(user).await?.into_iter().find(|address| address.id == id).ok_or(AddressBookError::NotFound)
    }

    /// Adds an address.
    ///
    /// # Errors
    /// [`AddressBookError`] where the book is full, or the store fails.
    pub async fn add(&self, user: UserId, entry: &AddressEntry) -> Result<SavedAddress, AddressBookError> {
        match self.book.add(user, AddressId::new(self.ids.uuid()), entry, self.clock.now()).await? {
            AddAddressOutcome::Added(address) => Ok(address),
            AddAddressOutcome::Full => Err(AddressBookError::Full),
            AddAddressOutcome::UserGone => Err(AddressBookError::UserGone),
        }
    }

    /// Replaces an address.
    ///
    /// # Errors
    /// [`AddressBookError`] where the user has none with this id, or the store fails.
    pub async fn replace(&self, user: UserId, id: AddressId, entry: &AddressEntry) -> Result<SavedAddress, AddressBookError> {
        self.book.replace(user, id, entry).await?.ok_or(AddressBookError::NotFound)
    }

    /// Removes an address.
    ///
    /// # Errors
    /// [`AddressBookError`] where the user has none with this id, or the store fails.
    pub async fn remove(&self, user: UserId, id: AddressId) -> Result<(), AddressBookError> {
        if self.book.remove(user, id).await? { Ok(()) } else { Err(AddressBookError::NotFound) }
    }
}

#[cfg(test)]
mod tests {
    use domain::delivery::ports::MockAddressBook;
    use domain::shared::error::{ErrorKind, FeatureError as _};
    use domain::shared::ids::AddressId;
    use testkit::{sample_addresses, unique};

    use super::*;
    use crate::samples::{clock, customer, ids};

    fn use_case(book: MockAddressBook) -> KeepAddresses {
        KeepAddresses::new(Arc::new(book), ids(), clock())
    }

    #[tokio::test]
    async fn a_full_book_is_a_conflict() {
        for (outcome, kind) in [(AddAddressOutcome::Full, ErrorKind::Conflict), (AddAddressOutcome::UserGone, ErrorKind::Unauthenticated)] {
            let mut book = MockAddressBook::new();
            book.expect_add().return_once(move |_, _, _, _| Ok(outcome));
            let refused = use_case(book).add(customer().user.id, &sample_addresses::entry()).await.unwrap_err();
            assert_eq!(refused.kind(), kind);
        }
    }

    #[tokio::test]
    async fn an_address_of_another_book_is_not_found() {
        let mut book = MockAddressBook::new();
        book.expect_list().returning(|_| Ok(Vec::new()));
        book.expect_replace().returning(|_, _, _| Ok(None));
        book.expect_remove().returning(|_, _| Ok(false));
        let (book, user, id) = (use_case(book), customer().user.id, AddressId::new(unique::uuid()));
        assert!(matches!(book.find(user, id).await, Err(AddressBookError::NotFound)));
        assert!(matches!(book.replace(user, id, &sample_addresses::entry()).await, Err(AddressBookError::NotFound)));
        assert!(matches!(book.remove(user, id).await, Err(AddressBookError::NotFound)));
    }
}
