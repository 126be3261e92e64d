//! One suite for every kind of store, and what is particular to each.

use domain::image::PictureWidth;

use super::*;

fn name(text: &str) -> ImageName {
    ImageName::parse(text).unwrap()
}

fn main_of(text: &str) -> ImageKey {
    ImageKey::main(name(text))
}

fn at(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap()
}

async fn bytes_of(store: &ObjectImageStore, key: &ImageKey) -> Option<Vec<u8>> {
    store.get(key).await.unwrap().map(|file| file.bytes)
}

/// What every store must do, whatever is behind it; it begins empty.
async fn keeps_its_promises(store: &ObjectImageStore) {
    never_overwrites(store).await;
    tells_files_apart(store).await;
    deletes_wholly(store).await;
    lists_by_age(store).await;
    store.check().await.unwrap();
}

async fn never_overwrites(store: &ObjectImageStore) {
    let key = main_of("1-a.webp");
    assert_eq!(store.get(&key).await.unwrap(), None);
    assert_eq!(store.put(&key, b"first".to_vec()).await.unwrap(), PutImage::Stored);
    assert_eq!(store.put(&key, b"second".to_vec()).await.unwrap(), PutImage::NameTaken);
    let kept = store.get(&key).await.unwrap().unwrap();
    assert_eq!((kept.bytes.as_slice(), kept.content_type), (&b"first"[..], "image/webp"));
    let tag = kept.etag.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap();
    assert!(!tag.is_empty() && tag.bytes().all(|b| b.is_ascii_graphic() && b != b'"'), "{tag}");
    assert_eq!(store.get(&key).await.unwrap().unwrap().etag, kept.etag, "the tag stays");

    let key = main_of("1-race.webp");
    let (one, two) = tokio::join!(store.put(&key, b"one".to_vec()), store.put(&key, b"two".to_vec()));
    let outcomes = [one.unwrap(), two.unwrap()];
    let winner = if outcomes[0] == PutImage::Stored { "one" } else { "two" };
    assert!(outcomes.contains(&PutImage::Stored) && outcomes.contains(&PutImage::NameTaken), "{outcomes:?}");
    assert_eq!(bytes_of(store, &key).await.unwrap(), winner.as_bytes());
}

async fn tells_files_apart(store: &ObjectImageStore) {
    for (place, key) in ImageKey::all_of(&name("2-b.webp")).enumerate() {
        assert_eq!(store.put(&key, vec![u8::try_from(place).unwrap(); 3]).await.unwrap(), PutImage::Stored);
    }
    for (place, key) in ImageKey::all_of(&name("2-b.webp")).enumerate() {
        assert_eq!(bytes_of(store, &key).await, Some(vec![u8::try_from(place).unwrap(); 3]));
    }
    let narrow = ImageKey { name: name("1-a.webp"), width: Some(PictureWidth::W320) };
    assert_eq!(store.get(&narrow).await.unwrap(), None, "a picture without this width");
}

async fn deletes_wholly(store: &ObjectImageStore) {
    store.delete(&name("2-b.webp")).await.unwrap();
    for key in ImageKey::all_of(&name("2-b.webp")) {
        assert_eq!(store.get(&key).await.unwrap(), None);
    }
    store.delete(&name("2-b.webp")).await.unwrap();
    assert!(bytes_of(store, &main_of("1-a.webp")).await.is_some(), "the others stay");
    assert_eq!(store.put(&main_of("2-b.webp"), b"again".to_vec()).await.unwrap(), PutImage::Stored);
    for gone in ["1-a.webp", "1-race.webp", "2-b.webp"] {
        store.delete(&name(gone)).await.unwrap();
    }
}

async fn lists_by_age(store: &ObjectImageStore) {
    let names: Vec<_> =
        [1_700_000_000_001_i64, 1_700_000_000_002, 1_700_000_000_003, 1_700_000_000_004].map(|ms| name(&format!("{ms}-x.webp"))).to_vec();
    for picture in names.iter().rev() {
        for key in ImageKey::all_of(picture) {
            store.put(&key, b"x".to_vec()).await.unwrap();
        }
    }
    let older = |ms, after, limit| async move { store.older_than(at(ms), after, limit).await.unwrap() };
    assert_eq!(older(1_700_000_000_001, None, 10).await, []);
    assert_eq!(older(1_700_000_000_003, None, 10).await, names[..2]);
    assert_eq!(older(i64::from(i32::MAX) * 1_000, None, 10).await, names);
    assert_eq!(older(1_700_000_000_009, None, 3).await, names[..3]);
    assert_eq!(older(1_700_000_000_009, Some(&names[2]), 3).await, names[3..]);
    assert_eq!(older(1_700_000_000_009, Some(&names[3]), 3).await, []);
}

#[tokio::test]
async fn memory_keeps_its_promises() {
    keeps_its_promises(&ObjectImageStore::in_memory()).await;
}

#[tokio::test]
async fn a_folder_keeps_its_promises() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data/images");
    keeps_its_promises(&ObjectImageStore::in_folder(&folder).unwrap()).await;
}

#[tokio::test]
async fn pictures_in_a_folder_are_there_for_the_next_process() {
    let folder = tempfile::tempdir().unwrap();
    let store = ObjectImageStore::in_folder(folder.path()).unwrap();
    store.put(&main_of("1-a.webp"), b"kept".to_vec()).await.unwrap();
    assert_eq!(std::fs::read(folder.path().join("1-a.webp")).unwrap(), b"kept");
    let etag = store.get(&main_of("1-a.webp")).await.unwrap().unwrap().etag;
    drop(store);
    let next = ObjectImageStore::in_folder(folder.path()).unwrap();
    let file = next.get(&main_of("1-a.webp")).await.unwrap().unwrap();
    assert_eq!((file.bytes, file.etag), (b"kept".to_vec(), etag));
}

#[tokio::test]
async fn what_others_put_into_the_folder_is_no_picture() {
    let folder = tempfile::tempdir().unwrap();
    let store = ObjectImageStore::in_folder(folder.path()).unwrap();
    store.put(&main_of("1-a.webp"), b"x".to_vec()).await.unwrap();
    for other in ["1-b.webp#1", "notes.txt", ".hidden", "01-c.webp"] {
        std::fs::write(folder.path().join(other), "x").unwrap();
    }
    assert_eq!(store.older_than(at(9), None, 10).await.unwrap(), [name("1-a.webp")]);
}

#[tokio::test]
async fn a_folder_that_is_gone_is_not_ready() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("images");
    let store = ObjectImageStore::in_folder(&folder).unwrap();
    store.check().await.unwrap();
    std::fs::remove_dir(&folder).unwrap();
    assert!(store.check().await.unwrap_err().is_unavailable());
}

#[test]
fn a_file_in_the_way_is_no_folder() {
    let parent = tempfile::tempdir().unwrap();
    let file = parent.path().join("images");
    std::fs::write(&file, "").unwrap();
    let error = ObjectImageStore::in_folder(&file).err().unwrap();
    assert_eq!(error.to_string(), "the picture folder cannot be used");
}

fn bucket_at(endpoint: String) -> ObjectImageStore {
    let text = |t: &str| Some(t.to_owned());
    ObjectImageStore::in_bucket(S3Settings {
        bucket: "images".to_owned(),
        endpoint: Some(endpoint),
        region: text("us-east-1"),
        access_key_id: text("id"),
        secret_access_key: text("secret"),
    })
    .unwrap()
}

#[tokio::test]
async fn a_bucket_keeps_its_promises() {
    let (endpoint, _) = test_bucket::start().await;
    keeps_its_promises(&bucket_at(endpoint)).await;
}

#[tokio::test]
#[ignore = "needs an S3 server with an empty bucket named images at S3_TEST_ENDPOINT"]
async fn a_real_bucket_keeps_its_promises() {
    keeps_its_promises(&bucket_at(std::env::var("S3_TEST_ENDPOINT").unwrap())).await;
}

#[tokio::test]
async fn a_bucket_is_told_how_to_serve_a_picture() {
    let (endpoint, bucket) = test_bucket::start().await;
    bucket_at(endpoint).put(&main_of("1-a.webp"), b"x".to_vec()).await.unwrap();
    let put = bucket.lock().unwrap().requests[0].clone();
    assert_eq!((put.method.as_str(), put.path.as_str()), ("PUT", "1-a.webp"));
    for (header, value) in [("content-type", "image/webp"), ("cache-control", "max-age=3600"), ("if-none-match", "*")] {
        assert_eq!(put.headers.get(header).map(String::as_str), Some(value), "{header}");
    }
    assert!(put.headers["authorization"].starts_with("AWS4-HMAC-SHA256 Credential=id/"));
}

#[tokio::test]
async fn a_bucket_that_refuses_is_a_failure_and_not_ready() {
    let (endpoint, bucket) = test_bucket::start().await;
    let store = bucket_at(endpoint);
    bucket.lock().unwrap().fail_with = Some(403);
    assert!(store.check().await.is_err());
    assert!(store.get(&main_of("1-a.webp")).await.is_err());
    assert!(store.put(&main_of("1-a.webp"), b"x".to_vec()).await.is_err());
    assert!(store.delete(&name("1-a.webp")).await.is_err());
    assert!(store.older_than(at(9), None, 10).await.is_err());
}
