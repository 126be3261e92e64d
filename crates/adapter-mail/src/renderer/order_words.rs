//! The subject, heading, sentences and button of a mail about an order. Sentences about money are in `money_words.rs`.

use domain::messages::mail_message::{OrderStep, OrderSummary};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::BankAccount;
use domain::shared::calendar::ShopCalendar;
use domain::shared::language::Language;

use super::figures::amount;
use super::money_words::MoneyWords;
use super::phrase::Phrase;
use super::texts::Texts;

pub(super) struct StepWords {
    pub(super) subject: String,
    pub(super) heading: &'static str,
    /// The language of the heading.
    pub(super) language: Language,
    pub(super) sentences: Vec<String>,
    /// Sentences below the words of the shop's staff.
    pub(super) advice: Vec<String>,
    /// What a form of the bank asks for: labels and values; empty where nothing is to be transferred.
    pub(super) account: Vec<(&'static str, String)>,
    pub(super) button: &'static str,
}

/// The words of the mail about a step, whose times are those of the shop's clocks. `account` is the shop's.
pub(super) fn words_of(
    step: OrderStep,
    order: &OrderSummary,
    texts: Texts,
    calendar: ShopCalendar,
    account: Option<&BankAccount>,
) -> StepWords {
    let money = MoneyWords::of(order, texts, calendar, account);
    let Some(phrases) = phrases_of(step, order, &money) else { return for_shop(order, texts) };
    StepWords {
        subject: texts.with(phrases.subject, order.id.as_str()),
        heading: texts.text(phrases.heading),
        language: texts.language_of(phrases.heading),
        sentences: sentences(step, order, texts, &money),
        advice: if step == OrderStep::SlipRejected { money.after_rejection() } else { Vec::new() },
        account: if asks_for_transfer(step) { money.account() } else { Vec::new() },
        button: texts.text(phrases.button),
    }
}

/// Whether the mail tells how to transfer what is due.
const fn asks_for_transfer(step: OrderStep) -> bool {
    matches!(step, OrderStep::Placed | OrderStep::Reminder | OrderStep::Paid | OrderStep::SlipRejected)
}

/// The words of the mail to the shop, in English.
fn for_shop(order: &OrderSummary, texts: Texts) -> StepWords {
    let due = order.news.due.unwrap_or(order.total).cents();
    let left = if due > 0 { format!("{} is due", amount(due)) } else { "nothing is due".to_owned() };
    StepWords {
        subject: format!("New order {}: {}", order.id.as_str(), amount(order.total.cents())),
        heading: "A new order",
        language: Language::English,
        sentences: vec![format!("Customer: {}", order.email), format!("Payment: {}, {left}", payment_label(order.payment))],
        advice: Vec::new(),
        account: Vec::new(),
        button: texts.text(Phrase::ButtonOrder),
    }
}

const fn payment_label(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cod => "cash on delivery",
        PaymentMethod::BankTransfer => "bank transfer",
        PaymentMethod::PayHere => "PayHere",
    }
}

struct StepPhrases {
    subject: Phrase,
    heading: Phrase,
    button: Phrase,
}

/// The texts of a step; `None` for the mail to the shop.
fn phrases_of(step: OrderStep, order: &OrderSummary, money: &MoneyWords<'_>) -> Option<StepPhrases> {
    use Phrase::{ButtonOrder, ButtonOrders};
    let (subject, heading, button) = match step {
        OrderStep::Placed => (Phrase::PlacedSubject, Phrase::PlacedHeading, ButtonOrders),
        OrderStep::Reminder if !money.is_due() => (Phrase::NoteSubject, Phrase::NoteHeading, ButtonOrder),
        OrderStep::Reminder => (Phrase::ReminderSubject, Phrase::ReminderHeading, ButtonOrder),
        OrderStep::Paid if order.news.is_cancelled => (Phrase::PaidLateSubject, Phrase::PaidLateHeading, ButtonOrder),
        OrderStep::Paid => (Phrase::PaidSubject, Phrase::PaidHeading, ButtonOrder),
        OrderStep::SlipRejected if !money.is_due() => (Phrase::SlipCheckedSubject, Phrase::SlipCheckedHeading, ButtonOrder),
        OrderStep::SlipRejected => (Phrase::SlipSubject, Phrase::SlipHeading, ButtonOrder),
        OrderStep::Expired => (Phrase::ExpiredSubject, Phrase::ExpiredHeading, ButtonOrder),
        OrderStep::ReadyForPickup => (Phrase::ReadySubject, Phrase::ReadyHeading, ButtonOrder),
        OrderStep::Shipped => (Phrase::ShippedSubject, Phrase::ShippedHeading, ButtonOrders),
        OrderStep::Delivered => (Phrase::DeliveredSubject, Phrase::DeliveredHeading, ButtonOrders),
        OrderStep::Cancelled => (Phrase::CancelledSubject, Phrase::CancelledHeading, ButtonOrders),
        OrderStep::Refunded => (Phrase::RefundedSubject, Phrase::RefundedHeading, ButtonOrder),
        OrderStep::Note => (Phrase::NoteSubject, Phrase::NoteHeading, ButtonOrder),
        OrderStep::Link => (Phrase::LinkSubject, Phrase::LinkHeading, ButtonOrder),
        OrderStep::ForShop => return None,
    };
    Some(StepPhrases { subject, heading, button })
}

fn sentences(step: OrderStep, order: &OrderSummary, texts: Texts, money: &MoneyWords<'_>) -> Vec<String> {
    let (first, rest) = match step {
        OrderStep::Placed if money.waits_for_payment() => (Phrase::PlacedWaiting, money.how_to_pay()),
        OrderStep::Placed => (Phrase::PlacedSentence, money.how_to_pay()),
        OrderStep::Reminder => return money.reminder(),
        OrderStep::Paid => return money.paid(),
        OrderStep::Refunded => return money.refunded(),
        OrderStep::Cancelled => return money.cancelled(),
        OrderStep::SlipRejected if money.is_due() => (Phrase::SlipSentence, Vec::new()),
        OrderStep::SlipRejected => (Phrase::SlipCheckedSentence, Vec::new()),
        OrderStep::Expired if money.came_in_part() => (Phrase::ExpiredPart, money.what_comes_back()),
        OrderStep::Expired => (Phrase::ExpiredSentence, Vec::new()),
        OrderStep::ReadyForPickup => (Phrase::ReadySentence, money.at_pick_up()),
        OrderStep::Shipped => (Phrase::ShippedSentence, money.at_the_door()),
        OrderStep::Delivered if order.payment.is_prepaid() => (Phrase::DeliveredSentence, money.rest()),
        OrderStep::Delivered => (Phrase::DeliveredSentence, Vec::new()),
        OrderStep::Note => (Phrase::NoteSentence, Vec::new()),
        OrderStep::Link => (Phrase::LinkSentence, vec![texts.text(Phrase::LinkAccount).to_owned()]),
        OrderStep::ForShop => return Vec::new(),
    };
    [texts.text(first).to_owned()].into_iter().chain(rest).collect()
}
