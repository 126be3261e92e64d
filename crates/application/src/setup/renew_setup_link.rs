//! A new link of the set-up, at each start of a shop without an administrator.

use std::sync::Arc;

use domain::setup::ports::SetupStore;
use domain::setup::setup_link::SetupSecret;
use domain::shared::ports::{Clock, IdSource};

use crate::error::ReadError;

#[derive(Clone)]
pub struct RenewSetupLink {
    pub store: Arc<dyn SetupStore>,
    /// Draws its secret.
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
    /// The shop's address without a trailing slash.
    pub public_url: String,
}

impl RenewSetupLink {
    /// The new link, which replaces the former one on all instances; `None` for a shop with an administrator. It must be shown to the
    /// operator alone, and never be logged.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<Option<String>, ReadError> {
        let secret = SetupSecret::new(self.ids.secret());
        let is_kept = self.store.renew_link(&secret, self.clock.now()).await?;
        Ok(is_kept.then(|| secret.link(&self.public_url)))
    }
}

#[cfg(test)]
mod tests {
    use domain::setup::ports::MockSetupStore;
    use testkit::moments;

    use super::*;
    use crate::samples::{clock, ids};

    async fn renew(is_kept: bool) -> Option<String> {
        let mut store = MockSetupStore::new();
        store
            .expect_renew_link()
            .withf(|secret, at| secret.expose() == "a secret" && *at == moments::now())
            .return_once(move |_, _| Ok(is_kept));
        let public_url = "https://shop.example".to_owned();
        RenewSetupLink { store: Arc::new(store), ids: ids(), clock: clock(), public_url }.run().await.unwrap()
    }

    #[tokio::test]
    async fn a_shop_without_an_administrator_gets_a_link() {
        assert_eq!(renew(true).await.as_deref(), Some("https://shop.example/setup#token=a secret"));
        assert_eq!(renew(false).await, None);
    }
}
