//! A product as a document of the index.

use chrono::{DateTime, Utc};
use domain::catalog::ports::SearchableProduct;
use domain::shared::ids::ProductId;
use domain::shared::text::Label;
use search_text::fold;
use tantivy::{TantivyDocument, Term};

use crate::index::product_words::ProductWords;
use crate::index::schema::Fields;
use crate::index::weighted::to_lines;

/// Separates the folded form of a label from its spelling; neither has this character.
pub(crate) const SEPARATOR: char = '\0';

pub(crate) fn document(fields: &Fields, product: &SearchableProduct) -> TantivyDocument {
    let (words, (high, low)) = (ProductWords::of(product), halves(product.id));
    let mut document = TantivyDocument::default();
    document.add_bytes(fields.id, product.id.uuid().as_bytes());
    document.add_text(fields.words, to_lines(&words.words));
    document.add_text(fields.codes, to_lines(&words.codes));
    document.add_text(fields.beginnings, to_lines(&words.beginnings));
    document.add_text(fields.sounds, to_lines(&words.sounds));
    document.add_u64(fields.id_high, high);
    document.add_u64(fields.id_low, low);
    document.add_u64(fields.price, cents(product.prices.price().cents()));
    document.add_u64(fields.last_price, cents(product.prices.last_price().cents()));
    document.add_u64(fields.created_at, ordinal(product.created_at));
    document.add_u64(fields.updated_at, ordinal(product.updated_at));
    document.add_u64(fields.version, u64::from(product.version.cast_unsigned()));
    document.add_text(fields.name, fold(product.name.as_str()));
    for (field, label) in [(fields.category, &product.category), (fields.brand, &product.brand)] {
        if let Some(label) = label {
            document.add_text(field, label_value(label));
        }
    }
    document
}

/// The term that names a product.
pub(crate) fn id_term(fields: &Fields, id: ProductId) -> Term {
    Term::from_field_bytes(fields.id, id.uuid().as_bytes())
}

/// The upper and the lower half of an id.
pub(crate) fn halves(id: ProductId) -> (u64, u64) {
    id.uuid().as_u64_pair()
}

/// A moment as a number that is greater for a later one.
pub(crate) fn ordinal(at: DateTime<Utc>) -> u64 {
    at.timestamp_micros().cast_unsigned() ^ (1 << 63)
}

/// An amount, which is never below 0.
pub(crate) fn cents(cents: i64) -> u64 {
    u64::try_from(cents).unwrap_or(0)
}

/// What is stored of a category or brand.
fn label_value(label: &Label) -> String {
    format!("{}{SEPARATOR}{label}", fold(label.as_str()), label = label.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moments_are_greater_numbers() {
        let at = |seconds| ordinal(DateTime::from_timestamp(seconds, 0).unwrap());
        assert!(at(-5) < at(0) && at(0) < at(1) && at(1) < at(2_000_000_000));
    }
}
