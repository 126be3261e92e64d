//! The demo shop's pictures, ready in every width.

use std::borrow::Cow;

use domain::images::image::{ImageKey, ImageName, PictureWidth};
use domain::setup::{SetupPart, SetupStep, SetupWatcher};
use rust_embed::RustEmbed;

use crate::CommandError;
use crate::wiring::adapters::Adapters;

/// Pictures of the demo shop seem to have been uploaded then, in milliseconds since 1970, so that their names are the
/// same everywhere.
const UPLOADED_MS: i64 = 1_780_000_000_000;

#[derive(RustEmbed)]
#[folder = "demo/images"]
struct Pictures;

/// The shop's name for the picture with this file name.
///
/// # Errors
/// When the data is damaged.
pub(crate) fn name_of(file: &str) -> Result<ImageName, CommandError> {
    Ok(ImageName::parse(&format!("{UPLOADED_MS}-{file}"))?)
}

/// Keeps every picture in its own width and the narrower ones; those that are kept already stay.
pub(crate) async fn fill(adapters: &Adapters, watcher: &SetupWatcher) -> Result<(), CommandError> {
    // The own width comes last: a picture that is there is there in every width.
    let folders = [("w320/", Some(PictureWidth::W320)), ("w640/", Some(PictureWidth::W640)), ("", None)];
    let paths: Vec<_> = Pictures::iter().collect();
    let mut done = 0;
    for (folder, width) in folders {
        for path in &paths {
            let Some(file) = path.strip_prefix(folder).filter(|f| !f.contains('/')) else { continue };
            let key = ImageKey { name: name_of(file)?, width };
            let Some(picture) = Pictures::get(path) else { continue };
            adapters.images.put(&key, Cow::into_owned(picture.data)).await?;
            done += 1;
            watcher(SetupStep { part: SetupPart::Pictures, done, of: paths.len() });
        }
    }
    Ok(())
}
