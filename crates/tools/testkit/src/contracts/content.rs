//! The contracts of the ports of the feature `content`.

pub mod content_repository;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! content_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, content::content_repository:
            of_two_saves_of_one_revision_one_is_made,
            publications_at_once_append_one_version,
            each_change_is_audited,
            pictures_of_content_are_kept,
            a_publication_is_noted_and_a_draft_is_not,
            owners_are_told_of_another_address_of_the_shop,
        );
    };
}
