//! Releasing the mails that a restore holds back.

use std::sync::Arc;

use domain::messages::ports::MailHold;
use domain::reports::audit::Actor;
use domain::shared::ports::Clock;

use crate::error::ReadError;

/// Ends the hold on mails.
#[derive(Clone)]
pub struct ReleaseMails {
    hold: Arc<dyn MailHold>,
    clock: Arc<dyn Clock>,
}

impl ReleaseMails {
    /// Wires the use case.
    #[must_use]
    pub fn new(hold: Arc<dyn MailHold>, clock: Arc<dyn Clock>) -> Self {
        Self { hold, clock }
    }

    /// Lets the mails be sent, and answers how many waited; `None` where none were held.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self, by: &Actor) -> Result<Option<u64>, ReadError> {
        Ok(self.hold.release(by, self.clock.now()).await?)
    }
}

#[cfg(test)]
mod tests {
    use domain::messages::ports::MockMailHold;
    use domain::shared::ports::MockClock;
    use testkit::moments;

    use super::*;

    #[tokio::test]
    async fn the_hold_is_ended_now_and_by_the_caller() {
        let (mut hold, mut clock) = (MockMailHold::new(), MockClock::new());
        clock.expect_now().return_const(moments::now());
        hold.expect_release()
            .withf(|by, now| by.request_id == "outbox release" && *now == moments::now())
            .once()
            .returning(|_, _| Ok(Some(3)));
        let released = ReleaseMails::new(Arc::new(hold), Arc::new(clock)).run(&Actor::operator("outbox release")).await;
        assert_eq!(released.unwrap(), Some(3));
    }
}
