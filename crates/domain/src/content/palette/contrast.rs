//! What must be readable on what. Rules about the three colours themselves refuse a theme; the tokens that follow from them are moved.

use std::fmt;

use super::derive;
use crate::content::colour::{Colour, Oklab};
use crate::content::palette::Theme;
use crate::content::tokens::Tokens;
use crate::shared::json::words;

/// Text on its background (WCAG 1.4.3).
pub(super) const TEXT: f64 = 4.5;
/// Controls and pictures of data beside their background (WCAG 1.4.11).
pub(super) const SHAPE: f64 = 3.0;
/// The main text on the page (WCAG 1.4.6).
const MAIN_TEXT: f64 = 7.0;
/// The steps between a colour and the one it moves to.
const STEPS: u32 = 50;

words! {
    /// One of the three colours of a theme.
    pub enum ThemeColour {
        /// [`Theme::accent`]
        Accent = "accent",
        /// [`Theme::support`]
        Support = "support",
        /// [`Theme::paper`]
        Paper = "paper",
    }
}

impl ThemeColour {
    const fn of(self, theme: &mut Theme) -> &mut Colour {
        match self {
            Self::Accent => &mut theme.accent,
            Self::Support => &mut theme.support,
            Self::Paper => &mut theme.paper,
        }
    }
}

/// A rule about one of the three colours.
#[derive(Clone, Debug, PartialEq)]
pub struct ContrastCheck {
    /// The colour that would have to change.
    pub colour: ThemeColour,
    /// What is read: a token.
    pub shown: &'static str,
    /// On what: a token.
    pub on: &'static str,
    /// The ratio, from 1 to 21.
    pub ratio: f64,
    /// The least ratio that passes.
    pub least: f64,
    /// The nearest colour that keeps all rules of its kind; `None` where this check passes.
    pub nearest: Option<Colour>,
}

impl ContrastCheck {
    /// Whether it is readable.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.ratio >= self.least
    }
}

impl fmt::Display for ContrastCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shown, on, ratio, least, nearest, .. } = self;
        // Rounded down, so that a ratio that fails never reads as one that passes.
        let ratio = (ratio * 100.0).floor() / 100.0;
        write!(f, "gives {shown} on {on} a contrast of {ratio}:1, and {least}:1 is needed")?;
        nearest.map_or(Ok(()), |nearest| write!(f, "; the nearest colour that passes is {nearest}"))
    }
}

/// The rules that the three colours keep or break.
pub(super) fn checks(theme: &Theme, tokens: &Tokens) -> Vec<ContrastCheck> {
    let mut checks = Vec::new();
    for colour in [ThemeColour::Paper, ThemeColour::Accent, ThemeColour::Support] {
        let mut of_colour = measured(colour, tokens);
        let nearest = of_colour.iter().any(|check| !check.passes()).then(|| nearest(colour, theme));
        for check in of_colour.iter_mut().filter(|check| !check.passes()) {
            check.nearest = nearest;
        }
        checks.append(&mut of_colour);
    }
    checks
}

/// The rules of one colour. Text in the accent or support colour on a page that is too dark is the page's fault, but they are told too.
fn measured(colour: ThemeColour, tokens: &Tokens) -> Vec<ContrastCheck> {
    let check = |(shown, above, on, below, least): (&'static str, Colour, &'static str, Colour, f64)| {
        let ratio = above.contrast(below);
        ContrastCheck { colour, shown, on, ratio, least, nearest: None }
    };
    let Tokens { white, paper, lotus, lagoon, ink, control, .. } = *tokens;
    let rules = match colour {
        ThemeColour::Accent => [("accent", lotus, "white", white, TEXT), ("accent", lotus, "paper", paper, TEXT)],
        ThemeColour::Support => [("support", lagoon, "white", white, TEXT), ("support", lagoon, "paper", paper, TEXT)],
        ThemeColour::Paper => [("ink", ink, "paper", paper, MAIN_TEXT), ("control", control, "paper", paper, SHAPE)],
    };
    rules.into_iter().map(check).collect()
}

/// The nearest colour that passes: a darker accent or support, a lighter paper. Where the paper is too dark as well, its nearest colour
/// counts.
fn nearest(colour: ThemeColour, theme: &Theme) -> Colour {
    let mut theme = *theme;
    let passes = |theme: &Theme, colour| measured(colour, &derive::tokens(theme)).iter().all(ContrastCheck::passes);
    if colour != ThemeColour::Paper && !passes(&theme, ThemeColour::Paper) {
        theme.paper = nearest(ThemeColour::Paper, &theme);
    }
    let limit = if colour == ThemeColour::Paper { Colour::WHITE } else { Colour::rgb(0, 0, 0) };
    let from = *colour.of(&mut theme);
    moved(from, limit, |candidate| {
        let mut tried = theme;
        *colour.of(&mut tried) = candidate;
        passes(&tried, colour)
    })
}

/// Moves tokens until they are readable: backgrounds to the page or to white, texts to black.
pub(super) fn readable(raw: Tokens) -> Tokens {
    let Tokens { white, paper, lotus, lagoon, .. } = raw;
    // The accent and support colours stay as they are chosen, so their backgrounds move.
    let under_both = |from, to| moved(from, to, |on: Colour| [lotus, lagoon].iter().all(|text| text.contrast(on) >= TEXT));
    let mut tokens = Tokens {
        shell: under_both(raw.shell, paper),
        blush: under_both(raw.blush, white),
        mist: under_both(raw.mist, white),
        error_wash: under_both(raw.error_wash, white),
        success_wash: under_both(raw.success_wash, white),
        warning_wash: under_both(raw.warning_wash, white),
        info_wash: under_both(raw.info_wash, white),
        ..raw
    };
    let all = backgrounds(&tokens);
    let on_all = |from| moved(from, Colour::rgb(0, 0, 0), |text: Colour| all.iter().all(|(_, on)| text.contrast(*on) >= TEXT));
    for text in [
        &mut tokens.ink,
        &mut tokens.cocoa,
        &mut tokens.lotus_deep,
        &mut tokens.cinnamon,
        &mut tokens.error,
        &mut tokens.success,
        &mut tokens.warning,
        &mut tokens.info,
    ] {
        *text = on_all(*text);
    }
    let (ink, deep) = (tokens.ink, tokens.lotus_deep);
    tokens.sand = moved(raw.sand, paper, |on: Colour| ink.contrast(on) >= TEXT && deep.contrast(on) >= TEXT);
    for shape in [&mut tokens.star, &mut tokens.chart_3, &mut tokens.chart_4, &mut tokens.chart_5, &mut tokens.chart_6] {
        *shape = moved(*shape, Colour::rgb(0, 0, 0), |shape: Colour| shape.contrast(white) >= SHAPE && shape.contrast(paper) >= SHAPE);
    }
    tokens
}

/// The backgrounds of texts.
pub(super) fn backgrounds(tokens: &Tokens) -> [(&'static str, Colour); 9] {
    [
        ("white", tokens.white),
        ("paper", tokens.paper),
        ("shell", tokens.shell),
        ("blush", tokens.blush),
        ("mist", tokens.mist),
        ("error-wash", tokens.error_wash),
        ("success-wash", tokens.success_wash),
        ("warning-wash", tokens.warning_wash),
        ("info-wash", tokens.info_wash),
    ]
}

/// The first colour on the way to `limit` that fits; `limit` if none does.
fn moved(from: Colour, limit: Colour, fits: impl Fn(Colour) -> bool) -> Colour {
    if fits(from) {
        return from;
    }
    let (start, end) = (from.oklab(), limit.oklab());
    let between = |one: f64, two: f64, share: f64| one + (two - one) * share;
    let steps = (1..STEPS).map(|step| f64::from(step) / f64::from(STEPS));
    let mut way = steps.map(|share| {
        let lightness = between(start.lightness, end.lightness, share);
        Oklab { lightness, a: between(start.a, end.a, share), b: between(start.b, end.b, share) }.colour()
    });
    way.find(|candidate| fits(*candidate)).unwrap_or(limit)
}
