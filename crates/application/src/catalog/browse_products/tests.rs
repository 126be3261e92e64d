use domain::catalog::ports::{MockProductCatalogue, MockProductSearch};
use domain::catalog::product::Product;
use domain::catalog::product_query::ProductFilter;
use domain::catalog::stock_alert::StockAlert;
use domain::shared::error::{ErrorKind, FeatureError as _};
use domain::shared::page::{Cursor, PageAnswer, PageRequest, TotalCount};
use domain::shared::text::SearchText;
use testkit::sample_products;

use super::*;
use crate::samples;

fn query(text: Option<&str>) -> ProductQuery {
    let text = text.map(|text| SearchText::parse(text).unwrap());
    ProductQuery { text, filter: ProductFilter::default(), alert: None, sort: ProductSort::Relevance, page: PageRequest::default() }
}

fn browse(search: MockProductSearch, catalogue: MockProductCatalogue, follower: CatalogueFollower) -> BrowseProducts {
    let (catalogue, clock): (Arc<dyn ProductCatalogue>, _) = (Arc::new(catalogue), samples::clock());
    let rows = ProductRows::new(catalogue.clone(), clock.clone(), follower.clone(), samples::write_product);
    BrowseProducts::new(Arc::new(search), follower, catalogue, rows, clock)
}

fn products() -> Vec<Product> {
    ["Rose water", "Rose oil", "Rose soap"].map(|name| Product::from(sample_products::product(name))).into()
}

/// A catalogue that has these products.
fn catalogue(products: Vec<Product>) -> MockProductCatalogue {
    let mut catalogue = MockProductCatalogue::new();
    let listed = products.clone();
    catalogue.expect_list().returning(move |_, _| {
        Ok(PageAnswer::Page(Page { items: listed.clone(), next: Some(Cursor("of the list".into())), total: TotalCount::Exactly(3) }))
    });
    catalogue.expect_by_ids().returning(move |ids, _| Ok(products.iter().filter(|product| ids.contains(&product.id)).cloned().collect()));
    catalogue
}

#[tokio::test]
async fn a_search_joins_the_rows_to_the_ids_that_were_found() {
    let products = products();
    let gone = sample_products::product("Gone").id;
    let ids = vec![products[2].id, gone, products[0].id];
    let mut search = MockProductSearch::new();
    search.expect_find().withf(|asked| *asked == query(Some("rse"))).once().returning(move |_| {
        let next = Some(Cursor("of the search".into()));
        Ok(SearchOutcome::Found(FoundProducts {
            ids: ids.clone(),
            next,
            total: TotalCount::MoreThanLimit,
            corrected: Some("rose".to_owned()),
        }))
    });
    let found = browse(search, catalogue(products.clone()), samples::follower(1)).run(&query(Some("rse"))).await.unwrap();
    assert_eq!(found.page.items.iter().map(|listed| listed.id).collect::<Vec<_>>(), [products[2].id, products[0].id]);
    assert_eq!((found.page.next, found.page.total), (Some(Cursor("of the search".into())), TotalCount::MoreThanLimit));
    assert_eq!(found.corrected.as_deref(), Some("rose"));
}

#[tokio::test]
async fn without_a_text_or_words_the_catalogue_is_listed() {
    let mut search = MockProductSearch::new();
    search.expect_find().once().returning(|_| Ok(SearchOutcome::NoWords));
    let browse = browse(search, catalogue(products()), samples::follower(1));
    for text in [None, Some("\u{200b}")] {
        let listed = browse.run(&query(text)).await.unwrap();
        assert_eq!((listed.page.items.len(), listed.page.next, listed.corrected), (3, Some(Cursor("of the list".into())), None));
    }
}

#[tokio::test]
async fn a_list_needs_no_index() {
    let listed = browse(MockProductSearch::new(), catalogue(products()), samples::follower_of_nothing()).run(&query(None)).await;
    assert_eq!(listed.unwrap().page.items.len(), 3);
}

#[tokio::test]
async fn a_search_whose_index_may_be_old_is_refused() {
    let browse = browse(MockProductSearch::new(), catalogue(products()), samples::follower_of_nothing());
    assert_eq!(browse.run(&query(Some("rose"))).await.unwrap_err().kind(), ErrorKind::Unavailable);
}

#[tokio::test]
async fn a_foreign_cursor_is_refused() {
    let mut search = MockProductSearch::new();
    search.expect_find().returning(|_| Ok(SearchOutcome::InvalidCursor));
    let refused = browse(search, catalogue(products()), samples::follower(1)).run(&query(Some("rose"))).await;
    assert_eq!(refused.unwrap_err().code(), "list.invalid_cursor");
}

#[tokio::test]
async fn after_an_order_made_here_only_searches_by_stock_or_sales_catch_up() {
    let in_stock = ProductFilter { in_stock: Some(true), ..ProductFilter::default() };
    let cheap = ProductFilter { discounted: Some(true), max_price: Some(sample_products::rupees(100)), ..ProductFilter::default() };
    let rose = || query(Some("rose"));
    for (asked, catches_up) in [
        (rose(), false),
        (ProductQuery { sort: ProductSort::PriceUp, filter: cheap, ..rose() }, false),
        (ProductQuery { filter: in_stock, ..rose() }, true),
        (ProductQuery { alert: Some(StockAlert::Low), ..rose() }, true),
        (ProductQuery { sort: ProductSort::Bestselling, ..rose() }, true),
    ] {
        let mut search = MockProductSearch::new();
        search.expect_find().returning(|_| {
            Ok(SearchOutcome::Found(FoundProducts { ids: Vec::new(), next: None, total: TotalCount::Exactly(0), corrected: None }))
        });
        let follower = samples::follower(1 + usize::from(catches_up));
        follower.catch_up().await.unwrap();
        follower.note(CatalogueChange::Stock);
        browse(search, MockProductCatalogue::new(), follower.clone()).run(&asked).await.unwrap();
        assert_eq!(follower.counts().succeeded, 1 + u64::from(catches_up), "{asked:?}");
    }
}
