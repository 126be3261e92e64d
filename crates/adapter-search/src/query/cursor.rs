//! Cursors: the position of a page's last product, encoded so that clients do not depend on it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::catalog::product_query::{ProductQuery, ProductSort};
use domain::shared::money::Money;
use domain::shared::page::Cursor;
use domain::shared::text::Label;
use search_text::fold;
use sha2::{Digest as _, Sha256};

use crate::query::order::{Order, Position};
use crate::query::tolerant::SearchKind;

/// The longest cursor that is read, in bytes. A name has at most 200 characters, and folding makes at most 18 of one.
const LONGEST: usize = 32_768;

/// The name of a list: its order, its words and its filters, these as the first 64 bits of their SHA-256. A cursor carries it, so that
/// other lists refuse it.
pub(crate) fn name_of_list(query: &ProductQuery, order: Order, words: &[String]) -> String {
    let order = match order.0 {
        ProductSort::Relevance => "match",
        ProductSort::Newest => "newest",
        ProductSort::PriceUp => "price",
        ProductSort::PriceDown => "-price",
        ProductSort::Name => "name",
        ProductSort::Bestselling => "bestselling",
    };
    let (filter, label) = (&query.filter, |label: &Option<Label>| label.as_ref().map(|label| fold(label.as_str())));
    let prices = [filter.min_price, filter.max_price].map(|price| price.map(Money::cents));
    let narrowed_by = (words, filter.discounted, filter.in_stock, prices, label(&filter.category), label(&filter.brand), query.alert);
    let digest = Sha256::digest(serde_json::to_vec(&narrowed_by).unwrap_or_default());
    let short: Vec<u8> = digest.iter().copied().take(8).collect();
    format!("{order}?{}", URL_SAFE_NO_PAD.encode(short))
}

/// The cursor behind a position of a list.
pub(crate) fn write(list: &str, kind: SearchKind, position: &Position) -> Cursor {
    let id = uuid::Uuid::from_u128(position.id);
    Cursor(URL_SAFE_NO_PAD.encode(serde_json::to_vec(&(list, kind, &position.key, id)).unwrap_or_default()))
}

/// The kind of search and the position of a cursor of `list`; `None` for a cursor of another list, or none at all.
pub(crate) fn read(list: &str, order: Order, cursor: &Cursor) -> Option<(SearchKind, Position)> {
    if cursor.0.len() > LONGEST {
        return None;
    }
    let json = URL_SAFE_NO_PAD.decode(&cursor.0).ok()?;
    let (of, kind, key, id): (String, SearchKind, _, uuid::Uuid) = serde_json::from_slice(&json).ok()?;
    let position = Position { key, id: id.as_u128() };
    (of == list && order.accepts(&position.key)).then_some((kind, position))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::query::order::SortKey;

    fn position(key: SortKey) -> Position {
        Position { key, id: 7 }
    }

    #[test]
    fn a_cursor_gives_back_its_position() {
        for (order, key) in
            [(Order(ProductSort::Name), SortKey::Text("rose".to_owned())), (Order(ProductSort::PriceUp), SortKey::Number(u64::MAX))]
        {
            let cursor = write("list", SearchKind::Apart, &position(key.clone()));
            assert_eq!(read("list", order, &cursor), Some((SearchKind::Apart, position(key))));
        }
    }

    #[test]
    fn a_cursor_of_another_list_or_form_is_refused() {
        let cursor = write("list", SearchKind::Strict, &position(SortKey::Number(5)));
        assert_eq!(read("another", Order(ProductSort::Newest), &cursor), None);
        assert_eq!(read("list", Order(ProductSort::Name), &cursor), None);
        for junk in ["", "x", "AAAA", "bnVsbA", "ü"] {
            assert_eq!(read("list", Order(ProductSort::Newest), &Cursor(junk.to_owned())), None, "{junk}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "\\PC{0,200}", json in "[\\[\\]\",0-9a-zA-Z:-]{0,80}") {
            prop_assert_eq!(read("list", Order(ProductSort::Newest), &Cursor(text)), None);
            prop_assert_eq!(read("list", Order(ProductSort::Newest), &Cursor(URL_SAFE_NO_PAD.encode(json))), None);
        }
    }
}
