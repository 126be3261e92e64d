//! All colours of the shop from three: each token keeps the place that it has beside its base colour in the default look, in Oklch. Then
//! tokens that would be unreadable move until they are readable; base colours that cannot be read are refused (WCAG 2.2, level AA).

mod contrast;
mod derive;

pub use self::contrast::{ContrastCheck, ThemeColour};
use crate::content::colour::Colour;
use crate::content::reader::{Field, Part as _, Reader, document};
use crate::content::tokens::Tokens;

document! {
    /// The shop's look: three colours. The default ones give the tokens of `frontend/src/styles/tokens.css`.
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

/// What follows from three colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// The tokens. They are readable if every check passes.
    pub tokens: Tokens,
    /// The rules that the three colours themselves must keep.
    pub checks: Vec<ContrastCheck>,
}

impl Palette {
    #[must_use]
    pub fn of(theme: &Theme) -> Self {
        let raw = derive::tokens(theme);
        let checks = contrast::checks(theme, &raw);
        Self { tokens: contrast::readable(raw), checks }
    }

    /// Whether everything can be read.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.checks.iter().all(ContrastCheck::passes)
    }

    /// The style sheet that replaces the default colours.
    #[must_use]
    pub fn css(&self) -> String {
        let colours: String = self.tokens.named().iter().map(|(name, colour)| format!("--color-{name}:{colour};")).collect();
        let [red, green, blue] = self.tokens.ink.channels();
        let shadow = |share: u8| format!("rgb({red} {green} {blue} / {share}%)");
        format!(
            ":root{{{colours}--shadow-card:0 1px 2px {},0 6px 20px {};--shadow-lift:0 2px 4px {},0 14px 36px {};--shadow-overlay:0 24px 70px {}}}",
            shadow(5),
            shadow(6),
            shadow(6),
            shadow(11),
            shadow(24)
        )
    }
}

/// Reads three colours that can be read on each other.
pub(super) fn read_theme(reader: &mut Reader, field: &Field<'_>) -> Option<Theme> {
    let theme = Theme::read(reader, field)?;
    for failed in Palette::of(&theme).checks.iter().filter(|check| !check.passes()) {
        reader.fault::<()>(&field.get(failed.colour.as_str()), failed);
    }
    Some(theme)
}

#[cfg(test)]
mod tests;
