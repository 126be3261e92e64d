//! Why a document was not changed.

use domain::content::ports::ContentOutcome;
use domain::shared::faults::Faults;
use domain::shared::ports::PortError;

use crate::content::show_draft::EditedDocument;
use crate::error::use_case_error;

/// Why a draft was not saved, published or filled.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// Fields of the document break rules.
    #[error("Please check the highlighted fields.")]
    Invalid(Faults),
    /// The draft has another revision than the one that was seen; this is the present one.
    #[error("This draft was changed by somebody else meanwhile.")]
    DraftChanged(Box<EditedDocument>),
    /// The shop has 20 pages of its own.
    #[error("The shop has the most pages that it may have. Please use one of them again.")]
    TooManyPages,
    /// A picture was deleted.
    #[error("A picture of this document is no longer kept. Please choose it again.")]
    PictureGone,
    /// It has another e-mail address of the shop, and the session was not confirmed lately.
    #[error("Please confirm with your password first.")]
    ConfirmNeeded,
    /// There is no such version.
    #[error("There is no such version of this document.")]
    NoVersion,
    /// A port failed.
    #[error("Failed to change the content. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(ContentError {
    Self::Invalid(_) => Invalid, "request.invalid";
    Self::DraftChanged(_) => Conflict, "content.draft_changed";
    Self::TooManyPages => Conflict, "content.too_many_pages";
    Self::PictureGone => Invalid, "image.gone";
    Self::ConfirmNeeded => Forbidden, "auth.confirm_needed";
    Self::NoVersion => NotFound, "content.no_version";
});

/// What a change came to, where it was not refused.
pub(super) enum Done {
    /// It was written.
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
