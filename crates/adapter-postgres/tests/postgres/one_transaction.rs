//! Work of many ports in one transaction: all of it is seen at its end, or none.

use domain::accounts::ports::{RegisterUserError, UserDirectory as _, UserRepository as _};
use domain::accounts::user::NewUser;
use domain::catalog::ports::ProductRepository;
use domain::shared::ports::PortError;
use testkit::postgres::TestDatabase;
use testkit::{sample_products, sample_users};

#[tokio::test]
async fn all_of_it_is_committed_at_the_end() {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let (user, product) = (sample_users::admin(), sample_products::product("Rose Oil"));
    let work = |within: adapter_postgres::Postgres| {
        let (user, product, outside) = (user.clone(), product.clone(), postgres.clone());
        async move {
            within.create_admin(&user, &sample_users::operator()).await.unwrap();
            // A refusal undoes its own savepoint alone.
            let other = NewUser { id: sample_users::admin().id, ..user };
            let refused = within.create_admin(&other, &sample_users::operator()).await;
            assert!(matches!(refused, Err(RegisterUserError::EmailTaken)));
            ProductRepository::create(&within, &product, &sample_users::actor()).await.unwrap();
            assert!(within.any_admin().await? && !outside.any_admin().await?, "it is seen within alone");
            Ok::<_, PortError>("done")
        }
    };
    assert_eq!(postgres.one_transaction(work).await.unwrap(), "done");
    assert!(postgres.any_admin().await.unwrap());
    assert_eq!(postgres.check_invariants().await.unwrap(), []);
}

#[tokio::test]
async fn none_of_it_is_left_after_a_failure() {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let failed: Result<(), PortError> = postgres
        .one_transaction(async |within: adapter_postgres::Postgres| {
            within.create_admin(&sample_users::admin(), &sample_users::operator()).await.unwrap();
            Err(PortError::internal("on purpose"))
        })
        .await;
    assert!(failed.is_err() && !postgres.any_admin().await.unwrap());
    assert_eq!(postgres.load().in_use, 0);
}

#[tokio::test]
async fn none_of_it_is_left_when_it_is_dropped() {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let (written, wait) = (tokio::sync::Notify::new(), tokio::sync::Notify::new());
    let work = postgres.one_transaction(async |within: adapter_postgres::Postgres| {
        within.create_admin(&sample_users::admin(), &sample_users::operator()).await.unwrap();
        written.notify_one();
        wait.notified().await;
        Ok::<_, PortError>(())
    });
    tokio::select! {
        _ = work => panic!("it does not end by itself"),
        () = written.notified() => {}
    }
    let admin = sample_users::admin();
    postgres.create_admin(&admin, &sample_users::operator()).await.expect("the lock is free");
    assert_eq!(postgres.check_invariants().await.unwrap(), []);
}
