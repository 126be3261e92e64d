use domain::catalog::ports::{FoundSuggestions, MockProductCatalogue, MockProductSearch};
use domain::catalog::product::Product;
use domain::shared::error::{ErrorKind, FeatureError as _};
use testkit::sample_products;

use super::*;
use crate::samples;

fn suggest(search: MockProductSearch, catalogue: MockProductCatalogue, follower: CatalogueFollower) -> SuggestProducts {
    let rows = ProductRows::new(Arc::new(catalogue), samples::clock(), follower.clone(), samples::write_product);
    SuggestProducts::new(Arc::new(search), follower, rows)
}

fn text() -> SearchText {
    SearchText::parse("rse").unwrap()
}

#[tokio::test]
async fn the_products_have_their_rows_and_the_rest_is_as_it_was_found() {
    let product = Product::from(sample_products::product("Rose water"));
    let (row, gone) = (product.clone(), sample_products::product("Gone").id);
    let found = FoundSuggestions {
        products: vec![gone, product.id],
        brands: vec![sample_products::label("Rosa")],
        categories: vec![sample_products::label("Roses")],
        corrected: Some("rose".to_owned()),
    };
    let (mut search, mut catalogue) = (MockProductSearch::new(), MockProductCatalogue::new());
    search.expect_suggest().withf(|asked| *asked == text()).returning(move |_| Ok(found.clone()));
    catalogue.expect_by_ids().returning(move |_, _| Ok(vec![row.clone()]));
    let follower = samples::follower(1);
    let suggestions = suggest(search, catalogue, follower.clone()).run(&text()).await.unwrap();
    let expected = Suggestions {
        products: vec![Arc::new(ListedProduct::new(product, samples::write_product).unwrap())],
        brands: vec![sample_products::label("Rosa")],
        categories: vec![sample_products::label("Roses")],
        corrected: Some("rose".to_owned()),
    };
    assert_eq!(suggestions, expected);
}

#[tokio::test]
async fn an_order_made_here_changes_no_suggestion_and_an_edit_may() {
    let mut search = MockProductSearch::new();
    search.expect_suggest().returning(|_| Ok(FoundSuggestions::default()));
    let follower = samples::follower(2);
    let suggest = suggest(search, MockProductCatalogue::new(), follower.clone());
    for (change, succeeded) in [(None, 1), (Some(CatalogueChange::Stock), 1), (Some(CatalogueChange::Content), 2)] {
        change.into_iter().for_each(|change| follower.note(change));
        suggest.run(&text()).await.unwrap();
        assert_eq!(follower.counts().succeeded, succeeded);
    }
}

#[tokio::test]
async fn suggestions_of_an_index_that_may_be_old_are_refused() {
    let suggest = suggest(MockProductSearch::new(), MockProductCatalogue::new(), samples::follower_of_nothing());
    assert_eq!(suggest.run(&text()).await.unwrap_err().kind(), ErrorKind::Unavailable);
}
