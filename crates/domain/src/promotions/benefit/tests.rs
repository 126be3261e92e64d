//! What each benefit takes off.

use proptest::prelude::*;

use super::*;
use crate::promotions::samples::{buy_get, fixed, lines, money, offers_at, percent, steps};

/// The amount that a benefit takes off a cart of these prices and units.
fn off(benefit: &Benefit, cart: &[(i64, i64)]) -> i64 {
    let (prices, units): (Vec<_>, Vec<_>) = cart.iter().copied().unzip();
    let offers = offers_at(&prices);
    benefit.of_goods(&lines(&offers, &units)).unwrap().amount.cents()
}

#[test]
fn a_percentage_is_taken_once_of_the_sum_half_a_cent_up() {
    assert_eq!(off(&percent(10), &[(5, 1), (10, 1)]), 2, "1.5 cents");
    assert_eq!(off(&percent(10), &[(4, 1), (10, 1)]), 1, "1.4 cents");
    assert_eq!(off(&percent(100), &[(33, 3)]), 99);
}

#[test]
fn an_amount_takes_off_no_more_than_the_goods() {
    assert_eq!(off(&fixed(500), &[(300, 1), (300, 1)]), 500);
    assert_eq!(off(&fixed(500), &[(300, 1)]), 300);
}

#[test]
fn of_each_full_group_the_cheapest_units_are_free() {
    for (buy, get, cart, free) in [
        (2, 1, &[(100, 2)][..], 0),
        (2, 1, &[(100, 3)], 100),
        (2, 1, &[(100, 5)], 100),
        (2, 1, &[(100, 6)], 200),
        // 10 9 8, 7 6 5, 4: 8 and 5 are free.
        (2, 1, &[(4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1), (10, 1)], 13),
        // 30 30 10 10, 10: of the first four the two cheapest.
        (2, 2, &[(10, 3), (30, 2)], 20),
        (1, 1, &[(500, 1), (300, 1)], 300),
        // A third unit of the second group is free only with a fourth.
        (2, 2, &[(10, 7)], 20),
    ] {
        assert_eq!(off(&buy_get(buy, get), cart), free, "{buy} + {get} of {cart:?}");
    }
}

#[test]
fn free_units_are_borne_by_their_own_lines() {
    let offers = offers_at(&[100, 300, 200]);
    let saving = buy_get(1, 1).of_goods(&lines(&offers, &[3, 1, 2])).unwrap();
    // 300 200, 200 100, 100 100
    assert_eq!(saving.shares, [money(200), money(0), money(200)]);
}

#[test]
fn the_last_step_that_is_reached_applies_to_all_goods() {
    let benefit = steps(&[(500_000, 5), (1_000_000, 10)]);
    for (cents, taken) in [(499_999, 0), (500_000, 25_000), (999_999, 50_000), (1_000_000, 100_000), (2_000_000, 200_000)] {
        assert_eq!(off(&benefit, &[(cents, 1)]), taken, "{cents}");
    }
    assert_eq!(benefit.next_step(money(500_000)).map(|step| step.from), Some(money(1_000_000)));
    assert_eq!(benefit.next_step(money(1_000_000)), None);
}

#[test]
fn a_benefit_that_takes_nothing_off_or_less_from_more_is_refused() {
    for (benefit, field) in [
        (fixed(0), "value"),
        (steps(&[]), "steps"),
        (steps(&[(0, 1); MAX_STEPS + 1]), "steps"),
        (steps(&[(500, 5), (500, 10)]), "steps"),
        (steps(&[(500, 10), (600, 10)]), "steps"),
    ] {
        assert_eq!(benefit.check().unwrap_err().0, field, "{benefit:?}");
    }
    for benefit in [percent(100), fixed(1), Benefit::FreeDelivery, buy_get(1, 1), steps(&[(0, 5), (1, 6)])] {
        assert_eq!(benefit.check(), Ok(()), "{benefit:?}");
        let stored = serde_json::to_value(&benefit).unwrap();
        assert_eq!(stored["kind"], benefit.kind().as_str());
        assert_eq!(serde_json::from_value::<Benefit>(stored).unwrap(), benefit);
    }
}

fn any_benefit() -> impl Strategy<Value = Benefit> {
    prop_oneof![
        (1_i64..=100).prop_map(percent),
        (1_i64..=1_000_000).prop_map(fixed),
        (1_i64..=5, 1_i64..=5).prop_map(|(buy, get)| buy_get(buy, get)),
        (0_i64..1_000, 1_i64..50).prop_map(|(from, percent)| steps(&[(from, percent), (from * 2 + 1, percent * 2)])),
    ]
}

proptest! {
    #[test]
    fn nothing_is_taken_off_that_lines_cannot_bear(
        benefit in any_benefit(), cart in prop::collection::vec((1_i64..=100_000, 1_i64..=20), 1..10),
    ) {
        let (prices, units): (Vec<_>, Vec<_>) = cart.into_iter().unzip();
        let offers = offers_at(&prices);
        let lines = lines(&offers, &units);
        let saving = benefit.of_goods(&lines).unwrap();
        prop_assert!(saving.shares.iter().zip(&lines).all(|(share, line)| *share <= line.total));
        prop_assert!(saving.amount <= sum(&saving.shares).unwrap());
    }

    /// Leaving goods out of a cart saves nothing.
    #[test]
    fn one_more_unit_never_takes_off_less(
        benefit in any_benefit(), cart in prop::collection::vec((1_i64..=100_000, 1_i64..=20), 1..10), price in 1_i64..=100_000,
    ) {
        let before = off(&benefit, &cart);
        prop_assert!(off(&benefit, &[cart, vec![(price, 1)]].concat()) >= before);
    }
}
