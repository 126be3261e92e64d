//! Checks of paged lists: sizes of pages, totals, cursors.

use std::fmt::Debug;
use std::future::Future;

use domain::shared::page::{Cursor, Page, PageAnswer, PageLimit, PageRequest, TotalCount};

/// Reads a list to its end in pages of `limit` rows, checks sizes and totals, and returns all rows. Callers compare the rows.
pub async fn walk<T, Fut>(limit: i64, mut list: impl FnMut(PageRequest) -> Fut) -> Vec<T>
where
    Fut: Future<Output = Page<T>>,
{
    let limit = PageLimit::parse(limit).unwrap();
    let (mut rows, mut after, mut totals) = (Vec::new(), None, Vec::new());
    loop {
        let page = list(PageRequest { limit, after }).await;
        assert!(page.items.len() <= usize::from(limit.get()));
        assert!(page.next.is_none() || page.items.len() == usize::from(limit.get()), "only the last page is short");
        rows.extend(page.items);
        totals.push(page.total);
        match page.next {
            Some(next) => after = Some(next),
            None => break,
        }
    }
    let count = TotalCount::Exactly(u32::try_from(rows.len()).unwrap());
    assert!(totals.iter().all(|total| *total == count), "{totals:?} of {count:?}");
    rows
}

/// Checks that a list refuses texts that are not cursors (`W10` and `bnVsbA` are `[]` and `null` in base64).
pub async fn refuses_malformed_cursors<T, Fut>(mut list: impl FnMut(PageRequest) -> Fut)
where
    Fut: Future<Output = PageAnswer<T>>,
{
    for text in ["", "x", "AAAA", "W10", "bnVsbA", "'; DROP TABLE users; --", "\0", "ආ"] {
        let page = PageRequest { after: Some(Cursor(text.to_owned())), ..PageRequest::default() };
        assert!(matches!(list(page).await, PageAnswer::InvalidCursor), "{text:?}");
    }
}

/// Checks that the cursor after the first row of each list is accepted by this list and refused by the others. Each list needs two
/// rows.
pub async fn each_list_takes_its_own_cursors<Q, T, Fut>(lists: &[Q], list: impl Fn(Q, PageRequest) -> Fut)
where
    Q: Clone + Debug,
    Fut: Future<Output = PageAnswer<T>>,
{
    let limit = PageLimit::parse(1).unwrap();
    for (source, query) in lists.iter().enumerate() {
        let PageAnswer::Page(Page { next: Some(after), .. }) = list(query.clone(), PageRequest { limit, after: None }).await else {
            panic!("{query:?} needs two rows")
        };
        for (target, other) in lists.iter().enumerate() {
            let answer = list(other.clone(), PageRequest { limit, after: Some(after.clone()) }).await;
            assert_eq!(matches!(answer, PageAnswer::Page(_)), source == target, "a cursor of {query:?} used in {other:?}");
        }
    }
}
