//! Cursors: of other lists, forged, of tolerant searches.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::catalog::product_change::ProductError;
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::catalog::stock_alert::StockAlert;
use domain::shared::page::{Cursor, PageLimit, PageRequest, TotalCount};
use testkit::sample_products;
use uuid::Uuid;

use crate::lists::SORTS;
use crate::shop::Shop;

fn is_refused<T>(outcome: &Result<T, ProductError>) -> bool {
    matches!(outcome, Err(ProductError::InvalidCursor(_)))
}

#[tokio::test]
async fn a_cursor_of_another_list_is_refused() {
    let shop = Shop::with((0..5).map(|number| sample_products::product(&format!("Rose {number}")))).await;
    let one = PageRequest { limit: PageLimit::parse(1).unwrap(), after: None };
    let query = ProductQuery { page: one.clone(), ..sample_products::search("rose") };
    let next = shop.found(&query).await.next;
    let behind = |query: ProductQuery, after: Option<Cursor>| ProductQuery { page: PageRequest { after, ..one.clone() }, ..query };
    assert!(shop.outcome(&behind(query.clone(), next.clone())).await.is_ok());
    let in_stock = ProductFilter { in_stock: Some(true), ..ProductFilter::default() };
    for other in [
        sample_products::search("roses"),
        ProductQuery { sort: ProductSort::Name, ..query.clone() },
        ProductQuery { filter: in_stock, ..query.clone() },
        ProductQuery { alert: Some(StockAlert::Out), ..query.clone() },
        ProductQuery { text: None, sort: ProductSort::Newest, ..query.clone() },
    ] {
        assert!(is_refused(&shop.outcome(&behind(other.clone(), next.clone())).await), "{other:?}");
    }
    for junk in ["", "x", "AAAA", "bnVsbA", "ü", "🌸"] {
        assert!(is_refused(&shop.outcome(&behind(query.clone(), Some(Cursor(junk.to_owned())))).await));
    }
}

/// Cursors come from outside: one may carry the right name and any position.
#[tokio::test]
async fn forged_positions_are_refused_or_answered() {
    let shop = Shop::with((0..5).map(|number| sample_products::product(&format!("Rose {number}")))).await;
    let numbers = ["0", "1", "18446744073709551615", "18446744073709551616", "-1", "1.5", "1e300", "null", "[]", "{}"].map(str::to_owned);
    let texts = ["\"\"", "\"rose 2\"", "\"\u{10ffff}\"", "\"\\u0000\""].map(str::to_owned);
    for sort in SORTS {
        let one = PageRequest { limit: PageLimit::parse(1).unwrap(), after: None };
        let query = ProductQuery { sort, page: one.clone(), ..sample_products::search("rose") };
        let next = shop.found(&query).await.next.unwrap();
        let json = String::from_utf8(URL_SAFE_NO_PAD.decode(&next.0).unwrap()).unwrap();
        let parts: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
        for kind in ["Strict", "Apart", "UnknownMistyped", "AnyMistyped", "LeftOut", "None"] {
            for (key, id) in numbers.iter().chain(&texts).flat_map(|key| [(key, u128::MIN), (key, u128::MAX)]) {
                let forged = format!("[{}, \"{kind}\", {key}, \"{}\"]", parts[0], Uuid::from_u128(id));
                let after = Some(Cursor(URL_SAFE_NO_PAD.encode(forged)));
                let behind = ProductQuery { page: PageRequest { after, ..one.clone() }, ..query.clone() };
                match shop.outcome(&behind).await {
                    Ok(found) => assert!(kind != "None" && found.ids.len() <= 1, "{behind:?}"),
                    refused => assert!(is_refused(&refused)),
                }
            }
        }
    }
}

/// A cursor of a tolerant search goes on with it; when a product matches strictly by then, its list is over.
#[tokio::test]
async fn a_cursor_goes_on_with_its_kind_of_search() {
    let shop = Shop::with((0..5).map(|number| sample_products::product(&format!("Sunscreen {number}")))).await;
    let page = PageRequest { limit: PageLimit::parse(2).unwrap(), after: None };
    let query = ProductQuery { page: page.clone(), ..sample_products::search("sunscren") };
    let first = shop.found(&query).await;
    let behind = ProductQuery { page: PageRequest { after: first.next, ..page }, ..query };
    let second = shop.found(&behind).await;
    assert_eq!((first.ids.len(), second.ids.len(), second.total), (2, 2, TotalCount::Exactly(5)));
    assert!(second.ids.iter().all(|id| !first.ids.contains(id)));
    assert_eq!(second.corrected.as_deref(), Some("sunscreen"));
    shop.catalogue.add(sample_products::product("Sunscren"));
    let over = shop.found(&behind).await;
    assert_eq!((over.ids, over.next, over.total), (Vec::new(), None, TotalCount::Exactly(0)));
}
