//! Contracts of the room `reviews`.

pub mod review_repository;

/// Makes a test of every rule of the suites of this room.
#[macro_export]
macro_rules! reviews_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, reviews::review_repository:
            a_user_reviews_once,
            two_reviews_at_once_make_one,
            a_review_is_its_authors_to_change,
            a_review_that_says_so_already_is_not_written,
            a_user_who_is_gone_reviews_nothing,
            a_review_can_be_deleted,
            reviews_are_listed_newest_first,
            a_user_finds_their_own_review,
            a_review_shows_its_authors_present_name,
        );
    };
}
