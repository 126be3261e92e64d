//! Contracts of the feature `setup`.

pub mod setup_repository;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! setup_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, setup::setup_repository:
            the_newest_link_is_valid,
            the_first_owner_closes_the_set_up,
            set_ups_at_once_make_one_owner,
            any_administrator_closes_the_set_up,
            a_taken_address_leaves_the_link_good,
            steps_are_told_by_what_the_shop_has,
            an_owner_who_reads_mail_tests_it,
            settings_of_the_demo_shop_are_no_step,
        );
    };
}
