//! Uploads that a product or user takes or drops while the sweep looks for unused ones.

use domain::accounts::ports::{RegisterUserError, UpdateProfileError};
use domain::accounts::user::{NewUser, ProfileChange};
use domain::images::image::{ImageName, PicturePurpose};
use domain::images::ports::ReserveUploadOutcome;
use domain::images::upload::{NewUpload, Uploader};
use domain::shared::text::PictureUrl;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_users, unique};
use tokio_postgres::Client;

async fn uploaded(shop: &Shop) -> ImageName {
    let name = ImageName::for_upload(moments::now(), &unique::tag());
    let new = NewUpload { name: name.clone(), purpose: PicturePurpose::Profile, by: Uploader::Stranger, bytes: 1, at: moments::now() };
    assert_eq!(shop.uploads.reserve(&new).await.unwrap(), ReserveUploadOutcome::Reserved);
    name
}

fn address(name: &ImageName) -> Option<PictureUrl> {
    PictureUrl::parse(&format!("/images/{name}")).ok()
}

fn with_face(name: &ImageName) -> NewUser {
    NewUser { profile_picture: address(name), ..sample_users::customer() }
}

async fn condemned(shop: &Shop) -> Vec<ImageName> {
    let later = moments::seconds_later(60);
    shop.uploads.condemn(later, later, 10).await.unwrap()
}

/// Until another connection waits for a lock.
async fn somebody_waits(looker: &Client) {
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
                   OR NOT granted AND locktype = 'transactionid'";
    while looker.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::task::yield_now().await;
    }
}

/// The account is written and not committed when the sweep comes by.
#[tokio::test(flavor = "multi_thread")]
async fn the_sweep_leaves_what_is_being_taken() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let (face, left) = (uploaded(&shop).await, uploaded(&shop).await);
    let user = shop.customer().await;
    let client = database.client().await;
    client.batch_execute("BEGIN").await.unwrap();
    let take = "UPDATE users SET profile_picture = $1 WHERE id = $2";
    client.execute(take, &[&format!("/images/{face}"), &user.id.uuid()]).await.unwrap();
    assert_eq!(condemned(&shop).await, std::slice::from_ref(&left), "and does not wait");
    client.batch_execute("COMMIT").await.unwrap();
    assert_eq!(condemned(&shop).await, [left]);
}

/// The account that was to show it is not made: a row that does not commit took nothing.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_taken_in_vain_is_swept() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let (face, taken) = (uploaded(&shop).await, shop.customer().await.email);
    let refused = shop.users.create(&NewUser { email: taken, ..with_face(&face) }).await;
    assert!(matches!(refused, Err(RegisterUserError::EmailTaken)));
    assert_eq!(condemned(&shop).await, [face]);
}

/// A user takes an upload that an uncommitted sweep has condemned: the user waits, and is refused.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_after_the_sweep_is_refused() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let (face, user) = (uploaded(&shop).await, shop.customer().await);
    let (sweep, looker) = (database.client().await, database.client().await);
    for (end, expected) in [("ROLLBACK", false), ("COMMIT", true)] {
        let name = if expected { uploaded(&shop).await } else { face.clone() };
        sweep.batch_execute("BEGIN").await.unwrap();
        sweep.execute("UPDATE uploads SET condemned_at = now() WHERE name = $1", &[&name.as_str()]).await.unwrap();
        let change = ProfileChange { profile_picture: address(&name), ..ProfileChange::default() };
        let taking = tokio::spawn({
            let (shop, id) = (shop.clone(), user.id);
            async move { shop.users.update_profile(id, &change, None, moments::now()).await }
        });
        somebody_waits(&looker).await;
        sweep.batch_execute(end).await.unwrap();
        assert_eq!(matches!(taking.await.unwrap(), Err(UpdateProfileError::PictureGone)), expected, "{end}");
    }
}

/// Any number of sweeps beside any number of accounts: whatever an account shows is there, whatever is swept is shown nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn taking_and_sweeping_at_once_agree() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let mut faces = Vec::new();
    for _ in 0..40 {
        faces.push(uploaded(&shop).await);
    }
    let taking = faces.iter().cloned().map(|face| {
        let shop = shop.clone();
        tokio::spawn(async move { shop.users.create(&with_face(&face)).await.is_ok() })
    });
    let taking: Vec<_> = taking.collect();
    let sweeping = tokio::spawn({
        let shop = shop.clone();
        async move {
            let mut swept = Vec::new();
            for _ in 0..40 {
                let later = moments::seconds_later(60);
                for name in shop.uploads.condemn(later, later, 1).await.unwrap() {
                    shop.uploads.deleted(&name, later).await.unwrap();
                    swept.push(name);
                }
            }
            swept
        }
    });
    let shown = futures_util::future::try_join_all(taking).await.unwrap();
    let swept = sweeping.await.unwrap();
    for (face, is_shown) in faces.iter().zip(shown) {
        assert_ne!(is_shown, swept.contains(face) || condemned(&shop).await.contains(face), "{face}");
    }
}

/// Two customers have the same picture, and both are deleted at once: the picture is unused then.
#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_let_go_of_by_the_last_of_two_who_leave_at_once() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let shared = uploaded(&shop).await;
    let (one, other) = (shop.register(with_face(&shared)).await, shop.register(with_face(&shared)).await);
    let (client, looker) = (database.client().await, database.client().await);
    client.batch_execute("BEGIN").await.unwrap();
    client.execute("DELETE FROM users WHERE id = $1", &[&one.id.uuid()]).await.unwrap();
    let leaving = tokio::spawn({
        let shop = shop.clone();
        async move { shop.users.delete(&other.email, &sample_users::actor(), moments::now()).await.unwrap() }
    });
    somebody_waits(&looker).await;
    assert_eq!(condemned(&shop).await, []);
    client.batch_execute("COMMIT").await.unwrap();
    leaving.await.unwrap();
    assert_eq!(condemned(&shop).await, [shared]);
}
