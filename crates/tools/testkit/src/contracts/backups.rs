//! Contracts of the feature `backups`.

pub mod backup_runs;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! backups_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, backups::backup_runs:
            of_many_who_claim_a_run_one_gets_it,
            a_run_is_tried_again_after_it_failed_or_was_broken_off,
            what_runs_say_is_told,
            backups_that_are_there_are_kept_newest_first,
        );
    };
}
