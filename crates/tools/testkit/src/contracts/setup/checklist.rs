//! The contract of [`domain::setup::ports::ChecklistReader`]: each step is told by what the shop has.

use domain::accounts::actor::Actor;
use domain::accounts::address_claim::AddressClaim;
use domain::accounts::email_verification;
use domain::accounts::user::User;
use domain::content::document::DocumentName;
use domain::content::repository::DocumentChange;
use domain::settings::shop_settings::{Section, SectionName};
use domain::setup::checklist::Checklist;
use domain::shared::versioned::SettingsVersion;
use serde_json::json;

use crate::contracts::Shop;
use crate::{moments, sample_products, sample_settings, sample_users};

async fn checklist(shop: &Shop) -> Checklist {
    shop.checklist.checklist().await.unwrap()
}

/// Publishes an identity with a logo or without; only whether it has one is read.
async fn publish_identity(shop: &Shop, has_logo: bool) {
    let change = DocumentChange {
        name: DocumentName::Identity,
        body: json!({ "name": "Kiri", "logo": has_logo.then_some("/images/logo.webp") }),
        uploads: Vec::new(),
        seen: None,
        by: sample_users::actor(),
        at: moments::now(),
        shop_email: None,
    };
    shop.content.publish(&change).await.unwrap();
}

async fn save(shop: &Shop, section: SectionName, by: &Actor) {
    let present = shop.settings.load().await.unwrap();
    shop.settings.save(&present.section(section), present.version(section), by, moments::now()).await.unwrap();
}

async fn verify(shop: &Shop, user: &User) {
    let claim = AddressClaim { user: user.id, email: user.email.clone(), until: moments::now() + email_verification::VALID_FOR };
    shop.verifier.verify(&claim, moments::now()).await.unwrap();
}

/// A new shop has none of the steps; a logo in the newest version of the identity, a product, settings of delivery and settings of payment
/// that staff saved, if only as they were, are one each.
pub async fn steps_are_told_by_what_the_shop_has(shop: &Shop) {
    let mut expected = Checklist::default();
    assert_eq!(checklist(shop).await, expected);
    for has_logo in [false, true] {
        publish_identity(shop, has_logo).await;
        assert_eq!(checklist(shop).await, Checklist { has_logo, ..expected });
    }
    expected.has_logo = true;
    shop.add(sample_products::product("Rose Oil")).await;
    expected.has_product = true;
    assert_eq!(checklist(shop).await, expected);
    save(shop, SectionName::Delivery, &sample_users::actor()).await;
    expected.has_delivery = true;
    assert_eq!(checklist(shop).await, expected);
    save(shop, SectionName::Payments, &sample_users::actor()).await;
    expected.has_payment = true;
    assert_eq!(checklist(shop).await, expected);
}

/// They are no decision of the owner.
pub async fn settings_of_the_demo_shop_are_no_step(shop: &Shop) {
    let by = Actor::operator("demo");
    for section in [Section::Delivery(sample_settings::delivery()), Section::Payments(sample_settings::payments())] {
        shop.settings.save(&section, SettingsVersion::default(), &by, moments::now()).await.unwrap();
    }
    assert_eq!(checklist(shop).await, Checklist::default());
    save(shop, SectionName::Payments, &sample_users::actor()).await;
    assert_eq!(checklist(shop).await, Checklist { has_payment: true, ..Checklist::default() });
}

/// Mail is tested by an owner who opens the link in a mail, and not by a customer who does.
pub async fn an_owner_who_reads_mail_tests_it(shop: &Shop) {
    let (owner, customer) = (shop.admin().await, shop.customer().await);
    verify(shop, &customer).await;
    assert!(!checklist(shop).await.has_tested_mail);
    verify(shop, &owner).await;
    assert!(checklist(shop).await.has_tested_mail);
}
