//! The mails that the templates make.

use domain::accounts::address_claim::AddressClaim;
use domain::messages::mail_message::{MailKind, OrderStep, OrderSummary, SummaryItem, TotalPart, Tracking};
use domain::orders::order_id::OrderId;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::email::EmailAddress;
use domain::shared::money::Money;
use domain::shared::text::{ProductName, RecipientName, ShippingAddress};
use testkit::{moments, sample_orders, sample_users};

use super::*;

const LINK: &str = "https://shop.example/orders";

fn renderer() -> TemplateRenderer {
    TemplateRenderer::new(ShopCard {
        name: "Araliya & Sons".to_owned(),
        phone: "+94 11 234 5678".to_owned(),
        email: "hello@araliya.example".to_owned(),
        address: "27 Flower Road, Colombo 07".to_owned(),
    })
}

fn order() -> OrderSummary {
    OrderSummary {
        id: OrderId::parse("ARA-7K3M-Q9TX").unwrap(),
        email: EmailAddress::parse("nimali@example.com").unwrap(),
        name: RecipientName::parse("නිමාලි <b>Perera</b>").unwrap(),
        address: ShippingAddress::parse("1 Temple Road\nKandy").unwrap(),
        phone: "0771234567".to_owned(),
        items: vec![SummaryItem {
            name: ProductName::parse("Rose <script>alert(1)</script> water").unwrap(),
            quantity: sample_orders::quantity(2),
            price: Money::from_cents(150_000).unwrap(),
        }],
        parts: vec![TotalPart { label: "Subtotal".to_owned(), cents: 320_000 }, TotalPart { label: "Discount".to_owned(), cents: -20_000 }],
        total: Money::from_cents(300_000).unwrap(),
        payment: PaymentMethod::Cod,
        tracking: None,
    }
}

fn mail(step: OrderStep, order: OrderSummary) -> RenderedMail {
    renderer().render(&MailMessage::Order(step, Box::new(order)), LINK).unwrap()
}

fn all() -> Vec<(MailKind, RenderedMail)> {
    let user = sample_users::customer();
    let claim = AddressClaim { user: user.id, email: user.email, until: moments::now() };
    let steps = [OrderStep::Placed, OrderStep::Shipped, OrderStep::Delivered, OrderStep::Cancelled, OrderStep::ForShop];
    let orders = steps.map(|step| MailMessage::Order(step, Box::new(order())));
    let messages = std::iter::once(MailMessage::Verify(claim)).chain(orders);
    messages.map(|message| (message.kind(), renderer().render(&message, LINK).unwrap())).collect()
}

#[test]
fn an_order_mail_has_number_items_total_address_and_link() {
    for step in [OrderStep::Placed, OrderStep::Shipped, OrderStep::Delivered, OrderStep::Cancelled, OrderStep::ForShop] {
        let mail = mail(step, order());
        for form in [&mail.text, &mail.html] {
            for part in ["ARA-7K3M-Q9TX", "LKR. 1,500.00", "LKR. 3,000.00", "-LKR. 200.00", "1 Temple Road\nKandy", "0771234567", LINK] {
                assert!(form.contains(part), "{part} in {form}");
            }
        }
        assert!(mail.subject.as_str().contains("ARA-7K3M-Q9TX"));
    }
}

#[test]
fn the_text_reads_well() {
    let tracking = Tracking { courier: "Domex".to_owned(), number: "D1".to_owned(), url: Some("https://domex.example/D1".to_owned()) };
    let text = mail(OrderStep::Shipped, OrderSummary { tracking: Some(tracking), ..order() }).text;
    let expected = "Your order is on its way\n\n\
        We handed your parcel to the courier.\n\n\
        Please have the amount ready in cash.\n\n\
        Domex, parcel number D1\nFollow the parcel: https://domex.example/D1\n\n\
        Order ARA-7K3M-Q9TX\n\n\
        Rose <script>alert(1)</script> water\n  2 x LKR. 1,500.00 = LKR. 3,000.00\n\n\
        Subtotal: LKR. 3,200.00\nDiscount: -LKR. 200.00\nTotal: LKR. 3,000.00\n\n\
        Delivery to\nනිමාලි <b>Perera</b>\n1 Temple Road\nKandy\n0771234567\n\n\
        See my orders: https://shop.example/orders\n\n\
        Araliya & Sons, 27 Flower Road, Colombo 07\n+94 11 234 5678, hello@araliya.example";
    assert_eq!(text.trim_end(), expected);
}

#[test]
fn what_customers_type_is_text_and_no_markup() {
    let html = mail(OrderStep::Placed, order()).html;
    assert!(!html.contains("<script") && !html.contains("<b>"), "{html}");
    assert!(html.contains("&#60;b&#62;Perera") || html.contains("&lt;b&gt;Perera"), "{html}");
    let tracking = Tracking { courier: "X".to_owned(), number: "1".to_owned(), url: Some("https://x.example/\"><img>".to_owned()) };
    assert!(!mail(OrderStep::Shipped, OrderSummary { tracking: Some(tracking), ..order() }).html.contains("<img"));
}

#[test]
fn no_mail_loads_anything_or_runs_a_script() {
    let mails = all();
    assert_eq!(mails.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), MailKind::ALL);
    for (kind, mail) in mails {
        for forbidden in ["<img", "<script", "<link", "<iframe", "src=", "url(", "@import", "javascript:"] {
            assert!(!mail.html.contains(forbidden), "{kind:?} has {forbidden}");
        }
        assert!(mail.html.starts_with("<!doctype html>") && mail.html.contains("width=device-width"), "{kind:?}");
        assert!(mail.html.contains(LINK) && mail.text.contains(LINK), "{kind:?} has its link in both forms");
        assert!(mail.text.contains("Araliya & Sons") && mail.html.contains("Araliya &#38; Sons"), "{kind:?}");
    }
}

#[test]
fn a_customer_reads_how_to_pay() {
    for (payment, cents, sentence) in [
        (PaymentMethod::Cod, 300_000, "You pay LKR. 3,000.00 in cash"),
        (PaymentMethod::BankTransfer, 300_000, "Please transfer LKR. 3,000.00"),
        (PaymentMethod::PayHere, 300_000, "please pay LKR. 3,000.00"),
        (PaymentMethod::Cod, 0, "There is nothing to pay."),
    ] {
        let total = Money::from_cents(cents).unwrap();
        let mail = mail(OrderStep::Placed, OrderSummary { payment, total, ..order() });
        assert!(mail.text.contains(sentence) && mail.html.contains(sentence), "{sentence} in {}", mail.text);
    }
    assert_eq!(mail(OrderStep::ForShop, order()).subject.as_str(), "New order ARA-7K3M-Q9TX: LKR. 3,000.00");
}
