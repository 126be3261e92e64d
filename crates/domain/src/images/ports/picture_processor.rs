//! Making pictures out of uploads.

use async_trait::async_trait;

use crate::images::image::PictureWidth;
use crate::shared::ports::PortError;

/// The most pixels an upload may have (contract, Images: 40 megapixels).
pub const MAX_PIXELS: u64 = 40_000_000;

/// The longest side of a kept picture in pixels: twice the widest width that pages show.
pub const MAX_SIDE: u32 = 1_920;

/// A picture written anew as WebP: upright, in sRGB, without metadata, nothing in it but pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessedPicture {
    /// The picture itself, at most [`MAX_SIDE`] pixels wide and high.
    pub main: Vec<u8>,
    /// The picture in those widths that are below its own, the narrowest first.
    pub narrower: Vec<(PictureWidth, Vec<u8>)>,
}

/// What an upload comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProcessPictureOutcome {
    /// A picture.
    Processed(ProcessedPicture),
    /// It is no JPEG, PNG, WebP or GIF, whatever it is called.
    NotAPicture,
    /// It begins as a picture but is empty, cut short or damaged.
    Broken,
    /// It has more than [`MAX_PIXELS`].
    TooLarge,
}

/// Turns untrusted uploads into pictures, off the asynchronous threads and only a few at a time.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PictureProcessor: Send + Sync {
    /// Looks at the content alone, turns the picture upright and writes it anew. Of an animation it takes the first
    /// frame.
    ///
    /// # Errors
    /// [`PortError`] (unavailable) when too many wait already.
    async fn process(&self, upload: Vec<u8>) -> Result<ProcessPictureOutcome, PortError>;
}
