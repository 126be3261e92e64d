//! Categories and brands with the number of products that have them.

use std::collections::BTreeMap;

use domain::shared::text::Label;
use search_text::{optional_words, words_of_text};
use tantivy::error::DataCorruption;

use crate::index::document::SEPARATOR;
use crate::index::segment::{ListRow, Segment, TextColumn};
use crate::index::weighted::Weights;

/// How many products have a label, counted for each of its spellings in one segment.
pub(crate) struct SpellingCounts(Vec<u32>);

impl SpellingCounts {
    /// No product has a label of the column.
    pub(crate) fn of(column: &TextColumn) -> Self {
        Self(vec![0; column.len()])
    }

    /// Counts a product with the spelling at `place`; [`ListRow::NONE`] is not counted.
    pub(crate) fn count(&mut self, place: u32) {
        if let Some(count) = usize::try_from(place).ok().and_then(|place| self.0.get_mut(place)) {
            *count += 1;
        }
    }
}

/// How many products have a label, counted over all segments, by the folded label.
#[derive(Debug, Default)]
pub(crate) struct LabelCounts(BTreeMap<String, LabelCount>);

/// A label and how many products have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LabelCount {
    /// The first spelling in byte order of the counted products.
    pub(crate) spelling: String,
    /// The number of products.
    pub(crate) count: u32,
}

impl LabelCounts {
    /// Adds the counts of a segment.
    pub(crate) fn add(&mut self, column: &TextColumn, counts: &SpellingCounts) -> tantivy::Result<()> {
        for (place, count) in (0..).zip(&counts.0).filter(|(_, count)| **count > 0) {
            let text = column.text(place)?;
            let (key, spelling) = text.split_once(SEPARATOR).ok_or_else(|| DataCorruption::comment_only("a label without a key"))?;
            let total = self.0.entry(key.to_owned()).or_insert_with(|| LabelCount { spelling: spelling.to_owned(), count: 0 });
            total.count += count;
            if spelling < total.spelling.as_str() {
                spelling.clone_into(&mut total.spelling);
            }
        }
        Ok(())
    }

    /// The labels with their keys, those of most products first, then by key.
    pub(crate) fn by_count(self) -> Vec<(String, LabelCount)> {
        let mut labels: Vec<_> = self.0.into_iter().collect();
        labels.sort_by_key(|(_, label)| std::cmp::Reverse(label.count));
        labels
    }
}

/// The label with this spelling, which was a label when it was indexed.
pub(crate) fn parse_label(spelling: &str) -> tantivy::Result<Label> {
    Label::parse(spelling).map_err(|error| DataCorruption::comment_only(format!("a label of the index: {error}")).into())
}

/// All categories and brands, for suggestions.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    /// The categories, those of most products first, then by name.
    pub(crate) categories: Vec<SearchableLabel>,
    pub(crate) brands: Vec<SearchableLabel>,
}

/// A label with the words it is found by.
#[derive(Debug)]
pub(crate) struct SearchableLabel {
    pub(crate) label: Label,
    words: Weights,
}

impl SearchableLabel {
    /// Whether each of these words but the optional ones is the beginning of a word of the label.
    pub(crate) fn has_words(&self, beginnings: &[String]) -> bool {
        let has =
            |beginning: &String| self.words.range(beginning.clone()..).next().is_some_and(|(word, _)| word.starts_with(beginning.as_str()));
        beginnings.iter().zip(optional_words(beginnings)).all(|(beginning, is_optional)| is_optional || has(beginning))
    }
}

impl Labels {
    /// Counts the labels of all products.
    pub(crate) fn of(segments: &[Segment]) -> tantivy::Result<Self> {
        let categories = searchable(segments, |segment| &segment.category, |row| row.category)?;
        Ok(Self { categories, brands: searchable(segments, |segment| &segment.brand, |row| row.brand)? })
    }
}

fn searchable(
    segments: &[Segment],
    column: fn(&Segment) -> &TextColumn,
    label: fn(&ListRow) -> u32,
) -> tantivy::Result<Vec<SearchableLabel>> {
    let mut all = LabelCounts::default();
    for segment in segments {
        let mut counts = SpellingCounts::of(column(segment));
        let rows = (0..).zip(&segment.list_rows().rows).filter(|(doc, _)| !segment.reader.is_deleted(*doc));
        rows.for_each(|(_, row)| counts.count(label(row)));
        all.add(column(segment), &counts)?;
    }
    let labels = all.by_count().into_iter().map(|(_, counted)| {
        let mut words = Weights::new();
        words_of_text(&counted.spelling, 1, &mut words);
        Ok(SearchableLabel { label: parse_label(&counted.spelling)?, words })
    });
    labels.collect()
}
