//! Naming a new shop: its identity is published under the name that its owner chose.

use domain::content::document::{ContentDoc, DocumentName};
use domain::content::identity::is_demo_shop;
use domain::content::repository::{ContentError, ContentRepository, DocumentChange};
use domain::setup::new_shop::{NewShop, ShopData};
use domain::shared::ports::PortError;

use crate::content::current_content::ConfiguredDetails;

/// Publishes the configured details under the name that the owner chose, without those of the demo shop. A shop that begins empty, or for
/// which none is configured, has the owner's e-mail address.
///
/// # Errors
/// [`PortError`] when the configured details (`SHOP_*`) break a rule of the identity, or the store fails.
pub async fn name_shop(store: &dyn ContentRepository, configured: &ConfiguredDetails, shop: &NewShop) -> Result<(), PortError> {
    let mut details = ConfiguredDetails { name: shop.name.as_str().to_owned(), ..configured.clone() };
    if !is_demo_shop(&details.name) {
        details = details.without_demo_details();
    }
    if shop.data == ShopData::Empty || details.email.is_empty() {
        details.email = shop.owner.email.as_str().to_owned();
    }
    let name = DocumentName::Identity;
    let value = ContentDoc::default_value(&name, &details.shop(), &details.name);
    let identity = ContentDoc::parse(&name, &value).map_err(PortError::internal)?;
    let change = DocumentChange::of(&name, &identity, &shop.by, shop.owner.created_at);
    match store.publish(&change).await {
        Ok(_) => Ok(()),
        Err(ContentError::Port(error)) => Err(error),
        Err(refused) => Err(PortError::internal(refused)),
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::staff_role::StaffRole;
    use domain::accounts::user::{NewUser, UserType};
    use domain::content::identity::ShopName;
    use domain::content::repository::{MockContentRepository, StoredDocument};
    use domain::setup::setup_link::SetupSecret;
    use domain::shared::edit::Edited;
    use testkit::{moments, sample_users};

    use super::*;
    use crate::samples::{actor, admin};

    fn new_shop(data: ShopData) -> NewShop {
        let owner = NewUser {
            id: admin().user.id,
            email: sample_users::email(),
            first_name: sample_users::name("Ruwani"),
            last_name: sample_users::name("Silva"),
            profile_picture: None,
            user_type: UserType::Admin,
            staff_role: Some(StaffRole::Owner),
            password_hash: None,
            created_at: moments::now(),
            sends_verification: false,
        };
        let secret = SetupSecret::new("a secret".to_owned());
        NewShop { secret, owner, name: ShopName::parse("Kiri Cosmetics").unwrap(), data, by: actor(&admin()) }
    }

    fn configured(phone: &str) -> ConfiguredDetails {
        ConfiguredDetails {
            name: "Araliya".to_owned(),
            phone: phone.to_owned(),
            email: "hello@araliya.example".to_owned(),
            address: "8 Lake Road".to_owned(),
            opening_hours: String::new(),
        }
    }

    #[tokio::test]
    async fn a_shop_has_the_chosen_name_and_an_empty_one_its_owners_address() {
        for (data, configured_email, is_kept) in [
            (ShopData::Demo, "hello@kiri.example", true),
            (ShopData::Demo, "hello@araliya.example", false),
            (ShopData::Empty, "hello@kiri.example", false),
        ] {
            let mut store = MockContentRepository::new();
            let shop = new_shop(data);
            let email = if is_kept { configured_email } else { shop.owner.email.as_str() }.to_owned();
            let by = shop.by.clone();
            store.expect_publish().once().returning(move |change| {
                assert_eq!((&change.name, &change.seen, &change.by), (&DocumentName::Identity, &None, &by));
                assert_eq!((&change.body["name"], &change.body["email"]), (&"Kiri Cosmetics".into(), &email.as_str().into()));
                assert_eq!((&change.body["phone"], &change.body["address"]), (&"".into(), &"8 Lake Road".into()));
                Ok(Edited { thing: StoredDocument::default(), is_changed: true })
            });
            let details = ConfiguredDetails { email: configured_email.to_owned(), ..configured("+94 11 234 5678") };
            name_shop(&store, &details, &shop).await.unwrap();
        }
    }

    #[tokio::test]
    async fn configured_details_that_break_a_rule_name_no_shop() {
        let store = MockContentRepository::new();
        assert!(name_shop(&store, &configured("call us"), &new_shop(ShopData::Demo)).await.is_err());
    }
}
