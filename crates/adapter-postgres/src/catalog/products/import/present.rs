//! The products of a sheet that exist already.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;

use crate::catalog::products::row::{ProductRow, product_of};
use crate::error::DbError;
use crate::query::functions::folded_code;
use crate::schema::{product_weights, products};

/// The products with these codes; their sales are not counted.
pub(super) async fn load(connection: &mut AsyncPgConnection, codes: &[ProductCode]) -> Result<HashMap<ProductCode, Product>, DbError> {
    let folded: Vec<String> = codes.iter().map(ProductCode::folded).collect();
    let present = products::table.left_join(product_weights::table).filter(folded_code().eq_any(folded));
    let rows: Vec<(ProductRow, Option<i32>)> =
        present.select((ProductRow::as_select(), product_weights::grams.nullable())).load(connection).await?;
    rows.into_iter().map(|(row, grams)| product_of(row, grams, 0).map(|product| (product.code.clone(), product))).collect()
}
