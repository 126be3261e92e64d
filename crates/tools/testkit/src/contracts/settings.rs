//! Contracts of the feature `settings`.

pub mod settings_store;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! settings_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, settings::settings_store:
            owners_are_told_of_other_settings_of_payments,
            owners_are_told_of_other_links_for_parcels,
            a_change_to_what_is_there_writes_nothing,
            a_section_that_staff_save_as_it_is_gets_a_version_once,
            of_two_changes_of_one_version_one_is_made,
            a_change_is_audited,
        );
    };
}
