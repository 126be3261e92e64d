use std::sync::atomic::{AtomicBool, AtomicUsize};

use domain::catalog::ports::{FeedCursor, MockChangeFeed, MockCommitListener, MockSearchIndex};
use domain::shared::ids::ProductId;
use testkit::unique;
use tokio::sync::Semaphore;

use super::CatalogueChange::{Content, Stock};
use super::*;
use crate::samples::{away, batch, follower, follower_of, follower_of_nothing, index_at};

/// The answers to questions from these marks, in this order.
fn answers(script: Vec<(Option<&'static str>, Result<FeedBatch, PortError>)>) -> MockChangeFeed {
    let mut script = script.into_iter();
    let mut changes = MockChangeFeed::new();
    changes.expect_since().returning(move |last| {
        let (expected, answer) = script.next().expect("one more question");
        assert_eq!(last.map(|cursor| cursor.0.as_str()), expected);
        answer
    });
    changes
}

fn state(all: u64, content: u64) -> CatalogueState {
    CatalogueState { all, content }
}

#[tokio::test]
async fn the_version_advances_after_the_index() {
    let mut changes = MockChangeFeed::new();
    changes.expect_since().returning(|_| Ok(batch("1", Some(Content))));
    let seen = Arc::new(std::sync::Mutex::new(None::<CatalogueVersion>));
    let mut index = MockSearchIndex::new();
    index.expect_cursor().returning(|| None);
    let version = seen.clone();
    index.expect_apply().once().returning(move |_| {
        let version = version.lock().unwrap().clone().unwrap();
        assert!(version.current() == state(0, 0) && !version.is_known());
        Ok(())
    });
    let follower = CatalogueFollower::new(Arc::new(changes), Arc::new(index));
    *seen.lock().unwrap() = Some(follower.version().clone());
    follower.catch_up().await.unwrap();
    assert!(follower.version().current() == state(1, 1) && follower.version().is_known());
}

#[tokio::test]
async fn it_begins_where_the_index_ended_and_counts_every_change_once() {
    let changes = answers(vec![
        (Some("kept"), Ok(batch("1", None))),
        (Some("1"), Ok(batch("2", None))),
        (Some("2"), Ok(batch("3", Some(Stock)))),
        (Some("3"), Ok(batch("4", Some(Content)))),
    ]);
    let follower = CatalogueFollower::new(Arc::new(changes), Arc::new(index_at(Some("kept"))));
    // Before the first catch-up nothing is known, so it counts as a change of everything.
    for expected in [state(1, 1), state(1, 1), state(2, 1), state(3, 2)] {
        follower.catch_up().await.unwrap();
        assert_eq!(follower.version().current(), expected);
    }
}

#[tokio::test]
async fn after_a_failed_poll_everything_counts_as_changed_and_the_mark_stays() {
    let changes = answers(vec![
        (None, Ok(batch("1", None))),
        (Some("1"), Err(away())),
        (Some("1"), Ok(batch("2", None))),
        (Some("2"), Ok(batch("3", None))),
    ]);
    let follower = follower_of(changes);
    for (succeeds, expected) in [(true, state(1, 1)), (false, state(1, 1)), (true, state(2, 2)), (true, state(2, 2))] {
        assert_eq!((follower.catch_up().await.is_ok(), follower.version().current()), (succeeds, expected));
    }
    let FollowerCounts { succeeded, failed, products, age } = follower.counts();
    assert_eq!((succeeded, failed, products), (3, 1, 0));
    assert!(age < Duration::from_secs(60), "{age:?}");
}

#[tokio::test]
async fn news_that_the_index_did_not_take_are_asked_for_again() {
    let sold = || ChangedProducts::Known { edited: vec![ProductId::new(unique::uuid())], sold: vec![ProductId::new(unique::uuid())] };
    let some = |cursor: &str| Ok(FeedBatch { products: sold(), ..batch(cursor, Some(Content)) });
    let changes = answers(vec![(None, Ok(batch("1", None))), (Some("1"), some("2")), (Some("1"), some("3"))]);
    let mut index = MockSearchIndex::new();
    index.expect_cursor().once().returning(|| None);
    index.expect_cursor().returning(|| Some(FeedCursor("1".to_owned())));
    index.expect_apply().returning(|batch| if batch.cursor.0 == "2" { Err(away()) } else { Ok(()) });
    let follower = CatalogueFollower::new(Arc::new(changes), Arc::new(index));
    follower.catch_up().await.unwrap();
    assert!(follower.catch_up().await.is_err());
    assert_eq!(follower.version().current(), state(1, 1), "answers from the old index are kept under the old version");
    follower.catch_up().await.unwrap();
    assert_eq!((follower.version().current(), follower.counts().products), (state(2, 2), 2));
}

#[tokio::test]
async fn an_own_change_is_indexed_before_answers_that_depend_on_it() {
    let follower = follower(3);
    follower.catch_up().await.unwrap();
    let caught_up = || follower.counts().succeeded;
    follower.note(Stock);
    follower.ensure_current(Content).await.unwrap();
    assert_eq!((caught_up(), follower.version().current()), (1, state(2, 1)), "an order costs nothing but its cursor");
    for _ in 0..2 {
        follower.ensure_current(Stock).await.unwrap();
        assert_eq!(caught_up(), 2);
    }
    follower.note(Content);
    for depends_on in [Content, Stock] {
        follower.ensure_current(depends_on).await.unwrap();
        assert_eq!(caught_up(), 3);
    }
}

#[tokio::test]
async fn a_change_during_a_catch_up_is_left_to_the_next_one() {
    let index = Slow::new();
    let (entered, go_on) = (index.entered.clone(), index.go_on.clone());
    let follower = CatalogueFollower::new(Arc::new(unchanging()), Arc::new(index));
    let first = tokio::spawn({
        let follower = follower.clone();
        async move { follower.catch_up().await }
    });
    entered.acquire().await.unwrap().forget();
    follower.note(Stock);
    go_on.add_permits(2);
    first.await.unwrap().unwrap();
    follower.ensure_current(Stock).await.unwrap();
    assert_eq!(follower.counts().succeeded, 2);
}

#[tokio::test]
async fn an_answer_without_a_lease_is_made_after_a_catch_up_or_not_at_all() {
    let follower = follower(2);
    follower.ensure_current(Content).await.unwrap();
    follower.ensure_current(Content).await.unwrap();
    tokio::time::sleep(GOOD_FOR).await;
    follower.ensure_current(Content).await.unwrap();
    let error = follower_of_nothing().ensure_current(Content).await.unwrap_err();
    assert!(error.is_unavailable());
}

#[tokio::test(start_paused = true)]
async fn a_store_without_an_answer_is_given_up() {
    struct Silent;
    #[async_trait::async_trait]
    impl ChangeFeed for Silent {
        async fn since<'a>(&self, _: Option<&'a FeedCursor>) -> Result<FeedBatch, PortError> {
            std::future::pending().await
        }
    }
    let follower = CatalogueFollower::new(Arc::new(Silent), Arc::new(index_at(None)));
    let begun = tokio::time::Instant::now();
    assert!(follower.catch_up().await.is_err_and(|error| error.is_unavailable()));
    assert!(follower.ensure_current(Content).await.is_err_and(|error| error.is_unavailable()));
    assert!(begun.elapsed() <= PATIENCE + SEARCH_PATIENCE + Duration::from_millis(10));
    assert!(!follower.version().is_known());
}

/// An index that waits for a permit in the middle of its work.
struct Slow {
    entered: Arc<Semaphore>,
    go_on: Arc<Semaphore>,
    is_working: Arc<AtomicBool>,
    done: Arc<AtomicUsize>,
}

impl Slow {
    fn new() -> Self {
        let none = || Arc::new(Semaphore::new(0));
        Self { entered: none(), go_on: none(), is_working: Arc::default(), done: Arc::default() }
    }
}

#[async_trait::async_trait]
impl SearchIndex for Slow {
    async fn cursor(&self) -> Option<FeedCursor> {
        None
    }

    async fn apply(&self, _: &FeedBatch) -> Result<(), PortError> {
        assert!(!self.is_working.swap(true, Ordering::SeqCst), "calls must not overlap");
        self.entered.add_permits(1);
        self.go_on.acquire().await.unwrap().forget();
        self.is_working.store(false, Ordering::SeqCst);
        self.done.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

fn unchanging() -> MockChangeFeed {
    let mut changes = MockChangeFeed::new();
    changes.expect_since().returning(|_| Ok(batch("1", None)));
    changes
}

#[tokio::test]
async fn a_cancelled_caller_leaves_a_catch_up_that_goes_on() {
    let index = Slow::new();
    let (entered, go_on, done) = (index.entered.clone(), index.go_on.clone(), index.done.clone());
    let follower = CatalogueFollower::new(Arc::new(unchanging()), Arc::new(index));
    tokio::select! {
        _ = follower.catch_up() => panic!("it waits for a permit"),
        _ = entered.acquire() => {}
    }
    let next = tokio::spawn({
        let follower = follower.clone();
        async move { follower.catch_up().await }
    });
    go_on.add_permits(2);
    next.await.unwrap().unwrap();
    assert_eq!((done.load(Ordering::SeqCst), follower.counts().succeeded), (2, 2));
}

#[tokio::test]
async fn callers_that_wait_together_share_a_catch_up() {
    let follower = follower(1);
    let callers: Vec<_> = (0..10)
        .map(|_| {
            let follower = follower.clone();
            tokio::spawn(async move { follower.catch_up().await })
        })
        .collect();
    for caller in callers {
        caller.await.unwrap().unwrap();
    }
    assert_eq!(follower.counts().succeeded, 1);
}

#[tokio::test]
async fn the_store_hears_of_own_changes_before_the_version_does() {
    let version = Arc::new(std::sync::Mutex::new(None::<CatalogueVersion>));
    let (seen, mut store) = (version.clone(), MockCommitListener::new());
    store.expect_committed().once().withf(|change| *change == Commit::Catalogue).returning(move |_| {
        assert_eq!(seen.lock().unwrap().as_ref().unwrap().current(), state(0, 0));
    });
    store.expect_committed().once().withf(|change| *change == Commit::ByStaff).return_const(());
    let follower = CatalogueFollower::telling(Arc::new(unchanging()), Arc::new(index_at(None)), Some(Arc::new(store)));
    *version.lock().unwrap() = Some(follower.version().clone());
    follower.note(Stock);
    follower.note_by_staff();
    assert_eq!(follower.version().current(), state(1, 0));
}

#[test]
fn a_change_of_content_counts_in_both() {
    let version = CatalogueVersion::default();
    version.advance(CatalogueChange::Stock);
    assert_eq!(version.current(), CatalogueState { all: 1, content: 0 });
    version.advance(CatalogueChange::Content);
    assert_eq!(version.current(), CatalogueState { all: 2, content: 1 });
}

#[test]
fn what_others_do_is_known_only_for_a_while_after_asking() {
    let (version, now) = (CatalogueVersion::default(), Instant::now());
    assert!(!version.is_known());
    version.confirm(now, Duration::from_secs(3_600));
    version.confirm(now, Duration::ZERO);
    assert!(version.is_known());
    let version = CatalogueVersion::default();
    version.confirm(now, Duration::ZERO);
    assert!(!version.is_known());
}
