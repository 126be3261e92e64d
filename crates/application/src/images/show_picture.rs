//! Showing a picture.

use std::sync::Arc;

use domain::images::image::{ImageKey, ImageName, PictureWidth};
use domain::images::ports::{ImageStore, StoredImage};

use domain::shared::error::feature_error;

feature_error! {
    /// Why there is no picture to show.
    pub enum ShowPictureError {
        NotFound => NotFound, "image.not_found", "There is no such picture.";
    }
}

#[derive(Clone)]
pub struct ShowPicture(Arc<dyn ImageStore>);

impl ShowPicture {
    /// Wires the use case.
    #[must_use]
    pub fn new(images: Arc<dyn ImageStore>) -> Self {
        Self(images)
    }

    /// The picture in this width, or in its own if that is narrower: pictures are never enlarged.
    ///
    /// # Errors
    /// [`ShowPictureError`] when there is none or the store fails.
    pub async fn run(&self, name: &ImageName, width: Option<PictureWidth>) -> Result<StoredImage, ShowPictureError> {
        if width.is_some()
            && let Some(narrower) = self.0.get(&ImageKey { name: name.clone(), width }).await?
        {
            return Ok(narrower);
        }
        self.0.get(&ImageKey::main(name.clone())).await?.ok_or(ShowPictureError::NotFound)
    }
}

#[cfg(test)]
mod tests {
    use domain::images::ports::MockImageStore;

    use super::*;

    fn holding(width: Option<PictureWidth>) -> ShowPicture {
        let mut images = MockImageStore::new();
        images.expect_get().returning(move |key| {
            let picture = StoredImage { bytes: vec![1], content_type: "image/webp", etag: format!("{:?}", key.width) };
            Ok((key.width == width).then_some(picture))
        });
        ShowPicture::new(Arc::new(images))
    }

    #[tokio::test]
    async fn a_width_that_is_not_kept_is_shown_in_the_own_width() {
        let name = ImageName::parse("1-a.webp").unwrap();
        let own = holding(None).run(&name, Some(PictureWidth::W640)).await.unwrap();
        assert_eq!(own.etag, "None");
        let narrower = holding(Some(PictureWidth::W640)).run(&name, Some(PictureWidth::W640)).await.unwrap();
        assert_eq!(narrower.etag, "Some(W640)");
        let missing = holding(Some(PictureWidth::W320)).run(&name, Some(PictureWidth::W640)).await;
        assert!(matches!(missing, Err(ShowPictureError::NotFound)));
    }
}
