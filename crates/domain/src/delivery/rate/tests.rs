//! Prices of parcels by weight and value.

use proptest::prelude::*;

use super::*;

fn rupees(amount: i64) -> Money {
    Money::from_cents(amount * 100).unwrap()
}

fn by_weight(steps: &[(u32, i64)], per_extra_kg: i64) -> Tariff {
    let steps = steps.iter().map(|&(up_to_grams, amount)| WeightStep { up_to_grams, amount: rupees(amount) }).collect();
    Tariff::ByWeight { steps, per_extra_kg: rupees(per_extra_kg) }
}

fn by_value(steps: &[(i64, i64)]) -> Tariff {
    Tariff::ByValue { steps: steps.iter().map(|&(from, amount)| ValueStep { from: rupees(from), amount: rupees(amount) }).collect() }
}

fn rate(tariff: Tariff, free_from: Option<i64>) -> Rate {
    let days = DeliveryDays::new(1, 3).unwrap();
    Rate { zone: ZoneOf::Rest, method: DeliveryMethod::Standard, tariff, free_from: free_from.map(rupees), days }
}

#[test]
fn a_started_kilogram_above_the_last_step_is_charged() {
    let tariff = by_weight(&[(500, 250), (1_000, 350)], 80);
    for (grams, price) in [(0, 250), (500, 250), (501, 350), (1_000, 350), (1_001, 430), (2_000, 430), (2_001, 510), (11_000, 1_150)] {
        assert_eq!(tariff.price(grams, Money::ZERO), Ok(rupees(price)), "{grams} g");
    }
    assert_eq!(by_weight(&[(1, 1)], 1_000_000_000).price(u64::MAX, Money::ZERO), Err(MoneyError::TooLarge));
}

#[test]
fn the_last_step_by_value_that_is_reached_counts() {
    let tariff = by_value(&[(0, 400), (2_000, 200), (5_000, 0)]);
    for (value, price) in [(0, 400), (1_999, 400), (2_000, 200), (4_999, 200), (5_000, 0), (1_000_000, 0)] {
        assert_eq!(tariff.price(1, rupees(value)), Ok(rupees(price)), "{value}");
    }
}

/// Acceptance 4: the amount reached exactly is free, one cent less is not.
#[test]
fn delivery_is_free_from_the_amount_on() {
    let rate = rate(Tariff::Flat { amount: rupees(350) }, Some(5_000));
    let exactly = rate.charge(1, rupees(5_000)).unwrap();
    assert_eq!((exactly.full, exactly.waived, exactly.paid()), (rupees(350), rupees(350), Money::ZERO));
    let less = rate.charge(1, Money::from_cents(499_999).unwrap()).unwrap();
    assert_eq!((less.full, less.waived, less.paid()), (rupees(350), Money::ZERO, rupees(350)));
}

#[test]
fn every_weight_and_value_has_one_price() {
    for (tariff, error) in [
        (by_weight(&[], 0), TariffError::Steps),
        (by_weight(&[(0, 1)], 0), TariffError::Grams),
        (by_weight(&[(1_000_001, 1)], 0), TariffError::Grams),
        (by_weight(&[(500, 1), (500, 2)], 0), TariffError::Order),
        (by_weight(&[(500, 1), (400, 2)], 0), TariffError::Order),
        (by_value(&[]), TariffError::Steps),
        (by_value(&[(1, 1)]), TariffError::Beginning),
        (by_value(&[(0, 1), (0, 2)]), TariffError::Order),
    ] {
        assert_eq!(tariff.check(), Err(error), "{tariff:?}");
    }
    for tariff in [Tariff::Flat { amount: Money::ZERO }, by_weight(&[(1, 1)], 0), by_value(&[(0, 1)])] {
        assert_eq!(tariff.check(), Ok(()), "{tariff:?}");
    }
}

#[test]
fn days_are_in_order_and_within_60() {
    for (min, max) in [(0, 0), (1, 3), (60, 60)] {
        assert_eq!(DeliveryDays::new(min, max).map(|days| (days.min(), days.max())), Ok((min, max)));
    }
    for (min, max) in [(2, 1), (0, 61)] {
        assert_eq!(DeliveryDays::new(min, max), Err(DeliveryDaysError));
    }
}

proptest! {
    #[test]
    fn a_heavier_parcel_costs_no_less_where_the_steps_grow(grams in 0_u64..100_000, more in 0_u64..10_000) {
        let tariff = by_weight(&[(500, 250), (1_000, 350), (5_000, 700)], 80);
        prop_assert!(tariff.price(grams, Money::ZERO).unwrap() <= tariff.price(grams + more, Money::ZERO).unwrap());
    }
}
