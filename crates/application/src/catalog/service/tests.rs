use std::sync::Mutex;

use domain::catalog::ports::{
    ChangedProducts, FeedBatch, FoundProducts, FoundSuggestions, MockChangeFeed, MockProductRepository, MockProductSearch,
};
use domain::catalog::product::DetailsEdit;
use domain::catalog::product_import::{Column, ImportRow, RowProblem};
use domain::catalog::product_query::ProductFilter;
use domain::catalog::stock_alert::StockAlert;
use domain::images::ports::MockImageStore;
use domain::shared::edit::Edit;
use domain::shared::page::{Cursor, PageRequest, TotalCount};
use domain::shared::text::PictureUrl;
use testkit::sample_products;

use super::*;
use crate::samples::{actor, admin, batch, clock, follower, follower_of};

fn service(products: MockProductRepository, search: MockProductSearch, follower: &CatalogueFollower) -> CatalogService {
    CatalogService {
        products: Arc::new(products),
        search: Arc::new(search),
        follower: follower.clone(),
        images: Arc::new(MockImageStore::new()),
        clock: clock(),
    }
}

fn rose() -> ProductQuery {
    ProductQuery {
        text: Some(SearchText::parse("rse").unwrap()),
        filter: ProductFilter::default(),
        alert: None,
        sort: ProductSort::Relevance,
        page: PageRequest::default(),
    }
}

fn found(ids: &[ProductId]) -> FoundProducts {
    FoundProducts { ids: ids.to_vec(), next: Some(Cursor("next".into())), total: TotalCount::MoreThanLimit, corrected: Some("rose".into()) }
}

/// The ids that reached the store, call by call.
type Asked = Arc<Mutex<Vec<Vec<ProductId>>>>;

/// A service on a store with three products.
fn stocked(follower: &CatalogueFollower) -> (Vec<ProductId>, CatalogService, Asked) {
    let products = ["Rose water", "Rose oil", "Rose soap"].map(|name| Product::from(sample_products::product(name)));
    let (ids, asked) = (products.iter().map(|product| product.id).collect(), Asked::default());
    let (mut store, log) = (MockProductRepository::new(), asked.clone());
    store.expect_by_ids().returning(move |ids, _| {
        log.lock().unwrap().push(ids.to_vec());
        // In another order than asked for.
        Ok(products.iter().rev().filter(|product| ids.contains(&product.id)).cloned().collect())
    });
    (ids, service(store, MockProductSearch::new(), follower), asked)
}

/// A follower of a catalogue in which these products changed before the next catch-up.
fn follower_of_changes(changed: &Arc<Mutex<ChangedProducts>>) -> CatalogueFollower {
    let (mut changes, changed) = (MockChangeFeed::new(), changed.clone());
    changes.expect_since().returning(move |_| {
        let products = std::mem::replace(&mut *changed.lock().unwrap(), ChangedProducts::none());
        Ok(FeedBatch { products, ..batch("1", Some(CatalogueChange::Stock)) })
    });
    follower_of(changes)
}

#[tokio::test]
async fn found_products_keep_their_order_and_those_that_are_gone_are_left_out() {
    let (ids, service, _) = stocked(&follower(1));
    let (order, expected) = (found(&[ids[2], sample_products::product("Gone").id, ids[0]]), [ids[2], ids[0]]);
    let mut search = MockProductSearch::new();
    let suggested = FoundSuggestions { products: order.ids.clone(), ..FoundSuggestions::default() };
    search.expect_find().withf(|asked| *asked == rose()).returning(move |_| Ok(order.clone()));
    search.expect_suggest().returning(move |_| Ok(suggested.clone()));
    let service = CatalogService { search: Arc::new(search), ..service };
    let ProductPage { page, corrected } = service.list(&rose()).await.unwrap();
    assert_eq!(page.items.iter().map(|product| product.id).collect::<Vec<_>>(), expected);
    assert_eq!((page.next, page.total, corrected), (Some(Cursor("next".into())), TotalCount::MoreThanLimit, Some("rose".into())));
    let (products, _) = service.suggestions(&rose().text.unwrap()).await.unwrap();
    assert_eq!(products.iter().map(|product| product.id).collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn after_a_change_made_here_an_answer_that_depends_on_it_is_made_after_a_catch_up() {
    let in_stock = ProductFilter { in_stock: Some(true), ..ProductFilter::default() };
    let cheap = ProductFilter { discounted: Some(true), max_price: Some(sample_products::rupees(100)), ..ProductFilter::default() };
    for (query, by_stock) in [
        (rose(), false),
        (ProductQuery { sort: ProductSort::PriceUp, filter: cheap, ..rose() }, false),
        (ProductQuery { filter: in_stock, ..rose() }, true),
        (ProductQuery { alert: Some(StockAlert::Low), ..rose() }, true),
        (ProductQuery { sort: ProductSort::Bestselling, ..rose() }, true),
    ] {
        assert_eq!(depends_on(&query) == CatalogueChange::Stock, by_stock, "{query:?}");
    }
    let mut search = MockProductSearch::new();
    search.expect_find().returning(|_| Ok(found(&[])));
    search.expect_suggest().returning(|_| Ok(FoundSuggestions::default()));
    search.expect_facets().returning(|_| Ok(ProductFacets::default()));
    let follower = follower(4);
    let service = service(MockProductRepository::new(), search, &follower);
    follower.catch_up().await.unwrap();
    let expect = async |facets: bool, succeeded: u64| {
        service.list(&rose()).await.unwrap();
        service.suggestions(&rose().text.unwrap()).await.unwrap();
        if facets {
            service.facets(&FacetQuery::default()).await.unwrap();
        }
        assert_eq!(follower.counts().succeeded, succeeded);
    };
    follower.note(CatalogueChange::Stock);
    expect(false, 1).await;
    expect(true, 2).await;
    follower.note(CatalogueChange::Content);
    expect(false, 3).await;
    follower.note(CatalogueChange::Content);
    expect(true, 4).await;
}

#[tokio::test]
async fn products_come_from_memory_only_where_all_changes_are_known() {
    let follower = follower_of_changes(&Arc::new(Mutex::new(ChangedProducts::none())));
    let (ids, service, asked) = stocked(&follower);
    for _ in 0..2 {
        service.by_ids(&ids[..2]).await.unwrap();
    }
    assert_eq!(asked.lock().unwrap().len(), 2, "changes of other instances are unknown");
    follower.catch_up().await.unwrap();
    service.by_ids(&ids).await.unwrap();
    service.by_ids(&ids).await.unwrap();
    assert_eq!(asked.lock().unwrap()[2..], *std::slice::from_ref(&ids), "the first catch-up drops everything");
    follower.note(CatalogueChange::Stock);
    service.by_ids(&ids).await.unwrap();
    assert_eq!(asked.lock().unwrap()[3..], *std::slice::from_ref(&ids), "the product of a change made here is unknown before a catch-up");
    follower.catch_up().await.unwrap();
    service.by_ids(&ids).await.unwrap();
    assert_eq!(asked.lock().unwrap().len(), 4);
}

#[tokio::test]
async fn a_changed_product_is_read_again_and_the_others_are_not() {
    let changed = Arc::new(Mutex::new(ChangedProducts::none()));
    let follower = follower_of_changes(&changed);
    let (ids, service, asked) = stocked(&follower);
    let of = |edited: &[ProductId], sold: &[ProductId]| ChangedProducts::Known { edited: edited.to_vec(), sold: sold.to_vec() };
    for (change, read) in [
        (ChangedProducts::none(), &ids[..]),
        (ChangedProducts::none(), &[]),
        (of(&ids[..1], &[]), &ids[..1]),
        (of(&[], &ids[1..]), &ids[1..]),
        (ChangedProducts::Unknown, &ids[..]),
    ] {
        *changed.lock().unwrap() = change;
        follower.catch_up().await.unwrap();
        service.by_ids(&ids).await.unwrap();
        assert_eq!(std::mem::take(&mut *asked.lock().unwrap()).concat(), read);
    }
}

fn problem(row: u32, column: Column) -> RowProblem {
    ImportRow::of(row, sample_products::code()).problem(column, "is wrong")
}

#[tokio::test]
async fn problems_that_arise_during_an_import_are_answered() {
    for (later, told) in [(vec![problem(3, Column::Stock)], 3), (Vec::new(), 2)] {
        let (mut products, mut plans) = (MockProductRepository::new(), vec![later, Vec::new()]);
        products.expect_plan_import().returning(move |_, _| Ok(Plan { problems: plans.pop().unwrap(), ..Plan::default() }));
        let refused = || Box::new(Plan { problems: vec![problem(2, Column::Version)], ..Plan::default() });
        products.expect_import().returning(move |_, _, _, _| Err(ProductError::ImportRefused(refused())));
        let (service, import) =
            (service(products, MockProductSearch::new(), &follower(0)), Arc::new(Import::new(Vec::new(), || unreachable!())));
        let Err(ProductError::ImportRefused(plan)) = service.import(&import, &actor(&admin()), &(Arc::new(|_| {}) as _)).await else {
            panic!("imported")
        };
        assert_eq!(plan.problems.iter().map(|problem| problem.row).collect::<Vec<_>>(), [told]);
    }
}

#[tokio::test]
async fn a_picture_that_the_shop_does_not_have_is_a_problem() {
    let mut product = sample_products::product("Rose Soap");
    let pictures = ["/images/1714-rose.webp", "/images/1714-gone.webp", "/images/nothing", "https://cdn.example/images/x.webp"];
    product.details.images = pictures.map(|url| PictureUrl::parse(url).unwrap()).into();
    let details = DetailsEdit { images: Edit::Set(product.details.images.clone()), ..DetailsEdit::default() };
    let row = ImportRow { details, ..ImportRow::of(2, product.code.clone()) };
    let (import, mut products, mut images) = (Import::new(vec![row], || product.id), MockProductRepository::new(), MockImageStore::new());
    let plan = Plan { created: vec![product.clone()], problems: vec![problem(3, Column::Price)], ..Plan::default() };
    products.expect_plan_import().returning(move |_, _| Ok(plan.clone()));
    images.expect_contains().times(2).returning(|name| Ok(name.as_str().contains("rose")));
    let service = CatalogService { images: Arc::new(images), ..service(products, MockProductSearch::new(), &follower(0)) };
    let problems = service.plan_import(&import).await.unwrap().problems;
    assert_eq!(problems.iter().map(|p| (p.row, p.column)).collect::<Vec<_>>(), [(2, Some(Column::Images)), (3, Some(Column::Price))]);
    assert!(problems[0].sentence.contains("1714-gone.webp"), "{problems:?}");
}
