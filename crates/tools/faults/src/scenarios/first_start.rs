//! First starts of several instances at once.

use std::time::Instant;

use super::Verdict;
use crate::database_server::count;
use crate::fixture::Fixture;
use crate::invariants;
use crate::report::Figures;
use crate::template::{ADMIN, EMPTY, PASSWORD, create_database};

/// Five instances start on an empty database: each migration runs once, and one administrator is made.
pub(super) async fn five_at_once(fixture: &mut Fixture) -> Verdict {
    let empty = format!("{}_empty", fixture.database);
    let superuser = fixture.database_server.client("postgres").await;
    create_database(&superuser, &empty, EMPTY).await.expect("an empty database");
    fixture.database = empty;
    fixture.set_database_port(fixture.database_server.port());
    fixture.shop.set("ADMIN_EMAIL", ADMIN);
    fixture.shop.set("ADMIN_PASSWORD", PASSWORD);

    let begun = Instant::now();
    let instances = fixture.start_all(&["a", "b", "c", "d", "e"]).await;
    let mut figures = Figures { note: "recovery is the start of all five".to_owned(), ..Figures::default() };
    figures.recovered(begun.elapsed());
    let client = fixture.database_server.client(&fixture.database).await;
    assert_eq!(count(&client, "users").await, 1, "administrators");
    let twice = "(SELECT version FROM __diesel_schema_migrations GROUP BY version HAVING count(*) > 1) AS twice";
    assert_eq!(count(&client, twice).await, 0, "migrations run twice");
    (figures, invariants::violations(fixture, &instances).await)
}
