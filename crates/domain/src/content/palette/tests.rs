use proptest::prelude::*;

use super::contrast::{SHAPE, TEXT, backgrounds};
use super::*;
use crate::content::colour::Colour;

/// The tokens as the web app has them.
const STYLES: &str = include_str!("../../../../../frontend/src/styles/tokens.css");

fn colour(text: &str) -> Colour {
    Colour::parse(text).unwrap()
}

#[test]
fn the_default_colours_give_the_tokens_of_the_web_app() {
    let palette = Palette::of(&Theme::default());
    assert_eq!(palette.tokens, Tokens::DEFAULT);
    assert!(palette.is_readable(), "{:?}", palette.checks);
    let named = palette.tokens.named();
    for (name, colour) in &named {
        assert!(STYLES.contains(&format!("--color-{name}: {colour};")), "{name}: {colour}");
    }
    assert_eq!(STYLES.matches("--color-").count(), named.len() + 1, "the web app has a token that is missing here");
    for shadow in ["rgb(43 27 31 / 5%)", "rgb(43 27 31 / 11%)", "rgb(43 27 31 / 24%)"] {
        assert!(STYLES.contains(shadow) && palette.css().contains(shadow), "{shadow}");
    }
}

#[test]
fn a_pale_accent_is_refused_with_its_ratio_and_the_nearest_colour() {
    let theme = Theme { accent: colour("#e08aa0"), ..Theme::default() };
    let palette = Palette::of(&theme);
    let failed: Vec<_> = palette.checks.iter().filter(|check| !check.passes()).collect();
    assert_eq!(
        failed.iter().map(|check| (check.colour, check.on)).collect::<Vec<_>>(),
        [(ThemeColour::Accent, "white"), (ThemeColour::Accent, "paper")]
    );
    let nearest = failed[0].nearest.unwrap();
    assert!(Palette::of(&Theme { accent: nearest, ..theme }).is_readable());
    let sentence = failed[0].to_string();
    assert!(sentence.starts_with("gives accent on white a contrast of 2.") && sentence.ends_with(&nearest.to_string()), "{sentence}");
}

#[test]
fn a_dark_page_is_refused() {
    let theme = Theme { paper: colour("#7a6a60"), ..Theme::default() };
    let palette = Palette::of(&theme);
    let check = palette.checks.iter().find(|check| check.colour == ThemeColour::Paper && !check.passes()).unwrap();
    let lighter = Theme { paper: check.nearest.unwrap(), ..theme };
    assert!(Palette::of(&lighter).checks.iter().filter(|check| check.colour == ThemeColour::Paper).all(ContrastCheck::passes));
}

/// Every text on every background that it stands on, and shapes beside theirs.
fn unreadable(tokens: &Tokens) -> Vec<String> {
    let texts = [
        ("ink", tokens.ink),
        ("cocoa", tokens.cocoa),
        ("lotus", tokens.lotus),
        ("lotus-deep", tokens.lotus_deep),
        ("lagoon", tokens.lagoon),
        ("cinnamon", tokens.cinnamon),
        ("error", tokens.error),
        ("success", tokens.success),
        ("warning", tokens.warning),
        ("info", tokens.info),
    ];
    let mut pairs: Vec<(String, f64, f64)> = Vec::new();
    for (text, above) in texts {
        for (on, below) in backgrounds(tokens) {
            pairs.push((format!("{text} on {on}"), above.contrast(below), TEXT));
        }
        pairs.push((format!("white on {text}"), tokens.white.contrast(above), TEXT));
    }
    for (text, above, on, below) in [
        ("ink", tokens.ink, "sand", tokens.sand),
        ("lotus-deep", tokens.lotus_deep, "sand", tokens.sand),
        ("sand", tokens.sand, "ink", tokens.ink),
        ("blush", tokens.blush, "ink", tokens.ink),
        ("paper", tokens.paper, "ink", tokens.ink),
    ] {
        pairs.push((format!("{text} on {on}"), above.contrast(below), TEXT));
    }
    for (shape, colour) in [("control", tokens.control), ("star", tokens.star), ("chart-1", tokens.chart_1), ("chart-5", tokens.chart_5)] {
        pairs.push((format!("{shape} on paper"), colour.contrast(tokens.paper), SHAPE));
    }
    pairs.into_iter().filter(|(_, ratio, least)| ratio < least).map(|(pair, ratio, _)| format!("{pair} {ratio:.2}")).collect()
}

#[test]
fn colours_at_the_limit_give_a_readable_shop() {
    for theme in [
        Theme::default(),
        Theme { accent: colour("#767676"), support: colour("#767676"), paper: colour("#ffffff") },
        Theme { accent: colour("#000000"), support: colour("#000000"), paper: colour("#ffffff") },
        Theme { accent: colour("#0000ff"), support: colour("#006400"), paper: colour("#ffff00") },
    ] {
        let palette = Palette::of(&theme);
        assert!(palette.is_readable(), "{:?}", palette.checks);
        assert_eq!(unreadable(&palette.tokens), Vec::<String>::new(), "{theme:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn every_accepted_theme_is_readable(accent: [u8; 3], support: [u8; 3], paper in [200_u8..=255, 200_u8..=255, 200_u8..=255]) {
        let of = |[red, green, blue]: [u8; 3]| Colour::rgb(red, green, blue);
        let wanted = Theme { accent: of(accent), support: of(support), paper: of(paper) };
        // What is refused comes with colours that are accepted.
        let mut theme = wanted;
        for check in Palette::of(&wanted).checks {
            if let Some(nearest) = check.nearest {
                match check.colour {
                    ThemeColour::Accent => theme.accent = nearest,
                    ThemeColour::Support => theme.support = nearest,
                    ThemeColour::Paper => theme.paper = nearest,
                }
            }
        }
        let palette = Palette::of(&theme);
        prop_assert!(palette.is_readable(), "{theme:?} {:?}", palette.checks);
        prop_assert_eq!(unreadable(&palette.tokens), Vec::<String>::new(), "{:?}", theme);
    }
}
