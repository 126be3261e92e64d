//! What every list does: pages of the size asked for, no row twice, none left out, no foreign cursor taken.

use std::future::Future;

use domain::page::{Cursor, Page, PageAnswer, PageLimit, PageRequest, TotalCount};

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

/// Cursors nobody gave out.
pub async fn refuses_foreign_cursors<T, Fut>(mut list: impl FnMut(PageRequest) -> Fut)
where
    Fut: Future<Output = PageAnswer<T>>,
{
    for text in ["", "x", "AAAA", "W10", "bnVsbA", "'; DROP TABLE users; --", "\0", "ආ"] {
        let page = PageRequest { after: Some(Cursor(text.to_owned())), ..PageRequest::default() };
        assert!(matches!(list(page).await, PageAnswer::InvalidCursor), "{text:?}");
    }
}
