use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use application::catalog::catalogue_follower::CatalogueState;
use domain::catalog::ports::{ChangedProducts, FeedBatch, FeedCursor, MockChangeFeed, MockSearchIndex};
use domain::shared::ports::PortError;

use super::*;

/// A follower of a catalogue that answers or does not. Its first catch-up counts as a change of content.
fn follower(answers: bool) -> CatalogueFollower {
    let (mut changes, mut index) = (MockChangeFeed::new(), MockSearchIndex::new());
    let batch = || FeedBatch { cursor: FeedCursor("1".to_owned()), change: None, products: ChangedProducts::none() };
    changes.expect_since().returning(move |_| if answers { Ok(batch()) } else { Err(PortError::unavailable("away")) });
    index.expect_cursor().returning(|| None);
    index.expect_apply().returning(|_| Ok(()));
    CatalogueFollower::new(Arc::new(changes), Arc::new(index))
}

fn response(status: StatusCode) -> Result<ServiceResponse, Error> {
    Ok(TestRequest::default().to_srv_response(HttpResponse::new(status)))
}

/// The catch-ups and the state after a request that may make a change.
async fn after(answers: bool, change: CatalogueChange, status: StatusCode) -> (u64, CatalogueState) {
    let follower = follower(answers);
    let answered = note_change(Some((follower.clone(), change)), async { response(status) }).await.unwrap();
    assert_eq!(answered.status(), status, "the answer goes out, whatever the index does");
    let counts = follower.counts();
    (counts.succeeded + counts.failed, follower.version().current())
}

#[actix_web::test]
async fn an_edit_is_indexed_before_its_answer_and_an_order_is_not() {
    use CatalogueChange::{Content, Stock};
    let state = |all, content| CatalogueState { all, content };
    assert_eq!(after(true, Content, StatusCode::OK).await, (1, state(2, 2)));
    assert_eq!(after(false, Content, StatusCode::OK).await, (1, state(1, 1)));
    assert_eq!(after(true, Stock, StatusCode::CREATED).await, (0, state(1, 0)));
    assert_eq!(after(true, Content, StatusCode::CONFLICT).await, (0, state(0, 0)));
    assert_eq!(after(true, Content, StatusCode::SERVICE_UNAVAILABLE).await, (1, state(2, 2)), "it may have been committed");
}

#[actix_web::test]
async fn a_broken_off_request_counts_as_a_change() {
    let follower = follower(true);
    drop(PossibleChange(Some((follower.clone(), CatalogueChange::Stock))));
    assert_eq!(follower.version().current(), CatalogueState { all: 1, content: 0 });
    let abandoned =
        note_change(Some((follower.clone(), CatalogueChange::Content)), std::future::pending::<Result<ServiceResponse, Error>>());
    assert!(timeout(Duration::ZERO, abandoned).await.is_err());
    drop(PossibleChange(None));
    assert_eq!(follower.version().current(), CatalogueState { all: 2, content: 1 });
}
