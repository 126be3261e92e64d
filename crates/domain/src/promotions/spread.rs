//! Spreading an amount over lines, to the cent.

use crate::shared::money::{Money, MoneyError};

/// Spreads `amount` over `shares` in proportion to them, by largest remainder; of equal remainders the first line gets the cent. No part
/// is above its share, where `amount` is not above their sum.
///
/// # Errors
/// [`MoneyError`] where `amount` is above the sum of the shares.
pub fn spread(amount: Money, shares: &[Money]) -> Result<Vec<Money>, MoneyError> {
    let whole: i128 = shares.iter().map(|share| i128::from(share.cents())).sum();
    let mut parts = Vec::with_capacity(shares.len());
    let mut remainders = Vec::with_capacity(shares.len());
    if i128::from(amount.cents()) > whole {
        return Err(MoneyError::Negative);
    }
    for (index, share) in shares.iter().enumerate() {
        // Both are at most 10^11 cents.
        let scaled = i128::from(amount.cents()) * i128::from(share.cents());
        parts.push(cents(scaled.checked_div(whole).unwrap_or(0))?);
        remainders.push((scaled.checked_rem(whole).unwrap_or(0), index));
    }
    remainders.sort_by_key(|(remainder, index)| (std::cmp::Reverse(*remainder), *index));
    let given: i64 = parts.iter().sum();
    let left = usize::try_from(amount.cents().saturating_sub(given)).unwrap_or(0);
    for (_, index) in remainders.into_iter().take(left) {
        if let Some(part) = parts.get_mut(index) {
            *part = part.saturating_add(1);
        }
    }
    parts.into_iter().map(Money::from_cents).collect()
}

/// What the first `returned` of the `bought` units of a line are worth: all of them exactly its net total.
#[must_use]
pub fn worth_of_units(net_total: Money, returned: u32, bought: u32) -> Money {
    let scaled = i128::from(net_total.cents()) * i128::from(returned.min(bought));
    let worth = scaled.checked_div(i128::from(bought)).unwrap_or(0);
    cents(worth).and_then(Money::from_cents).unwrap_or(net_total)
}

fn cents(amount: i128) -> Result<i64, MoneyError> {
    i64::try_from(amount).map_err(|_| MoneyError::TooLarge)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn money(cents: i64) -> Money {
        Money::from_cents(cents).unwrap()
    }

    #[test]
    fn the_first_of_equal_lines_gets_the_cent() {
        let parts = spread(money(100), &[money(500), money(500), money(500)]).unwrap();
        assert_eq!(parts, [money(34), money(33), money(33)]);
        assert_eq!(spread(money(0), &[money(0), money(0)]).unwrap(), [Money::ZERO; 2]);
        assert_eq!(spread(money(1), &[Money::ZERO]), Err(MoneyError::Negative));
    }

    proptest! {
        #[test]
        fn the_parts_sum_to_the_amount_and_none_is_above_its_share(
            shares in prop::collection::vec(0_i64..=1_000_000_000, 1..100), permille in 0_i64..=1_000,
        ) {
            let whole: i64 = shares.iter().sum();
            let amount = i64::try_from(i128::from(whole) * i128::from(permille) / 1_000).unwrap();
            let shares: Vec<Money> = shares.into_iter().map(money).collect();
            let parts = spread(money(amount), &shares).unwrap();
            prop_assert_eq!(parts.iter().map(|part| part.cents()).sum::<i64>(), amount);
            prop_assert!(parts.iter().zip(&shares).all(|(part, share)| part <= share));
        }

        #[test]
        fn units_that_return_singly_are_worth_exactly_the_line(net in 0_i64..=Money::MAX.cents(), units in 1_u32..=1_000) {
            let worth = |units_back| worth_of_units(money(net), units_back, units).cents();
            let singly: i64 = (1..=units).map(|back| worth(back) - worth(back - 1)).sum();
            prop_assert_eq!(singly, net);
            prop_assert!((1..=units).all(|back| worth(back) >= worth(back - 1)));
        }
    }
}
