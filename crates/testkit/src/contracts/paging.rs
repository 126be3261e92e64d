//! What every list does: pages of the size asked for, no row twice, none left out, no foreign cursor taken.

use std::fmt::Debug;
use std::future::Future;

use domain::shared::page::{Cursor, Page, PageAnswer, PageLimit, PageRequest, TotalCount};

/// Reads a list to its end in pages of `limit` rows and answers all of it.
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

/// Cursors that no answer contained.
pub async fn refuses_foreign_cursors<T, Fut>(mut list: impl FnMut(PageRequest) -> Fut)
where
    Fut: Future<Output = PageAnswer<T>>,
{
    for text in ["", "x", "AAAA", "W10", "bnVsbA", "'; DROP TABLE users; --", "\0", "ආ"] {
        let page = PageRequest { after: Some(Cursor(text.to_owned())), ..PageRequest::default() };
        assert!(matches!(list(page).await, PageAnswer::InvalidCursor), "{text:?}");
    }
}

/// Reads the first row of each list, all of which have more: the cursor behind it goes on in that list alone.
pub async fn each_list_takes_its_own_cursors<Q, T, Fut>(lists: &[Q], list: impl Fn(Q, PageRequest) -> Fut)
where
    Q: Clone + Debug,
    Fut: Future<Output = PageAnswer<T>>,
{
    let limit = PageLimit::parse(1).unwrap();
    for (given, query) in lists.iter().enumerate() {
        let PageAnswer::Page(Page { next: Some(after), .. }) = list(query.clone(), PageRequest { limit, after: None }).await else {
            panic!("{query:?} has one page")
        };
        for (taken, other) in lists.iter().enumerate() {
            let answer = list(other.clone(), PageRequest { limit, after: Some(after.clone()) }).await;
            assert_eq!(matches!(answer, PageAnswer::Page(_)), given == taken, "a cursor of {query:?} in {other:?}");
        }
    }
}
