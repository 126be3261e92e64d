//! The error of all ports.

use std::error::Error;

/// A failure of a service behind a port: it does not answer, or it violates its protocol. It is opaque: callers can only ask
/// whether a retry makes sense.
#[derive(Debug, thiserror::Error)]
#[error("{}", if *.unavailable { "a service the shop needs is unavailable" } else { "a service the shop needs failed" })]
pub struct PortError {
    unavailable: bool,
    source: Box<dyn Error + Send + Sync>,
}

impl PortError {
    /// The service does not answer or is overloaded; a retry may succeed.
    pub fn unavailable(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { unavailable: true, source: source.into() }
    }

    /// The outside answered something it never should.
    pub fn internal(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { unavailable: false, source: source.into() }
    }

    /// Whether the same call may go through later.
    #[must_use]
    pub const fn is_unavailable(&self) -> bool {
        self.unavailable
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_whether_to_try_again_and_keeps_its_source_to_itself() {
        for (error, unavailable, text) in [
            (PortError::unavailable("connection refused"), true, "a service the shop needs is unavailable"),
            (PortError::internal("no such column"), false, "a service the shop needs failed"),
        ] {
            assert_eq!(error.is_unavailable(), unavailable);
            assert_eq!(error.to_string(), text);
            assert!(error.source().is_some(), "the source is there for the log");
        }
    }
}
