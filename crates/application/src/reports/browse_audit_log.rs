//! Reading the audit log.

use std::sync::Arc;

use domain::reports::audit_log::{AuditEntry, AuditQuery};
use domain::reports::ports::AuditLog;
use domain::shared::page::Page;

use crate::error::{ListError, page_or_invalid};

/// Reads the audit log.
#[derive(Clone)]
pub struct BrowseAuditLog(Arc<dyn AuditLog>);

impl BrowseAuditLog {
    /// Wires the use case.
    #[must_use]
    pub fn new(log: Arc<dyn AuditLog>) -> Self {
        Self(log)
    }

    /// One page of entries, newest first.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn run(&self, query: &AuditQuery) -> Result<Page<AuditEntry>, ListError> {
        page_or_invalid(self.0.list(query).await?)
    }
}

#[cfg(test)]
mod tests {
    use domain::reports::ports::MockAuditLog;
    use domain::shared::page::PageAnswer;

    use super::*;

    #[tokio::test]
    async fn a_foreign_cursor_is_refused() {
        let mut log = MockAuditLog::new();
        log.expect_list().returning(|_| Ok(PageAnswer::InvalidCursor));
        let refused = BrowseAuditLog::new(Arc::new(log)).run(&AuditQuery::default()).await;
        assert!(matches!(refused, Err(ListError::InvalidCursor(_))));
    }
}
