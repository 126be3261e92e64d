//! Making pictures out of uploads.

use async_trait::async_trait;

use crate::images::image::{PicturePurpose, PictureWidth};
use crate::shared::ports::PortError;

/// The most pixels an upload may have (contract, Images: 40 megapixels).
pub const MAX_PIXELS: u64 = 40_000_000;

/// The longest side of a kept picture in pixels: twice the widest width that pages show.
pub const MAX_SIDE: u32 = 1_920;

/// A picture encoded as WebP: upright, in sRGB, with its pixels only and without metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessedPicture {
    /// The picture itself, at most [`MAX_SIDE`] pixels wide and high.
    pub main: Vec<u8>,
    /// The picture in those widths of its use that are below its own, the narrowest first.
    pub narrower: Vec<(PictureWidth, Vec<u8>)>,
}

/// The outcome of `process`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProcessPictureOutcome {
    Processed(ProcessedPicture),
    /// It is not a JPEG, PNG, WebP or GIF, whatever its name is.
    NotAPicture,
    /// It begins as a picture but is empty, cut short or damaged.
    Broken,
    /// It has more than [`MAX_PIXELS`].
    TooLarge,
}

/// An icon that browsers look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IconFile {
    /// `/favicon.ico`: an ICO with 32 and 48 pixels.
    Favicon,
    /// `/apple-touch-icon.png`: a PNG of 180 pixels without clear parts.
    AppleTouch,
    /// `/icon-512.png`: a PNG of 512 pixels without clear parts, with which the shop is installed.
    Large,
}

/// What an icon is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IconDesign {
    /// A picture that was made out of an upload, WebP.
    pub picture: Option<Vec<u8>>,
    /// Without a picture, or where it cannot be read: a letter from A to Z, or a mark where the shop's name has none.
    pub initial: Option<char>,
    /// Red, green and blue of the ground of the letter, which is white.
    pub accent: [u8; 3],
    /// Red, green and blue of the ground of a picture.
    pub paper: [u8; 3],
}

/// Turns untrusted uploads into pictures, outside the asynchronous threads, a limited number at once.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PictureProcessor: Send + Sync {
    /// Reads the content only, not the name; rotates the picture upright and encodes it as WebP. Of an animation it takes the
    /// first frame.
    ///
    /// # Errors
    /// [`PortError`] (unavailable) when too many wait already.
    async fn process(&self, upload: Vec<u8>, purpose: PicturePurpose) -> Result<ProcessPictureOutcome, PortError>;

    /// Makes an icon.
    ///
    /// # Errors
    /// [`PortError`] (unavailable) when too many wait already.
    async fn icon(&self, design: IconDesign, file: IconFile) -> Result<Vec<u8>, PortError>;
}
