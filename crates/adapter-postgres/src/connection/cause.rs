//! The request that causes a change. Its id is stored with the mails that the change queues, and its trace goes on in the tasks that
//! run transactions.

use std::sync::OnceLock;

use tokio::task::JoinHandle;
use tracing::Instrument as _;

tokio::task_local! {
    static CAUSE: Option<String>;
}

/// Tells the id of the request that the present task serves.
static SOURCE: OnceLock<fn() -> String> = OnceLock::new();

/// Sets the function that tells the id of the request that the calling task serves, or an empty text. Only the first call counts.
pub fn name_causes_by(source: fn() -> String) {
    let _ = SOURCE.set(source);
}

/// The id of the request that the present task serves; `None` for periodic tasks.
pub(crate) fn current() -> Option<String> {
    let kept = CAUSE.try_with(Clone::clone).unwrap_or_default();
    kept.or_else(|| SOURCE.get().map(|source| source())).filter(|id| !id.is_empty())
}

/// Runs a transaction in a task of its own, so that a request that is dropped does not break it off. It has the cause and the trace of
/// its caller.
pub(crate) fn spawn<F>(work: F) -> JoinHandle<F::Output>
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    tokio::spawn(CAUSE.scope(current(), work).in_current_span())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_transaction_knows_the_request_of_its_caller() {
        assert_eq!(current(), None, "no request");
        let asked = CAUSE.scope(Some("r1".to_owned()), async { spawn(async { current() }).await.unwrap() });
        assert_eq!(asked.await.as_deref(), Some("r1"));
        assert_eq!(spawn(async { current() }).await.unwrap(), None);
    }
}
