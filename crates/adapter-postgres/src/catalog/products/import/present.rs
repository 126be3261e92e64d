//! The products of a sheet that are there.

use std::collections::HashMap;

use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;

use crate::catalog::products::row::{ProductRow, product_of};
use crate::error::DbError;
use crate::query::sql::Sql;

/// The products with these codes; their sales are not counted.
pub(super) async fn load(connection: &mut AsyncPgConnection, codes: &[ProductCode]) -> Result<HashMap<ProductCode, Product>, DbError> {
    let folded: Vec<String> = codes.iter().map(ProductCode::folded).collect();
    let rows = Sql::new(
        "SELECT p.id, p.code, p.name, p.alt_names, p.images, p.description, p.price_cents, p.last_price_cents, p.stock, p.brand, \
         p.category, p.family, p.shade_name, p.shade_hex, p.version, p.created_at, p.updated_at, p.name_key \
         FROM products p WHERE lower(p.code COLLATE \"C\") = ANY (",
    )
    .bind(folded)
    .sql(")");
    let rows: Vec<ProductRow> = rows.load(connection).await?;
    rows.into_iter().map(|row| product_of(row, 0).map(|product| (product.code.clone(), product))).collect()
}
