//! Refuses an import whose rows show uploaded pictures that are condemned: marked for deletion by the sweep.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::catalog::ports::ImportProductsOutcome;
use domain::catalog::product_import::Import;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::schema::uploads;

/// The refusal that names the rows with condemned pictures. For an import that a foreign key or lock has shown to have some.
pub(super) async fn refusal(db: &Postgres, import: &Import) -> Result<ImportProductsOutcome, DbError> {
    let condemned = uploads::table.filter(uploads::name.eq_any(import.picture_names())).filter(uploads::condemned_at.is_not_null());
    let names: Vec<String> = condemned.select(uploads::name).load(&mut *db.connection().await?).await?;
    Ok(ImportProductsOutcome::Refused(import.rows_with_pictures(&names)))
}
