//! The figures of an order's payment and its status.

use crate::shared::json::words;

/// What the ledger says about an order, in cents (contract-commerce, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Figures {
    /// Charges less their reversals.
    pub charged_cents: i64,
    /// Refunds and chargebacks less their reversals.
    pub returned_cents: i64,
    /// What the shop has: charged less returned. Below zero where the gateway took back money that was refunded before.
    pub held_cents: i64,
    /// What the shop may keep: nothing of a cancelled order, else its total less credits.
    pub owed_cents: i64,
}

impl Figures {
    /// The figures of these sums.
    #[must_use]
    pub fn of(charged_cents: i64, returned_cents: i64, owed_cents: i64) -> Self {
        Self { charged_cents, returned_cents, held_cents: charged_cents.saturating_sub(returned_cents), owed_cents }
    }

    /// What the customer has still to pay.
    #[must_use]
    pub fn amount_due_cents(&self) -> i64 {
        self.owed_cents.saturating_sub(self.held_cents).max(0)
    }

    /// What the shop has to return.
    #[must_use]
    pub fn refund_due_cents(&self) -> i64 {
        self.held_cents.saturating_sub(self.owed_cents).max(0)
    }

    /// Whether money came in and nothing of it is left: `refunded` of the shop's specification.
    #[must_use]
    pub const fn is_refunded(&self) -> bool {
        self.charged_cents > 0 && self.held_cents <= 0
    }
}

words! {
    /// The status of an order's payment (contract-commerce, section 2), in the order in which they are tried.
    pub enum PaymentStatus {
        /// The gateway took money back.
        ChargedBack = "chargedBack",
        /// Money came in, and nothing of it is left.
        Refunded = "refunded",
        /// A part was returned.
        PartiallyRefunded = "partiallyRefunded",
        Paid = "paid",
        /// A part is due.
        PartiallyPaid = "partiallyPaid",
        /// The gateway has not decided yet, or a bank slip waits for a check.
        Pending = "pending",
        Unpaid = "unpaid",
    }
}

impl PaymentStatus {
    /// The first status that fits.
    #[must_use]
    pub fn of(figures: &Figures, facts: PaymentFacts) -> Self {
        let is_paid = figures.amount_due_cents() == 0 && (figures.charged_cents > 0 || facts.is_free);
        let fits = [
            (Self::ChargedBack, facts.is_charged_back),
            (Self::Refunded, figures.is_refunded()),
            (Self::PartiallyRefunded, figures.returned_cents > 0),
            (Self::Paid, is_paid),
            (Self::PartiallyPaid, figures.held_cents > 0),
            (Self::Pending, facts.is_pending),
        ];
        fits.into_iter().find_map(|(status, fits)| fits.then_some(status)).unwrap_or(Self::Unpaid)
    }
}

/// What a payment's status depends on beside the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PaymentFacts {
    pub is_charged_back: bool,
    /// The order's total is 0.
    pub is_free: bool,
    /// The gateway answered that it has not decided, or a slip is in review.
    pub is_pending: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(charged: i64, returned: i64, owed: i64) -> PaymentStatus {
        PaymentStatus::of(&Figures::of(charged, returned, owed), PaymentFacts::default())
    }

    #[test]
    fn the_first_status_that_fits() {
        use PaymentStatus::{ChargedBack, Paid, PartiallyPaid, PartiallyRefunded, Pending, Refunded, Unpaid};
        for (charged, returned, owed, expected) in [
            (0, 0, 500, Unpaid),
            (0, 0, 0, Unpaid),
            (499, 0, 500, PartiallyPaid),
            (500, 0, 500, Paid),
            (501, 0, 500, Paid),
            (500, 0, 0, Paid),
            (500, 1, 500, PartiallyRefunded),
            (500, 500, 0, Refunded),
            (500, 500, 500, Refunded),
            (500, 600, 500, Refunded),
        ] {
            assert_eq!(status(charged, returned, owed), expected, "{charged} {returned} {owed}");
        }
        let facts = |is_charged_back, is_free, is_pending| PaymentFacts { is_charged_back, is_free, is_pending };
        let of = |charged, facts| PaymentStatus::of(&Figures::of(charged, 0, 0), facts);
        assert_eq!(of(0, facts(false, true, true)), Paid);
        assert_eq!(of(0, facts(false, false, true)), Pending);
        assert_eq!(of(500, facts(true, false, true)), ChargedBack);
    }

    #[test]
    fn either_money_is_due_or_a_refund() {
        for (held, owed, due, refund) in [(0, 5, 5, 0), (5, 5, 0, 0), (9, 5, 0, 4), (-3, 5, 8, 0), (7, 0, 0, 7)] {
            let figures = Figures::of(held.max(0), (-held).max(0), owed);
            assert_eq!((figures.amount_due_cents(), figures.refund_due_cents()), (due, refund), "{held} of {owed}");
        }
    }
}
