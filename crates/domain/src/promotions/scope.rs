//! The goods that a promotion is about.

use crate::catalog::product::Offer;
use crate::catalog::product_code::ProductCode;
use crate::shared::faults::Fault;
use crate::shared::money::Money;
use crate::shared::quantity::Quantity;
use crate::shared::text::Label;

/// The most products, categories or brands that one promotion names.
pub const MAX_NAMED: usize = 200;

/// Products, categories and brands: goods are in it where one of the lists names them. Without any name all goods are in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    pub products: Vec<ProductCode>,
    /// Compared without regard to case, as the lists of the catalogue do.
    pub categories: Vec<Label>,
    pub brands: Vec<Label>,
}

/// A line of a cart that a promotion is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchedLine<'a> {
    /// Its place in the cart.
    pub index: usize,
    pub offer: &'a Offer,
    pub quantity: Quantity,
    /// `last_price × quantity`.
    pub total: Money,
}

impl MatchedLine<'_> {
    #[must_use]
    pub const fn unit_price(&self) -> Money {
        self.offer.prices.last_price()
    }
}

impl Scope {
    #[must_use]
    pub const fn is_of_all_goods(&self) -> bool {
        self.products.is_empty() && self.categories.is_empty() && self.brands.is_empty()
    }

    /// Whether these goods are in it.
    #[must_use]
    pub fn has(&self, code: &ProductCode, category: Option<&Label>, brand: Option<&Label>) -> bool {
        self.is_of_all_goods() || self.products.contains(code) || names(&self.categories, category) || names(&self.brands, brand)
    }

    #[must_use]
    pub fn has_offer(&self, offer: &Offer) -> bool {
        self.has(&offer.code, offer.category.as_ref(), offer.brand.as_ref())
    }

    pub(super) fn check(&self, faults: &mut Vec<Fault>) {
        for (field, named) in [("products", self.products.len()), ("categories", self.categories.len()), ("brands", self.brands.len())] {
            if named > MAX_NAMED {
                faults.push(Fault::new(field, format!("must have at most {MAX_NAMED} entries")));
            }
        }
    }
}

fn names(list: &[Label], label: Option<&Label>) -> bool {
    label.is_some_and(|label| list.iter().any(|named| is_same(named, label)))
}

fn is_same(a: &Label, b: &Label) -> bool {
    a == b || a.as_str().chars().flat_map(char::to_lowercase).eq(b.as_str().chars().flat_map(char::to_lowercase))
}
