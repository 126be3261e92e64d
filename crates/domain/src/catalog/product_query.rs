//! What a shopper asks of the catalogue.

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
    /// Cheapest first.
    PriceUp,
    /// Dearest first.
    PriceDown,
    /// By name.
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

/// Which products are wanted; every part that is given must hold.
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
    /// Only of this category, whatever the case.
    pub category: Option<Label>,
    /// Only of this brand, whatever the case.
    pub brand: Option<Label>,
}

/// One page of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductQuery {
    /// What to search for; `None` lists everything.
    pub text: Option<SearchText>,
    /// Which products.
    pub filter: ProductFilter,
    /// Only products with this alert, for the owner's lists.
    pub alert: Option<StockAlert>,
    /// In which order.
    pub sort: ProductSort,
    /// Which piece of the list.
    pub page: PageRequest,
}

/// What a shopper may narrow a list by next.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FacetQuery {
    /// What to search for; `None` looks at everything.
    pub text: Option<SearchText>,
    /// By what the list is narrowed already.
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

/// How many products each further choice would leave. Every facet is counted under the filters of the others, so that
/// the count beside a choice is the length of the list it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ProductFacets {
    /// The categories by name; those no product is left of are left out.
    pub categories: Vec<FacetValue>,
    /// The brands by name, likewise.
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
    /// So many products are looked at, at most.
    pub const LOOKED_AT: u32 = 100_000;
    /// So many categories and so many brands are told, those with most products.
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
