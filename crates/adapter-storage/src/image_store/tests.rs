//! The contract suite for every kind of store, and the particulars of each.

use testkit::s3_server::{self, S3Server};

use super::*;

fn name(text: &str) -> ImageName {
    ImageName::parse(text).unwrap()
}

fn main_of(text: &str) -> ImageKey {
    ImageKey::main(name(text))
}

/// The behaviour of every store.
async fn keeps_its_promises(store: &ObjectImageStore) {
    testkit::contracts::images::image_store::keeps_every_promise(store).await;
    store.check().await.unwrap();
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

/// An independent server checks signatures, checksums, conditional writes and deletions. It checks for an object before it
/// writes one, not atomically: two concurrent writers may both succeed.
#[tokio::test]
async fn a_real_bucket_keeps_its_promises() {
    let server = S3Server::start();
    let text = |t: &str| Some(t.to_owned());
    let settings = |secret| S3Settings {
        bucket: s3_server::BUCKET.to_owned(),
        endpoint: text(server.endpoint()),
        region: text("us-east-1"),
        access_key_id: text(s3_server::ACCESS_KEY_ID),
        secret_access_key: text(secret),
    };
    let store = ObjectImageStore::in_bucket(settings(s3_server::SECRET_ACCESS_KEY)).unwrap();
    testkit::contracts::images::image_store::keeps_every_promise_to_one_caller(&store).await;
    store.check().await.unwrap();
    let stranger = ObjectImageStore::in_bucket(settings("another secret")).unwrap();
    assert!(stranger.put(&main_of("1-a.webp"), b"x".to_vec()).await.is_err());
    assert!(!server.objects().contains(&"1-a.webp".to_owned()));
}

#[tokio::test]
async fn a_picture_that_was_taken_in_while_the_answer_was_lost_is_kept() {
    let (endpoint, bucket) = test_bucket::start().await;
    let store = bucket_at(endpoint);
    bucket.lock().unwrap().lose_an_answer = true;
    assert_eq!(store.put(&main_of("1-a.webp"), b"x".to_vec()).await.unwrap(), PutImageOutcome::Stored);
    let puts = bucket.lock().unwrap().requests.iter().filter(|request| request.method == "PUT").count();
    assert_eq!(puts, 2, "it was written again");
    assert_eq!(store.put(&main_of("1-a.webp"), b"y".to_vec()).await.unwrap(), PutImageOutcome::NameTaken);
}

#[tokio::test]
async fn a_bucket_gets_the_headers_of_a_picture() {
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
}
