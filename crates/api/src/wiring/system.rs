//! The machine's clock and entropy, behind the ports.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, SubsecRound as _, Utc};
use domain::shared::order_id::OrderId;
use domain::shared::order_prefix::OrderPrefix;
use domain::shared::ports::{Clock, IdSource};
use rand::RngExt as _;
use uuid::Uuid;

/// The machine's clock, to the microsecond that PostgreSQL keeps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods)]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

/// Identifiers from the machine's entropy.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RandomIds;

impl IdSource for RandomIds {
    #[allow(clippy::disallowed_methods)]
    fn uuid(&self) -> Uuid {
        Uuid::now_v7()
    }

    fn order_id(&self, prefix: OrderPrefix) -> OrderId {
        OrderId::new(prefix, rand::rng().random())
    }

    fn secret(&self) -> String {
        URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>())
    }
}
