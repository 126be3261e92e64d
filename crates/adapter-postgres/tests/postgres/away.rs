//! A database that says nothing: what a frozen server, or a network that swallows everything, looks like from here.

mod valve;

use std::time::Duration;

use adapter_postgres::{PoolOptions, Postgres};
use domain::accounts::ports::{RegisterUserError, UserDirectory, UserRepository};
use domain::orders::ports::OrderRepository;
use domain::shared::ports::{PortError, Readiness};
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{sample_orders, sample_products, sample_users};

use self::valve::Valve;

/// Longer than anything here takes on a busy machine, shorter than for ever.
const FOR_EVER: Duration = Duration::from_secs(120);

/// What a caller is told, who must be told something.
async fn told<T: std::fmt::Debug>(work: impl Future<Output = Result<T, PortError>>) -> PortError {
    tokio::time::timeout(FOR_EVER, work).await.expect("an answer, whatever it is").unwrap_err()
}

/// Waits until the database is used again.
async fn recovered(postgres: &Postgres) {
    let answers = async {
        while postgres.any_admin().await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(FOR_EVER, answers).await.expect("it is used again");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_a_database_that_says_nothing() {
    let database = TestDatabase::create().await;
    let valve = Valve::before(database.url());
    // The pool itself would let everybody wait for ever.
    let options = PoolOptions { max_connections: 2, acquire_timeout: FOR_EVER * 2 };
    let postgres = Postgres::connect(valve.url(), options).await.unwrap();
    postgres.any_admin().await.unwrap();

    valve.shut();
    // On the wire, behind those for a connection, and after it is known.
    let errors = futures_util::future::join_all((0..6).map(|_| told(postgres.any_admin()))).await;
    for error in errors.into_iter().chain([told(postgres.any_admin()).await]) {
        assert!(error.is_unavailable(), "{error:?}");
    }
    assert!(postgres.check().await.unwrap_err().is_unavailable(), "the shop is not ready");
    valve.open();
    recovered(&postgres).await;
    postgres.check().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_was_never_answered_is_there_whole_or_not_at_all() {
    let database = TestDatabase::create().await;
    let valve = Valve::before(database.url());
    let shop = Shop::of(database.postgres().await);
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let postgres = Postgres::connect(valve.url(), PoolOptions::default()).await.unwrap();
    let mut draft = sample_orders::draft(&user, &[(&product, 1)]);
    draft.claim = Some(sample_orders::claim("one rose"));

    valve.shut_after_questions();
    let error = told(postgres.place(&draft)).await;
    assert!(error.is_unavailable(), "{error:?}");
    valve.open();
    recovered(&postgres).await;
    let again = sample_orders::draft(&user, &[(&product, 1)]);
    let again = domain::orders::order::OrderDraft { claim: draft.claim.clone(), ..again };
    let placed = postgres.place(&again).await.unwrap();
    assert!(
        matches!(placed, domain::orders::ports::PlaceOrderOutcome::Placed(_) | domain::orders::ports::PlaceOrderOutcome::Replayed(_)),
        "{placed:?}"
    );
    assert_eq!(shop.stock(&product).await, 9);
}

/// A server that is shut down at once still sends what lies ready, an order's row for one, and commits no more.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_acknowledged_before_it_is_committed() {
    let database = TestDatabase::create().await;
    let valve = Valve::before(database.url());
    let shop = Shop::of(database.postgres().await);
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let one_connection = PoolOptions { max_connections: 1, ..PoolOptions::default() };
    let postgres = Postgres::connect(valve.url(), one_connection).await.unwrap();
    // Everything is prepared on the connection, so that the next answer is that of the order itself.
    postgres.place(&sample_orders::draft(&user, &[(&product, 1)])).await.unwrap();
    valve.lose_endings();
    let error = told(postgres.place(&sample_orders::draft(&user, &[(&product, 1)]))).await;
    assert!(error.is_unavailable(), "{error:?}");

    valve.open();
    recovered(&postgres).await;
    UserRepository::create(&postgres, &sample_users::customer()).await.unwrap();
    valve.lose_endings();
    let register = async {
        let made = UserRepository::create(&postgres, &sample_users::customer()).await;
        made.map_err(|error| if let RegisterUserError::Port(error) = error { error } else { panic!("{error:?}") })
    };
    let error = told(register).await;
    assert!(error.is_unavailable(), "{error:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_broke_while_idle_are_not_used_again() {
    let database = TestDatabase::create().await;
    let valve = Valve::before(database.url());
    let postgres = Postgres::connect(valve.url(), PoolOptions::default()).await.unwrap();
    let busy = futures_util::future::join_all((0..8).map(|_| postgres.any_admin())).await;
    assert!(busy.iter().all(Result::is_ok));
    valve.cut().await;
    for _ in 0..16 {
        postgres.any_admin().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_does_not_wait_for_ever() {
    let database = TestDatabase::create().await;
    let valve = Valve::before(database.url());
    valve.shut();
    let connecting = tokio::time::timeout(FOR_EVER, Postgres::connect(valve.url(), PoolOptions::default()));
    assert!(connecting.await.expect("an end").is_err());
}
