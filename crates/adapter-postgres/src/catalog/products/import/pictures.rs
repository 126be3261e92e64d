//! The rows of a sheet with uploaded pictures that were deleted.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::catalog::ports::ImportProductsOutcome;
use domain::catalog::product_import::Import;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::schema::uploads;

/// The refusal of a sheet, naming these rows.
pub(super) async fn refused(db: &Postgres, import: &Import) -> Result<ImportProductsOutcome, DbError> {
    let gone = uploads::table.filter(uploads::name.eq_any(import.picture_names())).filter(uploads::condemned_at.is_not_null());
    let gone: Vec<String> = gone.select(uploads::name).load(&mut *db.connection().await?).await?;
    Ok(ImportProductsOutcome::Refused(import.showing_any_of(&gone)))
}
