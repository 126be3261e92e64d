//! The shop's pictures: names, format and widths.

use std::fmt;

use chrono::{DateTime, Utc};

use crate::images::ports::MAX_SIDE;

/// The greatest width and height of a bank slip, in pixels.
const MAX_SLIP_SIDE: u32 = 1_280;

/// The media type of every stored picture. Uploads of all formats are stored as WebP: all browsers read it, it may have
/// transparency, and it has a quarter of the size of JPEG.
pub const CONTENT_TYPE: &str = "image/webp";
/// The ending of every kept picture's name.
const EXTENSION: &str = "webp";

/// The use of an uploaded picture (contract, Images).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PicturePurpose {
    /// To show a person.
    Profile,
    /// To show a product.
    Product,
    /// To show in the shop's content.
    Content,
    /// To show a transfer to staff.
    Slip,
}

impl PicturePurpose {
    /// The greatest width and height of the stored picture, in pixels. Staff read a slip, and nobody enlarges it.
    #[must_use]
    pub const fn max_side(self) -> u32 {
        match self {
            Self::Profile | Self::Product | Self::Content => MAX_SIDE,
            Self::Slip => MAX_SLIP_SIDE,
        }
    }
}

/// A width in pixels in which pictures are stored besides their own width (contract, Images). Pictures of content fill the window, and
/// are stored in two more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PictureWidth {
    /// 320 pixels.
    W320,
    /// 640 pixels.
    W640,
    /// 960 pixels.
    W960,
    /// 1280 pixels, of content.
    W1280,
    /// 1920 pixels, of content.
    W1920,
}

/// The number is none of the widths that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 320, 640, 960, 1280 or 1920")]
pub struct PictureWidthError;

impl PictureWidth {
    /// All of them, the narrowest first.
    pub const ALL: [Self; 5] = [Self::W320, Self::W640, Self::W960, Self::W1280, Self::W1920];

    /// The widths in which a picture of this use is stored, the narrowest first.
    #[must_use]
    pub const fn of(purpose: PicturePurpose) -> &'static [Self] {
        match purpose {
            PicturePurpose::Profile | PicturePurpose::Product => &[Self::W320, Self::W640, Self::W960],
            PicturePurpose::Content => &Self::ALL,
            PicturePurpose::Slip => &[],
        }
    }

    /// Checks a width in pixels.
    ///
    /// # Errors
    /// [`PictureWidthError`] for any other number.
    pub fn parse(pixels: i64) -> Result<Self, PictureWidthError> {
        Self::ALL.into_iter().find(|w| i64::from(w.pixels()) == pixels).ok_or(PictureWidthError)
    }

    /// The width in pixels.
    #[must_use]
    pub const fn pixels(self) -> u32 {
        match self {
            Self::W320 => 320,
            Self::W640 => 640,
            Self::W960 => 960,
            Self::W1280 => 1_280,
            Self::W1920 => 1_920,
        }
    }
}

/// The name of a stored picture: `<timestamp ms>-<cleaned original name>.<extension>` (contract, Images), in lower case ASCII,
/// so that it is safe as a file name, object key and path segment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImageName {
    uploaded_ms: i64,
    text: String,
}

/// The text is no name of a kept picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the name of a picture")]
pub struct ImageNameError;

/// The longest cleaned name in characters.
const MAX_STEM: usize = 80;

impl ImageName {
    /// The name of a picture uploaded at `now` with the file name or path `original`, which may be any text. Letters, digits,
    /// `_` and `-` stay, in lower case; other characters become `-`; an empty result becomes `image`.
    #[must_use]
    pub fn for_upload(now: DateTime<Utc>, original: &str) -> Self {
        let file = original.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let dashed: String = stem.chars().map(|c| if is_plain(c) { c.to_ascii_lowercase() } else { '-' }).collect();
        let words: Vec<_> = dashed.split('-').filter(|w| !w.is_empty()).collect();
        let cleaned: String = words.join("-").chars().take(MAX_STEM).collect();
        let cleaned = if cleaned.is_empty() { "image" } else { cleaned.trim_end_matches('-') };
        let uploaded_ms = now.timestamp_millis().max(0);
        Self { uploaded_ms, text: format!("{uploaded_ms}-{cleaned}.{EXTENSION}") }
    }

    /// Reads a name that [`ImageName::for_upload`] made.
    ///
    /// # Errors
    /// [`ImageNameError`] for any other text: paths, other endings, other characters.
    pub fn parse(text: &str) -> Result<Self, ImageNameError> {
        let (stamp, rest) = text.split_once('-').ok_or(ImageNameError)?;
        let (stem, extension) = rest.rsplit_once('.').ok_or(ImageNameError)?;
        let canonical = stamp == "0" || !stamp.starts_with('0');
        let digits = (1..=15).contains(&stamp.len()) && stamp.bytes().all(|b| b.is_ascii_digit());
        let plain = (1..=MAX_STEM).contains(&stem.len()) && stem.chars().all(|c| is_plain(c) && !c.is_ascii_uppercase());
        if !canonical || !digits || !plain || extension != EXTENSION {
            return Err(ImageNameError);
        }
        Ok(Self { uploaded_ms: stamp.parse().map_err(|_| ImageNameError)?, text: text.to_owned() })
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// When it was uploaded, in milliseconds since 1970.
    #[must_use]
    pub const fn uploaded_ms(&self) -> i64 {
        self.uploaded_ms
    }
}

/// ASCII letters, digits, `_` and `-`.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

impl fmt::Display for ImageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// One kept file: a picture in its own width or in one of the narrower ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ImageKey {
    pub name: ImageName,
    /// In which width; `None` for its own.
    pub width: Option<PictureWidth>,
}

impl ImageKey {
    /// The picture in its own width.
    #[must_use]
    pub const fn main(name: ImageName) -> Self {
        Self { name, width: None }
    }

    /// Every file the picture can have, its own width first.
    pub fn all_of(name: &ImageName) -> impl Iterator<Item = Self> + '_ {
        std::iter::once(None).chain(PictureWidth::ALL.map(Some)).map(|width| Self { name: name.clone(), width })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(ms: i64) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(ms).unwrap()
    }

    #[test]
    fn a_name_is_a_timestamp_and_a_cleaned_name() {
        for (original, name) in [
            ("Sun Cream.PNG", "1700000000000-sun-cream.webp"),
            ("IMG_0001.jpeg", "1700000000000-img_0001.webp"),
            ("a--b - c.gif", "1700000000000-a-b-c.webp"),
            ("../../etc/passwd", "1700000000000-passwd.webp"),
            ("C:\\fakepath\\me.jpg", "1700000000000-me.webp"),
            ("photo.jpg.php", "1700000000000-photo-jpg.webp"),
            ("<script>.svg", "1700000000000-script.webp"),
            ("මල.png", "1700000000000-image.webp"),
            (".png", "1700000000000-image.webp"),
            ("", "1700000000000-image.webp"),
            ("---", "1700000000000-image.webp"),
        ] {
            assert_eq!(ImageName::for_upload(at(1_700_000_000_000), original).as_str(), name, "{original}");
        }
    }

    #[test]
    fn only_names_it_made_are_names() {
        for text in [
            "",
            "-",
            "x.webp",
            "1-.webp",
            "-a.webp",
            "1-a",
            "1-a.png",
            "1-a.jpg",
            "1-a.svg",
            "1-a.WEBP",
            "1-A.webp",
            "1-a b.webp",
            "1-a/b.webp",
            "1-..webp",
            "../1-a.webp",
            "w320/1-a.webp",
            "01-a.webp",
            "1x-a.webp",
            "1-a.webp/",
            "1-a.webp\0",
            "1-é.webp",
            "1-a%2f.webp",
            "9999999999999999-a.webp",
        ] {
            assert_eq!(ImageName::parse(text), Err(ImageNameError), "{text:?}");
        }
        assert!(ImageName::parse(&format!("1-{}.webp", "a".repeat(81))).is_err());
    }

    #[test]
    fn three_widths_are_kept_and_five_of_content() {
        assert_eq!(PictureWidth::ALL.map(PictureWidth::pixels), [320, 640, 960, 1_280, 1_920]);
        for purpose in [PicturePurpose::Profile, PicturePurpose::Product] {
            assert_eq!(PictureWidth::of(purpose), &PictureWidth::ALL[..3]);
        }
        assert_eq!(PictureWidth::of(PicturePurpose::Content), PictureWidth::ALL);
        for width in PictureWidth::ALL {
            assert_eq!(PictureWidth::parse(i64::from(width.pixels())), Ok(width));
        }
        for other in [-320, 0, 1, 319, 321, 1_600, i64::MAX] {
            assert_eq!(PictureWidth::parse(other), Err(PictureWidthError), "{other}");
        }
    }

    #[test]
    fn a_picture_has_up_to_six_files() {
        let name = ImageName::parse("1-a.webp").unwrap();
        let widths: Vec<_> = ImageKey::all_of(&name).map(|k| k.width.map(PictureWidth::pixels)).collect();
        assert_eq!(widths, [None, Some(320), Some(640), Some(960), Some(1_280), Some(1_920)]);
    }

    proptest! {
        #[test]
        fn every_upload_has_a_name_that_reads_back(original in "\\PC{0,200}|[a-zA-Z0-9 ._/\\\\-]{0,200}", ms in 0_i64..4_000_000_000_000) {
            let name = ImageName::for_upload(at(ms), &original);
            prop_assert_eq!(ImageName::parse(name.as_str()), Ok(name.clone()));
            prop_assert_eq!(name.uploaded_ms(), ms);
        }
    }
}
