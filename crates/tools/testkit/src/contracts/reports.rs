//! Contracts of the feature `reports`.

pub mod overview;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! reports_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, reports::overview:
            everything_is_counted_by_kind,
            products_to_look_after_are_listed,
            an_alert_leads_to_all_its_products,
            every_alert_is_counted_where_few_are_listed,
            takings_are_those_of_the_shops_days,
            revenue_leaves_cancelled_orders_out,
            the_best_sellers_come_first,
        );
    };
}
