//! Every fault, by name.

mod clients;
mod cluster_orders;
mod cluster_state;
mod database_away;
mod database_trouble;
mod first_start;
mod gateway_away;
mod gateway_trouble;
mod mail;
mod notify_away;
mod order_mails;
mod pictures;
mod product_held;
mod refunds_killed;
mod restarts;
mod self_test;
mod sign_in;

use std::pin::Pin;

use test_harness::instance::Instance;

use crate::fixture::Fixture;
use crate::invariants;
use crate::load::Load;
use crate::report::Figures;

/// The result of a scenario: its figures and the violations it found.
pub(crate) type Verdict = (Figures, Vec<String>);

/// A fault and the checks around it.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) run: for<'s> fn(&'s mut Fixture) -> Pin<Box<dyn Future<Output = Verdict> + Send + 's>>,
}

macro_rules! scenarios {
    ($($name:literal, $description:literal, $run:path;)*) => {
        &[$(Scenario { name: $name, description: $description, run: |fixture| Box::pin($run(fixture)) }),*]
    };
}

/// All scenarios, in the order of a run.
pub(crate) const ALL: &[Scenario] = scenarios! {
    "self-test", "Every check finds a violation made on purpose", self_test::every_check_can_fail;
    "server-killed", "SIGKILL of the server at random moments", restarts::killed;
    "server-frozen", "SIGSTOP of one of two servers for 20 s", restarts::frozen;
    "drain", "SIGTERM with requests in flight", restarts::drained;
    "rolling-restart", "Two servers are restarted in turn", restarts::rolling;
    "first-start", "Five servers start at once on an empty database", first_start::five_at_once;
    "answer-lost", "The answer is lost on its way to the customer", clients::answer_lost;
    "clients-vanish", "Customers disconnect in the middle of a request", clients::vanish;
    "postgres-killed", "SIGKILL of PostgreSQL under load", database_away::killed;
    "postgres-stopped", "Immediate shutdown of PostgreSQL under load", database_away::stopped;
    "postgres-frozen", "SIGSTOP of PostgreSQL for 20 s", database_away::frozen;
    "network-silent", "The network to PostgreSQL passes nothing on for 8 s", database_away::silent;
    "commit-lost", "PostgreSQL's answer is lost, after COMMIT too", database_trouble::commit_lost;
    "backends-ended", "Sessions are terminated at random, and one backend killed", database_trouble::backends_ended;
    "connections-taken", "Another client takes all of PostgreSQL's connections", database_trouble::connections_taken;
    "lock-held", "Another session locks the table of products, then its rows", database_trouble::lock_held;
    "product-held", "Another session locks one product's row for 10 s", product_held::product_held;
    "pictures-full", "The disk for pictures is full", pictures::full;
    "mail-down", "The mail server refuses connections, then never answers", mail::down;
    "order-mails", "The mail server is away, then the shop is killed while it sends", order_mails::away;
    "gateway-away", "The payment gateway is gone, and notifies nothing", gateway_away::away;
    "gateway-trouble", "The gateway is slow, fails or refuses, and notifies twice in the wrong order", gateway_trouble::trouble;
    "refunds-killed", "SIGKILL of the server while it sends refunds", refunds_killed::killed;
    "notify-away", "PostgreSQL is away when payments are notified", notify_away::away;
    "cluster-stopped", "One of two servers behind nginx is stopped during orders, then the other", cluster_orders::stopped;
    "cluster-killed", "SIGKILL of one of two servers behind nginx during orders, four times", cluster_orders::killed;
    "cluster-upgraded", "Two servers behind nginx are upgraded in turn during orders", cluster_orders::upgraded;
    "cluster-state", "What two servers behind nginx share: limits, sessions, caches, mails, expiry, sweeps", cluster_state::shared;
    "sign-in-down", "The sign-in provider refuses connections, then never answers", sign_in::down;
};

/// Resolves all attempts and checks the invariants.
async fn conclude(fixture: &mut Fixture, load: Load, instances: &[Instance], figures: Figures) -> Verdict {
    fixture.settle(load).await;
    (figures, invariants::violations(fixture, instances).await)
}
