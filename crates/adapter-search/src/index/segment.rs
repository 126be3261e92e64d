//! The columns of a segment.

use std::cmp::{Ordering, Reverse};
use std::ops::{Bound, Range};
use std::sync::{Arc, OnceLock};

use domain::shared::ids::ProductId;
use tantivy::columnar::{ColumnValues, StrColumn};
use tantivy::error::DataCorruption;
use tantivy::{DocId, InvertedIndexReader, SegmentReader};
use uuid::Uuid;

use crate::index::document::{SEPARATOR, halves};
use crate::index::schema::{Fields, columns};

type Numbers = Arc<dyn ColumnValues<u64>>;

/// The state of a product, as the index has it: version and moment of the last edit.
pub(crate) type Revision = (u64, u64);

/// A dictionary of the index: words, and for each word the documents that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Dictionary {
    /// The words of names, brands, categories and descriptions.
    Words,
    /// The words of codes.
    Codes,
    /// What words begin with.
    Beginnings,
    /// What words of names, brands and categories sound like.
    Sounds,
}

/// A segment with its dictionaries and columns opened.
pub(crate) struct Segment {
    pub(crate) reader: SegmentReader,
    words: Arc<InvertedIndexReader>,
    codes: Arc<InvertedIndexReader>,
    beginnings: Arc<InvertedIndexReader>,
    sounds: Arc<InvertedIndexReader>,
    id_high: Numbers,
    id_low: Numbers,
    price: Numbers,
    last_price: Numbers,
    created_at: Numbers,
    updated_at: Numbers,
    version: Numbers,
    pub(crate) name: TextColumn,
    pub(crate) category: TextColumn,
    pub(crate) brand: TextColumn,
    list_rows: Arc<OnceLock<ListRows>>,
}

/// The rows of all documents of a segment.
pub(crate) struct ListRows {
    pub(crate) rows: Vec<ListRow>,
    /// Whether no product was added before one of a smaller id.
    pub(crate) are_newest_first: bool,
}

/// What lists and facets read of a product. They may read every product, so this is read from the columns once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListRow {
    /// When the product was added; see [`crate::index::document::ordinal`].
    pub(crate) created_at: u64,
    /// The current price in cents.
    pub(crate) last_price: u64,
    /// The place of the folded name among those of the segment.
    pub(crate) name: u32,
    /// The place of the category among those of the segment; [`ListRow::NONE`] without one.
    pub(crate) category: u32,
    /// The place of the brand, likewise.
    pub(crate) brand: u32,
    /// Whether it costs less than it did.
    pub(crate) is_discounted: bool,
}

impl ListRow {
    /// The place of no text.
    pub(crate) const NONE: u32 = u32::MAX;
}

impl Segment {
    /// Opens the dictionaries and the columns. `former` is the same segment in an earlier state, whose deleted documents may be others.
    pub(crate) fn open(reader: &SegmentReader, fields: &Fields, former: Option<&Self>) -> tantivy::Result<Self> {
        let text = |name| TextColumn::open(reader, name);
        Ok(Self {
            words: reader.inverted_index(fields.words)?,
            codes: reader.inverted_index(fields.codes)?,
            beginnings: reader.inverted_index(fields.beginnings)?,
            sounds: reader.inverted_index(fields.sounds)?,
            id_high: numbers(reader, columns::ID_HIGH)?,
            id_low: numbers(reader, columns::ID_LOW)?,
            price: numbers(reader, columns::PRICE)?,
            last_price: numbers(reader, columns::LAST_PRICE)?,
            created_at: numbers(reader, columns::CREATED_AT)?,
            updated_at: numbers(reader, columns::UPDATED_AT)?,
            version: numbers(reader, columns::VERSION)?,
            name: text(columns::NAME)?,
            category: text(columns::CATEGORY)?,
            brand: text(columns::BRAND)?,
            list_rows: former.map_or_else(Arc::default, |former| Arc::clone(&former.list_rows)),
            reader: reader.clone(),
        })
    }

    /// A dictionary of the segment.
    pub(crate) fn dictionary(&self, dictionary: Dictionary) -> &InvertedIndexReader {
        match dictionary {
            Dictionary::Words => &self.words,
            Dictionary::Codes => &self.codes,
            Dictionary::Beginnings => &self.beginnings,
            Dictionary::Sounds => &self.sounds,
        }
    }

    /// The upper half of the id of a document. Documents are sorted by it, the greatest first.
    pub(crate) fn id_high(&self, doc: DocId) -> u64 {
        self.id_high.get_val(doc)
    }

    /// The id of a document.
    pub(crate) fn id(&self, doc: DocId) -> ProductId {
        ProductId::new(Uuid::from_u64_pair(self.id_high(doc), self.id_low.get_val(doc)))
    }

    /// The rows of all documents, read at the first call.
    pub(crate) fn list_rows(&self) -> &ListRows {
        self.list_rows.get_or_init(|| {
            let place = |column: &TextColumn, doc| column.place(doc).and_then(|place| u32::try_from(place).ok()).unwrap_or(ListRow::NONE);
            let row = |doc| ListRow {
                created_at: self.created_at.get_val(doc),
                last_price: self.last_price.get_val(doc),
                name: place(&self.name, doc),
                category: place(&self.category, doc),
                brand: place(&self.brand, doc),
                is_discounted: self.last_price.get_val(doc) < self.price.get_val(doc),
            };
            let rows: Vec<_> = (0..self.reader.max_doc()).map(row).collect();
            let are_newest_first = rows.is_sorted_by_key(|row| Reverse(row.created_at));
            ListRows { rows, are_newest_first }
        })
    }

    /// The state of the product.
    pub(crate) fn revision(&self, doc: DocId) -> Revision {
        (self.version.get_val(doc), self.updated_at.get_val(doc))
    }

    /// The documents that are not deleted.
    pub(crate) fn live(&self) -> impl Iterator<Item = DocId> + '_ {
        (0..self.reader.max_doc()).filter(|doc| !self.reader.is_deleted(*doc))
    }

    /// The document of a product, by bisection.
    pub(crate) fn find(&self, id: ProductId) -> Option<DocId> {
        let (high, _) = halves(id);
        let (mut first, mut end) = (0, self.reader.max_doc());
        while first < end {
            let middle = first + (end - first) / 2;
            match self.id_high(middle).cmp(&high) {
                Ordering::Greater => first = middle + 1,
                _ => end = middle,
            }
        }
        let same_half = (first..self.reader.max_doc()).take_while(|doc| self.id_high(*doc) == high);
        same_half.into_iter().find(|doc| self.id(*doc) == id && !self.reader.is_deleted(*doc))
    }
}

/// A column that has one value for each document; an error when it has not, as in a damaged index.
fn numbers(reader: &SegmentReader, name: &str) -> tantivy::Result<Numbers> {
    let column = reader.fast_fields().u64(name)?;
    if column.num_docs() != reader.max_doc() {
        return Err(DataCorruption::comment_only(format!("the column {name} has another number of documents")).into());
    }
    Ok(column.first_or_default_col(0))
}

/// A column of texts; empty where no document has one.
pub(crate) struct TextColumn(Option<StrColumn>);

impl TextColumn {
    fn open(reader: &SegmentReader, name: &str) -> tantivy::Result<Self> {
        Ok(Self(reader.fast_fields().str(name)?))
    }

    /// The place of a document's text among all texts of the segment, in byte order.
    pub(crate) fn place(&self, doc: DocId) -> Option<u64> {
        self.0.as_ref().and_then(|column| column.ords().first(doc))
    }

    /// The number of different texts.
    pub(crate) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |column| column.num_terms())
    }

    pub(crate) fn text(&self, place: u64) -> tantivy::Result<String> {
        let mut text = String::new();
        if let Some(column) = &self.0 {
            column.ord_to_str(place, &mut text)?;
        }
        Ok(text)
    }

    /// The first place whose text is not before `text`, and whether it is the text itself.
    pub(crate) fn first_from(&self, text: &str) -> tantivy::Result<(u64, bool)> {
        let end = self.end(Bound::Excluded(text))?;
        Ok((end, end < self.end(Bound::Included(text))?))
    }

    /// The places of all spellings of a label with this key.
    pub(crate) fn places_of_key(&self, key: &str) -> tantivy::Result<Range<u64>> {
        let (from, behind) = (format!("{key}{SEPARATOR}"), format!("{key}\u{1}"));
        Ok(self.end(Bound::Excluded(from.as_str()))?..self.end(Bound::Excluded(behind.as_str()))?)
    }

    /// The end of the places of texts up to a bound.
    fn end(&self, bound: Bound<&str>) -> tantivy::Result<u64> {
        let Some(column) = &self.0 else { return Ok(0) };
        let (_, end) = column.dictionary().term_bounds_to_ord(Bound::Unbounded, bound.map(str::as_bytes))?;
        Ok(match end {
            Bound::Included(last) => last + 1,
            Bound::Excluded(end) => end,
            Bound::Unbounded => u64::try_from(column.num_terms()).unwrap_or(u64::MAX),
        })
    }
}
