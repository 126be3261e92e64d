//! Verifying an e-mail address through a mailed link.

use std::sync::Arc;

use domain::accounts::ports::{AddressClaims, EmailVerifier};
use domain::shared::ports::Clock;

use domain::shared::error::feature_error;

feature_error! {
    /// Why no address was verified.
    pub enum VerifyEmailError {
        DeadLink => Invalid, "email_verification.dead_link", "This link has expired or is not complete. Please ask for a new one.";
    }
}

#[derive(Clone)]
pub struct VerifyEmail {
    claims: Arc<dyn AddressClaims>,
    verifier: Arc<dyn EmailVerifier>,
    clock: Arc<dyn Clock>,
}

impl VerifyEmail {
    /// Wires the use case.
    #[must_use]
    pub fn new(claims: Arc<dyn AddressClaims>, verifier: Arc<dyn EmailVerifier>, clock: Arc<dyn Clock>) -> Self {
        Self { claims, verifier, clock }
    }

    /// Marks the address of the link as verified; a second time changes nothing and succeeds too.
    ///
    /// # Errors
    /// [`VerifyEmailError`] when the link is dead or a port fails.
    pub async fn run(&self, token: &str) -> Result<(), VerifyEmailError> {
        let claim = self.claims.read(token).ok_or(VerifyEmailError::DeadLink)?;
        self.verifier.verify(&claim, self.clock.now()).await?.ok_or(VerifyEmailError::DeadLink)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::address_claim::AddressClaim;
    use domain::accounts::ports::{MockAddressClaims, MockEmailVerifier};
    use testkit::moments;

    use super::*;
    use crate::samples::{clock, customer};

    async fn verify(claim: Option<AddressClaim>, is_known: bool) -> Result<(), VerifyEmailError> {
        let (mut claims, mut verifier) = (MockAddressClaims::new(), MockEmailVerifier::new());
        let times = usize::from(claim.is_some());
        claims.expect_read().withf(|token| token == "a.b.c").once().return_once(move |_| claim);
        verifier.expect_verify().times(times).returning(move |_, _| Ok(is_known.then(|| customer().user)));
        VerifyEmail::new(Arc::new(claims), Arc::new(verifier), clock()).run("a.b.c").await
    }

    #[tokio::test]
    async fn a_good_link_verifies_the_address_of_its_account() {
        let user = customer().user;
        let claim = AddressClaim { user: user.id, email: user.email, until: moments::seconds_later(1) };
        verify(Some(claim.clone()), true).await.unwrap();
        assert!(matches!(verify(Some(claim), false).await, Err(VerifyEmailError::DeadLink)), "the account is gone");
        assert!(matches!(verify(None, true).await, Err(VerifyEmailError::DeadLink)), "no claim of this shop");
    }
}
