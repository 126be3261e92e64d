//! Reading environment variables one by one, and telling all that is wrong with them.

use std::cell::RefCell;

use crate::config::effective::EffectiveConfig;
use crate::config::error::ConfigMistakes;

/// Reads variables and collects their mistakes.
pub(crate) struct EnvReader<G> {
    get: G,
    /// The mistakes so far.
    pub(crate) mistakes: ConfigMistakes,
    effective: RefCell<EffectiveConfig>,
}

impl<G: Fn(&str) -> Option<String>> EnvReader<G> {
    /// Reads through `get`.
    pub(crate) fn new(get: G) -> Self {
        Self { get, mistakes: ConfigMistakes::default(), effective: RefCell::default() }
    }

    /// The variables that were read, with their values in force.
    pub(crate) fn effective(&self) -> EffectiveConfig {
        self.effective.borrow().clone()
    }

    /// The value of a variable; an empty one counts as not set.
    pub(crate) fn raw(&self, name: &str) -> Option<String> {
        let value = (self.get)(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
        self.effective.borrow_mut().note(name, value.as_deref());
        value
    }

    /// A variable that may be anything.
    pub(crate) fn text(&self, name: &str, default: &str) -> String {
        self.raw(name).unwrap_or_else(|| {
            self.effective.borrow_mut().note_default(name, default);
            default.to_owned()
        })
    }

    /// A variable with a default; `None` when it is wrong, which is noted.
    pub(crate) fn parsed<T, E: std::fmt::Display>(
        &mut self,
        name: &'static str,
        default: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.text(name, default);
        self.noted(name, parse(&text))
    }

    /// A variable without a default; `None` when it is not set or wrong.
    pub(crate) fn optional<T, E: std::fmt::Display>(&mut self, name: &'static str, parse: impl FnOnce(&str) -> Result<T, E>) -> Option<T> {
        let text = self.raw(name)?;
        self.noted(name, parse(&text))
    }

    /// A variable of several values with commas in between, without those that are wrong.
    pub(crate) fn list<T, E: std::fmt::Display>(&mut self, name: &'static str, parse: impl Fn(&str) -> Result<T, E>) -> Vec<T> {
        let text = self.raw(name).unwrap_or_default();
        let parts: Vec<&str> = text.split(',').map(str::trim).filter(|p| !p.is_empty()).collect();
        parts.into_iter().filter_map(|part| self.noted(name, parse(part))).collect()
    }

    /// A value; `None` when it is wrong, which is noted.
    pub(crate) fn noted<T, E: std::fmt::Display>(&mut self, name: &'static str, parsed: Result<T, E>) -> Option<T> {
        parsed.map_err(|error| self.mistakes.add(name, error)).ok()
    }
}
