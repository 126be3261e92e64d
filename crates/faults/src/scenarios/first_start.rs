//! First starts of several instances at once.

use std::time::Instant;

use super::Verdict;
use crate::fixture::Fixture;
use crate::invariants;
use crate::report::Figures;
use crate::template::{ADMIN, PASSWORD};

/// Five instances start on an empty database: each migration runs once, and one administrator is made.
pub(super) async fn five_at_once(fixture: &mut Fixture) -> Verdict {
    let empty = format!("{}_empty", fixture.database);
    let create = format!("CREATE DATABASE {empty} OWNER shop");
    fixture.database_server.client("postgres").await.batch_execute(&create).await.expect("an empty database");
    fixture.database = empty;
    fixture.set_database_port(fixture.database_server.port());
    fixture.shop.set("ADMIN_EMAIL", ADMIN);
    fixture.shop.set("ADMIN_PASSWORD", PASSWORD);

    let begun = Instant::now();
    let instances = fixture.start_all(&["a", "b", "c", "d", "e"]).await;
    let mut figures = Figures { note: "recovery is the start of all five".to_owned(), ..Figures::default() };
    figures.recovered(begun.elapsed());
    let client = fixture.database_server.client(&fixture.database).await;
    let made = "SELECT (SELECT count(*) FROM users), (SELECT count(*) - count(DISTINCT version) FROM __diesel_schema_migrations)";
    let row = client.query_one(made, &[]).await.expect("tables");
    assert_eq!((row.get::<_, i64>(0), row.get::<_, i64>(1)), (1, 0), "administrators, and migrations run twice");
    (figures, invariants::violations(fixture, &instances).await)
}
