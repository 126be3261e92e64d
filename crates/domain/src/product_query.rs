//! What a shopper asks of the catalogue.

use crate::money::Money;
use crate::page::PageRequest;
use crate::text::{Label, SearchText};

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
    /// In which order.
    pub sort: ProductSort,
    /// Which piece of the list.
    pub page: PageRequest,
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
