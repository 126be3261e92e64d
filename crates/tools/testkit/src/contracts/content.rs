//! The contracts of the ports of the feature `content`.

pub mod content_repository;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! content_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, content::content_repository:
            a_new_shop_has_no_content,
            a_draft_is_kept_with_everything,
            a_draft_of_another_revision_is_refused,
            of_two_saves_of_one_revision_one_is_made,
            a_publication_appends_a_version,
            every_version_can_be_read,
            publications_at_once_append_one_version,
            a_shop_has_20_pages_of_its_own,
            each_change_is_audited,
            pictures_of_content_are_kept,
            a_publication_is_noted_and_a_draft_is_not,
            owners_are_told_of_another_address_of_the_shop,
        );
    };
}
