//! Setting a new password through a mailed link.

use std::sync::Arc;

use domain::accounts::password::Password;
use domain::accounts::password_reset::ResetSecret;
use domain::accounts::ports::{LoginThrottle, PasswordHasher, PasswordResetStore};
use domain::shared::ports::Clock;

use domain::shared::error::feature_error;

feature_error! {
    /// Why no password was set.
    pub enum ResetPasswordError {
        DeadLink => Invalid, "password_reset.dead_link", "This link has expired or was already used. Please ask for a new one.";
    }
}

#[derive(Clone)]
pub struct ResetPassword {
    resets: Arc<dyn PasswordResetStore>,
    hasher: Arc<dyn PasswordHasher>,
    throttle: Arc<dyn LoginThrottle>,
    clock: Arc<dyn Clock>,
}

impl ResetPassword {
    /// Wires the use case.
    #[must_use]
    pub fn new(
        resets: Arc<dyn PasswordResetStore>,
        hasher: Arc<dyn PasswordHasher>,
        throttle: Arc<dyn LoginThrottle>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { resets, hasher, throttle, clock }
    }

    /// Uses a link: sets the user's password, ends their sessions and clears their failed logins.
    ///
    /// # Errors
    /// [`ResetPasswordError`] when the link is dead or a port fails.
    pub async fn run(&self, secret: &ResetSecret, password: &Password) -> Result<(), ResetPasswordError> {
        // Hashing is expensive, so an invalid link is refused before.
        if !self.resets.is_good(secret, self.clock.now()).await? {
            return Err(ResetPasswordError::DeadLink);
        }
        let hash = self.hasher.hash(password).await?;
        let user = self.resets.finish(secret, &hash, self.clock.now()).await?.ok_or(ResetPasswordError::DeadLink)?;
        // The failures were made with the old password. If clearing them fails, the password is set and the link used
        // nevertheless, so the answer is success; the user waits at most a minute.
        drop(self.throttle.clear(&user.email).await);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::{MockLoginThrottle, MockPasswordHasher, MockPasswordResetStore};
    use domain::accounts::user::PasswordHash;
    use domain::shared::error::{ErrorKind, FeatureError as _};

    use super::*;
    use crate::samples::{away, clock, customer};

    async fn reset(
        resets: MockPasswordResetStore,
        hasher: MockPasswordHasher,
        throttle: MockLoginThrottle,
    ) -> Result<(), ResetPasswordError> {
        let reset = ResetPassword::new(Arc::new(resets), Arc::new(hasher), Arc::new(throttle), clock());
        reset.run(&ResetSecret::new("a secret".to_owned()), &Password::choose("temple flowers").unwrap()).await
    }

    fn hashing() -> MockPasswordHasher {
        let mut hasher = MockPasswordHasher::new();
        hasher.expect_hash().once().returning(|_| Ok(PasswordHash::new("phc".to_owned())));
        hasher
    }

    #[tokio::test]
    async fn a_good_link_sets_the_password_and_lets_its_user_in_at_once() {
        let user = customer().user;
        let email = user.email.clone();
        let (mut resets, mut throttle) = (MockPasswordResetStore::new(), MockLoginThrottle::new());
        resets.expect_is_good().once().returning(|_, _| Ok(true));
        resets.expect_finish().withf(|_, hash, _| hash.as_str() == "phc").once().returning(move |_, _, _| Ok(Some(user.clone())));
        throttle.expect_clear().withf(move |cleared| *cleared == email).once().returning(|_| Ok(()));
        reset(resets, hashing(), throttle).await.unwrap();
    }

    #[tokio::test]
    async fn a_password_that_is_set_is_set_even_if_the_failures_stay() {
        let (mut resets, mut throttle) = (MockPasswordResetStore::new(), MockLoginThrottle::new());
        resets.expect_is_good().returning(|_, _| Ok(true));
        resets.expect_finish().once().returning(|_, _, _| Ok(Some(customer().user)));
        throttle.expect_clear().once().returning(|_| Err(away()));
        reset(resets, hashing(), throttle).await.unwrap();
    }

    #[tokio::test]
    async fn nothing_is_hashed_for_an_invented_link() {
        let mut resets = MockPasswordResetStore::new();
        resets.expect_is_good().once().returning(|_, _| Ok(false));
        let refused = reset(resets, MockPasswordHasher::new(), MockLoginThrottle::new()).await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Invalid, "password_reset.dead_link"));
    }

    #[tokio::test]
    async fn a_link_used_meanwhile_is_invalid() {
        let mut resets = MockPasswordResetStore::new();
        resets.expect_is_good().once().returning(|_, _| Ok(true));
        resets.expect_finish().once().returning(|_, _, _| Ok(None));
        let refused = reset(resets, hashing(), MockLoginThrottle::new()).await;
        assert!(matches!(refused, Err(ResetPasswordError::DeadLink)));
    }

    #[tokio::test]
    async fn a_store_that_is_away_uses_nothing_up() {
        let mut resets = MockPasswordResetStore::new();
        resets.expect_is_good().once().returning(|_, _| Err(away()));
        let refused = reset(resets, MockPasswordHasher::new(), MockLoginThrottle::new()).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Unavailable);
    }
}
