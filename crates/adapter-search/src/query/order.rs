//! The orders of a list.

use domain::catalog::ports::StockLevel;
use domain::catalog::product_query::ProductSort;
use domain::shared::ids::ProductId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::index::segment::{ListRow, Segment};

/// The order of a list. Among equals the greater id comes first, except by name and by the lowest price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order(pub(crate) ProductSort);

/// The place of a document in an order, comparable within one segment: the greater comes first. The second number is made from
/// the id and decides between equals.
pub(crate) type Rank = (u64, u128);

/// The rank of a name is this less its place in the segment: below the greatest number, so that a cursor can stand before all.
const LAST_NAME: u64 = u64::MAX - 1;

/// The place of a product in an order, comparable between segments and commits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    /// What the list is sorted by.
    pub(crate) key: SortKey,
    pub(crate) id: u128,
}

impl Position {
    pub(crate) const fn product(&self) -> ProductId {
        ProductId::new(Uuid::from_u128(self.id))
    }
}

/// What a list is sorted by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum SortKey {
    /// Score, moment, price or units.
    Number(u64),
    /// The folded name.
    Text(String),
}

impl Order {
    /// The order that is asked for. Without words no product is a better match: the newest come first then.
    pub(crate) fn of(sort: ProductSort, has_words: bool) -> Self {
        Self(if has_words || sort != ProductSort::Relevance { sort } else { ProductSort::Newest })
    }

    /// The first number of a document's rank.
    pub(crate) fn rank(self, row: &ListRow, level: StockLevel, score: u16) -> u64 {
        match self.0 {
            ProductSort::Relevance => u64::from(score),
            ProductSort::Newest => row.created_at,
            ProductSort::PriceUp => u64::MAX - row.last_price,
            ProductSort::PriceDown => row.last_price,
            ProductSort::Name => LAST_NAME - u64::from(row.name),
            ProductSort::Bestselling => u64::from(level.sales),
        }
    }

    /// The second number of a document's rank.
    pub(crate) const fn tie(self, id: ProductId) -> u128 {
        if self.is_ascending() { !id.uuid().as_u128() } else { id.uuid().as_u128() }
    }

    /// The position of a document with this rank.
    pub(crate) fn position(self, segment: &Segment, (rank, tie): Rank) -> tantivy::Result<Position> {
        let key = match self.0 {
            ProductSort::Name => SortKey::Text(segment.name.text(LAST_NAME.saturating_sub(rank))?),
            ProductSort::PriceUp => SortKey::Number(u64::MAX - rank),
            _ => SortKey::Number(rank),
        };
        Ok(Position { key, id: if self.is_ascending() { !tie } else { tie } })
    }

    /// The rank in a segment behind which a position's followers are; `None` when the position is not one of this order.
    pub(crate) fn behind(self, segment: &Segment, position: &Position) -> tantivy::Result<Option<Rank>> {
        let tie = if self.is_ascending() { !position.id } else { position.id };
        Ok(match (&position.key, self.0) {
            (SortKey::Text(name), ProductSort::Name) => {
                let (place, is_there) = segment.name.first_from(name)?;
                // Without the name in this segment, all from the next greater name on follow.
                let rank = LAST_NAME.saturating_sub(place);
                Some(if is_there { (rank, tie) } else { (rank + 1, 0) })
            }
            (SortKey::Number(price), ProductSort::PriceUp) => Some((u64::MAX - price, tie)),
            (SortKey::Number(number), ProductSort::Relevance | ProductSort::Newest | ProductSort::PriceDown | ProductSort::Bestselling) => {
                Some((*number, tie))
            }
            _ => None,
        })
    }

    /// Whether `left` comes before `right`.
    pub(crate) fn compare(self, left: &Position, right: &Position) -> std::cmp::Ordering {
        let up = left.key.cmp(&right.key).then(left.id.cmp(&right.id));
        if self.is_ascending() { up } else { up.reverse() }
    }

    /// Whether a cursor's key can be one of this order.
    pub(crate) fn accepts(self, key: &SortKey) -> bool {
        match key {
            SortKey::Number(_) => self.0 != ProductSort::Name,
            SortKey::Text(_) => self.0 == ProductSort::Name,
        }
    }

    /// Whether the smaller id comes first among equals.
    pub(crate) const fn is_ascending(self) -> bool {
        matches!(self.0, ProductSort::PriceUp | ProductSort::Name)
    }
}
