//! What a request cannot reach of [`domain::delivery::address_book::AddressBook`].

use domain::delivery::address_book::AddressBookError;
use domain::shared::ids::AddressId;

use crate::contracts::Shop;
use crate::{moments, sample_addresses, sample_users, unique};

/// The addresses go with the account.
pub async fn a_deleted_user_has_no_book(shop: &Shop) {
    let user = shop.customer().await;
    let add = async || shop.addresses.add(user.id, AddressId::new(unique::uuid()), &sample_addresses::entry(), moments::now()).await;
    add().await.unwrap();
    shop.users.delete(&user.email, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(shop.addresses.list(user.id).await.unwrap(), []);
    assert!(matches!(add().await, Err(AddressBookError::UserGone)));
}
