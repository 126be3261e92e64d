//! The subject, heading, sentences and button of a mail about an order.

use domain::messages::language::Language;
use domain::messages::mail_message::{OrderStep, OrderSummary};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::calendar::ShopCalendar;
use domain::shared::money::Money;

use super::figures::{amount, time_of};
use super::phrase::Phrase;
use super::texts::Texts;

/// The words of a step.
pub(super) struct StepWords {
    pub(super) subject: String,
    pub(super) heading: &'static str,
    /// The language of the heading.
    pub(super) language: Language,
    pub(super) sentences: Vec<String>,
    /// Sentences below the words of the shop's staff.
    pub(super) advice: Vec<String>,
    pub(super) button: &'static str,
}

/// The words of the mail about a step, whose times are those of the shop's clocks.
pub(super) fn words_of(step: OrderStep, order: &OrderSummary, texts: Texts, calendar: ShopCalendar) -> StepWords {
    let Some(phrases) = phrases_of(step, order) else { return for_shop(order, texts) };
    let writer = Writer { order, texts, calendar };
    StepWords {
        subject: texts.with(phrases.subject, order.id.as_str()),
        heading: texts.text(phrases.heading),
        language: texts.language_of(phrases.heading),
        sentences: writer.sentences(step),
        advice: if step == OrderStep::SlipRejected { writer.after_rejection() } else { Vec::new() },
        button: texts.text(phrases.button),
    }
}

/// The words of the mail to the shop, in English.
fn for_shop(order: &OrderSummary, texts: Texts) -> StepWords {
    StepWords {
        subject: format!("New order {}: {}", order.id.as_str(), amount(order.total.cents())),
        heading: "A new order",
        language: Language::English,
        sentences: vec![format!("Customer: {}", order.email), format!("Payment: {}", payment_label(order.payment))],
        advice: Vec::new(),
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
const fn phrases_of(step: OrderStep, order: &OrderSummary) -> Option<StepPhrases> {
    use Phrase::{ButtonOrder, ButtonOrders};
    let (subject, heading, button) = match step {
        OrderStep::Placed => (Phrase::PlacedSubject, Phrase::PlacedHeading, ButtonOrders),
        OrderStep::Reminder => (Phrase::ReminderSubject, Phrase::ReminderHeading, ButtonOrder),
        OrderStep::Paid if order.news.is_cancelled => (Phrase::PaidLateSubject, Phrase::PaidLateHeading, ButtonOrder),
        OrderStep::Paid => (Phrase::PaidSubject, Phrase::PaidHeading, ButtonOrder),
        OrderStep::SlipRejected => (Phrase::SlipSubject, Phrase::SlipHeading, ButtonOrder),
        OrderStep::Expired => (Phrase::ExpiredSubject, Phrase::ExpiredHeading, ButtonOrder),
        OrderStep::ReadyForPickup => (Phrase::ReadySubject, Phrase::ReadyHeading, ButtonOrder),
        OrderStep::Shipped => (Phrase::ShippedSubject, Phrase::ShippedHeading, ButtonOrders),
        OrderStep::Delivered => (Phrase::DeliveredSubject, Phrase::DeliveredHeading, ButtonOrders),
        OrderStep::Cancelled => (Phrase::CancelledSubject, Phrase::CancelledHeading, ButtonOrders),
        OrderStep::Refunded => (Phrase::RefundedSubject, Phrase::RefundedHeading, ButtonOrder),
        OrderStep::Note => (Phrase::NoteSubject, Phrase::NoteHeading, ButtonOrder),
        OrderStep::ForShop => return None,
    };
    Some(StepPhrases { subject, heading, button })
}

/// Writes the sentences about an order.
struct Writer<'a> {
    order: &'a OrderSummary,
    texts: Texts,
    calendar: ShopCalendar,
}

impl Writer<'_> {
    fn sentences(&self, step: OrderStep) -> Vec<String> {
        match step {
            OrderStep::Placed => vec![self.say(Phrase::PlacedSentence), self.how_to_pay()],
            OrderStep::Reminder => self.until_the_end(self.texts.with(Phrase::ReminderTransfer, &self.due())),
            OrderStep::Paid => self.paid(),
            OrderStep::SlipRejected => vec![self.say(Phrase::SlipSentence)],
            OrderStep::Expired => vec![self.say(Phrase::ExpiredSentence)],
            OrderStep::ReadyForPickup => self.ready_for_pickup(),
            OrderStep::Shipped if self.order.payment.is_prepaid() => vec![self.say(Phrase::ShippedSentence)],
            OrderStep::Shipped => vec![self.say(Phrase::ShippedSentence), self.say(Phrase::ShippedCash)],
            OrderStep::Delivered => vec![self.say(Phrase::DeliveredSentence)],
            OrderStep::Cancelled => vec![self.cancelled()],
            OrderStep::Refunded => self.refunded(),
            OrderStep::Note => vec![self.say(Phrase::NoteSentence)],
            OrderStep::ForShop => Vec::new(),
        }
    }

    fn say(&self, phrase: Phrase) -> String {
        self.texts.text(phrase).to_owned()
    }

    fn how_to_pay(&self) -> String {
        let total = amount(self.order.total.cents());
        match self.order.payment {
            _ if self.order.total.cents() == 0 => self.say(Phrase::PayNothing),
            PaymentMethod::Cod => self.texts.with(Phrase::PayCash, &total),
            PaymentMethod::BankTransfer => self.texts.with(Phrase::PayTransfer, &total),
            PaymentMethod::PayHere => self.texts.with(Phrase::PayCard, &total),
        }
    }

    /// What the customer has still to pay; the total where the mail does not say it.
    fn due(&self) -> String {
        amount(self.order.news.due.unwrap_or(self.order.total).cents())
    }

    /// A sentence, and the time until which the order is kept.
    fn until_the_end(&self, sentence: String) -> Vec<String> {
        let end = self.order.news.until.map(|until| self.texts.with(Phrase::KeepUntil, &time_of(until, self.calendar)));
        [sentence].into_iter().chain(end).collect()
    }

    fn paid(&self) -> Vec<String> {
        let news = &self.order.news;
        let came = news.amount.map(|came| self.texts.with(Phrase::PaidReceived, &amount(came.cents())));
        let rest = match (news.is_cancelled, above_zero(news.to_return), above_zero(news.due)) {
            (true, Some(back), _) => self.texts.with(Phrase::PaidLateReturn, &back),
            (true, None, _) => self.say(Phrase::PaidLateKept),
            (false, Some(back), _) => self.texts.with(Phrase::PaidExcess, &back),
            (false, None, Some(due)) => self.texts.with(Phrase::PaidRest, &due),
            (false, None, None) => self.say(Phrase::PaidWhole),
        };
        came.into_iter().chain([rest]).collect()
    }

    fn after_rejection(&self) -> Vec<String> {
        self.until_the_end(self.texts.with(Phrase::SlipAgain, &self.due()))
    }

    fn ready_for_pickup(&self) -> Vec<String> {
        let due = above_zero(self.order.news.due).map(|due| self.texts.with(Phrase::ReadyDue, &due));
        [self.say(Phrase::ReadySentence)].into_iter().chain(due).collect()
    }

    fn refunded(&self) -> Vec<String> {
        let news = &self.order.news;
        let back = news.amount.map(|back| self.texts.with(Phrase::RefundedSentence, &amount(back.cents())));
        let name = news.text.as_ref().map(|name| self.texts.with(Phrase::RefundedReference, name));
        back.into_iter().chain(name).collect()
    }

    /// What comes back; a mail of a release before does not say how much.
    fn cancelled(&self) -> String {
        match (self.order.news.to_return, self.order.payment.is_prepaid()) {
            (Some(back), _) if back > Money::ZERO => self.texts.with(Phrase::CancelledReturn, &amount(back.cents())),
            (None, true) => self.say(Phrase::CancelledPaid),
            _ => self.say(Phrase::PayNothing),
        }
    }
}

/// An amount above 0 of the news.
fn above_zero(money: Option<Money>) -> Option<String> {
    money.filter(|money| *money > Money::ZERO).map(|money| amount(money.cents()))
}
