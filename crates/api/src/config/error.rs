//! The mistakes of a configuration, all of them at once.

use std::fmt;

/// The mistakes by variable.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ConfigMistakes(Vec<(String, String)>);

impl ConfigMistakes {
    pub(crate) fn add(&mut self, name: &str, sentence: impl fmt::Display) {
        self.0.push((name.to_owned(), sentence.to_string()));
    }

    /// `Ok` when there is no mistake.
    pub(crate) fn check(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for ConfigMistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "The configuration has mistakes:")?;
        for (name, sentence) in &self.0 {
            writeln!(f, "  {name} {sentence}")?;
        }
        write!(f, "Nothing was started.")
    }
}

impl std::error::Error for ConfigMistakes {}
