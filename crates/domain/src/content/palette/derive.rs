//! The tokens as they follow from the three colours, before they are made readable.

use crate::content::colour::{Colour, Oklab};
use crate::content::palette::Theme;
use crate::content::tokens::Tokens;

/// Below this chroma a colour is grey: its hue means nothing.
const GREY: f64 = 0.002;

pub(super) fn tokens(theme: &Theme) -> Tokens {
    let default = Tokens::DEFAULT;
    let neutral = |token| shifted(theme.paper, default.paper, token);
    let warm = |token| tinted(theme.accent, default.lotus, token);
    Tokens {
        paper: theme.paper,
        shell: neutral(default.shell),
        sand: neutral(default.sand),
        line: neutral(default.line),
        cocoa: neutral(default.cocoa),
        control: neutral(default.control),
        ink: warm(default.ink),
        lotus: theme.accent,
        lotus_deep: deeper(theme.accent, default.lotus, default.lotus_deep),
        blush: warm(default.blush),
        lagoon: theme.support,
        mist: tinted(theme.support, default.lagoon, default.mist),
        chart_1: theme.accent,
        chart_2: theme.support,
        ..default
    }
}

/// As far from `base` as `token` is from `default`, in the direction of the hue of `base`; without a tint beside a grey.
fn shifted(base: Colour, default: Colour, token: Colour) -> Colour {
    let (base, default, token) = (base.oklab(), default.oklab(), token.oklab());
    let (away, turn) = (Oklab { lightness: 0.0, a: token.a - default.a, b: token.b - default.b }, base.hue() - default.hue());
    let tint = if base.chroma() < GREY { 0.0 } else { away.chroma() };
    let away = Oklab::polar(token.lightness - default.lightness, tint, away.hue() + turn);
    Oklab { lightness: base.lightness + away.lightness, a: base.a + away.a, b: base.b + away.b }.colour()
}

/// As light as `token`, in the hue of `base`, and as colourful beside it as `token` is beside `default`.
fn tinted(base: Colour, default: Colour, token: Colour) -> Colour {
    let (base, default, token) = (base.oklab(), default.oklab(), token.oklab());
    of_hue(base, default, token, token.lightness)
}

/// As much darker than `base` as `token` is than `default`.
fn deeper(base: Colour, default: Colour, token: Colour) -> Colour {
    let (base, default, token) = (base.oklab(), default.oklab(), token.oklab());
    of_hue(base, default, token, base.lightness * token.lightness / default.lightness)
}

fn of_hue(base: Oklab, default: Oklab, token: Oklab, lightness: f64) -> Colour {
    // A colour of twice the default's chroma would give a loud tint.
    let share = (base.chroma() / default.chroma()).min(1.5);
    let chroma = if base.chroma() < GREY { 0.0 } else { token.chroma() * share };
    Oklab::polar(lightness, chroma, token.hue() + base.hue() - default.hue()).colour()
}
