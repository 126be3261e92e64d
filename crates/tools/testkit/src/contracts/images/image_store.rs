//! The contract of [`domain::images::ports::ImageStore`].

use domain::images::image::{CONTENT_TYPE, ImageKey, ImageName, PictureWidth};
use domain::images::ports::{ImageStore, PutImageOutcome};

use crate::{moments, unique};

fn name() -> ImageName {
    ImageName::for_upload(moments::now(), &unique::tag())
}

async fn bytes_of(store: &dyn ImageStore, key: &ImageKey) -> Option<Vec<u8>> {
    store.get(key).await.unwrap().map(|file| file.bytes)
}

/// All rules, for every kind of store.
pub async fn keeps_every_promise(store: &dyn ImageStore) {
    keeps_every_promise_to_one_caller(store).await;
    of_two_at_once_one_is_kept(store).await;
}

/// The rules that need no simultaneous callers.
pub async fn keeps_every_promise_to_one_caller(store: &dyn ImageStore) {
    what_is_kept_stays_as_it_is(store).await;
    every_width_is_a_file_of_its_own(store).await;
    a_picture_is_deleted_in_every_width(store).await;
}

/// A file keeps its bytes, its media type and its entity tag.
pub async fn what_is_kept_stays_as_it_is(store: &dyn ImageStore) {
    let key = ImageKey::main(name());
    assert_eq!(store.get(&key).await.unwrap(), None);
    assert_eq!(store.put(&key, b"first".to_vec()).await.unwrap(), PutImageOutcome::Stored);
    assert_eq!(store.put(&key, b"second".to_vec()).await.unwrap(), PutImageOutcome::NameTaken);
    let kept = store.get(&key).await.unwrap().unwrap();
    assert_eq!((kept.bytes.as_slice(), kept.content_type), (&b"first"[..], CONTENT_TYPE));
    let tag = kept.etag.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap();
    assert!(!tag.is_empty() && tag.bytes().all(|b| b.is_ascii_graphic() && b != b'"'), "{tag}");
    assert_eq!(store.get(&key).await.unwrap().unwrap().etag, kept.etag, "the tag stays");
}

/// Of two simultaneous writers of one name, one stores its whole file and the other is told that the name is taken.
pub async fn of_two_at_once_one_is_kept(store: &dyn ImageStore) {
    let key = ImageKey::main(name());
    let (one, two) = tokio::join!(store.put(&key, b"one".to_vec()), store.put(&key, b"two".to_vec()));
    let outcomes = [one.unwrap(), two.unwrap()];
    let winner = if outcomes[0] == PutImageOutcome::Stored { "one" } else { "two" };
    assert!(outcomes.contains(&PutImageOutcome::Stored) && outcomes.contains(&PutImageOutcome::NameTaken), "{outcomes:?}");
    assert_eq!(bytes_of(store, &key).await.unwrap(), winner.as_bytes());
}

/// Each width exists independently of the others.
pub async fn every_width_is_a_file_of_its_own(store: &dyn ImageStore) {
    let picture = name();
    for (place, key) in ImageKey::all_of(&picture).enumerate() {
        assert_eq!(store.put(&key, vec![u8::try_from(place).unwrap(); 3]).await.unwrap(), PutImageOutcome::Stored);
    }
    for (place, key) in ImageKey::all_of(&picture).enumerate() {
        assert_eq!(bytes_of(store, &key).await, Some(vec![u8::try_from(place).unwrap(); 3]));
    }
    let narrow = ImageKey { name: name(), width: Some(PictureWidth::W320) };
    assert_eq!(store.put(&ImageKey::main(narrow.name.clone()), b"small".to_vec()).await.unwrap(), PutImageOutcome::Stored);
    assert_eq!(store.get(&narrow).await.unwrap(), None, "a picture without this width");
}

/// A repeated deletion succeeds; other pictures stay, and the name is free again.
pub async fn a_picture_is_deleted_in_every_width(store: &dyn ImageStore) {
    let (gone, kept) = (name(), name());
    for picture in [&gone, &kept] {
        for key in ImageKey::all_of(picture) {
            store.put(&key, b"x".to_vec()).await.unwrap();
        }
    }
    for _ in 0..2 {
        store.delete(&gone).await.unwrap();
        for key in ImageKey::all_of(&gone) {
            assert_eq!(store.get(&key).await.unwrap(), None);
        }
    }
    for key in ImageKey::all_of(&kept) {
        assert!(bytes_of(store, &key).await.is_some(), "the others stay");
    }
    assert_eq!(store.put(&ImageKey::main(gone), b"again".to_vec()).await.unwrap(), PutImageOutcome::Stored);
}
