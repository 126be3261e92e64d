use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use application::catalog::catalogue_version::CatalogueState;
use domain::catalog::ports::{
    CatalogueChange, CatalogueChanges, CatalogueMark, CatalogueNews, ChangedProducts, MockSearchIndex, SearchIndex,
};
use domain::shared::ports::PortError;

use super::*;

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

fn news(mark: &str, change: Option<CatalogueChange>) -> Answer {
    Ok(CatalogueNews { mark: CatalogueMark(mark.to_owned()), change, products: ChangedProducts::none() })
}

fn away() -> Answer {
    Err(PortError::unavailable("the connection broke"))
}

/// An index that takes all news.
fn index() -> Arc<dyn SearchIndex> {
    let mark = Arc::new(Mutex::new(None));
    let (mut index, present) = (MockSearchIndex::new(), mark.clone());
    index.expect_mark().returning(move || present.lock().unwrap().clone());
    index.expect_apply().returning(move |news| {
        *mark.lock().unwrap() = Some(news.mark.clone());
        Ok(())
    });
    Arc::new(index)
}

/// The state after 60 seconds of polling.
async fn state_after(answers: impl Into<VecDeque<(Option<&'static str>, Answer)>>) -> CatalogueState {
    let follower = CatalogueFollower::new(Arc::new(Script(Mutex::new(answers.into()))), index());
    assert!(tokio::time::timeout(Duration::from_secs(60), watch(follower.clone())).await.is_err());
    follower.version().current()
}

#[tokio::test(start_paused = true)]
async fn every_change_is_counted_once() {
    use CatalogueChange::{Content, Stock};
    let answers =
        [(None, news("1", Some(Content))), (Some("1"), news("2", None)), (Some("2"), news("3", Some(Stock))), (Some("3"), news("4", None))];
    assert_eq!(state_after(answers).await, CatalogueState { all: 2, content: 1 });
}

#[tokio::test(start_paused = true)]
async fn after_a_failure_everything_counts_as_changed() {
    let answers = [(None, news("1", None)), (Some("1"), away()), (Some("1"), news("2", None)), (Some("2"), news("3", None))];
    assert_eq!(state_after(answers).await, CatalogueState { all: 2, content: 2 });
}

#[tokio::test]
async fn only_an_answer_lets_things_pass_for_the_present() {
    let answers = VecDeque::from([(None, away()), (None, news("1", None))]);
    let follower = CatalogueFollower::new(Arc::new(Script(Mutex::new(answers))), index());
    assert!(follower.catch_up().await.is_err() && !follower.version().is_known());
    assert!(follower.catch_up().await.is_ok() && follower.version().is_known());
}
