//! The contract of [`SetupRepository`](domain::setup::SetupRepository): which link sets up the shop, that it does so once, and by which
//! facts of the shop each of the owner's first steps is known.

use domain::accounts::actor::Actor;
use domain::accounts::email_verification;
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, User};
use domain::content::document::DocumentName;
use domain::content::repository::DocumentChange;
use domain::settings::ports::replacing;
use domain::settings::shop_settings::{Section, SectionName};
use domain::setup::{Checklist, SetupError, SetupSecret};
use domain::shared::versioned::SettingsVersion;
use serde_json::json;

use crate::contracts::Shop;
use crate::contracts::accounts::staff::audited;
use crate::{moments, sample_products, sample_settings, sample_users, unique};

/// A new link of the shop.
async fn link(shop: &Shop) -> SetupSecret {
    let secret = SetupSecret::new(unique::tag());
    assert!(shop.setup.renew_link(&secret, moments::now()).await.unwrap());
    secret
}

async fn create(shop: &Shop, secret: &SetupSecret) -> Result<User, SetupError> {
    create_owner(shop, secret, NewUser { sends_verification: true, ..sample_users::admin() }).await
}

async fn create_owner(shop: &Shop, secret: &SetupSecret, owner: NewUser) -> Result<User, SetupError> {
    let by = Actor { user_id: Some(owner.id), email: Some(owner.email.clone()), request_id: unique::tag() };
    shop.setup.create_owner(secret, &owner, &by).await
}

/// A shop without a link waits for nothing; a new link replaces the former one.
pub async fn the_newest_link_is_valid(shop: &Shop) {
    assert!(!shop.setup.is_open().await.unwrap(), "there is no link yet");
    let first = link(shop).await;
    assert!(shop.setup.is_open().await.unwrap());
    let second = link(shop).await;
    assert!(matches!(shop.setup.check_link(&first).await, Err(SetupError::WrongLink)));
    shop.setup.check_link(&second).await.unwrap();
    assert!(matches!(create(shop, &first).await, Err(SetupError::WrongLink)));
    assert!(shop.setup.is_open().await.unwrap(), "nothing was written");
}

/// The first owner is written with the mail and the audit entry, and no link sets up the shop again.
pub async fn the_first_owner_closes_the_set_up(shop: &Shop) {
    let secret = link(shop).await;
    let owner = create(shop, &secret).await.unwrap();
    assert_eq!(
        (owner.staff_role, shop.user_directory.by_email(&owner.email).await.unwrap()),
        (Some(StaffRole::Owner), Some(owner.clone()))
    );
    let mails = shop.outbox.take_due(moments::now(), 10).await.unwrap();
    assert_eq!((mails.len(), &mails[0].to), (1, &Some(owner.email.clone())));
    let entries = audited(shop, &owner.id.to_string()).await;
    assert!(entries.len() == 1 && entries[0].starts_with("create") && !entries[0].contains(secret.expose()), "{entries:?}");
    is_closed(shop, &secret).await;
}

/// Of several set-ups at once one writes its owner, and the others find the shop closed.
pub async fn set_ups_at_once_make_one_owner(shop: &Shop) {
    let secret = link(shop).await;
    let all = (0..6).map(|_| {
        let (shop, secret) = (shop.clone(), secret.clone());
        tokio::spawn(async move { create(&shop, &secret).await })
    });
    let outcomes = futures_util::future::try_join_all(all).await.unwrap();
    assert_eq!(outcomes.iter().filter(|o| o.is_ok()).count(), 1, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|o| matches!(o, Err(SetupError::Closed))).count(), 5, "{outcomes:?}");
}

/// An administrator of the command line closes the set-up too, also while it runs.
pub async fn any_administrator_closes_the_set_up(shop: &Shop) {
    let secret = link(shop).await;
    let admin = sample_users::admin();
    shop.users.create_admin(&admin, &sample_users::operator()).await.unwrap();
    is_closed(shop, &secret).await;
}

/// An address that a customer has registered writes nothing, and the link stays good.
pub async fn a_taken_address_leaves_the_link_good(shop: &Shop) {
    let (secret, customer) = (link(shop).await, shop.customer().await);
    let owner = NewUser { email: customer.email.clone(), ..sample_users::admin() };
    assert!(matches!(create_owner(shop, &secret, owner).await, Err(SetupError::EmailTaken)));
    assert_eq!(shop.user_directory.by_email(&customer.email).await.unwrap(), Some(customer));
    assert!(!shop.user_directory.any_admin().await.unwrap());
    shop.setup.check_link(&secret).await.unwrap();
}

async fn is_closed(shop: &Shop, secret: &SetupSecret) {
    assert!(!shop.setup.is_open().await.unwrap());
    assert!(matches!(shop.setup.check_link(secret).await, Err(SetupError::Closed)));
    assert!(matches!(create(shop, secret).await, Err(SetupError::Closed)));
    assert!(!shop.setup.renew_link(&SetupSecret::new(unique::tag()), moments::now()).await.unwrap());
}

async fn checklist(shop: &Shop) -> Checklist {
    shop.setup.checklist().await.unwrap()
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
    shop.settings.change(by, moments::now(), replacing(present.section(section), present.version(section))).await.unwrap();
}

async fn verify(shop: &Shop, user: &User) {
    let claim = EmailClaim { user: user.id, email: user.email.clone(), until: moments::now() + email_verification::VALID_FOR };
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
        shop.settings.change(&by, moments::now(), replacing(section, SettingsVersion::default())).await.unwrap();
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
