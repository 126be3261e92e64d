//! Collects the errors of all fields of a request, so that one answer reports them together.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::response::problem::Problem;

/// The sentences per field.
#[derive(Debug, Default)]
pub struct FieldErrors(BTreeMap<String, Vec<String>>);

impl FieldErrors {
    /// Notes an error of `field`.
    pub fn add(&mut self, field: impl Into<String>, sentence: impl Display) {
        self.0.entry(field.into()).or_default().push(sentence.to_string());
    }

    /// Parses a required field. `None` if it is missing or invalid, which is noted.
    pub fn required<T, V, E: Display>(&mut self, field: &str, value: Option<T>, parse: impl FnOnce(T) -> Result<V, E>) -> Option<V> {
        if value.is_none() {
            self.add(field, "is required");
        }
        self.optional(field, value, parse)
    }

    /// Parses an optional field. `None` if it is missing, or invalid, which is noted.
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

    /// Notes the errors of an object that is the value of `field`: its `version` is then `settings.version`.
    pub fn add_within(&mut self, field: &str, inner: Self) {
        self.0.extend(inner.0.into_iter().map(|(name, sentences)| (format!("{field}.{name}"), sentences)));
    }

    /// Whether there are no errors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Succeeds if there are no errors.
    ///
    /// # Errors
    /// A 422 with all errors.
    pub fn check(self) -> Result<(), Problem> {
        if self.0.is_empty() { Ok(()) } else { Err(self.into_problem()) }
    }

    /// The 422 with all errors.
    #[must_use]
    pub fn into_problem(self) -> Problem {
        Problem::invalid(self.0)
    }
}
