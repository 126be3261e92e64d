//! The fields of the index.

use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::{IndexSettings, IndexSortByField, Order};

use crate::index::weighted::TOKENIZER;

/// The number of the index's form. Raise it with every change of the fields, the weights or the folding: an index with another
/// number is not read, but made again.
pub(crate) const VERSION: u32 = 2;

/// The name of a field that is read as a column.
pub(crate) mod columns {
    pub(crate) const ID_HIGH: &str = "id_high";
    pub(crate) const ID_LOW: &str = "id_low";
    pub(crate) const PRICE: &str = "price";
    pub(crate) const LAST_PRICE: &str = "last_price";
    pub(crate) const CREATED_AT: &str = "created_at";
    pub(crate) const UPDATED_AT: &str = "updated_at";
    pub(crate) const VERSION: &str = "version";
    pub(crate) const NAME: &str = "name";
    pub(crate) const CATEGORY: &str = "category";
    pub(crate) const BRAND: &str = "brand";
}

/// The fields of a product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    /// The 16 bytes of the id, by which a product is replaced.
    pub(crate) id: Field,
    /// The words of names, brand, category and description, as often as they weigh.
    pub(crate) words: Field,
    /// The words of the code, likewise.
    pub(crate) codes: Field,
    /// What words of names and brand (1 to 3 letters) and of the code (any length) begin with, likewise.
    pub(crate) beginnings: Field,
    /// What words of names, brand and category sound like, likewise.
    pub(crate) sounds: Field,
    /// The upper half of the id. Documents are sorted by it, the greatest first.
    pub(crate) id_high: Field,
    /// The lower half of the id.
    pub(crate) id_low: Field,
    /// The original price in cents.
    pub(crate) price: Field,
    /// The current price in cents.
    pub(crate) last_price: Field,
    /// When the product was added: microseconds since 1970.
    pub(crate) created_at: Field,
    /// When it was last edited, likewise.
    pub(crate) updated_at: Field,
    pub(crate) version: Field,
    /// The folded name.
    pub(crate) name: Field,
    /// The folded category, U+0000, and the category as it is spelled.
    pub(crate) category: Field,
    pub(crate) brand: Field,
}

/// The schema of the index, with its fields.
pub(crate) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let indexing =
        TextFieldIndexing::default().set_tokenizer(TOKENIZER).set_index_option(IndexRecordOption::WithFreqs).set_fieldnorms(false);
    let weighted = TextOptions::default().set_indexing_options(indexing);
    let text_column = TextOptions::default().set_fast("raw");
    let fields = Fields {
        id: builder.add_bytes_field("id", INDEXED),
        words: builder.add_text_field("words", weighted.clone()),
        codes: builder.add_text_field("codes", weighted.clone()),
        beginnings: builder.add_text_field("beginnings", weighted.clone()),
        sounds: builder.add_text_field("sounds", weighted),
        id_high: builder.add_u64_field(columns::ID_HIGH, FAST),
        id_low: builder.add_u64_field(columns::ID_LOW, FAST),
        price: builder.add_u64_field(columns::PRICE, FAST),
        last_price: builder.add_u64_field(columns::LAST_PRICE, FAST),
        created_at: builder.add_u64_field(columns::CREATED_AT, FAST),
        updated_at: builder.add_u64_field(columns::UPDATED_AT, FAST),
        version: builder.add_u64_field(columns::VERSION, FAST),
        name: builder.add_text_field(columns::NAME, text_column.clone()),
        category: builder.add_text_field(columns::CATEGORY, text_column.clone()),
        brand: builder.add_text_field(columns::BRAND, text_column),
    };
    (builder.build(), fields)
}

/// Documents are sorted by id. Ids begin with the time, so the newest products come first.
pub(crate) fn settings() -> IndexSettings {
    let newest_first = IndexSortByField { field: columns::ID_HIGH.to_owned(), order: Order::Desc };
    IndexSettings { sort_by_field: Some(newest_first), ..IndexSettings::default() }
}

#[cfg(test)]
mod tests {
    use domain::catalog::ports::SearchableProduct;
    use domain::catalog::product::Product;
    use domain::catalog::product_code::ProductCode;
    use domain::shared::text::AltName;
    use sha2::{Digest as _, Sha256};
    use testkit::sample_products;

    use super::*;
    use crate::index::product_words::ProductWords;

    /// The form of the index: its fields, and the words of a product with their weights, which depend on the folding.
    fn form() -> String {
        let mut new = sample_products::full_product();
        new.code = ProductCode::parse("ARA-LIP_001").unwrap();
        new.details.alt_names.push(AltName::parse("L’ORÉAL Crème-Brûlée").unwrap());
        let words = ProductWords::of(&SearchableProduct::from(Product::from(new)));
        format!("{} {} {words:?}", serde_json::to_string(&schema().0).unwrap(), serde_json::to_string(&settings()).unwrap())
    }

    #[test]
    fn another_form_has_another_number() {
        let digest = Sha256::digest(form());
        let first: Vec<u8> = digest.iter().copied().take(4).collect();
        assert_eq!((VERSION, first.as_slice()), (2, &[123, 92, 151, 187][..]), "raise VERSION, then write the new fingerprint here");
    }
}
