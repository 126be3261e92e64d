//! Why a document was not changed.

use domain::content::ports::ContentOutcome;
use domain::shared::error::feature_error;
use domain::shared::faults::Faults;
use domain::shared::ports::PortError;

use crate::content::show_draft::EditedDocument;

feature_error! {
    /// Why a draft was not saved, published or filled.
    pub enum ContentError {
        /// Fields of the document break rules.
        Invalid(Faults) => Invalid, "request.invalid", "Please check the highlighted fields.";
        /// The draft has another revision than the one that was seen; this is the present one.
        DraftChanged(Box<EditedDocument>) => Conflict, "content.draft_changed", "This draft was changed by somebody else meanwhile.";
        TooManyPages => Conflict, "content.too_many_pages", "The shop has the most pages that it may have. Please use one of them again.";
        PictureGone => Invalid, "image.gone", "A picture of this document is no longer kept. Please choose it again.";
        ConfirmNeeded => Forbidden, "auth.confirm_needed", "Please confirm with your password first.";
        NoVersion => NotFound, "content.no_version", "There is no such version of this document.";
    } port "Failed to change the content. Please try again."
}

/// What a change came to, where it was not refused.
pub(super) enum Done {
    Written,
    /// Everything was so already.
    Unchanged,
}

/// The refusal of an outcome; `present` reads the draft as it is now.
pub(super) async fn refused(
    outcome: ContentOutcome,
    present: impl Future<Output = Result<EditedDocument, PortError>>,
) -> Result<Done, ContentError> {
    match outcome {
        ContentOutcome::Saved(_) | ContentOutcome::Published(_) => Ok(Done::Written),
        ContentOutcome::Unchanged => Ok(Done::Unchanged),
        ContentOutcome::DraftChanged => Err(ContentError::DraftChanged(Box::new(present.await?))),
        ContentOutcome::TooManyPages => Err(ContentError::TooManyPages),
        ContentOutcome::PictureGone => Err(ContentError::PictureGone),
    }
}
