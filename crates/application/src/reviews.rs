//! Use cases of reviews.

pub mod browse_reviews;
pub mod delete_review;
pub mod edit_review;
pub mod write_review;

use self::browse_reviews::BrowseReviews;
use self::delete_review::DeleteReview;
use self::edit_review::EditReview;
use self::write_review::WriteReview;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of reviews.
    ReviewUseCases(ports) {
        browse_reviews: BrowseReviews = BrowseReviews::new(ports.reviews.clone()),
        delete_review: DeleteReview = DeleteReview::new(ports.reviews.clone(), ports.clock.clone()),
        edit_review: EditReview = EditReview::new(ports.reviews.clone(), ports.clock.clone()),
        write_review: WriteReview = WriteReview::new(ports.reviews.clone(), ports.ids.clone(), ports.clock.clone()),
    }
}
