//! The weights of products, in a table of their own: most products have none.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::NewProduct;
use domain::catalog::weight::Weight;
use domain::shared::ids::ProductId;

use super::row::grams_of;
use crate::schema::product_weights;

/// Writes the weight of a product, or takes it away. The caller holds the lock of the product.
pub(super) async fn write(connection: &mut AsyncPgConnection, product: ProductId, weight: Option<Weight>) -> QueryResult<()> {
    let id = product.uuid();
    let Some(grams) = grams_of(weight) else {
        return diesel::delete(product_weights::table.find(id)).execute(connection).await.map(drop);
    };
    let row = (product_weights::product_id.eq(id), product_weights::grams.eq(grams));
    let written = diesel::insert_into(product_weights::table).values(row).on_conflict(product_weights::product_id);
    written.do_update().set(product_weights::grams.eq(grams)).execute(connection).await.map(drop)
}

/// Writes the weights of new products.
pub(super) async fn write_new(connection: &mut AsyncPgConnection, new: &[NewProduct]) -> QueryResult<()> {
    let weighed = new.iter().filter_map(|product| Some((product.id.uuid(), grams_of(product.details.weight)?)));
    let rows: Vec<_> = weighed.map(|(id, grams)| (product_weights::product_id.eq(id), product_weights::grams.eq(grams))).collect();
    diesel::insert_into(product_weights::table).values(rows).execute(connection).await.map(drop)
}
