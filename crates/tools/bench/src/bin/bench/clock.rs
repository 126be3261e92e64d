//! The machine's clock and entropy, for what is made before a load.

use chrono::{DateTime, SubsecRound as _, Utc};
use domain::shared::ports::Clock;
use uuid::Uuid;

/// The machine's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MachineClock;

impl Clock for MachineClock {
    #[allow(clippy::disallowed_methods, reason = "this is the clock")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

/// A new identifier, ordered by time as the shop's are.
#[allow(clippy::disallowed_methods, reason = "measured shops need identifiers of their own")]
pub(crate) fn uuid() -> Uuid {
    Uuid::now_v7()
}
