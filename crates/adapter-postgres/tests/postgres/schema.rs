//! `schema.rs` agrees with the migrated database, several processes can run the migrations, and those after the baseline can be undone.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use adapter_postgres::Postgres;
use testkit::postgres::TestDatabase;
use tokio_postgres::Client;

use crate::definitions::definitions;

const SCHEMA: &str = include_str!("../../src/schema.rs");

/// `table.column type` for each column, as `schema.rs` has it.
fn declared() -> BTreeSet<String> {
    let mut columns = BTreeSet::new();
    let mut table = String::new();
    for line in SCHEMA.lines().map(str::trim) {
        if let Some((name, _)) = line.split_once(" (").filter(|_| line.ends_with(") {")) {
            name.clone_into(&mut table);
        } else if let Some((column, kind)) = line.trim_end_matches(',').split_once(" -> ").filter(|_| line.ends_with(',')) {
            columns.insert(format!("{table}.{column} {kind}"));
        }
    }
    columns
}

/// The same, of the migrated database.
async fn actual(database: &TestDatabase) -> BTreeSet<String> {
    let rows = database
        .client()
        .await
        .query(
            "SELECT table_name::text, column_name::text, udt_name::text, is_nullable::text FROM information_schema.columns \
             WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_diesel%'",
            &[],
        )
        .await
        .unwrap();
    let column = |row: &tokio_postgres::Row| {
        let (table, column, kind, nullable): (&str, &str, &str, &str) = (row.get(0), row.get(1), row.get(2), row.get(3));
        let kind = diesel_type(kind);
        let kind = if nullable == "YES" { format!("Nullable<{kind}>") } else { kind };
        format!("{table}.{column} {kind}")
    };
    rows.iter().map(column).collect()
}

fn diesel_type(udt: &str) -> String {
    match udt.strip_prefix('_') {
        Some(element) => format!("Array<{}>", diesel_type(element)),
        None => udt.chars().take(1).flat_map(char::to_uppercase).chain(udt.chars().skip(1)).collect(),
    }
}

#[tokio::test]
async fn the_schema_is_the_databases() {
    let database = TestDatabase::create().await;
    let (declared, actual) = (declared(), actual(&database).await);
    assert!(declared.len() > 80, "{declared:?}");
    assert_eq!(declared.difference(&actual).collect::<Vec<_>>(), Vec::<&String>::new(), "only in schema.rs");
    assert_eq!(actual.difference(&declared).collect::<Vec<_>>(), Vec::<&String>::new(), "only in the database");
}

#[tokio::test]
async fn every_constraint_has_a_name_of_its_own() {
    let database = TestDatabase::create().await;
    let rows = database
        .client()
        .await
        .query(
            "SELECT conrelid::regclass::text || ' ' || conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace \
             AND conrelid <> 0 AND conrelid::regclass::text NOT LIKE '\\_\\_diesel%' \
             AND (conname !~ ('^' || conrelid::regclass::text || '_') OR conname ~ '[0-9]$')",
            &[],
        )
        .await
        .unwrap();
    assert!(rows.is_empty(), "{:?}", rows.iter().map(|r| r.get::<_, String>(0)).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn five_instances_migrate_one_database() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client.batch_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await.unwrap();
    let migrating = (0..5).map(|_| {
        let url = database.url().to_owned();
        tokio::spawn(async move { Postgres::migrate(&url).await.unwrap() })
    });
    let done: Vec<usize> = futures_util::future::try_join_all(migrating).await.unwrap();
    let all = std::fs::read_dir("../../migrations/schema").unwrap().count();
    assert_eq!(done.iter().filter(|n| **n == all).count(), 1, "{done:?}");
    assert_eq!(done.iter().sum::<usize>(), all);
    assert_eq!(Postgres::migrate(database.url()).await.unwrap(), 0);
}

/// A long migration and a short `statement_timeout` of the database do not end the wait.
#[tokio::test(flavor = "multi_thread")]
async fn an_instance_waits_for_another_that_migrates() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    let name: String = client.query_one("SELECT current_database()::text", &[]).await.unwrap().get(0);
    client.batch_execute(&format!("ALTER DATABASE {name} SET statement_timeout = '300ms'")).await.unwrap();
    client.batch_execute("SELECT pg_advisory_lock(7239418213)").await.unwrap();
    let url = database.url().to_owned();
    let waiting = tokio::spawn(async move { Postgres::migrate(&url).await });
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(!waiting.is_finished());
    client.batch_execute("BEGIN; LOCK TABLE __diesel_schema_migrations; SELECT pg_advisory_unlock(7239418213)").await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    client.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(waiting.await.unwrap().unwrap(), 0);
}

#[tokio::test]
async fn migrations_run_on_a_single_thread_too() {
    let database = TestDatabase::create().await;
    assert_eq!(Postgres::migrate(database.url()).await.unwrap(), 0);
}

/// The definitions without those of the list of migrations.
async fn shops_definitions(client: &Client) -> BTreeSet<String> {
    definitions(client).await.into_iter().filter(|definition| !definition.contains("__diesel")).collect()
}

/// The folders of the baseline have no `down.sql`: what is undone down to it equals a database that only the baseline made.
#[tokio::test]
async fn every_migration_after_the_baseline_can_be_undone() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    let all = ["../../migrations/schema", "../../migrations/contract"].map(|folder| std::fs::read_dir(folder).unwrap());
    let mut folders: Vec<_> = all.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    folders.sort_by_key(|folder| folder.file_name().map(ToOwned::to_owned));
    let (later, baseline): (Vec<_>, Vec<_>) = folders.into_iter().partition(|folder| folder.join("down.sql").exists());
    assert_eq!(baseline.len(), 19);
    for down in later.iter().rev().map(|folder| folder.join("down.sql")) {
        run(&client, &down).await;
    }
    let undone = shops_definitions(&client).await;
    client.batch_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await.unwrap();
    for up in baseline.iter().map(|folder| folder.join("up.sql")) {
        run(&client, &up).await;
    }
    let made = shops_definitions(&client).await;
    assert_eq!(undone.difference(&made).collect::<Vec<_>>(), Vec::<&String>::new(), "only after the migrations were undone");
    assert_eq!(made.difference(&undone).collect::<Vec<_>>(), Vec::<&String>::new(), "only in the baseline");
}

async fn run(client: &Client, file: &Path) {
    let statements = std::fs::read_to_string(file).unwrap();
    client.batch_execute(&statements).await.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}

#[tokio::test]
async fn a_wrong_address_is_no_server_that_starts() {
    let error = Postgres::migrate("postgres://nobody:wrong@").await.unwrap_err();
    assert!(matches!(error, adapter_postgres::MigrateError::Unreachable(_)), "{error:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_shop_begins_in_a_database_that_cannot_keep_every_text() {
    let database = TestDatabase::create().await;
    let (client, name) = (database.client().await, format!("{}_ascii", database.name()));
    let creation = format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'");
    client.batch_execute(&creation).await.unwrap();
    let url = database.url().replace(database.name(), &name);
    let error = Postgres::migrate(&url).await.unwrap_err();
    assert!(matches!(&error, adapter_postgres::MigrateError::Encoding(encoding) if encoding == "SQL_ASCII"), "{error:?}");
    let postgres = Postgres::connect(&url, adapter_postgres::PoolOptions::default()).await.unwrap();
    assert!(matches!(postgres.require_utf8().await, Err(adapter_postgres::MigrateError::Encoding(_))));
    drop(postgres);
    client.batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)")).await.unwrap();
    database.postgres().await.require_utf8().await.unwrap();
}

#[tokio::test]
async fn the_database_refuses_the_codes_that_are_addresses() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    let rule: String = client
        .query_one("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'products_code_check'", &[])
        .await
        .unwrap()
        .get(0);
    let listed = rule.split_once("ARRAY[").and_then(|(_, rest)| rest.split_once(']')).expect("a list of codes").0;
    let listed: BTreeSet<&str> = listed.split('\'').skip(1).step_by(2).collect();
    assert_eq!(listed, domain::catalog::product_code::RESERVED.into_iter().collect());
    for (code, is_refused) in [("search", true), ("Imports", true), ("UPDATE", true), ("importer", false)] {
        let refused = client
            .execute(
                "INSERT INTO products (id, code, name, price_cents, last_price_cents, stock, created_at, updated_at, name_key) \
                 VALUES (gen_random_uuid(), $1, 'Rose', 100, 100, 0, now(), now(), 'rose')",
                &[&code],
            )
            .await
            .err()
            .map(|error| error.as_db_error().and_then(|error| error.constraint()).map(ToOwned::to_owned));
        assert_eq!(refused, is_refused.then(|| Some("products_code_check".to_owned())), "{code}");
    }
}

#[tokio::test]
async fn administrators_have_a_role_and_customers_have_none() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    let insert = "INSERT INTO users (id, email, first_name, last_name, user_type, staff_role, created_at, search_text, search_grams) \
                  VALUES (gen_random_uuid(), 'nimali@example.com', 'Nimali', 'Perera', $1, $2, now(), '', '{}')";
    for (kind, role) in [("admin", None), ("customer", Some("owner"))] {
        let refused = client.execute(insert, &[&kind, &role]).await.unwrap_err();
        assert_eq!(refused.as_db_error().and_then(|error| error.constraint()), Some("users_staff_check"), "{kind}: {refused}");
    }
}
