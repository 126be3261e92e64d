use domain::catalog::ports::MockProductSearch;
use domain::shared::error::{ErrorKind, FeatureError as _};

use super::*;
use crate::samples;

#[tokio::test]
async fn facets_are_counted_after_every_change_made_here() {
    let mut search = MockProductSearch::new();
    search.expect_facets().returning(|_| Ok(ProductFacets { total: 7, ..ProductFacets::default() }));
    let follower = samples::follower(3);
    let facets = CountFacets::new(Arc::new(search), follower.clone());
    for change in [None, Some(CatalogueChange::Stock), Some(CatalogueChange::Content)] {
        change.into_iter().for_each(|change| follower.note(change));
        for _ in 0..2 {
            assert_eq!(facets.run(&FacetQuery::default()).await.unwrap().total, 7);
        }
    }
    assert_eq!(follower.counts().succeeded, 3);
}

#[tokio::test]
async fn facets_of_an_index_that_may_be_old_are_refused() {
    let facets = CountFacets::new(Arc::new(MockProductSearch::new()), samples::follower_of_nothing());
    assert_eq!(facets.run(&FacetQuery::default()).await.unwrap_err().kind(), ErrorKind::Unavailable);
}
