//! Mailing the link that verifies an address again.

use std::sync::Arc;

use domain::accounts::email_verification;
use domain::accounts::user::User;
use domain::messages::ports::MailOutbox;
use domain::shared::ports::Clock;

use crate::error::ReadError;

/// The outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResentVerification {
    /// The link is in the outbox.
    Queued,
    /// A link was queued less than a minute ago; no other one is.
    QueuedBefore,
    /// The address is verified; no link is mailed.
    AlreadyVerified,
}

/// Mails links that verify an address.
#[derive(Clone)]
pub struct ResendVerification {
    outbox: Arc<dyn MailOutbox>,
    clock: Arc<dyn Clock>,
}

impl ResendVerification {
    /// Wires the use case.
    #[must_use]
    pub fn new(outbox: Arc<dyn MailOutbox>, clock: Arc<dyn Clock>) -> Self {
        Self { outbox, clock }
    }

    /// Queues a new link for the user, unless the address is verified. Of several calls within one minute, one link is mailed.
    ///
    /// # Errors
    /// [`ReadError`] when the outbox fails.
    pub async fn run(&self, user: &User) -> Result<ResentVerification, ReadError> {
        if user.email_verified {
            return Ok(ResentVerification::AlreadyVerified);
        }
        let is_new = self.outbox.enqueue(&email_verification::mail(user.id, &user.email, self.clock.now())).await?;
        Ok(if is_new { ResentVerification::Queued } else { ResentVerification::QueuedBefore })
    }
}

#[cfg(test)]
mod tests {
    use domain::messages::ports::MockMailOutbox;

    use super::*;
    use crate::samples::{clock, customer};

    #[tokio::test]
    async fn a_link_is_mailed_until_the_address_is_verified() {
        let user = customer().user;
        let (mut outbox, to, mut was_queued) = (MockMailOutbox::new(), user.email.clone(), false);
        outbox
            .expect_enqueue()
            .withf(move |mail| mail.to.as_ref() == Some(&to) && mail.key.as_str().starts_with("verify:"))
            .times(2)
            .returning(move |_| Ok(!std::mem::replace(&mut was_queued, true)));
        let resend = ResendVerification::new(Arc::new(outbox), clock());
        assert_eq!(resend.run(&user).await.unwrap(), ResentVerification::Queued);
        assert_eq!(resend.run(&user).await.unwrap(), ResentVerification::QueuedBefore);
        let verified = User { email_verified: true, ..user };
        assert_eq!(resend.run(&verified).await.unwrap(), ResentVerification::AlreadyVerified);
    }
}
