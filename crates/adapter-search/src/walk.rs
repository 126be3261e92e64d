//! Walking through the documents that a query finds.

use std::ops::ControlFlow;

use tantivy::query::Scorer;
use tantivy::{DocId, DocSet, TERMINATED};

use crate::matches::Matches;
use crate::snapshot::View;

/// Reads the score of the present document.
pub(crate) type Score<'a> = &'a mut dyn FnMut() -> u32;

/// Visits the documents of all segments that are not deleted and match, until `visit` breaks (which ends the walk through one
/// segment). Without `matches` it visits all products.
pub(crate) fn walk(
    view: &View,
    matches: Option<&Matches>,
    with_scores: bool,
    mut visit: impl FnMut(usize, DocId, Score<'_>) -> ControlFlow<()>,
) -> tantivy::Result<()> {
    let Some(matches) = matches else {
        for (place, segment) in view.segments.iter().enumerate() {
            let _ = segment.live().try_for_each(|doc| visit(place, doc, &mut || 0));
        }
        return Ok(());
    };
    let weight = matches.weight(view, with_scores)?;
    for (place, segment) in view.segments.iter().enumerate() {
        let mut scorer = weight.scorer(&segment.reader, 1.0)?;
        while scorer.doc() != TERMINATED {
            let doc = scorer.doc();
            if !segment.reader.is_deleted(doc) && visit(place, doc, &mut || whole(scorer.as_mut())).is_break() {
                break;
            }
            scorer.advance();
        }
    }
    Ok(())
}

/// A score, which is a whole number ([`crate::leaf`]).
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(scorer: &mut dyn Scorer) -> u32 {
    scorer.score() as u32
}

/// Whether any product matches.
pub(crate) fn finds_any(view: &View, matches: &Matches) -> tantivy::Result<bool> {
    let mut found = false;
    walk(view, Some(matches), false, |_, _, _| {
        found = true;
        ControlFlow::Break(())
    })?;
    Ok(found)
}
