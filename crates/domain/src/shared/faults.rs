//! Disagreements between the parts of a value that is edited as a whole.

use std::fmt;

/// A word is not in its list, or a number not in its range, which this sentence names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidValue(pub &'static str);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The field, as the contract spells it, such as `zones[1].districts`.
    pub field: String,
    /// A sentence about the field, such as `must have at least one district`.
    pub sentence: String,
}

impl Fault {
    /// A disagreement in this field.
    #[must_use]
    pub fn new(field: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self { field: field.into(), sentence: sentence.into() }
    }
}

/// All disagreements of a value: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    #[must_use]
    pub fn of(fault: Fault) -> Self {
        Self(vec![fault])
    }

    /// Succeeds where there is none.
    ///
    /// # Errors
    /// The disagreements.
    pub fn check(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self(faults)) }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentences: Vec<String> = self.0.iter().map(|fault| format!("{} {}", fault.field, fault.sentence)).collect();
        f.write_str(&sentences.join("; "))
    }
}

impl std::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_fault_is_a_success() {
        assert_eq!(Faults::check(Vec::new()), Ok(()));
        let faults = Faults::check(vec![Fault::new("a", "must be 1"), Fault::new("b[0]", "must be 2")]).unwrap_err();
        assert_eq!(faults.to_string(), "a must be 1; b[0] must be 2");
    }
}
