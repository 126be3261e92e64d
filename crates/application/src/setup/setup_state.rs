//! Whether the shop waits for its set-up. Once an administrator was seen, it never does again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::setup::ports::{SetupLinkState, SetupStore};
use domain::setup::setup_link::SetupSecret;
use domain::shared::ports::PortError;

/// The state of the set-up. Clones share what was seen.
#[derive(Clone)]
pub struct SetupState {
    store: Arc<dyn SetupStore>,
    is_closed: Arc<AtomicBool>,
}

impl SetupState {
    /// A state that nothing is known of yet.
    #[must_use]
    pub fn new(store: Arc<dyn SetupStore>) -> Self {
        Self { store, is_closed: Arc::default() }
    }

    /// Whether the shop waits for its set-up. Asks the store until the shop was set up: no such question is left afterwards.
    pub async fn is_open(&self) -> Result<bool, PortError> {
        if self.is_closed.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let is_open = self.store.is_open().await?;
        if !is_open {
            self.close();
        }
        Ok(is_open)
    }

    /// The state of a link.
    pub(crate) async fn link(&self, secret: &SetupSecret) -> Result<SetupLinkState, PortError> {
        if self.is_closed.load(Ordering::Relaxed) {
            return Ok(SetupLinkState::Closed);
        }
        let state = self.store.link_state(secret).await?;
        if state == SetupLinkState::Closed {
            self.close();
        }
        Ok(state)
    }

    fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use domain::setup::ports::MockSetupStore;

    use super::*;
    use crate::samples;

    #[tokio::test]
    async fn a_shop_that_was_set_up_is_not_asked_for_again() {
        let mut store = MockSetupStore::new();
        let mut answers = vec![false, true, true];
        store.expect_is_open().times(3).returning(move || Ok(answers.pop().unwrap()));
        let state = SetupState::new(Arc::new(store));
        for expected in [true, true, false, false, false] {
            assert_eq!(state.clone().is_open().await.unwrap(), expected);
        }
        let secret = SetupSecret::new("a secret".to_owned());
        assert_eq!(state.link(&secret).await.unwrap(), SetupLinkState::Closed, "without asking the store");
    }

    #[tokio::test]
    async fn a_store_that_is_away_closes_nothing() {
        let mut store = MockSetupStore::new();
        store.expect_is_open().times(1).returning(|| Err(samples::away()));
        store.expect_is_open().times(1).returning(|| Ok(true));
        let state = SetupState::new(Arc::new(store));
        assert!(state.is_open().await.is_err());
        assert!(state.is_open().await.unwrap());
    }
}
