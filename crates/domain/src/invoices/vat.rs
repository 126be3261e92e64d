//! VAT that is a part of a price (contract-commerce, section 7).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::promotions::spread::spread;
use crate::shared::json::{number, words};
use crate::shared::money::Money;

number! {
    /// A rate of VAT in whole per cent.
    #[derive(PartialOrd, Ord)]
    pub struct VatPercent: u8 = 1..=99, or "must be 1 to 99"
}

/// A rate, and the first of the shop's days on which it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VatRate {
    pub percent: VatPercent,
    pub from: NaiveDate,
}

/// The VAT inside an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vat {
    pub percent: VatPercent,
    #[serde(rename = "amountCents")]
    pub amount: Money,
}

words! {
    /// What of a tax invoice is rounded to the cent.
    #[derive(Default)]
    pub enum VatRounding or "must be perDocument or perLine" {
        /// The VAT of the total, which is spread over the lines.
        #[default]
        PerDocument = "perDocument",
        /// The VAT of each line; that of the document is their sum.
        PerLine = "perLine",
    }
}

impl VatPercent {
    /// The VAT inside a price: `price × p ÷ (100 + p)`, half a cent up.
    #[must_use]
    pub fn inside(self, price: Money) -> Money {
        let percent = i64::from(self.0);
        part_of(price, percent, percent.saturating_add(100))
    }

    /// The same, with the rate.
    #[must_use]
    pub fn of(self, price: Money) -> Vat {
        Vat { percent: self, amount: self.inside(price) }
    }

    /// The VAT inside a document with lines of these amounts, and its part in each line.
    #[must_use]
    pub fn in_lines(self, rounding: VatRounding, amounts: &[Money]) -> (Vat, Vec<Money>) {
        let each: Vec<Money> = amounts.iter().map(|amount| self.inside(*amount)).collect();
        match rounding {
            VatRounding::PerLine => (Vat { percent: self, amount: sum_of(&each) }, each),
            VatRounding::PerDocument => {
                let vat = self.of(sum_of(amounts));
                (vat, spread(vat.amount, amounts).unwrap_or(each))
            }
        }
    }
}

impl Vat {
    /// The VAT inside the next `amount` that is taken back of a document of this `total`, of which `before` was taken back already. What is
    /// taken back in parts has together exactly the VAT of the document.
    #[must_use]
    pub fn of_credit(self, total: Money, before: Money, amount: Money) -> Self {
        let up_to = |credited: Money| part_of(self.amount, credited.cents().min(total.cents()), total.cents());
        let after = before.plus(amount).unwrap_or(total);
        Self { percent: self.percent, amount: up_to(after).minus(up_to(before)).unwrap_or(Money::ZERO) }
    }
}

/// `amount × numerator ÷ denominator`, half a cent up; 0 of nothing. The numerator is not above the denominator.
fn part_of(amount: Money, numerator: i64, denominator: i64) -> Money {
    let (numerator, denominator) = (i128::from(numerator), i128::from(denominator));
    // All three are at most 10^11.
    let doubled = i128::from(amount.cents()) * numerator * 2 + denominator;
    let cents = doubled.checked_div(denominator * 2).and_then(|cents| i64::try_from(cents).ok());
    cents.and_then(|cents| Money::from_cents(cents).ok()).unwrap_or(Money::ZERO)
}

/// The sum of parts of one total.
fn sum_of(amounts: &[Money]) -> Money {
    amounts.iter().try_fold(Money::ZERO, |sum, amount| sum.plus(*amount)).unwrap_or(Money::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn money(cents: i64) -> Money {
        Money::from_cents(cents).unwrap()
    }

    fn percent(percent: i64) -> VatPercent {
        VatPercent::parse(percent).unwrap()
    }

    #[test]
    fn half_a_cent_is_rounded_up() {
        // 18 ÷ 118 of 59 cents is exactly 9; 12 ÷ 112 of 14 cents is exactly 1.5.
        for (rate, price, vat) in [(18, 0, 0), (18, 1, 0), (18, 59, 9), (18, 118_000, 18_000), (18, 100_000, 15_254), (12, 14, 2)] {
            assert_eq!(percent(rate).inside(money(price)), money(vat), "{price} at {rate} %");
        }
        assert_eq!(percent(99).inside(Money::MAX), money(49_748_743_719));
    }

    #[test]
    fn lines_are_rounded_alone_or_together() {
        let amounts = [money(100), money(100), money(100)];
        let (vat, lines) = percent(18).in_lines(VatRounding::PerDocument, &amounts);
        assert_eq!((vat.amount, lines), (money(46), vec![money(16), money(15), money(15)]));
        let (vat, lines) = percent(18).in_lines(VatRounding::PerLine, &amounts);
        assert_eq!((vat.amount, lines), (money(45), vec![money(15); 3]));
    }

    proptest! {
        #[test]
        fn parts_that_are_taken_back_have_the_vat_of_the_whole(
            rate in 1_i64..=99, parts in prop::collection::vec(0_i64..5_000_000, 1..12),
        ) {
            let total = money(parts.iter().sum());
            let vat = percent(rate).of(total);
            let mut before = Money::ZERO;
            let mut taken = Money::ZERO;
            for part in parts.into_iter().map(money) {
                let of_part = vat.of_credit(total, before, part).amount;
                prop_assert!(of_part <= part);
                before = before.plus(part).unwrap();
                taken = taken.plus(of_part).unwrap();
            }
            prop_assert_eq!(taken, vat.amount);
        }

        #[test]
        fn lines_have_the_vat_of_the_document(
            rate in 1_i64..=99, amounts in prop::collection::vec(0_i64..5_000_000, 0..12), per_line: bool,
        ) {
            let amounts: Vec<Money> = amounts.into_iter().map(money).collect();
            let rounding = if per_line { VatRounding::PerLine } else { VatRounding::PerDocument };
            let (vat, lines) = percent(rate).in_lines(rounding, &amounts);
            prop_assert_eq!(sum_of(&lines), vat.amount);
            prop_assert!(lines.iter().zip(&amounts).all(|(vat, amount)| vat <= amount));
        }
    }
}
