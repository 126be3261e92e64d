//! The contract of the language of mails: which language a mail of the outbox has.

use domain::accounts::email_verification;
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::user::{ProfileChange, User};
use domain::messages::mail_message::{MailKind, MailMessage, OrderStep};
use domain::messages::outbox::{DedupeKey, NewMail};
use domain::orders::order::OrderDraft;
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_mails::{self, summary_of};
use domain::shared::email::EmailAddress;
use domain::shared::language::Language;
use domain::shared::order_status::OrderStatus;

use super::mail_outbox::due;
use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

async fn choose(shop: &Shop, user: &User, language: Language) {
    let change = ProfileChange { language: Some(language), ..ProfileChange::default() };
    let changed = shop.users.update_profile(user.id, &change, None, moments::now()).await.unwrap().user;
    assert_eq!(changed.language, language);
}

async fn verify(shop: &Shop, user: &User) {
    let until = moments::now() + email_verification::VALID_FOR;
    let claim = EmailClaim { user: user.id, email: user.email.clone(), until };
    shop.verifier.verify(&claim, moments::now()).await.unwrap();
}

/// A customer who reads mails at the address, in this language.
async fn reader(shop: &Shop, language: Language) -> User {
    let user = shop.customer().await;
    verify(shop, &user).await;
    choose(shop, &user, language).await;
    user
}

async fn queue_to(shop: &Shop, email: &EmailAddress) {
    let order = sample_orders::draft(&shop.customer().await, &[]).into_order();
    let message = MailMessage::Order(OrderStep::Shipped, Box::new(summary_of(&order)));
    let mail = NewMail { key: DedupeKey::new("shipped", &unique::tag()), to: Some(email.clone()), message, at: moments::now() };
    assert!(shop.outbox.enqueue(&mail).await.unwrap());
}

/// The languages of the mails that are due, in the order in which they were queued.
async fn languages(shop: &Shop) -> Vec<Language> {
    due(shop, moments::seconds_later(1_000)).await.into_iter().map(|mail| mail.language).collect()
}

/// A later choice changes no mail that waits.
pub async fn a_mail_keeps_the_language_that_its_recipient_had(shop: &Shop) {
    let user = reader(shop, Language::Sinhala).await;
    queue_to(shop, &user.email).await;
    choose(shop, &user, Language::Tamil).await;
    queue_to(shop, &user.email).await;
    choose(shop, &user, Language::English).await;
    queue_to(shop, &user.email).await;
    assert_eq!(languages(shop).await, [Language::Sinhala, Language::Tamil, Language::English]);
}

/// So does a user who chose nothing.
pub async fn strangers_and_unverified_addresses_get_english(shop: &Shop) {
    let (unverified, silent) = (shop.customer().await, shop.customer().await);
    choose(shop, &unverified, Language::Tamil).await;
    verify(shop, &silent).await;
    for email in [&unverified.email, &silent.email, &sample_users::email()] {
        queue_to(shop, email).await;
    }
    assert_eq!(languages(shop).await, [Language::English; 3]);
    verify(shop, &unverified).await;
    queue_to(shop, &unverified.email).await;
    assert_eq!(languages(shop).await, [Language::Tamil]);
}

/// The mails that a new order and its steps queue.
pub async fn the_mails_of_an_order_have_the_language_of_its_customer(shop: &Shop) {
    let product = shop.add(sample_products::with_stock(9, sample_products::full_product())).await;
    let draft = sample_orders::draft(&reader(shop, Language::Sinhala).await, &[(&product, 1)]);
    let mails = order_mails::placed(&draft.clone().into_order());
    let order = shop.place(&OrderDraft { mails, ..draft }).await;
    let change = OrderEdit { status: Some(OrderStatus::Shipped), ..OrderEdit::default() };
    shop.edit(&order.id, &change, &sample_users::actor(), moments::seconds_later(5)).await.unwrap();
    let taken = due(shop, moments::seconds_later(1_000)).await;
    let told: Vec<_> = taken.iter().map(|mail| (mail.message.kind(), mail.language)).collect();
    let expected =
        [(MailKind::Placed, Language::Sinhala), (MailKind::ShopOrder, Language::English), (MailKind::Shipped, Language::Sinhala)];
    assert_eq!(told, expected);
}
