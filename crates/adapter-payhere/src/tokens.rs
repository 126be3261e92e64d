//! The token of the gateway's API: kept while it lives, fetched again before it ends or when the gateway refuses it.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::call_error::CallError;

/// The life of a token (contract-commerce, section 2).
const LIFE: Duration = Duration::from_secs(599);
/// A token is not used in its last seconds: it could end on its way.
const MARGIN: Duration = Duration::from_secs(10);

/// A token as the gateway gives it.
pub(crate) struct FetchedToken {
    pub(crate) text: String,
    /// Its life by the gateway's word; at most [`LIFE`] counts.
    pub(crate) life: Duration,
}

/// The present token, if there is one.
#[derive(Default)]
pub(crate) struct Tokens(Mutex<Option<(String, Instant)>>);

impl Tokens {
    /// The present token, or one that `fetch` gets. Callers that come meanwhile wait for it.
    ///
    /// # Errors
    /// Those of `fetch`.
    pub(crate) async fn get(&self, fetch: impl Future<Output = Result<FetchedToken, CallError>>) -> Result<String, CallError> {
        let mut present = self.0.lock().await;
        if let Some((text, end)) = present.as_ref()
            && Instant::now() < *end
        {
            return Ok(text.clone());
        }
        let asked = Instant::now();
        let fetched = fetch.await?;
        *present = Some((fetched.text.clone(), asked + fetched.life.min(LIFE).saturating_sub(MARGIN)));
        Ok(fetched.text)
    }

    /// Forgets a token that the gateway refused, unless another one has taken its place.
    pub(crate) async fn forget(&self, refused: &str) {
        let mut present = self.0.lock().await;
        if present.as_ref().is_some_and(|(text, _)| text == refused) {
            *present = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::time::advance;

    use super::*;

    async fn fetched(count: &AtomicU32, life: u64) -> Result<FetchedToken, CallError> {
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(FetchedToken { text: format!("token {number}"), life: Duration::from_secs(life) })
    }

    #[tokio::test(start_paused = true)]
    async fn a_token_is_kept_until_shortly_before_its_end() {
        let (tokens, count) = (Tokens::default(), AtomicU32::new(0));
        assert_eq!(tokens.get(fetched(&count, 599)).await.unwrap(), "token 1");
        advance(Duration::from_secs(588)).await;
        assert_eq!(tokens.get(fetched(&count, 599)).await.unwrap(), "token 1");
        advance(Duration::from_secs(2)).await;
        assert_eq!(tokens.get(fetched(&count, u64::MAX)).await.unwrap(), "token 2");
        advance(Duration::from_secs(590)).await;
        assert_eq!(tokens.get(fetched(&count, 5)).await.unwrap(), "token 3");
        assert_eq!(tokens.get(fetched(&count, 5)).await.unwrap(), "token 4", "a life below the margin is used once");
    }

    #[tokio::test]
    async fn a_refused_token_is_forgotten_once() {
        let (tokens, count) = (Tokens::default(), AtomicU32::new(0));
        let first = tokens.get(fetched(&count, 599)).await.unwrap();
        tokens.forget(&first).await;
        assert_eq!(tokens.get(fetched(&count, 599)).await.unwrap(), "token 2");
        tokens.forget(&first).await;
        assert_eq!(tokens.get(fetched(&count, 599)).await.unwrap(), "token 2");
    }

    #[tokio::test]
    async fn a_failed_fetch_leaves_nothing() {
        let (tokens, count) = (Tokens::default(), AtomicU32::new(0));
        assert!(tokens.get(async { Err(CallError::Status(500)) }).await.is_err());
        assert_eq!(tokens.get(fetched(&count, 599)).await.unwrap(), "token 1");
    }
}
