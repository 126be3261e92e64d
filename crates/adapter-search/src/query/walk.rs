//! Walking through the documents that a query finds.
//!
//! The scores of some thousand documents are written to an array at a time: an array is filled and read several times faster than
//! documents are visited one by one.

use std::ops::ControlFlow;

use tantivy::{DocId, TERMINATED};

use crate::index::segment::Segment;
use crate::index::snapshot::View;
use crate::query::matches::Matches;
use crate::query::word::WordMatches;

/// The number of documents that are scored at once: their scores fit into the first cache of a processor.
const WINDOW: u32 = 4_096;
/// The number of documents of a piece of a window. A window has as many pieces as [`Pieces`] has bits.
const PIECE: usize = 64;

/// The greatest number of documents of the rarest word in a window that are looked up in the other words one by one. With more, the
/// scores of the whole window are added up.
const FEW: usize = 512;

/// The pieces of a window that may have matches, a bit for each.
type Pieces = u64;

/// Some documents of a segment that follow each other.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) first: DocId,
    /// For each document its score, a whole number; 0 when it does not match or is deleted.
    pub(crate) scores: &'a [u16],
    matching: Pieces,
}

/// Some documents of a window that follow each other.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) first: DocId,
    /// As in the window.
    scores: &'a [u16],
}

impl<'a> Window<'a> {
    /// The documents that match, some at a time, with others between them.
    pub(crate) fn pieces(self) -> impl Iterator<Item = Piece<'a>> {
        let pieces = (self.first..).step_by(PIECE).zip(self.scores.chunks(PIECE)).enumerate();
        pieces.filter(move |(piece, _)| self.matching >> piece & 1 == 1).map(|(_, (first, scores))| Piece { first, scores })
    }

    /// How many documents match.
    pub(crate) fn len(self) -> u32 {
        self.pieces().map(|piece| piece.len()).sum()
    }
}

impl<'a> Piece<'a> {
    /// The documents that match, with their scores.
    pub(crate) fn found(self) -> impl Iterator<Item = (DocId, u16)> + 'a {
        (self.first..).zip(self.scores.iter().copied()).filter(|(_, score)| *score > 0)
    }

    /// The greatest score.
    pub(crate) fn best(self) -> u16 {
        self.scores.iter().copied().max().unwrap_or(0)
    }

    /// How many documents match.
    pub(crate) fn len(self) -> u32 {
        self.scores.iter().map(|score| u32::from(*score > 0)).sum()
    }
}

/// Visits the documents of all segments that are not deleted and match, until `visit` breaks (which ends the walk through one
/// segment). Without `matches` it visits all products.
pub(crate) fn walk(
    view: &View,
    matches: Option<&Matches>,
    mut visit: impl FnMut(usize, Window<'_>) -> ControlFlow<()>,
) -> tantivy::Result<()> {
    for (place, segment) in view.segments.iter().enumerate() {
        let mut words = matches.map_or_else(Vec::new, |matches| matches.in_segment(place));
        if matches.is_some() && words.is_empty() {
            continue;
        }
        let mut scores = Scores::default();
        let mut first = seek(&mut words, 0);
        while first < segment.reader.max_doc() {
            let window = scores.of_window(&mut words, segment, first);
            if visit(place, window).is_break() {
                break;
            }
            first = seek(&mut words, first.saturating_add(WINDOW));
        }
    }
    Ok(())
}

/// Goes on to the first document from `target` on that may have all words.
fn seek(words: &mut [WordMatches<'_>], target: DocId) -> DocId {
    let required = words.iter_mut().filter(|word| !word.is_optional);
    required.fold(target, |target, word| word.seek(target).max(target).min(TERMINATED))
}

/// The scores of a window.
#[derive(Default)]
struct Scores {
    all: Vec<u16>,
    of_word: Vec<u8>,
    few: Vec<(DocId, u8)>,
}

impl Scores {
    /// The sums of the scores of all words; 0 where a required word does not match. The rarest required word is the first.
    fn of_window(&mut self, words: &mut [WordMatches<'_>], segment: &Segment, first: DocId) -> Window<'_> {
        let documents = WINDOW.min(segment.reader.max_doc() - first);
        let length = usize::try_from(documents).unwrap_or(0);
        self.of_word.resize(length, 0);
        self.all.clear();
        for word in words.iter_mut() {
            word.seek(first);
        }
        let matching = match words {
            [] => {
                self.all.resize(length, 1);
                Pieces::MAX
            }
            [rarest, others @ ..] if rarest.take_few(first + documents, FEW, &mut self.few) => self.of_few(others, length, first),
            _ => self.of_many(words, first),
        };
        if let Some(alive) = segment.reader.alive_bitset() {
            for (doc, score) in (first..).zip(&mut self.all).filter(|(_, score)| **score > 0) {
                *score *= u16::from(alive.is_alive(doc));
            }
        }
        Window { first, scores: &self.all, matching }
    }

    /// Looks up the few documents of the rarest word in the others.
    fn of_few(&mut self, others: &mut [WordMatches<'_>], length: usize, first: DocId) -> Pieces {
        let place = |doc: DocId| usize::try_from(doc - first).unwrap_or(usize::MAX);
        self.all.resize(length, 0);
        for (doc, score) in &self.few {
            if let Some(sum) = self.all.get_mut(place(*doc)) {
                *sum = u16::from(*score);
            }
        }
        for word in others {
            word.score(first, &mut self.of_word);
            if word.is_optional {
                for (doc, _) in &self.few {
                    let score = self.of_word.get(place(*doc)).copied().unwrap_or(0);
                    self.all.get_mut(place(*doc)).into_iter().for_each(|sum| *sum += u16::from(score));
                }
                continue;
            }
            self.few.retain(|(doc, _)| {
                let score = self.of_word.get(place(*doc)).copied().unwrap_or(0);
                if let Some(sum) = self.all.get_mut(place(*doc)) {
                    *sum = if score > 0 { *sum + u16::from(score) } else { 0 };
                }
                score > 0
            });
        }
        self.few.iter().fold(0, |matching, (doc, _)| matching | 1 << (place(*doc) / PIECE))
    }

    /// Adds up arrays of the scores of all documents.
    fn of_many(&mut self, words: &mut [WordMatches<'_>], first: DocId) -> Pieces {
        let mut matching = 0;
        for (index, word) in words.iter_mut().enumerate() {
            word.score(first, &mut self.of_word);
            if index == 0 {
                self.all.extend(self.of_word.iter().copied().map(u16::from));
                matching = with_matches(&self.of_word);
            } else if word.is_optional {
                raise_scores(&mut self.all, &self.of_word, matching);
            } else {
                matching = add_scores(&mut self.all, &self.of_word, matching);
            }
            if matching == 0 {
                break;
            }
        }
        matching
    }
}

fn with_matches(of_word: &[u8]) -> Pieces {
    let pieces = of_word.chunks(PIECE).map(|scores| scores.iter().fold(0, |any, score| any | score) > 0);
    pieces.enumerate().fold(0, |matching, (piece, matches)| matching | Pieces::from(matches) << piece)
}

/// Adds the scores of a further word in the pieces that have matches. A document that has not all words scores 0. Returns the pieces
/// that still have matches.
fn add_scores(all: &mut [u16], of_word: &[u8], matching: Pieces) -> Pieces {
    let mut left = 0;
    for (piece, (all, of_word)) in all.chunks_mut(PIECE).zip(of_word.chunks(PIECE)).enumerate() {
        if matching >> piece & 1 == 0 {
            continue;
        }
        // Without a branch in it, the loop takes many documents at a time.
        let mut any = 0;
        for (sum, score) in all.iter_mut().zip(of_word) {
            let is_match = (*score > 0) & (*sum > 0);
            *sum = if is_match { *sum + u16::from(*score) } else { 0 };
            any |= *sum;
        }
        left |= Pieces::from(any > 0) << piece;
    }
    left
}

/// Adds the scores of an optional word to the documents that match.
fn raise_scores(all: &mut [u16], of_word: &[u8], matching: Pieces) {
    let pieces = all.chunks_mut(PIECE).zip(of_word.chunks(PIECE)).enumerate();
    for (_, (all, of_word)) in pieces.filter(|(piece, _)| matching >> piece & 1 == 1) {
        for (sum, score) in all.iter_mut().zip(of_word) {
            *sum += if *sum > 0 { u16::from(*score) } else { 0 };
        }
    }
}

/// Whether any product matches.
pub(crate) fn finds_any(view: &View, matches: &Matches) -> tantivy::Result<bool> {
    let mut found = false;
    walk(view, Some(matches), |_, window| {
        found = found || window.len() > 0;
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(found)
}
