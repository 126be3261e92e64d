//! Failures of the shop itself: their one line in the log.

use std::iter::successors;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::shared::error::{ErrorKind, FeatureError};

use crate::middleware::request_id;

/// A failure (answered with 5xx), with its causes, which never leave the log.
#[derive(Debug)]
pub(crate) struct Failure {
    code: &'static str,
    message: String,
    causes: Vec<String>,
    is_logged: AtomicBool,
}

impl Failure {
    /// The failure that an error tells of; `None` if the shop works and only refuses.
    pub(crate) fn of(error: &impl FeatureError) -> Option<Self> {
        match error.kind() {
            ErrorKind::Unavailable | ErrorKind::Internal => {}
            ErrorKind::Invalid
            | ErrorKind::NotFound
            | ErrorKind::Conflict
            | ErrorKind::Unauthenticated
            | ErrorKind::Forbidden
            | ErrorKind::TooMany => return None,
        }
        let causes = successors(error.source(), |cause| cause.source()).map(ToString::to_string).collect();
        Some(Self { code: error.code(), message: error.to_string(), causes, is_logged: AtomicBool::new(false) })
    }

    /// Logs the failure. Further calls do nothing: one failure may refuse many requests that waited for the same answer.
    pub(crate) fn log(&self) {
        if self.is_logged.swap(true, Ordering::AcqRel) {
            return;
        }
        tracing::error!(code = self.code, request_id = %request_id::current(), causes = ?self.causes, "{}", self.message);
    }
}

/// Logs an error that does not become an answer, if it tells of a failure.
pub(crate) fn log_failure(error: &impl FeatureError) {
    if let Some(failure) = Failure::of(error) {
        failure.log();
    }
}
