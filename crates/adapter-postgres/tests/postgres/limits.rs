//! The limits that constraints and triggers of the database repeat are those of the domain.

use std::collections::BTreeMap;

use domain::catalog::product::{MAX_ALT_NAMES, MAX_IMAGES};
use domain::catalog::stock_adjustment::AdjustmentNote;
use domain::catalog::stock_movement::MovementReason;
use domain::messages::contact::ContactText;
use domain::orders::quote::MAX_LINES;
use domain::shared::email::EmailAddress;
use domain::shared::money::Money;
use domain::shared::order_status::OrderStatus;
use domain::shared::quantity::{Quantity, Stock};
use domain::shared::text::{
    Description, Label, OrderNotes, PaymentId, PersonName, PictureUrl, ProductName, RecipientName, ReviewComment, ShippingAddress,
};
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{sample_orders, sample_products};

/// The definitions of all CHECK constraints by name.
async fn checks(database: &TestDatabase) -> BTreeMap<String, String> {
    let query = "SELECT conname::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c'";
    let rows = database.client().await.query(query, &[]).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// Some constraints with the greatest value or length that they allow.
fn greatest() -> [(&'static str, i64); 24] {
    let length = |characters: usize| i64::try_from(characters).unwrap();
    [
        ("users_email_check", length(EmailAddress::MAX_LENGTH)),
        ("users_first_name_check", length(PersonName::MAX_LENGTH)),
        ("users_last_name_check", length(PersonName::MAX_LENGTH)),
        ("users_profile_picture_check", length(PictureUrl::MAX_LENGTH)),
        ("products_name_check", length(ProductName::MAX_LENGTH)),
        ("products_description_check", length(Description::MAX_LENGTH)),
        ("products_brand_check", length(Label::MAX_LENGTH)),
        ("products_category_check", length(Label::MAX_LENGTH)),
        ("products_family_check", length(Label::MAX_LENGTH)),
        ("products_shade_name_check", length(Label::MAX_LENGTH)),
        ("products_stock_check", Stock::MAX.get().into()),
        ("products_prices_check", Money::MAX.cents()),
        ("orders_shipping_name_check", length(RecipientName::MAX_LENGTH)),
        ("orders_shipping_address_check", length(ShippingAddress::MAX_LENGTH)),
        ("orders_payment_id_check", length(PaymentId::MAX_LENGTH)),
        ("orders_notes_check", length(OrderNotes::MAX_LENGTH)),
        ("orders_total_check", Money::MAX.cents()),
        ("products_images_check", length(MAX_IMAGES)),
        ("products_alt_names_check", length(MAX_ALT_NAMES)),
        ("stock_movements_note_check", length(AdjustmentNote::MAX_LENGTH)),
        ("reviews_comment_check", length(ReviewComment::MAX_LENGTH)),
        ("contact_messages_message_check", length(ContactText::MAX_LENGTH)),
        ("order_items_position_check", length(MAX_LINES - 1)),
        ("order_items_quantity_check", Quantity::MAX.get().into()),
    ]
}

#[tokio::test]
async fn constraints_have_the_domains_limits() {
    let checks = checks(&TestDatabase::create().await).await;
    for (name, max) in greatest() {
        let check = &checks[name];
        assert!(check.contains(&format!("<= {max})")) || check.contains(&format!("<= '{max}'::bigint)")), "{name}: {check}");
    }
}

#[tokio::test]
async fn constraints_have_the_domains_words() {
    let checks = checks(&TestDatabase::create().await).await;
    let statuses: Vec<_> = OrderStatus::ALL.map(OrderStatus::as_str).into();
    let reasons: Vec<_> = MovementReason::ALL.map(MovementReason::as_str).into();
    for (name, words) in [("orders_status_check", statuses), ("stock_movements_reason_check", reasons)] {
        let check = &checks[name];
        assert!(words.iter().all(|word| check.contains(&format!("'{word}'"))), "{name}: {check}");
        assert_eq!(check.matches("::text").count(), words.len(), "{name}: {check}");
    }
}

/// A cancelled order whose units did not come back is no finding where the stock was once the greatest: units may be lost there.
#[tokio::test]
async fn units_may_be_lost_from_the_domains_greatest_stock_on() {
    const RULE: &str = "an order has taken its units, a cancelled one none";
    let greatest = i64::from(Stock::MAX.get());
    for (stock, is_found) in [(greatest, false), (greatest - 1, true)] {
        let database = TestDatabase::create().await;
        let postgres = database.postgres().await;
        let shop = Shop::of(postgres.clone());
        let product = shop.add(sample_products::with_stock(stock, sample_products::product("Rose"))).await;
        shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 3)])).await;
        let cancelling = "UPDATE orders SET status = 'cancelled'; UPDATE order_items SET cancelled = true";
        database.client().await.batch_execute(cancelling).await.unwrap();
        let findings = postgres.check_invariants().await.unwrap();
        assert_eq!(findings.iter().any(|finding| finding.rule == RULE), is_found, "{stock}: {findings:?}");
    }
}
