//! Many first starts at once.

use std::time::Instant;

use super::Verdict;
use crate::accounts::{ADMIN, PASSWORD};
use crate::invariants;
use crate::report::Figures;
use crate::stage::Stage;

/// Five servers find an empty database: the tables are made once, and so is the first administrator.
pub(super) async fn five_at_once(stage: &mut Stage) -> Verdict {
    let empty = format!("{}_empty", stage.database);
    let create = format!("CREATE DATABASE {empty} OWNER shop");
    stage.server.client("postgres").await.batch_execute(&create).await.expect("an empty database");
    stage.database = empty;
    stage.reach_database_by(stage.server.port());
    stage.shop.set("ADMIN_EMAIL", ADMIN);
    stage.shop.set("ADMIN_PASSWORD", PASSWORD);

    let begun = Instant::now();
    let instances = stage.shop.start_all(&["a", "b", "c", "d", "e"]).await;
    let mut figures = Figures { note: "recovery is the start of all five".to_owned(), ..Figures::default() };
    figures.recovered(begun.elapsed());
    let client = stage.server.client(&stage.database).await;
    let made = "SELECT (SELECT count(*) FROM users), (SELECT count(*) - count(DISTINCT version) FROM __diesel_schema_migrations)";
    let row = client.query_one(made, &[]).await.expect("tables");
    assert_eq!((row.get::<_, i64>(0), row.get::<_, i64>(1)), (1, 0), "administrators, and migrations run twice");
    (figures, invariants::complaints(stage, &instances).await)
}
