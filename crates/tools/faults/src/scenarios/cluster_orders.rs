//! Two instances behind nginx: one is stopped, killed or upgraded while customers order through nginx, and nothing is lost.

use std::collections::BTreeSet;
use std::path::PathBuf;

use tokio::time::sleep;

use super::Verdict;
use crate::cluster::{Cluster, NAMES};
use crate::database_server::connect;
use crate::fixture::Fixture;
use crate::invariants;
use crate::load::Load;
use crate::nginx::FAIL_TIMEOUT;
use crate::report::Figures;
use crate::template::ROLE;

/// The variable with the program of the next release. Then `API` names that of the release before.
const NEXT_RELEASE: &str = "UPGRADE_TO";
/// Defines `pg_temp.lock_tables`, which migrations of the open shop call.
const LOCK_TABLES: &str = include_str!("../../../../adapter-postgres/src/operations/migrate/lock_tables.sql");
/// What a migration of the next release may do beside this one: columns with and without a default on tables that every order writes.
const EXPANDING: &str = "SELECT pg_temp.lock_tables('users, products, orders, order_items IN ACCESS EXCLUSIVE MODE');
    ALTER TABLE orders ADD COLUMN gift_note text CONSTRAINT orders_gift_note_check CHECK (length(gift_note) <= 200);
    ALTER TABLE products ADD COLUMN shelf text NOT NULL DEFAULT 'A';
    ALTER TABLE users ADD COLUMN birthday date";
/// An index that is built without a lock that orders wait for.
const INDEXING: &str = "CREATE INDEX CONCURRENTLY orders_gift_note_idx ON orders (gift_note)";

/// SIGTERM of each instance in turn; then it is started again.
pub(super) async fn stopped(fixture: &mut Fixture) -> Verdict {
    let mut cluster = Cluster::open(fixture).await;
    let load = fixture.load();
    load.placed(20).await;
    for index in [0, 1] {
        restart(fixture, &mut cluster, index, &load).await;
    }
    conclude(fixture, &cluster, load).await
}

/// SIGKILL of each instance in turn, twice, with orders in flight; the other one sells meanwhile.
pub(super) async fn killed(fixture: &mut Fixture) -> Verdict {
    let mut cluster = Cluster::open(fixture).await;
    let load = fixture.load();
    load.placed(20).await;
    for index in [0, 1, 0, 1] {
        cluster.instances.remove(index).kill().await;
        load.placed(20).await;
        cluster.start(fixture, index).await;
        sleep(FAIL_TIMEOUT).await;
    }
    conclude(fixture, &cluster, load).await
}

/// The database is migrated while both instances of the release before serve; then one after the other is replaced.
pub(super) async fn upgraded(fixture: &mut Fixture) -> Verdict {
    let mut cluster = Cluster::open(fixture).await;
    let load = fixture.load();
    load.placed(20).await;
    match std::env::var_os(NEXT_RELEASE).map(PathBuf::from) {
        Some(program) => {
            fixture.shop.set_program(&program);
            let migrated = fixture.shop.run("migrate", &["migrate"]).await;
            assert!(migrated.status.success(), "{}", migrated.stderr);
        }
        None => expand(fixture).await,
    }
    // Both instances of the release before, on the migrated database.
    load.placed(40).await;
    for index in [0, 1] {
        restart(fixture, &mut cluster, index, &load).await;
    }
    conclude(fixture, &cluster, load).await
}

/// Changes the database as a migration of the next release may.
async fn expand(fixture: &Fixture) {
    let owner = connect(&fixture.database_server.url(ROLE, &fixture.database)).await.expect("a session of the shop");
    owner.batch_execute(&format!("BEGIN; {LOCK_TABLES}; {EXPANDING}; COMMIT")).await.expect("a migration that runs");
    owner.batch_execute(INDEXING).await.expect("an index");
}

/// Ends an instance as an operator does, and starts it again, with the program of the shop at present; then it takes orders.
async fn restart(fixture: &Fixture, cluster: &mut Cluster, index: usize, load: &Load) {
    let status = cluster.instances.remove(index).terminate().await;
    assert_eq!(status.code(), Some(0), "{status}");
    load.placed(20).await;
    cluster.start(fixture, index).await;
    sleep(FAIL_TIMEOUT).await;
    load.placed(20).await;
}

/// Resolves all attempts, checks the invariants, and what nginx did with the requests.
async fn conclude(fixture: &mut Fixture, cluster: &Cluster, load: Load) -> Verdict {
    fixture.settle(load).await;
    let mut violations = invariants::violations(fixture, &cluster.instances).await;
    let exchanges = cluster.nginx.exchanges();
    let wrong = exchanges.iter().filter(|exchange| exchange.is_repeated_wrongly());
    violations.extend(wrong.map(|exchange| format!("nginx repeats only what is safe: {exchange:?}")));
    let orders = || exchanges.iter().filter(|exchange| exchange.method == "POST" && exchange.path == "/api/orders");
    let sellers: BTreeSet<u16> = orders().filter(|order| order.status == 201).filter_map(|order| Some(order.tried.last()?.0)).collect();
    if sellers.len() < NAMES.len() {
        violations.push(format!("both instances sell: only {sellers:?} did"));
    }
    let passed_on = orders().filter(|order| order.tried.len() > 1 && order.status < 500).count();
    let refused: usize = fixture.attempts.iter().map(|attempt| attempt.refusals.len()).sum();
    let note = format!("{passed_on} orders went to the other instance, {refused} were repeated by customers");
    (Figures { note, ..Figures::default() }, violations)
}
