//! Contracts of the feature `reports`.

pub mod overview;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! reports_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, reports::overview:
            everything_is_counted_by_kind,
            takings_are_those_of_the_shops_days,
            revenue_leaves_cancelled_orders_out,
            the_best_sellers_come_first,
        );
    };
}
