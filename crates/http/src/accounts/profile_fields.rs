//! The fields of registration and profile.

use domain::shared::error::FeatureError;

use crate::response::problem::Problem;

/// The refusal of a picture that was deleted meanwhile, at its field.
pub(crate) fn picture_gone(error: impl FeatureError) -> Problem {
    let sentence = error.to_string();
    Problem::from(error).with_errors([("profilePicture".to_owned(), vec![sentence])].into())
}

/// The refusal of a language of mails that the shop does not offer, at its field.
pub(crate) fn language_not_offered(error: impl FeatureError) -> Problem {
    let sentence = error.to_string();
    Problem::from(error).with_errors([("language".to_owned(), vec![sentence])].into())
}

/// The text, or `None` if it is absent or blank (`spec.md` §5: blank fields fall back to current values).
pub(crate) fn blank_as_none(text: Option<&str>) -> Option<&str> {
    text.filter(|t| !t.trim().is_empty())
}
