//! Collects what is wrong with each field of a request, so that a person learns it all at once.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::response::problem::Problem;

/// Sentences per field.
#[derive(Debug, Default)]
pub struct FieldErrors(BTreeMap<String, Vec<String>>);

impl FieldErrors {
    /// Notes that something is wrong with `field`.
    pub fn add(&mut self, field: impl Into<String>, sentence: impl Display) {
        self.0.entry(field.into()).or_default().push(sentence.to_string());
    }

    /// Parses a field that has to be there; `None` when it is missing or wrong, which is noted.
    pub fn required<T, V, E: Display>(&mut self, field: &str, value: Option<T>, parse: impl FnOnce(T) -> Result<V, E>) -> Option<V> {
        if value.is_none() {
            self.add(field, "is required");
        }
        self.optional(field, value, parse)
    }

    /// Parses a field that may be missing; `None` when it is, or when it is wrong, which is noted.
    pub fn optional<T, V, E: Display>(&mut self, field: &str, value: Option<T>, parse: impl FnOnce(T) -> Result<V, E>) -> Option<V> {
        match value.map(parse) {
            Some(Ok(value)) => Some(value),
            Some(Err(error)) => {
                self.add(field, error);
                None
            }
            None => None,
        }
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lets the caller go on when nothing is wrong.
    ///
    /// # Errors
    /// A 422 with everything that was noted.
    pub fn check(self) -> Result<(), Problem> {
        if self.0.is_empty() { Ok(()) } else { Err(self.into_problem()) }
    }

    /// The 422 with everything that was noted.
    #[must_use]
    pub fn into_problem(self) -> Problem {
        Problem::invalid(self.0)
    }
}
