//! Reading the audit log. It is written by the repositories, in the transactions of the changes themselves.

use async_trait::async_trait;

use crate::reports::audit_log::{AuditEntry, AuditQuery};
use crate::shared::page::PageAnswer;
use crate::shared::ports::PortError;

/// Reads the audit log.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// One page of entries, newest first.
    async fn list(&self, query: &AuditQuery) -> Result<PageAnswer<AuditEntry>, PortError>;
}
