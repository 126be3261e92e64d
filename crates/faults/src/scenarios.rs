//! Every fault, by name.

mod clients;
mod database_away;
mod database_trouble;
mod first_start;
mod mail;
mod pictures;
mod product_held;
mod restarts;
mod self_test;
mod sign_in;

use std::pin::Pin;

use crate::instance::Instance;
use crate::invariants;
use crate::load::Load;
use crate::report::Figures;
use crate::stage::Stage;

/// What a scenario answers: what it measured, and everything that is not as it must be.
pub(crate) type Verdict = (Figures, Vec<String>);

/// A fault and how the shop gets through it.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) play: for<'s> fn(&'s mut Stage) -> Pin<Box<dyn Future<Output = Verdict> + Send + 's>>,
}

macro_rules! scenarios {
    ($($name:literal, $what:literal, $play:path;)*) => {
        &[$(Scenario { name: $name, what: $what, play: |stage| Box::pin($play(stage)) }),*]
    };
}

/// All of them, in the order in which they are run.
pub(crate) const ALL: &[Scenario] = scenarios! {
    "self-test", "Every check finds what it is there to find", self_test::every_check_can_fail;
    "server-killed", "SIGKILL of the server at random moments", restarts::killed;
    "server-frozen", "SIGSTOP of one of two servers for 20 s", restarts::frozen;
    "drain", "SIGTERM with requests in flight", restarts::drained;
    "rolling-restart", "Two servers are restarted in turn", restarts::rolling;
    "first-start", "Five servers start at once on an empty database", first_start::five_at_once;
    "answer-lost", "The answer is lost on its way to the customer", clients::answer_lost;
    "clients-vanish", "Customers go away in the middle of a request", clients::vanish;
    "postgres-killed", "SIGKILL of PostgreSQL under load", database_away::killed;
    "postgres-stopped", "Immediate shutdown of PostgreSQL under load", database_away::stopped;
    "postgres-frozen", "SIGSTOP of PostgreSQL for 20 s", database_away::frozen;
    "network-silent", "The network to PostgreSQL swallows everything for 8 s", database_away::silent;
    "commit-lost", "PostgreSQL's answer is lost, after COMMIT too", database_trouble::commit_lost;
    "backends-ended", "Sessions are terminated at random, and one backend killed", database_trouble::backends_ended;
    "connections-taken", "Somebody else takes all of PostgreSQL's connections", database_trouble::connections_taken;
    "lock-held", "Somebody else locks the products, all of them or their rows", database_trouble::lock_held;
    "product-held", "Somebody else holds one product's row for 10 s", product_held::product_held;
    "pictures-full", "The disk for pictures is full", pictures::full;
    "mail-down", "The mail server refuses connections, then never answers", mail::down;
    "sign-in-down", "The sign-in provider refuses connections, then never answers", sign_in::down;
};

/// Lets everybody find out what became of their orders, and looks into the books.
async fn conclude(stage: &mut Stage, load: Load, instances: &[Instance], figures: Figures) -> Verdict {
    stage.settle(load).await;
    (figures, invariants::complaints(stage, instances).await)
}
