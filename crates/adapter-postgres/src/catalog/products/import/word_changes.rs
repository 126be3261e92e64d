//! The search words of imported products.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::ProductDetails;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_import::Plan;
use domain::shared::ids::ProductId;
use uuid::Uuid;

use crate::catalog::products::product_words::{self, Rows, words_of};
use crate::error::DbError;
use crate::query::sql::Sql;

/// The most words that one statement adds to the known words.
const LEARNED_AT_ONCE: usize = 5_000;

/// The change of one product's words.
#[derive(Clone, Debug, Default)]
pub(super) struct WordChange {
    /// Removed words.
    gone: Vec<String>,
    /// Added words, and words with another weight.
    new: BTreeMap<String, i16>,
}

impl WordChange {
    fn between(code: &ProductCode, before: Option<&ProductDetails>, after: &ProductDetails) -> Self {
        let before = before.map(|details| words_of(code, details)).unwrap_or_default();
        let mut new = words_of(code, after);
        let gone = before.keys().filter(|word| !new.contains_key(*word)).cloned().collect();
        new.retain(|word, weight| before.get(word) != Some(weight));
        Self { gone, new }
    }
}

/// The changes of a plan that was computed ahead, by product.
#[derive(Clone, Debug, Default)]
pub(super) struct WordChanges(HashMap<ProductCode, Foreseen>);

#[derive(Clone, Debug)]
struct Foreseen {
    before: Option<ProductDetails>,
    after: ProductDetails,
    change: WordChange,
}

impl WordChanges {
    /// Cuts the texts of a plan into words. CPU work for a thread of its own.
    pub(super) fn of(plan: &Plan) -> Self {
        let created = plan.created.iter().map(|new| (&new.code, None, &new.details));
        let updated = plan.updated.iter().map(|edit| (&edit.after.code, Some(&edit.before.details), &edit.after.details));
        let foreseen = created.chain(updated).map(|(code, before, after)| {
            let change = WordChange::between(code, before, after);
            (code.clone(), Foreseen { before: before.cloned(), after: after.clone(), change })
        });
        Self(foreseen.collect())
    }

    /// The change of one product, computed again if it differs from the one that was computed ahead.
    pub(super) fn change_of(&self, code: &ProductCode, before: Option<&ProductDetails>, after: &ProductDetails) -> WordChange {
        match self.0.get(code) {
            Some(foreseen) if foreseen.before.as_ref() == before && foreseen.after == *after => foreseen.change.clone(),
            _ => WordChange::between(code, before, after),
        }
    }

    /// Adds new words to the known words. Each statement is its own transaction, so that imports do not wait for each other here.
    pub(super) async fn learn(&self, connection: &mut AsyncPgConnection) -> Result<(), DbError> {
        let all: BTreeSet<&String> = self.0.values().flat_map(|foreseen| foreseen.change.new.keys()).collect();
        let all: Vec<String> = all.into_iter().filter(|word| product_words::is_whole(word)).cloned().collect();
        for some in all.chunks(LEARNED_AT_ONCE) {
            product_words::learn(connection, some.to_vec()).await?;
        }
        Ok(())
    }
}

/// Writes the changes of these products, and adds known words that were not computed ahead.
pub(super) async fn write(connection: &mut AsyncPgConnection, changes: &[(ProductId, WordChange)]) -> Result<(), DbError> {
    let gone = changes.iter().flat_map(|(id, change)| change.gone.iter().map(|word| (id.uuid(), word.clone())));
    let (products, words): (Vec<Uuid>, Vec<String>) = gone.unzip();
    if !words.is_empty() {
        Sql::new("DELETE FROM product_words w USING unnest(")
            .bind(products)
            .sql(", ")
            .bind(words)
            .sql(") AS gone (product_id, word) WHERE w.product_id = gone.product_id AND w.word = gone.word")
            .execute(connection)
            .await?;
    }
    let new = changes.iter().flat_map(|(id, change)| change.new.iter().map(|(word, weight)| (*id, word.clone(), *weight)));
    let new: Rows = new.collect();
    if !new.is_empty() {
        let insertion = new.insertion().sql(" ON CONFLICT (product_id, word) DO UPDATE SET weight = EXCLUDED.weight");
        insertion.execute(connection).await?;
    }
    Ok(())
}

/// Words that a change adds.
pub(super) fn added(changes: &[(ProductId, WordChange)]) -> Vec<String> {
    let all: BTreeSet<&String> =
        changes.iter().flat_map(|(_, change)| change.new.keys()).filter(|word| product_words::is_whole(word)).collect();
    all.into_iter().cloned().collect()
}
