//! What mails about orders say of money.

use chrono::{DateTime, Utc};
use domain::invoices::vat::VatPercent;

use super::*;

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

#[test]
fn a_mail_of_a_registered_shop_tells_the_vat() {
    let vat = Some(VatPercent::parse(18).unwrap().of(order().total));
    for (language, label) in [(Language::English, "includes VAT 18 %"), (Language::Sinhala, "වැට් බදු 18 %"), (Language::Tamil, "வரி 18 %")]
    {
        let mail = rendered_in(language, &MailMessage::Order(OrderStep::Placed, Box::new(OrderSummary { vat, ..order() })));
        assert!(mail.text.contains(label) && mail.html.contains(label), "{label} in {}", mail.text);
        assert!(mail.text.contains("LKR. 457.63"), "{}", mail.text);
    }
    assert!(!mail(OrderStep::Placed, order()).text.contains("VAT"));
}

fn money(cents: i64) -> Option<Money> {
    Money::from_cents(cents).ok()
}

/// What a step says, for an order by bank transfer.
#[track_caller]
fn says(step: OrderStep, news: OrderNews, sentences: &[&str]) {
    let mail = mail(step, OrderSummary { payment: PaymentMethod::BankTransfer, news, ..order() });
    for sentence in sentences {
        assert!(mail.text.contains(sentence) && mail.html.contains(sentence), "{sentence} in {}", mail.text);
    }
}

#[test]
fn a_customer_reads_what_came_what_is_due_and_what_comes_back() {
    let paid = |due, to_return, is_cancelled| OrderNews {
        amount: money(100_000),
        due: money(due),
        to_return: money(to_return),
        is_cancelled,
        ..OrderNews::default()
    };
    says(OrderStep::Paid, paid(0, 0, false), &["We received LKR. 1,000.00.", "The order is paid."]);
    says(OrderStep::Paid, paid(200_000, 0, false), &["We received LKR. 1,000.00.", "LKR. 2,000.00 is still to be paid."]);
    says(OrderStep::Paid, paid(0, 5_000, false), &["That is more than the order costs. LKR. 50.00 comes back to you."]);
    let late = ["The order was cancelled before the payment came. LKR. 1,000.00 comes back to you."];
    says(OrderStep::Paid, paid(0, 100_000, true), &late);
    let refund = OrderNews { text: Some("RF-1".to_owned()), ..paid(0, 0, true) };
    says(OrderStep::Refunded, refund, &["We returned LKR. 1,000.00 to you.", "Reference: RF-1"]);
    says(OrderStep::Cancelled, paid(0, 100_000, true), &["LKR. 1,000.00 that you paid comes back to you."]);
    says(OrderStep::Cancelled, paid(0, 0, true), &["There is nothing to pay."]);
    says(OrderStep::Cancelled, OrderNews::default(), &["Money that you have paid for it comes back to you."]);
    says(OrderStep::ReadyForPickup, paid(200_000, 0, false), &["LKR. 2,000.00 is still to be paid."]);
}

/// Friday, 6 March 2026, 01:00 in Colombo.
fn until() -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(1_772_739_000, 0)
}

#[test]
fn a_customer_reads_until_when_an_order_is_kept() {
    let news = OrderNews { due: money(200_000), until: until(), text: Some("Not readable.".to_owned()), ..OrderNews::default() };
    let end = "Please pay by Friday, 6 March 2026, 01:00. Until then we keep the order for you.";
    says(OrderStep::Reminder, news.clone(), &["Please transfer LKR. 2,000.00", end]);
    says(OrderStep::SlipRejected, news, &["Not readable.", "LKR. 2,000.00 is still to be paid.", end]);
}

#[test]
fn the_shop_reads_of_a_payment_to_look_at() {
    let render = |order| rendered(&MailMessage::Attention(attention(order)));
    let mail = render(OrderId::parse("ARA-7K3M-Q9TX").ok());
    assert_eq!(mail.subject.as_str(), "A payment came twice: ARA-7K3M-Q9TX");
    for form in [&mail.text, &mail.html] {
        assert!(form.contains("ARA-7K3M-Q9TX") && form.contains("payments."), "{form}");
    }
    assert!(!mail.html.contains("<b>"), "{}", mail.html);
    assert_eq!(render(None).subject.as_str(), "A payment came twice");
}
