//! The contract of [`domain::delivery::ports::AddressBook`].

use domain::accounts::user::User;
use domain::delivery::address::DeliveryAddress;
use domain::delivery::address_book::{AddressEntry, MAX_ADDRESSES, SavedAddress};
use domain::delivery::ports::AddAddressOutcome;
use domain::shared::ids::AddressId;
use domain::shared::text::Text;

use crate::contracts::Shop;
use crate::{moments, sample_addresses, sample_users, unique};

async fn add_at(shop: &Shop, user: &User, entry: &AddressEntry, second: i64) -> SavedAddress {
    let id = AddressId::new(unique::uuid());
    match shop.addresses.add(user.id, id, entry, moments::seconds_later(second)).await.unwrap() {
        AddAddressOutcome::Added(address) => address,
        refused => panic!("{refused:?}"),
    }
}

fn entry(is_default: bool) -> AddressEntry {
    AddressEntry { is_default, ..sample_addresses::entry() }
}

/// The ids in the order of the list; the first one is the only default.
async fn ids(shop: &Shop, user: &User) -> Vec<AddressId> {
    let list = shop.addresses.list(user.id).await.unwrap();
    let defaults: Vec<bool> = list.iter().map(|address| address.entry.is_default).collect();
    assert!(defaults.iter().enumerate().all(|(place, is_default)| *is_default == (place == 0)), "{defaults:?}");
    list.into_iter().map(|address| address.id).collect()
}

/// With and without the optional parts.
pub async fn an_address_is_kept_with_everything(shop: &Shop) {
    let user = shop.customer().await;
    let full = add_at(shop, &user, &entry(true), 0).await;
    let address = DeliveryAddress { line2: None, postal_code: None, ..sample_addresses::in_kandy() };
    let bare = AddressEntry { label: None, address, ..entry(false) };
    let second = add_at(shop, &user, &bare, 1).await;
    assert_eq!((&full.entry, &second.entry), (&entry(true), &bare));
    assert_eq!(shop.addresses.list(user.id).await.unwrap(), [full.clone(), second.clone()]);
    let changed = AddressEntry { name: Text::parse("Kamal Perera").unwrap(), ..bare };
    let replaced = shop.addresses.replace(user.id, second.id, &changed).await.unwrap();
    assert_eq!(replaced, Some(SavedAddress { id: second.id, entry: changed }));
    assert_eq!(shop.addresses.list(user.id).await.unwrap(), [full, replaced.unwrap()]);
}

/// Also where it was not to be, is to be no longer, or was deleted.
pub async fn exactly_one_address_is_the_default(shop: &Shop) {
    let user = shop.customer().await;
    let first = add_at(shop, &user, &entry(false), 0).await;
    assert!(first.entry.is_default, "the first one");
    let (second, third) = (add_at(shop, &user, &entry(false), 1).await, add_at(shop, &user, &entry(true), 2).await);
    assert_eq!(ids(shop, &user).await, [third.id, second.id, first.id]);
    shop.addresses.replace(user.id, first.id, &entry(true)).await.unwrap();
    assert_eq!(ids(shop, &user).await, [first.id, third.id, second.id]);
    assert!(shop.addresses.replace(user.id, first.id, &entry(false)).await.unwrap().unwrap().entry.is_default, "it stays the default");
    assert!(shop.addresses.remove(user.id, first.id).await.unwrap());
    assert_eq!(ids(shop, &user).await, [third.id, second.id], "the newest becomes the default");
    assert!(shop.addresses.remove(user.id, second.id).await.unwrap());
    assert!(shop.addresses.remove(user.id, third.id).await.unwrap());
    assert_eq!(ids(shop, &user).await, []);
}

/// Also where they are added at once.
pub async fn a_book_holds_20_addresses(shop: &Shop) {
    let user = shop.customer().await;
    let adding = (0..25).map(|second| {
        let (shop, user) = (shop.clone(), user.id);
        tokio::spawn(async move {
            shop.addresses.add(user, AddressId::new(unique::uuid()), &entry(second % 3 == 0), moments::seconds_later(second)).await.unwrap()
        })
    });
    let outcomes = futures_util::future::try_join_all(adding).await.unwrap();
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == AddAddressOutcome::Full).count(), 5, "{outcomes:?}");
    assert_eq!(ids(shop, &user).await.len(), MAX_ADDRESSES);
}

/// Neither to read nor to change.
pub async fn the_addresses_of_another_user_are_not_there(shop: &Shop) {
    let (owner, stranger) = (shop.customer().await, shop.customer().await);
    let own = add_at(shop, &owner, &entry(true), 0).await;
    assert_eq!(shop.addresses.list(stranger.id).await.unwrap(), []);
    assert_eq!(shop.addresses.replace(stranger.id, own.id, &entry(false)).await.unwrap(), None);
    assert!(!shop.addresses.remove(stranger.id, own.id).await.unwrap());
    assert_eq!(shop.addresses.list(owner.id).await.unwrap(), [own]);
}

/// The addresses go with the account.
pub async fn a_deleted_user_has_no_book(shop: &Shop) {
    let user = shop.customer().await;
    add_at(shop, &user, &entry(true), 0).await;
    shop.users.delete(&user.email, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(shop.addresses.list(user.id).await.unwrap(), []);
    let late = shop.addresses.add(user.id, AddressId::new(unique::uuid()), &entry(true), moments::now()).await.unwrap();
    assert_eq!(late, AddAddressOutcome::UserGone);
}
