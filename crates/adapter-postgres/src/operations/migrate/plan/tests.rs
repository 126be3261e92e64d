//! Migrations that the tests invent, tried for a database with rows.

use diesel::migration::MigrationSource;
use diesel_migrations::FileBasedMigrations;
use testkit::postgres::TestDatabase;
use tokio_postgres::Client;

use super::*;
use crate::operations::backup::ScratchDatabase;

/// A list of migrations in a folder, as `migrations/schema/` is one.
struct Invented(tempfile::TempDir);

impl Invented {
    fn of(migrations: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, up) in migrations {
            let migration = folder.path().join(name);
            std::fs::create_dir(&migration).unwrap();
            std::fs::write(migration.join("up.sql"), up).unwrap();
            std::fs::write(migration.join("down.sql"), "SELECT 1").unwrap();
        }
        Self(folder)
    }
}

impl MigrationSource<Pg> for Invented {
    fn migrations(&self) -> diesel::migration::Result<Vec<AnyMigration>> {
        FileBasedMigrations::from_path(self.0.path())?.migrations()
    }
}

const BUYER: &str = "INSERT INTO contact_messages (name, email, message, sent_at, next_mail_at)
    SELECT 'Nimali', 'nimali@example.com', repeat('jasmine ', 10), now(), now() FROM generate_series(1, 50)";

/// The plan of these migrations for a shop with 50 contact messages, which it leaves as it is.
async fn plan_of(expanding: &[(&str, &str)], contracting: &[(&str, &str)]) -> MigrationPlan {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client.batch_execute(BUYER).await.unwrap();
    client.batch_execute("ANALYZE contact_messages").await.unwrap();
    let before = state(&client).await;
    let served = Served::look(database.url()).await.unwrap();
    let scratch = ScratchDatabase::create(database.url()).await.unwrap().unwrap();
    let made = plan(served, scratch.url(), Invented::of(expanding), Invented::of(contracting)).await;
    scratch.remove().await.unwrap();
    assert_eq!(state(&client).await, before);
    made.unwrap()
}

/// What a session that writes or locks would change: the files and rows of tables, their definitions, and the next transaction.
async fn state(client: &Client) -> Vec<String> {
    let files = "SELECT c.oid || c.relname || pg_relation_filenode(c.oid) || c.xmin FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i')
        UNION ALL SELECT attrelid::regclass || attname || atttypid FROM pg_attribute WHERE attrelid = 'contact_messages'::regclass
        UNION ALL SELECT version FROM __diesel_schema_migrations
        UNION ALL SELECT xmin::text || count(*) FROM contact_messages GROUP BY xmin
        ORDER BY 1";
    client.query(files, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

fn table<'a>(plan: &'a MigrationPlan, migration: usize, name: &str) -> &'a PlannedTable {
    let tables = &plan.migrations.get(migration).unwrap().tables;
    tables.iter().find(|table| table.name == name).unwrap_or_else(|| panic!("no {name} in {tables:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rewrite_and_a_scan_are_told_from_a_change_of_the_catalogue() {
    let plan = plan_of(
        &[
            ("2099-01-01-000100_column", "ALTER TABLE contact_messages ADD COLUMN colour text NOT NULL DEFAULT 'red'"),
            ("2099-01-01-000200_random", "ALTER TABLE contact_messages ADD COLUMN tag uuid NOT NULL DEFAULT gen_random_uuid()"),
            ("2099-01-01-000300_check", "ALTER TABLE contact_messages ADD CONSTRAINT contact_messages_colour_check CHECK (colour <> '')"),
            (
                "2099-01-01-000400_unread",
                "ALTER TABLE contact_messages ADD CONSTRAINT contact_messages_tag_check CHECK (tag IS NOT NULL) NOT VALID",
            ),
            ("2099-01-01-000500_index", "CREATE INDEX contact_messages_colour_idx ON contact_messages (colour)"),
            ("2099-01-01-000600_fill", "UPDATE contact_messages SET colour = 'blue' WHERE message <> ''"),
            ("2099-01-01-000700_table", "CREATE TABLE colours (name text CONSTRAINT colours_pkey PRIMARY KEY)"),
        ],
        &[("2099-01-02-000100_drop", "ALTER TABLE contact_messages DROP COLUMN colour; DROP TABLE reviews")],
    )
    .await;
    let messages: Vec<_> = (0..6).map(|migration| table(&plan, migration, "contact_messages")).collect();
    let works: Vec<_> = messages.iter().map(|table| table.work.clone()).collect();
    let index = TableWork::Indexed(vec!["contact_messages_colour_idx".to_owned()]);
    assert_eq!(works, [TableWork::Definition, TableWork::Rewritten, TableWork::Read, TableWork::Definition, index, TableWork::Read]);
    let locks: Vec<_> = messages.iter().map(|table| table.lock.unwrap()).collect();
    let exclusive = TableLock::AccessExclusive;
    assert_eq!(locks, [exclusive, exclusive, exclusive, exclusive, TableLock::Share, TableLock::RowExclusive]);
    assert!(messages.iter().all(|table| table.rows == 50 && table.bytes > 0 && table.takes.is_none()), "{messages:?}");
    assert_eq!(plan.migrations[6].new_tables, ["colours"]);
    assert!(plan.migrations[6].tables.is_empty(), "{:?}", plan.migrations[6]);
    let dropped = table(&plan, 7, "reviews");
    assert_eq!((dropped.work.clone(), dropped.lock), (TableWork::Dropped, Some(exclusive)));
    assert_eq!(plan.migrations.iter().filter(|migration| migration.is_contracting).count(), 1);
    assert!(!plan.is_estimated && plan.unknown_tables.is_empty(), "{plan:?}");
}

/// A large table takes as long as this server needs for its bytes.
#[tokio::test(flavor = "multi_thread")]
async fn work_on_a_large_table_has_a_duration() {
    let database = TestDatabase::create().await;
    let mut served = Served::look(database.url()).await.unwrap();
    let large = ServedTable { rows: 9_000_000, bytes: 400 << 30, total_bytes: 900 << 30 };
    served.tables.insert("contact_messages".to_owned(), large);
    served.tables.insert("left_by_someone".to_owned(), ServedTable::default());
    let scratch = ScratchDatabase::create(database.url()).await.unwrap().unwrap();
    let changes = "ALTER TABLE contact_messages ALTER COLUMN name TYPE varchar(10); ALTER TABLE reviews ADD COLUMN colour text; TRUNCATE uploads CASCADE";
    let made = plan(served, scratch.url(), Invented::of(&[("2099-01-01-000100_type", changes)]), Invented::of(&[])).await.unwrap();
    scratch.remove().await.unwrap();
    let messages = table(&made, 0, "contact_messages");
    assert_eq!((&messages.work, messages.bytes), (&TableWork::Rewritten, large.total_bytes));
    assert!(messages.takes.unwrap() > Duration::from_secs(10), "{messages:?}");
    assert_eq!(made.migrations[0].takes(), messages.takes, "the lock on reviews is held as long");
    assert_eq!(table(&made, 0, "reviews").takes, None);
    assert_eq!(table(&made, 0, "uploads").work, TableWork::Rewritten);
    assert!(made.is_estimated);
    assert_eq!(made.unknown_tables, ["left_by_someone"]);
}
