//! Pictures that somebody lets go of while the shop looks for those nobody shows.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use domain::image::{ImageName, PicturePurpose};
use domain::text::PictureUrl;
use domain::user::{NewUser, User};
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, people, unique};

async fn with_face(shop: &Shop, face: &ImageName) -> User {
    let picture = PictureUrl::parse(&format!("/images/{face}")).unwrap();
    shop.register(NewUser { profile_picture: Some(picture), ..people::customer() }).await
}

/// Two customers chose the same picture, and one of them leaves.
#[tokio::test(flavor = "multi_thread")]
async fn a_picture_let_go_of_meanwhile_stays_with_whoever_shows_it_too() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let [shared, other] = [(); 2].map(|()| ImageName::for_upload(moments::now(), &unique::tag()));
    let later = moments::seconds_later(60);
    assert!(shop.uploads.reserve(&shared, PicturePurpose::Profile, moments::now()).await.unwrap());
    let leaving = with_face(&shop, &shared).await;
    with_face(&shop, &shared).await;
    assert_eq!(shop.uploads.unclaimed(later, 10).await.unwrap(), [], "settled");

    assert!(shop.uploads.reserve(&other, PicturePurpose::Profile, moments::now()).await.unwrap());
    with_face(&shop, &other).await;
    let (client, looker) = (database.client().await, database.client().await);
    client.batch_execute("BEGIN").await.unwrap();
    client.execute("SELECT FROM uploads WHERE name = $1 FOR UPDATE", &[&other.as_str()]).await.unwrap();
    let looking = tokio::spawn({
        let shop = shop.clone();
        async move { shop.uploads.unclaimed(later, 10).await.unwrap() }
    });
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted";
    while looker.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::task::yield_now().await;
    }
    shop.users.delete(&leaving.email, &people::actor(), later).await.unwrap();
    client.batch_execute("COMMIT").await.unwrap();
    assert_eq!(looking.await.unwrap(), [], "somebody shows it still");
    assert_eq!(shop.uploads.unclaimed(later, 10).await.unwrap(), []);
}
