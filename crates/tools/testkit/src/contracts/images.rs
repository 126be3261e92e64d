//! Contracts of the feature `images`.

pub mod image_store;
pub mod upload_register;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! images_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, images::upload_register:
            a_name_is_reserved_once,
            what_nothing_shows_is_condemned_oldest_first,
            what_something_shows_is_kept,
            a_picture_let_go_of_is_condemned,
            goods_are_not_let_go_of,
            a_condemned_picture_is_not_taken,
            what_a_user_leaves_pending_is_bounded,
            what_everybody_leaves_pending_is_bounded,
            uploads_at_once_keep_to_the_bound,
            a_deleted_user_uploads_nothing,
        );
    };
}
