//! The pictures of content: uploads, and those that every release of the program has.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::content::reader::text_parts;
use crate::images::image::ImageName;
use crate::shared::text::Text;

/// The address of a picture: an upload, or a picture that the web app contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A picture that the web app contains, spelled `builtin:<name>`.
    BuiltIn(&'static str),
    /// The address of an upload, as `POST /api/images` answered it. Its last part is the name of the upload.
    Uploaded(String),
}

/// The text is no picture of the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a picture that was uploaded to this shop")]
pub struct PictureError;

/// How built-in pictures begin.
const BUILT_IN: &str = "builtin:";
/// The names of the pictures that the web app contains (`frontend/src/assets`).
pub const BUILT_IN_PICTURES: [&str; 16] = [
    "hero-1-wide",
    "hero-1-tall",
    "hero-2-wide",
    "hero-2-tall",
    "hero-3-wide",
    "hero-3-tall",
    "hero-4-wide",
    "hero-4-tall",
    "brand-1",
    "brand-2",
    "brand-3",
    "brand-4",
    "brand-5",
    "brand-6",
    "brand-7",
    "brand-8",
];
/// The greatest number of characters of an address.
const MAX_LENGTH: usize = 2_048;

/// What a picture shows, for those who do not see it; `None` for a picture that only decorates.
pub type AltText = Text<1, 200>;

impl Picture {
    /// Reads an address.
    ///
    /// # Errors
    /// [`PictureError`] for an unknown built-in picture, and an address that cannot be one of an upload.
    pub fn parse(text: &str) -> Result<Self, PictureError> {
        if let Some(name) = text.strip_prefix(BUILT_IN) {
            return BUILT_IN_PICTURES.into_iter().find(|known| *known == name).map(Self::BuiltIn).ok_or(PictureError);
        }
        let (folder, name) = text.rsplit_once('/').ok_or(PictureError)?;
        let is_folder = folder == "/images" || folder.starts_with("https://") || folder.starts_with("http://");
        if is_folder
            && text.len() <= MAX_LENGTH
            && !text.contains(|c: char| c.is_control() || c.is_whitespace())
            && ImageName::parse(name).is_ok()
        {
            Ok(Self::Uploaded(text.to_owned()))
        } else {
            Err(PictureError)
        }
    }

    /// The address of an upload; `None` for a built-in picture.
    #[must_use]
    pub fn upload(&self) -> Option<&str> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Uploaded(address) => Some(address),
        }
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(name) => write!(f, "{BUILT_IN}{name}"),
            Self::Uploaded(address) => f.write_str(address),
        }
    }
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

text_parts!(Picture);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_and_built_in_pictures_are_pictures() {
        for text in ["builtin:hero-1-wide", "builtin:brand-8", "/images/1714-rose.webp", "https://cdn.example/a/1714-rose.webp"] {
            assert_eq!(Picture::parse(text).map(|picture| picture.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(Picture::parse("builtin:brand-1").unwrap().upload(), None);
        assert_eq!(Picture::parse("/images/1-a.webp").unwrap().upload(), Some("/images/1-a.webp"));
        for text in [
            "",
            "builtin:",
            "builtin:x",
            "/images/",
            "/images/a.png",
            "/other/1-a.webp",
            "1-a.webp",
            "javascript:/1-a.webp",
            "data:,/1-a.webp",
            "/images/../1-a.webp",
        ] {
            assert_eq!(Picture::parse(text), Err(PictureError), "{text:?}");
        }
    }
}
