//! Contracts of the feature `reviews`.

pub mod review_repository;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! reviews_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, reviews::review_repository:
            a_user_who_is_gone_reviews_nothing,
            edits_at_once_are_decided_one_after_the_other,
        );
    };
}
