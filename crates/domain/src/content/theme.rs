//! The shop's look: three colours, from which all others follow.

use crate::content::colour::Colour;
use crate::content::document_value::DocumentValue;
use crate::content::reader::{Field, Reader};
use crate::content::tokens::Tokens;

/// The three colours. The default ones give the tokens of `frontend/src/styles/tokens.css`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Theme {
    /// Of the call to action, and of links.
    pub accent: Colour,
    /// Of trust: availability, delivery, notices.
    pub support: Colour,
    pub paper: Colour,
}

impl Default for Theme {
    fn default() -> Self {
        let Tokens { lotus, lagoon, paper, .. } = Tokens::DEFAULT;
        Self { accent: lotus, support: lagoon, paper }
    }
}

impl Theme {
    /// Reads three colours, and leaves open whether they can be read on each other.
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let [accent, support, paper] = ["accent", "support", "paper"].map(|name| reader.parsed(&field.get(name), Colour::parse));
        Some(Self { accent: accent?, support: support?, paper: paper? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        let of = |colour: Colour| colour.to_string().into();
        DocumentValue::map([("accent", of(self.accent)), ("support", of(self.support)), ("paper", of(self.paper))])
    }
}
