//! Colours: sRGB as the web writes it, Oklch as people see it, and the contrast between two of them.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::content::reader::text_parts;

/// A colour in sRGB with 8 bits a channel, spelled `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    channels: [u8; 3],
}

/// The text is no colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a colour such as #9b2f4f")]
pub struct ColourError;

impl Colour {
    pub const WHITE: Self = Self::rgb(0xff, 0xff, 0xff);

    /// The colour of these channels.
    #[must_use]
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self { channels: [red, green, blue] }
    }

    /// The colour of this number, such as `0x9b_2f4f`; what is above 24 bits does not count.
    pub(super) const fn of_number(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self::rgb(red, green, blue)
    }

    /// Reads `#rrggbb` in either case.
    ///
    /// # Errors
    /// [`ColourError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, ColourError> {
        let digits =
            text.trim().strip_prefix('#').filter(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or(ColourError)?;
        Ok(Self::of_number(number))
    }

    /// Red, green and blue.
    #[must_use]
    pub const fn channels(self) -> [u8; 3] {
        self.channels
    }

    /// The relative luminance (WCAG 2.2), from 0 for black to 1 for white.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.channels.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast ratio to another colour (WCAG 2.2), from 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The colour in Oklab.
    #[must_use]
    pub(super) fn oklab(self) -> Oklab {
        let [r, g, b] = self.channels.map(linear);
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        Oklab {
            lightness: 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            a: 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            b: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        }
    }
}

/// The linear light of a channel, from 0 to 1.
fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// The channel of a linear light, rounded.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number is between 0 and 255")]
fn channel(light: f64) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let value = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.channels;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

text_parts!(Colour);

/// A colour by lightness (0 to 1) and two opponent axes. In polar form, by chroma and hue, it is Oklch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Oklab {
    pub(super) lightness: f64,
    pub(super) a: f64,
    pub(super) b: f64,
}

impl Oklab {
    /// From lightness, chroma and hue in radians.
    pub(super) fn polar(lightness: f64, chroma: f64, hue: f64) -> Self {
        Self { lightness, a: chroma * hue.cos(), b: chroma * hue.sin() }
    }

    /// How colourful it is; 0 is grey.
    pub(super) fn chroma(self) -> f64 {
        self.a.hypot(self.b)
    }

    /// The hue in radians.
    pub(super) fn hue(self) -> f64 {
        self.b.atan2(self.a)
    }

    /// The colour that a screen shows: with less chroma where sRGB has no such colour, of the same lightness and hue.
    pub(super) fn colour(self) -> Colour {
        let lightness = self.lightness.clamp(0.0, 1.0);
        let of = |share: f64| Self { lightness, a: self.a * share, b: self.b * share };
        if let Some(colour) = of(1.0).shown() {
            return colour;
        }
        let (mut inside, mut outside) = (0.0, 1.0);
        for _ in 0..24 {
            let middle = f64::midpoint(inside, outside);
            if of(middle).shown().is_some() { inside = middle } else { outside = middle }
        }
        of(inside).shown().unwrap_or_else(|| Colour { channels: of(inside).lights().map(channel) })
    }

    /// The colour in sRGB; `None` outside of it.
    fn shown(self) -> Option<Colour> {
        let lights = self.lights();
        let is_inside = lights.iter().all(|light| (-0.000_1..=1.000_1).contains(light));
        is_inside.then(|| Colour { channels: lights.map(channel) })
    }

    fn lights(self) -> [f64; 3] {
        let l = (self.lightness + 0.396_337_777_4 * self.a + 0.215_803_757_3 * self.b).powi(3);
        let m = (self.lightness - 0.105_561_345_8 * self.a - 0.063_854_172_8 * self.b).powi(3);
        let s = (self.lightness - 0.089_484_177_5 * self.a - 1.291_485_548_0 * self.b).powi(3);
        [
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
        ]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn colours_are_six_digits() {
        for text in ["#9b2f4f", "#9B2F4F", " #9b2f4f "] {
            assert_eq!(Colour::parse(text).unwrap().to_string(), "#9b2f4f");
        }
        for text in ["", "#", "9b2f4f", "#9b2f4", "#9b2f4ff", "#gggggg", "red", "#+12345", "rgb(0,0,0)"] {
            assert_eq!(Colour::parse(text), Err(ColourError), "{text}");
        }
    }

    #[test]
    fn contrast_is_the_ratio_of_the_guidelines() {
        let black = Colour::rgb(0, 0, 0);
        assert!((Colour::WHITE.contrast(black) - 21.0).abs() < 1e-9);
        assert!((black.contrast(black) - 1.0).abs() < 1e-9);
        let grey = Colour::parse("#767676").unwrap().contrast(Colour::WHITE);
        assert!((grey - 4.54).abs() < 0.01, "{grey}");
    }

    proptest! {
        #[test]
        fn every_colour_survives_oklab(red: u8, green: u8, blue: u8) {
            let colour = Colour::rgb(red, green, blue);
            prop_assert_eq!(colour.oklab().colour(), colour);
            let lab = colour.oklab();
            prop_assert_eq!(Oklab::polar(lab.lightness, lab.chroma(), lab.hue()).colour(), colour);
            prop_assert_eq!(Colour::parse(&colour.to_string()), Ok(colour));
        }
    }
}
