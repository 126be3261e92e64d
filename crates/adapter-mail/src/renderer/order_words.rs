//! The subject, heading, sentences and button of a mail about an order. Sentences about money are in `money_words.rs`.

use domain::messages::mail_message::{OrderStep, OrderSummary};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::BankAccount;
use domain::shared::calendar::ShopCalendar;
use domain::shared::language::Language;
use domain::shared::money::Money;

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
    let Some(phrases) = phrases_of(step, order, &money) else { return for_shop(step, order, texts) };
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

/// The words of a mail to the shop, in English.
fn for_shop(step: OrderStep, order: &OrderSummary, texts: Texts) -> StepWords {
    if step == OrderStep::ReturnForShop {
        return return_for_shop(order, texts);
    }
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

fn return_for_shop(order: &OrderSummary, texts: Texts) -> StepWords {
    let why = order.news.text.as_ref().map(|why| format!("Why: {why}"));
    StepWords {
        subject: format!("Return requested for order {}", order.id.as_str()),
        heading: "A return was requested",
        language: Language::English,
        sentences: [format!("Customer: {}", order.email)].into_iter().chain(why).chain(returned(order)).collect(),
        advice: Vec::new(),
        account: Vec::new(),
        button: texts.text(Phrase::ButtonOrder),
    }
}

/// The goods of a return, a line for each product.
fn returned(order: &OrderSummary) -> impl Iterator<Item = String> + '_ {
    order.news.returned.iter().map(|item| format!("{} × {}", item.quantity.get(), item.name))
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
        OrderStep::ReturnRequested => (Phrase::ReturnRequestedSubject, Phrase::ReturnRequestedHeading, ButtonOrder),
        OrderStep::ReturnApproved => (Phrase::ReturnApprovedSubject, Phrase::ReturnApprovedHeading, ButtonOrder),
        OrderStep::ReturnRejected => (Phrase::ReturnRejectedSubject, Phrase::ReturnRejectedHeading, ButtonOrder),
        OrderStep::ReturnReceived => (Phrase::ReturnReceivedSubject, Phrase::ReturnReceivedHeading, ButtonOrder),
        OrderStep::ForShop | OrderStep::ReturnForShop => return None,
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
        OrderStep::ReturnRequested => (Phrase::ReturnRequestedSentence, returned(order).collect()),
        OrderStep::ReturnApproved => (Phrase::ReturnApprovedSentence, returned(order).collect()),
        OrderStep::ReturnRejected => (Phrase::ReturnRejectedSentence, returned(order).collect()),
        OrderStep::ReturnReceived => {
            let credited = amount(order.news.amount.unwrap_or(Money::ZERO).cents());
            let first = texts.with(Phrase::ReturnReceivedSentence, &credited);
            return [first].into_iter().chain(returned(order)).chain(money.what_comes_back()).collect();
        }
        OrderStep::ForShop | OrderStep::ReturnForShop => return Vec::new(),
    };
    [texts.text(first).to_owned()].into_iter().chain(rest).collect()
}
