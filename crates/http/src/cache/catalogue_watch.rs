//! Polls for changes of the catalogue by other instances, the command line or an operator at the database.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::catalog::ports::{CatalogueChange, CatalogueChanges, CatalogueMark};
use domain::shared::ports::PortError;

use crate::cache::catalogue_version::CatalogueVersion;

/// The time between two polls.
const PERIOD: Duration = Duration::from_millis(250);
/// How long cached answers stay valid after the start of a poll that found no change. A change is visible everywhere within
/// this time, even if later polls fail.
const GOOD_FOR: Duration = Duration::from_millis(900);
/// The timeout of a poll.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest pause after failures.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Polls for changes until it is dropped. After a failure the whole catalogue counts as changed.
pub async fn watch(changes: Arc<dyn CatalogueChanges>, version: CatalogueVersion) -> Infallible {
    let (mut mark, mut pause) = (None, PERIOD);
    loop {
        match ask(&*changes, &version, mark.as_ref()).await {
            Ok(answered) => (mark, pause) = (Some(answered), PERIOD),
            Err(error) => {
                if mark.take().is_some() {
                    let cause = error.as_ref().and_then(std::error::Error::source).map(ToString::to_string);
                    tracing::warn!(?cause, "changes of the catalogue cannot be heard of; nothing is answered from memory");
                }
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
        tokio::time::sleep(pause).await;
    }
}

/// One poll. `Err(None)` is a timeout.
async fn ask(
    changes: &dyn CatalogueChanges,
    version: &CatalogueVersion,
    last: Option<&CatalogueMark>,
) -> Result<CatalogueMark, Option<PortError>> {
    let asked = Instant::now();
    let news = tokio::time::timeout(PATIENCE, changes.since(last)).await.map_err(|_| None)?.map_err(Some)?;
    let change = if last.is_none() { Some(CatalogueChange::Content) } else { news.change };
    if let Some(change) = change {
        version.advance(change);
    }
    version.confirm(asked, GOOD_FOR);
    Ok(news.mark)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::Mutex;

    use domain::catalog::ports::{CatalogueNews, ChangedProducts};

    use super::*;
    use crate::cache::catalogue_version::CatalogueState;

    type Answer = Result<CatalogueNews, PortError>;

    /// Expects these marks and gives these answers; then every call fails.
    struct Script(Mutex<VecDeque<(Option<&'static str>, Answer)>>);

    #[async_trait::async_trait]
    impl CatalogueChanges for Script {
        async fn since<'a>(&self, last: Option<&'a CatalogueMark>) -> Answer {
            let Some((expected, answer)) = self.0.lock().unwrap().pop_front() else { return away() };
            assert_eq!(last.map(|mark| mark.0.as_str()), expected);
            answer
        }
    }

    fn script(answers: impl Into<VecDeque<(Option<&'static str>, Answer)>>) -> Script {
        Script(Mutex::new(answers.into()))
    }

    fn news(mark: &str, change: Option<CatalogueChange>) -> Answer {
        Ok(CatalogueNews { mark: CatalogueMark(mark.to_owned()), change, products: ChangedProducts::Unknown })
    }

    fn away() -> Answer {
        Err(PortError::unavailable("the connection broke"))
    }

    /// The state after 60 seconds of polling.
    async fn state_after(answers: impl Into<VecDeque<(Option<&'static str>, Answer)>>) -> CatalogueState {
        let version = CatalogueVersion::default();
        let watching = watch(Arc::new(script(answers)), version.clone());
        assert!(tokio::time::timeout(Duration::from_secs(60), watching).await.is_err());
        version.current()
    }

    #[tokio::test(start_paused = true)]
    async fn every_change_is_counted_once() {
        use CatalogueChange::{Content, Stock};
        let answers = [
            (None, news("1", Some(Content))),
            (Some("1"), news("2", None)),
            (Some("2"), news("3", Some(Stock))),
            (Some("3"), news("4", None)),
        ];
        assert_eq!(state_after(answers).await, CatalogueState { all: 2, content: 1 });
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_failure_everything_counts_as_changed() {
        let answers = [(None, news("1", None)), (Some("1"), away()), (None, news("2", None)), (Some("2"), news("3", None))];
        assert_eq!(state_after(answers).await, CatalogueState { all: 2, content: 2 });
    }

    #[tokio::test]
    async fn only_an_answer_lets_things_pass_for_the_present() {
        let (changes, version) = (script([(None, away()), (None, news("1", None))]), CatalogueVersion::default());
        assert!(ask(&changes, &version, None).await.is_err() && !version.is_known());
        assert!(ask(&changes, &version, None).await.is_ok() && version.is_known());
    }
}
