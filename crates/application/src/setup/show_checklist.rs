//! The owner's first steps.

use std::sync::Arc;

use domain::setup::checklist::Checklist;
use domain::setup::ports::ChecklistReader;

use crate::error::ReadError;

/// Shows which first steps are done.
#[derive(Clone)]
pub struct ShowChecklist(Arc<dyn ChecklistReader>);

impl ShowChecklist {
    /// Wires the use case.
    #[must_use]
    pub fn new(reader: Arc<dyn ChecklistReader>) -> Self {
        Self(reader)
    }

    /// The steps, each done or not.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<Checklist, ReadError> {
        Ok(self.0.checklist().await?)
    }
}

#[cfg(test)]
mod tests {
    use domain::setup::ports::MockChecklistReader;
    use domain::shared::error::{ErrorKind, FeatureError as _};

    use super::*;
    use crate::samples;

    #[tokio::test]
    async fn a_store_that_is_away_is_unavailable() {
        let mut reader = MockChecklistReader::new();
        reader.expect_checklist().returning(|| Err(samples::away()));
        assert_eq!(ShowChecklist::new(Arc::new(reader)).run().await.unwrap_err().kind(), ErrorKind::Unavailable);
    }
}
