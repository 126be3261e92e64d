//! Fields as they are typed.

use actix_web::http::StatusCode;
use domain::accounts::password::{Password, PasswordError};

use crate::extract::field_errors::FieldErrors;
use crate::response::problem::Problem;

/// A password as it was typed.
pub(super) fn given_password(text: String) -> Result<Password, PasswordError> {
    if text.contains('\0') { Err(PasswordError::Nul) } else { Ok(Password::given(text)) }
}

/// A code as it was typed; an empty one counts as missing.
pub(super) fn given_code(code: Option<String>, errors: &mut FieldErrors) -> Option<String> {
    let given = |text: String| if text.chars().count() <= 64 { Ok(text) } else { Err("must have at most 64 characters") };
    errors.optional("code", code.filter(|code| !code.trim().is_empty()), given)
}

/// The refusal when the task ended early, which only a bug causes.
pub(super) fn broken_off(error: tokio::task::JoinError) -> Problem {
    tracing::error!("a login was broken off: {error}");
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "service.internal", "Something went wrong on our side. Please try again.")
}

/// The text, or `None` if it is absent or blank (`spec.md` §5: blank fields fall back to current values).
pub(super) fn blank_as_none(text: Option<&str>) -> Option<&str> {
    text.filter(|t| !t.trim().is_empty())
}
