//! Queries for orders, and the filters by which staff narrow their list (contract-commerce, section 8).

use chrono::{DateTime, NaiveDate, Utc};

use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::payments::figures::PaymentStatus;
use crate::shared::calendar::ShopCalendar;
use crate::shared::email::EmailAddress;
use crate::shared::faults::InvalidValue;
use crate::shared::ids::UserId;
use crate::shared::json::words;
use crate::shared::order_status::OrderStatus;
use crate::shared::page::PageRequest;
use crate::shared::text::SearchText;

/// A filter by the payment of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaymentFilter {
    /// Orders whose payment has this status.
    Is(PaymentStatus),
    /// Orders of which money is due: `amountDue` is above 0.
    Due,
    /// Orders of which money has to be returned: `refundDue` is above 0.
    RefundDue,
    /// Orders with a bank slip that waits for its review.
    SlipInReview,
}

impl PaymentFilter {
    pub const ALL: [Self; 10] = [
        Self::Is(PaymentStatus::ChargedBack),
        Self::Is(PaymentStatus::Refunded),
        Self::Is(PaymentStatus::PartiallyRefunded),
        Self::Is(PaymentStatus::Paid),
        Self::Is(PaymentStatus::PartiallyPaid),
        Self::Is(PaymentStatus::Pending),
        Self::Is(PaymentStatus::Unpaid),
        Self::Due,
        Self::RefundDue,
        Self::SlipInReview,
    ];

    /// Reads the spelling of [`PaymentFilter::as_str`].
    ///
    /// # Errors
    /// For any other text.
    pub fn parse(text: &str) -> Result<Self, InvalidValue> {
        let unknown = InvalidValue("must be a payment status, due, refundDue or slipInReview");
        Self::ALL.into_iter().find(|filter| filter.as_str() == text).ok_or(unknown)
    }

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Is(status) => status.as_str(),
            Self::Due => "due",
            Self::RefundDue => "refundDue",
            Self::SlipInReview => "slipInReview",
        }
    }
}

words! {
    /// A filter by the returns of orders.
    pub enum ReturnFilter or "must be requested or approved" {
        /// Orders with a return that waits for the decision of staff.
        Requested = "requested",
        /// Orders with a return whose goods are awaited.
        Approved = "approved",
    }
}

/// The time in which orders were placed. An open end does not narrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlacedWithin {
    /// Placed at this instant or after it.
    pub from: Option<DateTime<Utc>>,
    /// Placed before this instant.
    pub until: Option<DateTime<Utc>>,
}

impl PlacedWithin {
    /// The instants from the beginning of the day `first` to the end of the day `last`, both in the shop's zone.
    #[must_use]
    pub fn days(first: Option<NaiveDate>, last: Option<NaiveDate>, calendar: ShopCalendar) -> Self {
        let until = last.and_then(|day| day.succ_opt()).map(|day| calendar.start_of(day));
        Self { from: first.map(|day| calendar.start_of(day)), until }
    }

    /// Whether both ends are open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.from.is_none() && self.until.is_none()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OrderQuery {
    /// Only those of this customer; `None` for an administrator, who sees all.
    pub owner: Option<UserId>,
    /// Only those placed with this address.
    pub customer: Option<EmailAddress>,
    /// Only with this status.
    pub status: Option<OrderStatus>,
    /// Only at this point of the packing and delivery, and not cancelled.
    pub fulfilment: Option<FulfilmentStatus>,
    /// Only those whose customer has to be called before they are packed (`Order::is_to_call`).
    pub to_call: bool,
    /// Only those of the packing queue: not packed, not cancelled, without a call to the customer that is still needed, and paid unless
    /// the courier collects the money (contract-commerce, section 8).
    pub is_to_pack: bool,
    /// Only with this state of the payment.
    pub payment: Option<PaymentFilter>,
    /// Only those of which something waits for the attention of staff, or only the others.
    pub has_attention: Option<bool>,
    /// Only with a return at this point.
    pub returns: Option<ReturnFilter>,
    /// Only those placed within this time.
    pub placed: PlacedWithin,
    /// Only those whose number, recipient or e-mail contains this text. The search for staff also finds telephone numbers and payment
    /// references that begin with it.
    pub text: Option<SearchText>,
    /// Which piece of the list, newest first.
    pub page: PageRequest,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_filter_has_a_spelling_of_its_own() {
        let spellings: BTreeSet<_> = PaymentFilter::ALL.into_iter().map(PaymentFilter::as_str).collect();
        assert_eq!(spellings.len(), PaymentFilter::ALL.len());
        for filter in PaymentFilter::ALL {
            assert_eq!(PaymentFilter::parse(filter.as_str()), Ok(filter));
        }
        let statuses = PaymentFilter::ALL.into_iter().filter(|filter| matches!(filter, PaymentFilter::Is(_)));
        assert_eq!(statuses.count(), PaymentStatus::ALL.len());
        for text in ["", "Paid", "refunddue", "cod"] {
            assert!(PaymentFilter::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn days_begin_and_end_in_the_shops_zone() {
        let day = |text: &str| text.parse::<NaiveDate>().ok();
        let days = |first, last| PlacedWithin::days(first, last, ShopCalendar::default());
        let one = days(day("2026-03-04"), day("2026-03-04"));
        assert_eq!(one.from, "2026-03-03T18:30:00Z".parse().ok());
        assert_eq!(one.until, "2026-03-04T18:30:00Z".parse().ok());
        assert!(days(None, None).is_open());
        assert!(!days(None, day("2026-03-04")).is_open());
    }
}
