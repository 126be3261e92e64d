//! The mails that their recipients did not get, for staff.

use std::sync::Arc;

use domain::messages::outbox::UndeliveredMail;
use domain::messages::ports::MailOutbox;

use crate::error::ReadError;

/// The largest number of mails that are shown.
pub const MOST: usize = 100;

/// Shows the mails that their recipients did not get.
#[derive(Clone)]
pub struct ShowUndeliveredMails(Arc<dyn MailOutbox>);

impl ShowUndeliveredMails {
    /// Wires the use case.
    #[must_use]
    pub fn new(outbox: Arc<dyn MailOutbox>) -> Self {
        Self(outbox)
    }

    /// The newest ones, at most [`MOST`].
    ///
    /// # Errors
    /// [`ReadError`] when the outbox fails.
    pub async fn run(&self) -> Result<Vec<UndeliveredMail>, ReadError> {
        Ok(self.0.undelivered(MOST).await?)
    }
}

#[cfg(test)]
mod tests {
    use domain::messages::ports::MockMailOutbox;
    use domain::shared::error::{ErrorKind, FeatureError as _};

    use super::*;
    use crate::samples;

    #[tokio::test]
    async fn a_store_that_is_away_is_unavailable() {
        let mut outbox = MockMailOutbox::new();
        outbox.expect_undelivered().withf(|limit| *limit == MOST).returning(|_| Err(samples::away()));
        assert_eq!(ShowUndeliveredMails::new(Arc::new(outbox)).run().await.unwrap_err().kind(), ErrorKind::Unavailable);
    }
}
