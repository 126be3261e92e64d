//! Connections to PostgreSQL: address, TLS, pool, health, and the replica that may answer reads.

pub(crate) mod address;
pub(crate) mod cause;
pub(crate) mod connector;
pub(crate) mod health_probe;
pub(crate) mod keyed_locks;
pub(crate) mod one_transaction;
pub(crate) mod pool;
pub(crate) mod pooled;
pub(crate) mod readiness;
pub(crate) mod replica;
pub(crate) mod replicated;
mod statements;
pub(crate) mod tls;
pub(crate) mod transaction;
pub(crate) mod work_limits;
