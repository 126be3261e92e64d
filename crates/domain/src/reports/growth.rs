//! Growth of one period over the one before.

/// Growth from `before` to `now` in hundredths of a percent, rounded half away from zero. If `before` is 0: 100 % when `now` is
/// more, else 0 (contract, revenue-stats).
#[must_use]
pub fn growth_basis_points(now: i64, before: i64) -> i64 {
    if before <= 0 {
        return if now > 0 { 10_000 } else { 0 };
    }
    let (now, before) = (i128::from(now), i128::from(before));
    let doubled = (now - before) * 20_000;
    let rounded = (doubled + before * doubled.signum()) / (2 * before);
    i64::try_from(rounded).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn growth_has_two_decimals() {
        for (now, before, basis_points) in [
            (0, 0, 0),
            (1, 0, 10_000),
            (123_456, 0, 10_000),
            (0, 500, -10_000),
            (500, 500, 0),
            (1_000, 500, 10_000),
            (750, 1_000, -2_500),
            (4, 3, 3_333),
            (2, 3, -3_333),
            (5, 3, 6_667),
            (1, 3, -6_667),
            (20_001, 20_000, 1),  // 0.005 %, rounded away from zero
            (19_999, 20_000, -1), // and as far below
            (40_001, 40_000, 0),
            (39_999, 40_000, 0),
            (i64::MAX, 1, i64::MAX),
        ] {
            assert_eq!(growth_basis_points(now, before), basis_points, "{before} → {now}");
        }
    }

    proptest! {
        #[test]
        fn growth_is_the_nearest_hundredth_of_a_percent(now in 0_i64..1_000_000_000_000, before in 1_i64..1_000_000_000_000) {
            let (exact, scale) = ((i128::from(now) - i128::from(before)) * 10_000, i128::from(before));
            let off = (exact - i128::from(growth_basis_points(now, before)) * scale).abs();
            prop_assert!(2 * off <= scale);
        }
    }
}
