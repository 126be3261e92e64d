use std::sync::Mutex;

use domain::accounts::session::Session;
use domain::content::identity::DEMO_SHOP;
use domain::content::repository::MockContentRepository;
use domain::images::image::CONTENT_TYPE;
use domain::images::ports::{MockImageStore, StoredImage};
use domain::shared::error::{ErrorKind, FeatureError as _};
use testkit::moments;

use super::*;
use crate::content::samples::{draft, name, reading};
use crate::samples::{actor, admin, clock};

fn drafts(store: MockContentRepository) -> Drafts {
    let (store, current) = reading(store);
    Drafts { store, images: Arc::new(MockImageStore::new()), current, clock: clock() }
}

/// The identity of the demo shop with one field replaced.
fn identity(field: &str, text: &str) -> Value {
    let mut identity = ContentDoc::default_value(&name("identity"), &DEMO_SHOP, "Araliya");
    identity[field] = text.into();
    identity
}

/// A WebP file of this size.
fn icon(side: u8) -> StoredImage {
    let bytes = [&b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0"[..], &[0xff, side, 0, 0xff, side, 0]].concat();
    StoredImage { bytes, content_type: CONTENT_TYPE, etag: String::new() }
}

#[tokio::test]
async fn an_icon_is_measured() {
    for (kept, code) in [(Some(icon(1)), None), (Some(icon(0)), Some("request.invalid")), (None, Some("image.gone"))] {
        let (mut store, mut images) = (MockContentRepository::new(), MockImageStore::new());
        let body = identity("favicon", "/images/1-a.webp");
        let saved = StoredDocument { draft: Some(draft("identity", body.clone())), published: None };
        let times = usize::from(code.is_none());
        store.expect_save().times(times).returning(move |_| Ok(Saved { value: saved.clone(), is_changed: true }));
        images.expect_get().withf(|key| key.name.as_str() == "1-a.webp" && key.width.is_none()).returning(move |_| Ok(kept.clone()));
        let drafts = Drafts { images: Arc::new(images), ..drafts(store) };
        let document = ContentDoc::parse(&name("identity"), &body).unwrap();
        let saved = drafts.save(&actor(&admin()), &name("identity"), &document, None).await;
        assert_eq!(saved.err().map(|refused| refused.code()), code);
    }
}

/// The identity of the shop with this address, published by an owner whose session is confirmed or not.
async fn moved_to(email: &str, is_confirmed: bool) -> (Result<Saved<EditedDocument>, ContentError>, Option<EmailAddress>) {
    let stored = StoredDocument { draft: Some(draft("identity", identity("email", email))), published: None };
    let (mut store, told) = (MockContentRepository::new(), Arc::new(Mutex::new(None)));
    store.expect_published().returning(|| Ok(Vec::new()));
    let noted = told.clone();
    let answer = stored.clone();
    store.expect_document().returning(move |_| Ok(stored.clone()));
    store.expect_publish().returning(move |change| {
        noted.lock().unwrap().clone_from(&change.shop_email);
        Ok(Saved { value: answer.clone(), is_changed: true })
    });
    let who = admin();
    let confirmed_at = is_confirmed.then(moments::now);
    let who = Principal { session: Session { confirmed_at, ..who.session.clone() }, ..who };
    let published = drafts(store).publish(&who, &actor(&who), &name("identity"), DraftRevision::parse(1).unwrap()).await;
    let told = told.lock().unwrap().clone();
    (published, told)
}

#[tokio::test]
async fn another_address_of_the_shop_needs_a_confirmed_session_and_is_told() {
    let (same, told) = moved_to("hello@araliya.example", false).await;
    assert!(same.is_ok() && told.is_none(), "{same:?}");
    let refused = moved_to("thief@example.com", false).await.0.unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Forbidden, "auth.confirm_needed"));
    let (other, told) = moved_to("new@araliya.example", true).await;
    assert!(other.is_ok(), "{other:?}");
    assert_eq!(told, EmailAddress::parse("new@araliya.example").ok());
}
