//! The ports of all features: clock, identifiers, readiness, and the error of ports.
//!
//! A repository is a trait in the file of its feature, with `#[cfg_attr(feature = "mock", mockall::automock)]` above `#[async_trait]`. Its
//! methods answer `Result<value, error of the feature>`; what a store could not do is [`PortError`] inside that error. Each method documents
//! its atomicity. Races and locks have rules in a suite of the `testkit` crate.

use std::error::Error;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::shared::order_id::OrderId;
use crate::shared::order_prefix::OrderPrefix;

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

/// The only source of the current time.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait Clock: Send + Sync {
    /// The present time in UTC, in whole microseconds (the precision of PostgreSQL).
    fn now(&self) -> DateTime<Utc>;
}

/// The only source of entropy.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait IdSource: Send + Sync {
    /// A new, unique, time-ordered identifier.
    fn uuid(&self) -> Uuid;

    /// A new order number with this prefix, not guessable.
    fn order_id(&self, prefix: OrderPrefix) -> OrderId;

    /// 256 random bits as URL-safe text, for links that open something.
    fn secret(&self) -> String;
}

/// Answers whether a service can be used right now.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait Readiness: Send + Sync {
    /// Does the smallest possible piece of work.
    ///
    /// # Errors
    /// [`PortError`] when the service does not answer.
    async fn check(&self) -> Result<(), PortError>;
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
