//! Pictures that are being sent: all readers of a picture share its bytes, which bounds memory when readers are slow.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use bytes::Bytes;
use domain::images::image::ImageKey;
use domain::images::ports::StoredImage;

/// From this number of entries on, each new entry removes those without readers.
const MANY: usize = 64;

/// The pictures with readers. A picture is dropped with its last reader: this is no cache.
#[derive(Clone, Debug, Default)]
pub struct PicturesInFlight(Arc<Mutex<HashMap<ImageKey, Weak<StoredImage>>>>);

impl PicturesInFlight {
    /// The picture, if it has a reader.
    #[must_use]
    pub fn find(&self, key: &ImageKey) -> Option<Arc<StoredImage>> {
        self.pictures().get(key)?.upgrade()
    }

    /// Shares a picture that was just read. If another request has shared the same one meanwhile, returns that copy.
    #[must_use]
    pub fn share(&self, key: ImageKey, picture: StoredImage) -> Arc<StoredImage> {
        let mut pictures = self.pictures();
        if let Some(shared) = pictures.get(&key).and_then(Weak::upgrade) {
            return shared;
        }
        if pictures.len() >= MANY {
            pictures.retain(|_, picture| picture.strong_count() > 0);
        }
        let picture = Arc::new(picture);
        pictures.insert(key, Arc::downgrade(&picture));
        picture
    }

    fn pictures(&self) -> MutexGuard<'_, HashMap<ImageKey, Weak<StoredImage>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The picture's bytes as a body, without copying them.
#[must_use]
pub fn body_of(picture: Arc<StoredImage>) -> Bytes {
    Bytes::from_owner(Held(picture))
}

struct Held(Arc<StoredImage>);

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

#[cfg(test)]
mod tests {
    use domain::images::image::ImageName;

    use super::*;

    fn key(n: usize) -> ImageKey {
        ImageKey::main(ImageName::parse(&format!("{n}-a.webp")).unwrap())
    }

    fn picture() -> StoredImage {
        StoredImage { bytes: vec![7; 1_000], content_type: "image/webp", etag: "\"1\"".to_owned() }
    }

    #[test]
    fn readers_share_one_copy_until_the_last_has_gone() {
        let pictures = PicturesInFlight::default();
        assert!(pictures.find(&key(1)).is_none());
        let first = body_of(pictures.share(key(1), picture()));
        let (second, third) = (pictures.share(key(1), picture()), pictures.find(&key(1)).unwrap());
        assert_eq!(first.as_ptr(), second.bytes.as_ptr());
        assert_eq!(first.as_ptr(), body_of(third).as_ptr());
        drop((first, second));
        assert!(pictures.find(&key(1)).is_none(), "nobody reads it");
    }

    #[test]
    fn pictures_that_nobody_reads_are_forgotten() {
        let pictures = PicturesInFlight::default();
        let read = pictures.share(key(0), picture());
        (1..1_000).for_each(|n| drop(pictures.share(key(n), picture())));
        assert!(pictures.pictures().len() <= MANY);
        assert!(pictures.find(&key(0)).is_some());
        drop(read);
    }
}
