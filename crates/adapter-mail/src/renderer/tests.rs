//! The mails that the templates make.

use domain::accounts::email_verification::EmailClaim;
use domain::accounts::session_origin::{DeviceName, Network, SessionOrigin};
use domain::accounts::staff_role::StaffRole;
use domain::messages::mail_message::{MailKind, MailRecipient, OrderNews, OrderStep, OrderSummary, SummaryItem, TotalPart, Tracking};
use domain::messages::security_notice::{SecurityEvent, StaffChange};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::email::EmailAddress;
use domain::shared::ids::{InvitationId, SessionId};
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::text::{ProductName, RecipientName, ShippingAddress};
use testkit::{moments, sample_orders, sample_users};
use uuid::Uuid;

use super::*;

mod payments;

const LINK: &str = "https://shop.example/orders";

fn rendered(message: &MailMessage) -> RenderedMail {
    rendered_in(Language::English, message)
}

fn rendered_in(language: Language, message: &MailMessage) -> RenderedMail {
    let shop = ShopCard {
        name: "Araliya & Sons".to_owned(),
        phone: "+94 11 234 5678".to_owned(),
        email: "hello@araliya.example".to_owned(),
        address: "27 Flower Road, Colombo 07".to_owned(),
        accent: "#123abc".to_owned(),
        bank_account: None,
    };
    TemplateRenderer::new(ShopCalendar::parse("Asia/Colombo").unwrap()).render(&shop, message, language, LINK).unwrap()
}

fn order() -> OrderSummary {
    OrderSummary {
        id: OrderId::parse("ARA-7K3M-Q9TX").unwrap(),
        email: EmailAddress::parse("nimali@example.com").unwrap(),
        recipient: Some(MailRecipient {
            name: RecipientName::parse("නිමාලි <b>Perera</b>").unwrap(),
            address: ShippingAddress::parse("1 Temple Road\nKandy").unwrap(),
            phone: "0771234567".to_owned(),
        }),
        is_pickup: false,
        items: vec![SummaryItem {
            name: ProductName::parse("Rose <script>alert(1)</script> water").unwrap(),
            quantity: sample_orders::quantity(2),
            price: Money::from_cents(150_000).unwrap(),
        }],
        parts: vec![TotalPart { label: "Subtotal".to_owned(), cents: 320_000 }, TotalPart { label: "Discount".to_owned(), cents: -20_000 }],
        total: Money::from_cents(300_000).unwrap(),
        vat: None,
        payment: PaymentMethod::Cod,
        tracking: None,
        news: OrderNews::default(),
    }
}

fn mail(step: OrderStep, order: OrderSummary) -> RenderedMail {
    rendered(&MailMessage::Order(step, Box::new(order)))
}

fn invitation() -> InvitationNews {
    let invited_by = EmailAddress::parse("owner@araliya.example").unwrap();
    InvitationNews { id: InvitationId::new(Uuid::nil()), role: StaffRole::Fulfilment, invited_by, until: moments::now() }
}

fn all() -> Vec<(MailKind, RenderedMail)> {
    let user = sample_users::customer();
    let claim = EmailClaim { user: user.id, email: user.email, until: moments::now() };
    let orders = OrderStep::ALL.map(|step| MailMessage::Order(step, Box::new(order())));
    let attention = MailMessage::Attention(attention(Some(order().id)));
    let links = [MailMessage::Verify(claim), MailMessage::Invitation(invitation())];
    let messages =
        links.into_iter().chain(orders).chain([attention, MailMessage::SignInAlert(sign_in()), notice(SecurityEvent::PasswordSet)]);
    messages.map(|message| (message.kind(), rendered(&message))).collect()
}

fn sign_in() -> SignInNews {
    let device = DeviceName::of_user_agent(Some("Firefox/145.0 (Linux)"));
    let origin = SessionOrigin { device, network: Network::of([192, 0, 2, 7].into()) };
    SignInNews { at: moments::now(), origin, session: SessionId::parse("00000000-0000-0000-0000-000000000003").unwrap() }
}

#[test]
fn staff_read_where_their_account_was_signed_in_to() {
    let mail = rendered(&MailMessage::SignInAlert(sign_in()));
    assert_eq!(mail.subject.as_str(), "A new sign-in to your account at Araliya & Sons");
    for form in [&mail.text, &mail.html] {
        for part in ["Firefox on Linux", "192.0.2.0/24", "Wednesday, 4 March 2026, 06:30"] {
            assert!(form.contains(part), "{part} in {form}");
        }
        assert!(!form.contains("hunter2"), "the secret is in the link alone");
    }
}

fn notice(event: SecurityEvent) -> MailMessage {
    let by = Some(EmailAddress::parse("owner@araliya.example").unwrap());
    MailMessage::Security(Box::new(SecurityNews { at: moments::now(), by, event }))
}

#[test]
fn a_notice_says_what_happened_who_did_it_and_when() {
    let (account, order) = (Some("Nimali <b>, 0123, Sample Bank".to_owned()), OrderId::parse("ARA-7K3M-Q9TX").unwrap());
    let email = EmailAddress::parse("new@araliya.example").unwrap();
    for (event, heading, told) in [
        (SecurityEvent::PasswordSet, "A new password for your account", "has a new password"),
        (SecurityEvent::WrongCodes(10), "Wrong codes for your account", "was wrong, 10 times"),
        (SecurityEvent::SecondFactorRemoved, "Your second factor was removed", "asks for no code"),
        (SecurityEvent::PaymentSettings { account }, "Another bank account for transfers", "0123, Sample Bank"),
        (SecurityEvent::PaymentSettings { account: None }, "Changed settings of payments", "the same account as before"),
        (SecurityEvent::ShopEmail(email.clone()), "Another e-mail address of the shop", "new@araliya.example"),
        (
            SecurityEvent::LargeRefund { order, amount: Money::from_cents(2_500_000).unwrap() },
            "A large refund",
            "LKR. 25,000.00 for the order ARA-7K3M-Q9TX",
        ),
        (
            SecurityEvent::StaffAccount { email: email.clone(), change: StaffChange::Role(StaffRole::Owner) },
            "Another role for a member of staff",
            "new@araliya.example has the role Owner now",
        ),
        (SecurityEvent::StaffAccount { email, change: StaffChange::Deleted }, "A member of staff was deleted", "was deleted"),
        (SecurityEvent::OwnStaffAccount(StaffChange::Blocked), "Your account has changed", "Your account was blocked"),
        (SecurityEvent::OwnStaffAccount(StaffChange::Unblocked), "Your account has changed", "it can sign in again"),
        (SecurityEvent::OwnStaffAccount(StaffChange::Removed), "Your account has changed", "no longer one of the staff"),
        (
            SecurityEvent::TrackingLinks { couriers: vec!["Domex https://domex.example/{number}".to_owned()] },
            "Other links for parcels",
            "Domex https://domex.example/{number}",
        ),
        (SecurityEvent::TrackingLinks { couriers: Vec::new() }, "Fewer couriers", "was removed from the settings"),
    ] {
        let mail = rendered(&notice(event));
        assert_eq!(mail.subject.as_str(), format!("{heading} at Araliya & Sons"));
        for form in [&mail.text, &mail.html] {
            for part in [told, "owner@araliya.example", "Wednesday, 4 March 2026, 06:30", LINK] {
                assert!(form.contains(part), "{part} in {form}");
            }
        }
        assert!(!mail.html.contains("<b>"), "{}", mail.html);
    }
}

#[test]
fn an_order_mail_has_number_items_total_address_and_link() {
    for step in OrderStep::ALL {
        let mail = mail(step, order());
        for form in [&mail.text, &mail.html] {
            for part in ["ARA-7K3M-Q9TX", "LKR. 1,500.00", "LKR. 3,000.00", "-LKR. 200.00", "1 Temple Road\nKandy", "0771234567", LINK] {
                assert!(form.contains(part), "{part} in {form}");
            }
        }
        assert!(mail.subject.as_str().contains("ARA-7K3M-Q9TX"));
    }
}

/// In each language: the subject, the sentence, the labels and the button, and the language of the document.
#[test]
fn a_customer_reads_the_language_that_the_mail_has() {
    for (language, tag, words) in [
        (Language::English, "en", ["Thank you for your order ARA-7K3M-Q9TX", "LKR. 3,000.00 in cash", "Total", "Order ", "See my orders"]),
        (Language::Sinhala, "si", ["ඔබගේ ඇණවුමට ස්තුතියි (ARA-7K3M-Q9TX)", "LKR. 3,000.00 මුදලින්", "එකතුව", "ඇණවුම ", "මගේ ඇණවුම් බලන්න"]),
        (Language::Tamil, "ta", ["உங்கள் ஆர்டருக்கு நன்றி (ARA-7K3M-Q9TX)", "LKR. 3,000.00 தொகையைப்", "மொத்தம்", "ஆர்டர் ", "எனது ஆர்டர்களைப் பார்க்க"]),
    ] {
        let mail = rendered_in(language, &MailMessage::Order(OrderStep::Placed, Box::new(order())));
        let [subject, parts @ ..] = words;
        assert_eq!(mail.subject.as_str(), subject);
        assert!(mail.html.contains(&format!("<html lang=\"{tag}\">")), "{}", mail.html);
        for part in parts {
            assert!(mail.text.contains(part) && mail.html.contains(part), "{part} in {}", mail.text);
        }
    }
}

/// In Sinhala no English word is left of a mail, but the values and the shop's details.
#[test]
fn every_step_is_told_in_the_language_of_the_mail() {
    let tracking = Tracking { courier: "X".to_owned(), number: "1".to_owned(), url: Some("https://x.example/1".to_owned()) };
    let parts = vec![TotalPart { label: "Goods at full price".to_owned(), cents: 300_000 }];
    for language in [Language::Sinhala, Language::Tamil] {
        for step in OrderStep::ALL.into_iter().filter(|step| !step.kind().is_for_shop()) {
            let message = |news| OrderSummary { tracking: Some(tracking.clone()), parts: parts.clone(), news, ..order() };
            let english = mail(step, message(OrderNews::default()));
            let other = rendered_in(language, &MailMessage::Order(step, Box::new(message(OrderNews::default()))));
            assert_ne!(other.subject, english.subject);
            let kept = ["Rose <script>", "නිමාලි", "1 Temple", "Kandy", "0771", "Araliya", "+94", "  2 x "];
            let told = english.text.lines().filter(|line| !line.is_empty() && !kept.iter().any(|value| line.starts_with(value)));
            for line in told {
                assert!(!other.text.lines().any(|own| own == line), "{step:?} in {language:?}: {line}");
            }
        }
    }
}

#[test]
fn mails_to_shop_and_staff_stay_in_english() {
    let claim = EmailClaim { user: sample_users::customer().id, email: sample_users::email(), until: moments::now() };
    let messages = [
        MailMessage::Order(OrderStep::ForShop, Box::new(order())),
        MailMessage::Attention(attention(None)),
        MailMessage::Invitation(invitation()),
        MailMessage::SignInAlert(sign_in()),
        notice(SecurityEvent::PasswordSet),
        MailMessage::Verify(claim),
    ];
    for message in messages {
        let mail = rendered_in(Language::Tamil, &message);
        assert_eq!(mail, rendered(&message));
        assert!(mail.html.contains("<html lang=\"en\">"), "{}", mail.html);
    }
}

#[test]
fn an_invitation_says_who_invites_to_what_and_until_when() {
    let mail = rendered(&MailMessage::Invitation(invitation()));
    assert_eq!(mail.subject.as_str(), "Join the team of Araliya & Sons");
    for form in [&mail.text, &mail.html] {
        for part in ["owner@araliya.example invites you", "the role Fulfilment", "until Wednesday, 4 March 2026, 06:30", LINK] {
            assert!(form.contains(part), "{part} in {form}");
        }
    }
}

#[test]
fn the_text_reads_well() {
    let tracking = Tracking { courier: "Domex".to_owned(), number: "D1".to_owned(), url: Some("https://domex.example/D1".to_owned()) };
    let text = mail(OrderStep::Shipped, OrderSummary { tracking: Some(tracking), ..order() }).text;
    let expected = "Your order is on its way\n\n\
        We handed your parcel to the courier.\n\n\
        Please have LKR. 3,000.00 ready in cash.\n\n\
        Domex, parcel number D1\nFollow the parcel: https://domex.example/D1\n\n\
        Order ARA-7K3M-Q9TX\n\n\
        Rose <script>alert(1)</script> water\n  2 x LKR. 1,500.00 = LKR. 3,000.00\n\n\
        Subtotal: LKR. 3,200.00\nDiscount: -LKR. 200.00\nTotal: LKR. 3,000.00\n\n\
        Delivery to\nනිමාලි <b>Perera</b>\n1 Temple Road\nKandy\n0771234567\n\n\
        See my orders: https://shop.example/orders\n\n\
        Araliya & Sons, 27 Flower Road, Colombo 07\n+94 11 234 5678, hello@araliya.example";
    assert_eq!(text.trim_end(), expected);
}

/// A person who registered with another's address could have put any text there.
#[test]
fn a_mail_without_the_customers_words_has_none_of_them() {
    for step in OrderStep::ALL {
        let mail = rendered(&MailMessage::Order(step, Box::new(order())).without_customers_words());
        for form in [&mail.text, &mail.html] {
            for word in ["නිමාලි", "Perera", "Temple", "0771234567", "Delivery to"] {
                assert!(!form.contains(word), "{word} in {form}");
            }
            assert!(form.contains("ARA-7K3M-Q9TX") && form.contains("LKR. 3,000.00"), "{form}");
        }
    }
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
    let mut mails = all();
    mails.sort_by_key(|(kind, _)| *kind);
    assert_eq!(mails.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), MailKind::ALL);
    for (kind, mail) in mails {
        for forbidden in ["<img", "<script", "<link", "<iframe", "src=", "url(", "@import", "javascript:"] {
            assert!(!mail.html.contains(forbidden), "{kind:?} has {forbidden}");
        }
        assert!(mail.html.starts_with("<!doctype html>") && mail.html.contains("width=device-width"), "{kind:?}");
        assert!(mail.html.contains(LINK) && mail.text.contains(LINK), "{kind:?} has its link in both forms");
        assert!(mail.html.contains("#123abc") && !mail.html.contains("#9b2f4f"), "{kind:?} has the colour of the shop");
        assert!(mail.text.contains("Araliya & Sons") && mail.html.contains("Araliya &#38; Sons"), "{kind:?}");
    }
}

fn attention(order: Option<OrderId>) -> AttentionNews {
    AttentionNews { kind: AttentionKind::DuplicatePayment, order, detail: "The gateway told of <b>two</b> payments.".to_owned() }
}

#[test]
fn a_note_keeps_its_lines_and_is_no_markup() {
    let text = "It leaves tomorrow.\n<b>Really.</b>";
    let mail = mail(OrderStep::Note, OrderSummary { news: OrderNews { text: Some(text.to_owned()), ..OrderNews::default() }, ..order() });
    assert!(mail.text.contains(text), "{}", mail.text);
    assert!(mail.html.contains("It leaves tomorrow.\n&#60;b&#62;Really.") && mail.html.contains("white-space:pre-line"), "{}", mail.html);
}
