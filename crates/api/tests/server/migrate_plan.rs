//! `api migrate --plan`: what an upgrade will do to the shop of the release before, of which nothing changes.

use test_harness::shop::Finished;
use testkit::postgres::connect;

use crate::shop::Shop;

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/shop-0.1.0.backup");
/// What a migration or a write would change.
const STATE: &str = "
    SELECT c.oid || ' ' || c.relname || ' ' || pg_relation_filenode(c.oid) || ' ' || c.xmin FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i')
    UNION ALL SELECT version FROM __diesel_schema_migrations
    UNION ALL SELECT xact_commit_writes::text FROM
        (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS xact_commit_writes FROM pg_stat_user_tables) AS writes
    ORDER BY 1";

/// The version of a migration that alters a table, and of one that makes one, with the statements that take them back.
const TOLD_PAYMENTS: (&str, &str) =
    ("20261203000300", include_str!("../../../../migrations/schema/2026-12-03-000300_told_payments/down.sql"));
const SCHEMA_COMPATIBILITY: (&str, &str) = ("20261203000013", "DROP TABLE schema_compatibility");

/// The line about the migrations that the release before does not survive.
const CONTRACTING: &str = "`api serve` runs 1 migration by itself, once no instance of the version before is connected. The version before cannot \
                           serve after that: it refuses to start, and one that runs says so at /readyz.";

/// Takes a migration back.
async fn undo(url: &str, (version, down): (&str, &str)) {
    let client = connect(url).await;
    client.batch_execute(down).await.unwrap();
    assert_eq!(client.execute("DELETE FROM __diesel_schema_migrations WHERE version = $1", &[&version]).await.unwrap(), 1);
    // What this session wrote is counted before it ends.
    client.batch_execute("SELECT pg_stat_force_next_flush()").await.unwrap();
}

async fn state(url: &str) -> Vec<String> {
    let client = connect(url).await;
    client.batch_execute("SELECT pg_stat_force_next_flush()").await.unwrap();
    client.query(STATE, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

async fn plan(shop: &Shop) -> Finished {
    shop.run("a", &["migrate", "--plan"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plan_of_an_upgrade_names_tables_and_locks_and_changes_nothing() {
    let shop = Shop::new().await;
    let restored = shop.run("a", &["restore", FIXTURE]).await;
    assert!(restored.status.success(), "{restored:?}");
    let url = shop.database().url();
    // A backup of the release before keeps what that one reads until a server has begun.
    let is_up_to_date = |plan: &Finished| {
        let runs = |line: &&str| line.starts_with("`api ");
        plan.stdout.lines().filter(runs).collect::<Vec<_>>() == [CONTRACTING] && plan.status.success()
    };
    let restored = plan(&shop).await;
    assert!(is_up_to_date(&restored), "{restored:?}");

    undo(url, SCHEMA_COMPATIBILITY).await;
    undo(url, TOLD_PAYMENTS).await;
    let before = state(url).await;
    // An order that is being placed holds a lock that the migration needs, and the plan does not.
    let buyer = shop.database().client().await;
    buyer.batch_execute("BEGIN; LOCK TABLE payment_attempts IN ROW EXCLUSIVE MODE").await.unwrap();
    let planned = plan(&shop).await;
    assert!(planned.status.success(), "{planned:?}");
    for line in [
        "`api migrate` runs 2 migrations. The version before keeps serving beside them.",
        "  payment_attempts: ACCESS EXCLUSIVE, so reading and writing wait; all its rows are read (about ",
        "  holds its locks to its end: a moment",
        "2026-12-03-000013_schema_compatibility (",
        "  makes schema_compatibility",
        "  locks no table that is there",
    ] {
        assert!(planned.stdout.lines().any(|found| found.starts_with(line)), "{line} in:\n{}", planned.stdout);
    }
    buyer.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(state(url).await, before);
    let migrated = shop.run("a", &["migrate"]).await;
    assert!(migrated.status.success(), "{migrated:?}");
    let done = plan(&shop).await;
    assert!(is_up_to_date(&done), "{done:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_may_not_try_them_is_told_what_to_do() {
    let shop = Shop::new().await;
    let client = shop.database().client().await;
    undo(shop.database().url(), TOLD_PAYMENTS).await;
    let role = format!("planner_{}", std::process::id());
    let rights =
        format!("CREATE ROLE {role} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}; GRANT USAGE ON SCHEMA public TO {role}");
    client.batch_execute(&rights).await.unwrap();
    let url = shop.database().url().to_owned();
    let shop = shop.with("DATABASE_URL", &url.replacen("postgres@", &format!("{role}@"), 1));
    let refused = plan(&shop).await;
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    for part in ["the migrations 20261203000300 are pending", "ALTER ROLE … CREATEDB"] {
        assert!(refused.stderr.contains(part), "{part}: {refused:?}");
    }
    client.batch_execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).await.unwrap();
}

/// The private database of the default configuration, of a shop that runs and of one that does not.
#[tokio::test(flavor = "multi_thread")]
async fn a_private_database_is_planned_for_too() {
    let shop = Shop::embedded();
    assert!(plan(&shop).await.stderr.contains("there is no shop"));
    let server = shop.start("a").await;
    let url = embedded_postgres::running_url(&shop.data_dir("a").join("postgres"), "shop").unwrap();
    undo(&url, SCHEMA_COMPATIBILITY).await;
    let open = plan(&shop).await;
    assert!(server.terminate().await.success());
    let closed = plan(&shop).await;
    for planned in [open, closed] {
        assert!(planned.stdout.contains("  makes schema_compatibility\n"), "{planned:?}");
    }
    assert!(!shop.data_dir("a").join("backup-check").exists());
}
