//! What waits for staff, on top of the dashboard.

use std::sync::Arc;

use domain::reports::ports::OverviewReader;
use domain::reports::waiting::Waiting;

use crate::error::ReadError;

/// Counts what waits for staff.
#[derive(Clone)]
pub struct ShowWaiting(Arc<dyn OverviewReader>);

impl ShowWaiting {
    /// Wires the use case.
    #[must_use]
    pub fn new(reader: Arc<dyn OverviewReader>) -> Self {
        Self(reader)
    }

    /// How much of each kind waits.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<Waiting, ReadError> {
        Ok(self.0.waiting().await?)
    }
}

#[cfg(test)]
mod tests {
    use domain::reports::ports::MockOverviewReader;
    use domain::shared::error::{ErrorKind, FeatureError as _};

    use super::*;
    use crate::samples;

    #[tokio::test]
    async fn a_store_that_is_away_is_unavailable() {
        let mut reader = MockOverviewReader::new();
        reader.expect_waiting().returning(|| Err(samples::away()));
        assert_eq!(ShowWaiting::new(Arc::new(reader)).run().await.unwrap_err().kind(), ErrorKind::Unavailable);
    }
}
