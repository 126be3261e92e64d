//! Queries of the catalogue.

use crate::catalog::stock_alert::StockAlert;
use crate::shared::money::Money;
use crate::shared::page::PageRequest;
use crate::shared::text::{Label, SearchText};

/// In which order products come (contract, Products).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductSort {
    /// Best match first; only for a search.
    Relevance,
    /// Newest first.
    Newest,
    PriceUp,
    PriceDown,
    Name,
    /// Most units sold in 30 days first.
    Bestselling,
}

impl ProductSort {
    /// Reads the contract's spelling; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "newest" => Some(Self::Newest),
            "price" => Some(Self::PriceUp),
            "-price" => Some(Self::PriceDown),
            "name" => Some(Self::Name),
            "bestselling" => Some(Self::Bestselling),
            _ => None,
        }
    }
}

/// Filters of products; all that are given must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ProductFilter {
    /// Only those that cost less than they did (true) or the others (false).
    pub discounted: Option<bool>,
    /// Only those with stock (true) or without (false).
    pub in_stock: Option<bool>,
    /// Only from this current price.
    pub min_price: Option<Money>,
    /// Only up to this current price.
    pub max_price: Option<Money>,
    /// Only of this category, without regard to case.
    pub category: Option<Label>,
    /// Only of this brand, without regard to case.
    pub brand: Option<Label>,
}

/// One page of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductQuery {
    /// The search text; `None` lists all products.
    pub text: Option<SearchText>,
    pub filter: ProductFilter,
    /// Only products with this alert, for the owner's lists.
    pub alert: Option<StockAlert>,
    pub sort: ProductSort,
    /// Which piece of the list.
    pub page: PageRequest,
}

/// A query for facets: the further filters that make sense.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FacetQuery {
    /// The search text; `None` counts all products.
    pub text: Option<SearchText>,
    /// The filters of the present list.
    pub filter: ProductFilter,
}

/// A category or brand and how many products it would leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacetValue {
    /// The category or brand, as one of its products spells it.
    pub value: Label,
    /// How many products have it and pass the other filters.
    pub count: u32,
}

/// The number of products that each further filter would leave. Every facet is counted under the filters of the other facets,
/// so the count equals the length of the resulting list.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ProductFacets {
    /// The categories by name; those no product is left of are left out.
    pub categories: Vec<FacetValue>,
    /// The brands by name; those without a product are left out.
    pub brands: Vec<FacetValue>,
    /// The lowest and the highest current price; `None` where there is no product.
    pub prices: Option<(Money, Money)>,
    /// How many have stock.
    pub in_stock: u32,
    /// How many cost less than they did.
    pub discounted: u32,
    /// How many pass all filters.
    pub total: u32,
    /// Whether every product was looked at; else the counts are of [`ProductFacets::LOOKED_AT`] of them.
    pub exact: bool,
}

impl ProductFacets {
    /// The largest number of products that are counted.
    pub const LOOKED_AT: u32 = 100_000;
    /// The largest number of categories, and of brands; those with most products are returned.
    pub const VALUES: u32 = 200;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_are_spelled_as_in_the_contract() {
        for (text, sort) in [
            ("newest", ProductSort::Newest),
            ("price", ProductSort::PriceUp),
            ("-price", ProductSort::PriceDown),
            ("name", ProductSort::Name),
            ("bestselling", ProductSort::Bestselling),
        ] {
            assert_eq!(ProductSort::parse(text), Some(sort));
        }
        for text in ["", "relevance", "Price", "+price", "-name", "price desc"] {
            assert_eq!(ProductSort::parse(text), None, "{text:?}");
        }
    }
}
