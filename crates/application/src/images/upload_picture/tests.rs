//! Uploading pictures, with mocked ports.

use std::sync::Mutex;

use domain::images::image::PictureWidth;
use domain::images::ports::{MockImageStore, MockPictureProcessor, MockUploadRegister};
use domain::shared::error::ErrorKind;

use super::*;
use crate::samples::{away, clock};

const NOW_MS: i64 = 1_772_586_000_000;

fn upload() -> Upload {
    Upload { bytes: b"a file".to_vec(), original_name: "My Rose.png".to_owned(), purpose: PicturePurpose::Product, by: Uploader::Stranger }
}

fn answering(answer: ProcessPictureOutcome) -> MockPictureProcessor {
    let mut processor = MockPictureProcessor::new();
    processor.expect_process().withf(|bytes, _| bytes == b"a file").once().returning(move |_, _| Ok(answer.clone()));
    processor
}

fn picture() -> ProcessPictureOutcome {
    let narrower = vec![(PictureWidth::W320, vec![3]), (PictureWidth::W640, vec![6])];
    ProcessPictureOutcome::Processed(ProcessedPicture { main: vec![9], narrower })
}

fn use_case(processor: MockPictureProcessor, images: MockImageStore, uploads: MockUploadRegister) -> UploadPicture {
    UploadPicture::new(Arc::new(processor), Arc::new(images), Arc::new(uploads), clock())
}

/// The calls in order: `reserve <name>` and `put <name> <width>`.
type Log = Arc<Mutex<Vec<String>>>;

/// A register in which the first names are taken.
fn register(log: &Log, mut taken: usize) -> MockUploadRegister {
    let log = Arc::clone(log);
    let mut uploads = MockUploadRegister::new();
    uploads.expect_reserve().returning(move |new| {
        assert_eq!((new.purpose, new.by, new.bytes), (PicturePurpose::Product, Uploader::Stranger, 3));
        log.lock().unwrap().push(format!("reserve {}", new.name));
        let free = taken == 0;
        taken = taken.saturating_sub(1);
        Ok(if free { ReserveUploadOutcome::Reserved } else { ReserveUploadOutcome::NameTaken })
    });
    uploads
}

fn store(log: &Log) -> MockImageStore {
    let log = Arc::clone(log);
    let mut images = MockImageStore::new();
    images.expect_put().returning(move |key, bytes| {
        log.lock().unwrap().push(format!("put {} {:?} {bytes:?}", key.name, key.width.map(PictureWidth::pixels)));
        Ok(PutImageOutcome::Stored)
    });
    images
}

#[tokio::test]
async fn a_name_is_reserved_and_the_own_width_kept_last() {
    let log = Log::default();
    let name = use_case(answering(picture()), store(&log), register(&log, 0)).run(upload()).await.unwrap();
    assert_eq!(name.as_str(), format!("{NOW_MS}-my-rose.webp"));
    let steps = [
        format!("reserve {name}"),
        format!("put {name} Some(320) [3]"),
        format!("put {name} Some(640) [6]"),
        format!("put {name} None [9]"),
    ];
    assert_eq!(*log.lock().unwrap(), steps);
}

#[tokio::test]
async fn others_of_the_same_name_and_moment_make_it_take_the_next() {
    let log = Log::default();
    let name = use_case(answering(picture()), store(&log), register(&log, 2)).run(upload()).await.unwrap();
    assert_eq!(name.as_str(), format!("{}-my-rose.webp", NOW_MS + 2));
    assert_eq!(log.lock().unwrap().iter().filter(|step| step.starts_with("put")).count(), 3, "nothing is kept under a taken name");
}

#[tokio::test]
async fn a_picture_the_store_has_already_is_neither_overwritten_nor_swept() {
    let log = Log::default();
    let mut images = MockImageStore::new();
    let mut answers = vec![PutImageOutcome::Stored, PutImageOutcome::Stored, PutImageOutcome::Stored, PutImageOutcome::NameTaken];
    images.expect_put().times(4).returning(move |_, _| Ok(answers.pop().unwrap()));
    let mut uploads = register(&log, 0);
    uploads.expect_forget().withf(|name| name.uploaded_ms() == NOW_MS).once().returning(|_| Ok(()));
    let name = use_case(answering(picture()), images, uploads).run(upload()).await.unwrap();
    assert_eq!(name.uploaded_ms(), NOW_MS + 1);
}

#[tokio::test]
async fn it_does_not_go_on_for_ever() {
    let log = Log::default();
    let refused = use_case(answering(picture()), MockImageStore::new(), register(&log, usize::MAX)).run(upload()).await.unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Unavailable, "image.no_free_name"));
    assert_eq!(log.lock().unwrap().len(), 20);
}

#[tokio::test]
async fn a_refused_upload_leaves_nothing_behind() {
    for (answer, code) in [
        (ProcessPictureOutcome::NotAPicture, "image.not_a_picture"),
        (ProcessPictureOutcome::Broken, "image.broken"),
        (ProcessPictureOutcome::TooLarge, "image.too_many_pixels"),
    ] {
        let refused = use_case(answering(answer), MockImageStore::new(), MockUploadRegister::new()).run(upload()).await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Invalid, code));
    }
}

#[tokio::test]
async fn a_store_that_is_away_leaves_the_name_to_the_sweep() {
    let log = Log::default();
    let mut images = MockImageStore::new();
    images.expect_put().returning(|_, _| Err(away()));
    let refused = use_case(answering(picture()), images, register(&log, 0)).run(upload()).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Unavailable);
    assert_eq!(log.lock().unwrap().len(), 1, "reserved, and not forgotten");
}

#[tokio::test]
async fn an_upload_without_room_is_not_stored() {
    for (answer, kind, code) in [
        (ReserveUploadOutcome::NoRoom(NoRoom::OfOwn), ErrorKind::Conflict, "image.too_many_pending"),
        (ReserveUploadOutcome::NoRoom(NoRoom::OfOthers), ErrorKind::Unavailable, "image.no_room"),
        (ReserveUploadOutcome::UploaderGone, ErrorKind::Unauthenticated, "auth.not_signed_in"),
    ] {
        let mut uploads = MockUploadRegister::new();
        uploads.expect_reserve().once().returning(move |_| Ok(answer));
        let refused = use_case(answering(picture()), MockImageStore::new(), uploads).run(upload()).await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (kind, code));
        assert_eq!(refused.retry_after(), (kind == ErrorKind::Unavailable).then(|| TimeDelta::hours(1)));
    }
}
