//! The form that sends a customer to the gateway.

use domain::payments::ports::PaymentGateway as _;
use domain::shared::text::{RecipientName, ShippingAddress};
use fake_payhere::Behaviour;

use crate::shop::{Shop, checkout};

#[tokio::test]
async fn the_gateway_accepts_the_form_and_shows_the_servers_amount() {
    let shop = Shop::open().await;
    let form = shop.gateway.checkout(&checkout(1, "1234.50"));
    assert_eq!(form.action, format!("{}/pay/checkout", shop.fake.url()));
    assert_eq!((form.field("order_id"), form.field("amount")), (Some("ARA-1000-0000-001"), Some("1234.50")));
    assert_eq!((form.field("currency"), form.field("city")), (Some("LKR"), Some("Colombo 07")));
    let (status, page) = shop.submit(&form).await;
    assert!(status == 200 && page.contains("LKR 1234.50") && page.contains("ARA-1000-0000-001"), "{page}");
}

#[tokio::test]
async fn the_gateway_notices_every_change_of_the_form() {
    let shop = Shop::open().await;
    let right = shop.gateway.checkout(&checkout(1, "1234.50"));
    for (name, other, status) in [
        ("amount", "1.00", 403),
        ("order_id", "ARA-1000-0000-2", 403),
        ("currency", "USD", 403),
        ("hash", "00000000000000000000000000000000", 403),
        ("merchant_id", "1211150", 403),
        ("first_name", "", 400),
        ("address", "<b>", 400),
    ] {
        let mut form = right.clone();
        form.fields.iter_mut().filter(|(field, _)| *field == name).for_each(|(_, value)| other.clone_into(value));
        assert_eq!(shop.submit(&form).await.0, status, "{name}");
    }
}

#[tokio::test]
async fn texts_that_the_gateway_refuses_are_cleaned() {
    let shop = Shop::open().await;
    let mut checkout = checkout(1, "0.01");
    checkout.name = RecipientName::parse("<Nimali> 🌸").unwrap();
    checkout.address = ShippingAddress::parse("🌸 <27> Flower Road\nKandy 🌸").unwrap();
    checkout.city = Some("🌸".to_owned());
    let form = shop.gateway.checkout(&checkout);
    assert_eq!((form.field("first_name"), form.field("last_name")), (Some("Nimali"), Some("-")));
    assert_eq!((form.field("address"), form.field("city")), (Some("27 Flower Road Kandy"), Some("-")));
    let (status, page) = shop.submit(&form).await;
    assert_eq!(status, 200, "{page}");
}

#[tokio::test]
async fn the_customer_comes_back_to_the_shop() {
    let shop = Shop::open().await;
    let checkout = checkout(1, "1234.50");
    assert!(shop.press(&checkout, "pay").await.ends_with("/pay/return?orderId=ARA-1000-0000"));
    assert!(shop.press(&checkout, "cancel").await.ends_with("/pay/cancelled?orderId=ARA-1000-0000"));
}

#[tokio::test]
async fn a_domain_that_is_denied_opens_no_page() {
    let shop = Shop::open().await;
    shop.behave(Behaviour { deny_domain: true, ..Behaviour::default() }).await;
    let (status, page) = shop.submit(&shop.gateway.checkout(&checkout(1, "1.00"))).await;
    assert!(status == 403 && page.contains("Unauthorized domain"), "{page}");
}
