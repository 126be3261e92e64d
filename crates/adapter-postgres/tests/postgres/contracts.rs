//! The adapter passes every port's suite, and the books are right after each rule.

use adapter_postgres::Postgres;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;

testkit::contracts!(crate::contracts::fixture);

struct Fixture {
    shop: Shop,
    postgres: Postgres,
    _database: TestDatabase,
}

async fn fixture() -> Fixture {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    Fixture { shop: Shop::of(postgres.clone()), postgres, _database: database }
}

impl Fixture {
    fn shop(&self) -> &Shop {
        &self.shop
    }

    async fn check(&self) {
        assert_eq!(self.postgres.check_invariants().await.unwrap(), []);
    }
}
