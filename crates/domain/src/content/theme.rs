//! The shop's look: three colours, from which all others follow.

use crate::content::colour::Colour;
use crate::content::reader::document;
use crate::content::tokens::Tokens;

document! {
    /// The three colours. The default ones give the tokens of `frontend/src/styles/tokens.css`. Whether they can be read on each other is
    /// checked by [`crate::content::palette::Palette`].
    #[derive(Copy, Hash)]
    pub struct Theme {
        /// Of the call to action, and of links.
        pub accent: Colour,
        /// Of trust: availability, delivery, notices.
        pub support: Colour,
        pub paper: Colour,
    }
}

impl Default for Theme {
    fn default() -> Self {
        let Tokens { lotus, lagoon, paper, .. } = Tokens::DEFAULT;
        Self { accent: lotus, support: lagoon, paper }
    }
}
