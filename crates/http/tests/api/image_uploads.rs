//! Uploading and showing pictures.

use actix_web::test::TestRequest;
use domain::images::image::{PicturePurpose, PictureWidth};
use domain::images::ports::{ProcessPictureOutcome, ProcessedPicture, PutImageOutcome, ReserveUploadOutcome, StoredImage};
use domain::images::upload::{NoRoom, Uploader};
use serde_json::json;

use crate::people::{admin, customer};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post};

const BOUNDARY: &str = "a-boundary";

/// One field: its name and more of its disposition, and its content.
type Part<'a> = (&'a str, &'a [u8]);

const FILE: Part<'static> = ("file\"; filename=\"My Rose.png", b"a picture");

fn form(parts: &[Part<'_>]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, content) in parts {
        body.extend(format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n").into_bytes());
        body.extend_from_slice(content);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
    body
}

fn raw(body: Vec<u8>) -> TestRequest {
    let media = format!("multipart/form-data; boundary={BOUNDARY}");
    TestRequest::post().uri("/api/images").insert_header(("Content-Type", media)).set_payload(body)
}

fn upload(parts: &[Part<'_>]) -> TestRequest {
    raw(form(parts))
}

/// A shop that takes every picture.
fn taking() -> Shop {
    let mut shop = Shop::new();
    let picture = ProcessedPicture { main: vec![1], narrower: vec![(PictureWidth::W320, vec![2])] };
    shop.processor.expect_process().returning(move |_, _| Ok(ProcessPictureOutcome::Processed(picture.clone())));
    shop.uploads.expect_reserve().returning(|_| Ok(ReserveUploadOutcome::Reserved));
    shop.images.expect_put().returning(|_, _| Ok(PutImageOutcome::Stored));
    shop
}

#[actix_web::test]
async fn a_picture_is_kept_and_has_an_address() {
    let mut shop = Shop::new();
    shop.processor
        .expect_process()
        .withf(|bytes, _| bytes == b"a picture")
        .once()
        .returning(|_, _| Ok(ProcessPictureOutcome::Processed(ProcessedPicture { main: vec![1], narrower: vec![] })));
    shop.uploads
        .expect_reserve()
        .withf(|new| new.purpose == PicturePurpose::Profile)
        .once()
        .returning(|_| Ok(ReserveUploadOutcome::Reserved));
    shop.images.expect_put().withf(|_, bytes| *bytes == [1]).once().returning(|_, _| Ok(PutImageOutcome::Stored));
    let answer = shop.answer(upload(&[("purpose", b"profile"), FILE])).await;
    assert_eq!((answer.status, answer.json()), (201, json!({"url": "/images/1772586000000-my-rose.webp"})));
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn a_picture_served_from_elsewhere_has_its_whole_address() {
    let mut shop = taking();
    shop.config.images_public_url = Some("https://cdn.example/shop".to_owned());
    let answer = shop.answer(upload(&[FILE])).await;
    assert_eq!(answer.json(), json!({"url": "https://cdn.example/shop/1772586000000-my-rose.webp"}));
}

#[actix_web::test]
async fn anybody_may_have_a_face_and_only_administrators_show_goods() {
    let shop = taking().open().await;
    for token in [None, Some("dead"), Some("customer"), Some("admin"), Some("content"), Some("support")] {
        for (parts, product) in [
            (vec![("purpose", &b"profile"[..]), FILE], false),
            (vec![("purpose", b""), FILE], false),
            (vec![FILE], false),
            (vec![("purpose", b"product"), FILE], true),
            (vec![FILE, ("purpose", b"product")], true),
            (vec![("purpose", b"profile"), FILE, ("purpose", b"product")], true),
        ] {
            let request = upload(&parts);
            let answer = shop.answer(if let Some(token) = token { request.by(token) } else { request }).await;
            match (product, token) {
                (false, _) | (true, Some("admin" | "content")) => assert_eq!(answer.status, 201, "{token:?} {parts:?}: {}", answer.text()),
                (true, Some("customer")) => assert_eq!(answer.problem(403), "auth.not_an_admin", "{parts:?}"),
                (true, Some("support")) => assert_eq!(answer.problem(403), "auth.role_forbidden", "{parts:?}"),
                (true, _) => assert_eq!(answer.problem(401), "auth.not_signed_in", "{token:?} {parts:?}"),
            }
        }
    }
}

/// Refused before a picture is looked at: the processor of this shop expects none.
async fn refused(request: TestRequest) -> Answer {
    Shop::new().answer(request.by("customer")).await
}

#[actix_web::test]
async fn a_form_without_a_file_says_so() {
    let empty: Part<'_> = ("file\"; filename=\"", b"");
    for parts in [
        vec![],
        vec![("purpose", &b"profile"[..])],
        vec![empty],
        vec![("other", b"x"), empty],
        vec![("purpose", b"profile"), ("file", b"")],
    ] {
        let answer = refused(upload(&parts)).await;
        assert_eq!(answer.problem(422), "image.missing");
        let body = answer.json();
        assert_eq!((&body["message"], &body["errors"]), (&json!("Please select a file"), &json!({"file": ["Please select a file"]})));
    }
}

#[actix_web::test]
async fn wrong_fields_are_named() {
    assert_eq!(refused(upload(&[("purpose", b"banner"), FILE])).await.wrong_fields(), ["purpose"]);
    assert_eq!(refused(upload(&[FILE, FILE])).await.wrong_fields(), ["file"]);
}

#[actix_web::test]
async fn only_forms_are_read() {
    assert_eq!(refused(post("/api/images", &json!({"file": "x"}))).await.problem(415), "request.unsupported_media_type");
    let mixed = TestRequest::post().uri("/api/images").insert_header(("Content-Type", format!("multipart/mixed; boundary={BOUNDARY}")));
    assert_eq!(refused(mixed.set_payload(form(&[FILE]))).await.problem(415), "request.unsupported_media_type");
    assert_eq!(refused(upload(&[FILE]).insert_header(("Content-Encoding", "gzip"))).await.problem(415), "request.unsupported_encoding");
    let whole = form(&[FILE]);
    let without_name = String::from_utf8(whole.clone()).unwrap().replace("form-data; name=\"file\";", "form-data;");
    for body in [Vec::new(), b"not a form".to_vec(), whole[..whole.len() - 20].to_vec(), without_name.into_bytes()] {
        assert_eq!(refused(raw(body)).await.problem(400), "request.not_multipart");
    }
    let no_boundary = TestRequest::post().uri("/api/images").insert_header(("Content-Type", "multipart/form-data"));
    assert_eq!(refused(no_boundary.set_payload(whole)).await.problem(400), "request.not_multipart");
}

#[actix_web::test]
async fn five_megabytes_are_the_limit_whether_declared_or_not() {
    const MOST: usize = 5 * 1024 * 1024;
    let sized = |bytes: usize| form(&[("file\"; filename=\"a.png", &vec![0; bytes])]);
    let shop = taking().open().await;
    assert_eq!(shop.answer(raw(sized(MOST)).by("customer")).await.status, 201);
    assert_eq!(refused(raw(sized(MOST + 1))).await.problem(413), "request.too_large");
    let declared = raw(sized(10)).insert_header(("Content-Length", (MOST + 100_000).to_string()));
    assert_eq!(refused(declared).await.problem(413), "request.too_large");
    let other = vec![0; 2_000];
    assert_eq!(shop.answer(upload(&[("other", &other), FILE]).by("customer")).await.status, 201, "other fields are ignored");
    let many: Vec<Part<'_>> = (0..3_000).map(|_| ("other", other.as_slice())).collect();
    assert_eq!(refused(upload(&many)).await.problem(413), "request.too_large");
}

#[actix_web::test]
async fn what_is_no_picture_is_told_apart() {
    for (outcome, status, code) in [
        (ProcessPictureOutcome::NotAPicture, 415, "image.not_a_picture"),
        (ProcessPictureOutcome::Broken, 422, "image.broken"),
        (ProcessPictureOutcome::TooLarge, 422, "image.too_many_pixels"),
    ] {
        let mut shop = Shop::new();
        shop.processor.expect_process().returning(move |_, _| Ok(outcome.clone()));
        let answer = shop.answer(upload(&[FILE])).await;
        assert_eq!(answer.problem(status), code);
        assert_eq!(answer.json()["errors"]["file"], json!([answer.json()["message"]]));
    }
}

#[actix_web::test]
async fn strangers_upload_five_an_hour() {
    let mut shop = taking();
    shop.config.rate_limit_scale = 1.0;
    let shop = shop.open().await;
    let from = |address: &str| upload(&[FILE]).peer_addr(format!("{address}:4711").parse().unwrap());
    for _ in 0..5 {
        assert_eq!(shop.answer(from("203.0.113.1")).await.status, 201);
    }
    let answer = shop.answer(from("203.0.113.1")).await;
    assert_eq!(answer.problem(429), "request.too_many");
    assert!(answer.header("retry-after").parse::<u32>().unwrap() > 60);
    assert_eq!(shop.answer(from("203.0.113.1").by("garbage")).await.status, 429, "a dead token is no token");
    assert_eq!(shop.answer(from("203.0.113.2")).await.status, 201);
    for _ in 0..10 {
        assert_eq!(shop.answer(from("203.0.113.1").by("customer")).await.status, 201);
    }
}

#[actix_web::test]
async fn customers_upload_thirty_an_hour_and_administrators_six_hundred() {
    let mut shop = taking();
    shop.config.rate_limit_scale = 1.0;
    let shop = shop.open().await;
    for (token, count) in [("customer", 30), ("admin", 600)] {
        for number in 0..count {
            assert_eq!(shop.answer(upload(&[FILE]).by(token)).await.status, 201, "{token} {number}");
        }
        let elsewhere = upload(&[FILE]).by(token).peer_addr("203.0.113.9:4711".parse().unwrap());
        let answer = shop.answer(elsewhere).await;
        assert_eq!(answer.problem(429), "request.too_many", "wherever they are");
        assert!(answer.header("retry-after").parse::<u32>().unwrap() >= 1);
    }
}

#[actix_web::test]
async fn an_upload_knows_its_owner_and_its_size() {
    let people = [
        (None, Uploader::Stranger),
        (Some("customer"), Uploader::Customer(customer().user.id)),
        (Some("admin"), Uploader::Admin(admin().user.id)),
    ];
    for (token, by) in people {
        let mut shop = Shop::new();
        let picture = ProcessedPicture { main: vec![1; 9], narrower: vec![(PictureWidth::W320, vec![2; 3])] };
        shop.processor.expect_process().returning(move |_, _| Ok(ProcessPictureOutcome::Processed(picture.clone())));
        shop.uploads
            .expect_reserve()
            .withf(move |new| (new.by, new.bytes) == (by, 12))
            .once()
            .returning(|_| Ok(ReserveUploadOutcome::Reserved));
        shop.images.expect_put().returning(|_, _| Ok(PutImageOutcome::Stored));
        let request = upload(&[FILE]);
        assert_eq!(shop.answer(if let Some(token) = token { request.by(token) } else { request }).await.status, 201, "{token:?}");
    }
}

#[actix_web::test]
async fn what_finds_no_room_is_told_why() {
    for (outcome, status, code) in [
        (ReserveUploadOutcome::NoRoom(NoRoom::OfOwn), 409, "image.too_many_pending"),
        (ReserveUploadOutcome::NoRoom(NoRoom::OfOthers), 503, "image.no_room"),
        (ReserveUploadOutcome::UploaderGone, 401, "auth.not_signed_in"),
    ] {
        let mut shop = Shop::new();
        let picture = ProcessedPicture { main: vec![1], narrower: vec![] };
        shop.processor.expect_process().returning(move |_, _| Ok(ProcessPictureOutcome::Processed(picture.clone())));
        shop.uploads.expect_reserve().returning(move |_| Ok(outcome));
        let answer = shop.answer(upload(&[FILE]).by("customer")).await;
        assert_eq!(answer.problem(status), code);
        if status == 503 {
            assert_eq!(answer.header("retry-after"), "3600");
        }
    }
}

#[actix_web::test]
async fn a_width_that_is_not_kept_is_shown_in_the_own_width() {
    let shown = async |kept: Option<PictureWidth>| {
        let mut shop = Shop::new();
        shop.images.expect_get().returning(move |key| {
            let picture = StoredImage { bytes: vec![1], content_type: "image/webp", etag: format!("\"{:?}\"", key.width) };
            Ok((key.width == kept).then_some(picture))
        });
        shop.answer(get("/images/1-a.webp?w=640")).await
    };
    assert_eq!(shown(None).await.header("etag"), "\"None\"");
    assert_eq!(shown(Some(PictureWidth::W640)).await.header("etag"), "\"Some(W640)\"");
    assert_eq!(shown(Some(PictureWidth::W320)).await.problem(404), "image.not_found");
}
