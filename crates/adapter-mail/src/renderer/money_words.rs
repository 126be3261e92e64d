//! The sentences about money in mails about an order. They follow from what is due, held, to be returned and on its way back after the
//! step: a mail asks for no more than is due, and for nothing where nothing is.

use domain::messages::mail_message::OrderSummary;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::BankAccount;
use domain::shared::calendar::ShopCalendar;
use domain::shared::money::Money;

use super::figures::{amount, time_of};
use super::phrase::Phrase;
use super::texts::Texts;

/// Writes the sentences about the money of an order.
pub(super) struct MoneyWords<'a> {
    order: &'a OrderSummary,
    texts: Texts,
    calendar: ShopCalendar,
    account: Option<&'a BankAccount>,
    /// What is still to be paid, if anything is.
    due: Option<String>,
    /// What is still to be returned, if anything is.
    to_return: Option<String>,
    /// What is on its way back, if anything is.
    under_way: Option<String>,
}

impl<'a> MoneyWords<'a> {
    /// The words for this order. `account` is the shop's. A mail of a former release that does not say what is due is about an order
    /// of which all of it is, unless it was cancelled.
    pub(super) fn of(order: &'a OrderSummary, texts: Texts, calendar: ShopCalendar, account: Option<&'a BankAccount>) -> Self {
        let news = &order.news;
        let due = news.due.or_else(|| (!news.is_cancelled).then_some(order.total)).filter(|_| !news.is_cancelled);
        let [due, to_return, under_way] = [due, news.to_return, news.under_way].map(above_zero);
        Self { order, texts, calendar, account, due, to_return, under_way }
    }

    /// Whether anything is still to be paid.
    pub(super) const fn is_due(&self) -> bool {
        self.due.is_some()
    }

    /// Whether the order is not prepared before it is paid.
    pub(super) const fn waits_for_payment(&self) -> bool {
        self.is_due() && self.order.payment.is_prepaid()
    }

    /// Whether the shop holds or returns money of the order.
    pub(super) fn came_in_part(&self) -> bool {
        self.is_held() || self.to_return.is_some() || self.under_way.is_some()
    }

    fn is_held(&self) -> bool {
        self.order.news.held.is_some_and(|held| held > Money::ZERO)
    }

    fn say(&self, phrase: Phrase) -> String {
        self.texts.text(phrase).to_owned()
    }

    fn with(&self, phrase: Phrase, amount: Option<&String>) -> Option<String> {
        amount.map(|amount| self.texts.with(phrase, amount))
    }

    /// That nothing is to be paid, and why.
    fn nothing_due(&self) -> Vec<String> {
        vec![self.say(if self.is_held() { Phrase::PaidOrder } else { Phrase::PayNothing })]
    }

    /// How an order is paid, and until when.
    pub(super) fn how_to_pay(&self) -> Vec<String> {
        let Some(due) = &self.due else { return self.nothing_due() };
        let phrase = match self.order.payment {
            PaymentMethod::Cod if self.order.is_pickup => Phrase::ReadyDue,
            PaymentMethod::Cod => Phrase::PayCash,
            PaymentMethod::BankTransfer if self.account.is_some() => Phrase::PayTransfer,
            PaymentMethod::BankTransfer => Phrase::PayTransferPage,
            PaymentMethod::PayHere => Phrase::PayCard,
        };
        [self.texts.with(phrase, due)].into_iter().chain(self.pay_by()).collect()
    }

    /// The end of the time to pay. Cash on delivery has none.
    fn pay_by(&self) -> Option<String> {
        let until = self.order.news.until.filter(|_| self.waits_for_payment())?;
        Some(self.texts.with(Phrase::PayUntil, &time_of(until, self.calendar)))
    }

    pub(super) fn reminder(&self) -> Vec<String> {
        let slip = self.is_due().then(|| self.say(Phrase::ReminderSlip));
        self.how_to_pay().into_iter().chain(slip).collect()
    }

    /// What a transfer needs: labels and values.
    pub(super) fn account(&self) -> Vec<(&'static str, String)> {
        let (Some(due), Some(account), PaymentMethod::BankTransfer) = (&self.due, self.account, self.order.payment) else {
            return Vec::new();
        };
        let text = |phrase| self.texts.text(phrase);
        let branch = account.branch.as_ref().map(|branch| (text(Phrase::LabelBranch), branch.as_str().to_owned()));
        let rest = [
            (text(Phrase::LabelHolder), account.holder.as_str().to_owned()),
            (text(Phrase::LabelAccount), account.number.as_str().to_owned()),
            (text(Phrase::LabelAmount), due.clone()),
            (text(Phrase::LabelReference), self.order.id.as_str().to_owned()),
        ];
        [(text(Phrase::LabelBank), account.bank.as_str().to_owned())].into_iter().chain(branch).chain(rest).collect()
    }

    /// What came in, and what is left.
    pub(super) fn paid(&self) -> Vec<String> {
        let came = self.order.news.amount.map(|came| self.texts.with(Phrase::PaidReceived, &amount(came.cents())));
        let is_late = self.order.news.is_cancelled;
        let excess = if is_late { Phrase::PaidLateReturn } else { Phrase::PaidExcess };
        let left = match (&self.due, &self.to_return) {
            (Some(due), _) => [self.texts.with(Phrase::PaidRest, due)].into_iter().chain(self.pay_by()).collect(),
            (None, Some(back)) => vec![self.texts.with(excess, back)],
            (None, None) if is_late => vec![self.say(Phrase::PaidLateKept)],
            (None, None) if self.order.news.is_handed_over => vec![self.say(Phrase::PaidOrder)],
            (None, None) => vec![self.say(Phrase::PaidWhole)],
        };
        came.into_iter().chain(left).chain(self.with(Phrase::RefundUnderWay, self.under_way.as_ref())).collect()
    }

    /// What is to be done after a slip was rejected.
    pub(super) fn after_rejection(&self) -> Vec<String> {
        match self.with(Phrase::SlipAgain, self.due.as_ref()) {
            Some(again) => [again].into_iter().chain(self.pay_by()).collect(),
            None if self.order.news.is_cancelled => self.cancelled(),
            None => self.nothing_due(),
        }
    }

    /// What is to be paid at the shop.
    pub(super) fn at_pick_up(&self) -> Vec<String> {
        let is_cash = self.order.payment == PaymentMethod::Cod;
        self.with(if is_cash { Phrase::ReadyDue } else { Phrase::PaidRest }, self.due.as_ref()).into_iter().collect()
    }

    /// What is to be paid when the parcel arrives.
    pub(super) fn at_the_door(&self) -> Vec<String> {
        let is_cash = self.order.payment == PaymentMethod::Cod;
        self.with(if is_cash { Phrase::ShippedCash } else { Phrase::PaidRest }, self.due.as_ref()).into_iter().collect()
    }

    /// What is still to be paid.
    pub(super) fn rest(&self) -> Vec<String> {
        self.with(Phrase::PaidRest, self.due.as_ref()).into_iter().collect()
    }

    /// What the shop returns, and what is on its way.
    pub(super) fn what_comes_back(&self) -> Vec<String> {
        let back = self.with(Phrase::CancelledReturn, self.to_return.as_ref());
        back.into_iter().chain(self.with(Phrase::RefundUnderWay, self.under_way.as_ref())).collect()
    }

    /// What comes back of a cancelled order; a mail of a release before does not say how much.
    pub(super) fn cancelled(&self) -> Vec<String> {
        let back = self.what_comes_back();
        match self.order.news.to_return {
            _ if !back.is_empty() => back,
            None if self.order.payment.is_prepaid() => vec![self.say(Phrase::CancelledPaid)],
            _ => vec![self.say(Phrase::PayNothing)],
        }
    }

    /// What went back, and what is left.
    pub(super) fn refunded(&self) -> Vec<String> {
        let news = &self.order.news;
        let back = news.amount.map(|back| self.texts.with(Phrase::RefundedSentence, &amount(back.cents())));
        let name = news.text.as_ref().map(|name| self.texts.with(Phrase::RefundedReference, name));
        let more = self.with(Phrase::RefundedRest, self.to_return.as_ref());
        let under_way = self.with(Phrase::RefundUnderWay, self.under_way.as_ref());
        // A mail of a former release does not say what is due.
        let rest = news.due.and(self.with(Phrase::PaidRest, self.due.as_ref()));
        back.into_iter().chain(name).chain(more).chain(under_way).chain(rest).collect()
    }
}

/// An amount above 0.
fn above_zero(money: Option<Money>) -> Option<String> {
    money.filter(|money| *money > Money::ZERO).map(|money| amount(money.cents()))
}

#[cfg(test)]
mod tests;
