//! Uploads that nothing may point to yet.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::image::ImageName;
use domain::ports::{PortError, UploadRegister};
use domain::text::PictureUrl;

use crate::error::{DbError, stored};
use crate::pool::Postgres;
use crate::schema::uploads;
use crate::sql::Sql;

/// Whether something points to the upload `u`. An order can only show what was uploaded before it was placed.
const CLAIMED: &str = "(
    EXISTS (SELECT FROM users p WHERE p.profile_picture IS NOT NULL AND picture_name(p.profile_picture) = u.name)
    OR EXISTS (SELECT FROM products p, unnest(p.images) AS image WHERE picture_name(image) = u.name)
    OR EXISTS (SELECT FROM order_items i WHERE i.placed_at >= u.uploaded_at AND picture_name(i.image) = u.name))";

/// Hands a picture that somebody let go of to the sweep, which deletes it unless something else points to it. It counts
/// as old as it is: nothing is gained by waiting. The connection is in the transaction of what asks for it.
pub(crate) async fn let_go(connection: &mut AsyncPgConnection, picture: &PictureUrl) -> Result<(), DbError> {
    let name = picture.as_str().rsplit('/').next().unwrap_or_default();
    let Ok(name) = ImageName::parse(name) else { return Ok(()) };
    let Some(uploaded_at) = DateTime::from_timestamp_millis(name.uploaded_ms()) else { return Ok(()) };
    let row = (uploads::name.eq(name.as_str()), uploads::uploaded_at.eq(uploaded_at));
    diesel::insert_into(uploads::table).values(row).on_conflict_do_nothing().execute(connection).await?;
    Ok(())
}

#[derive(diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    name: String,
}

#[async_trait]
impl UploadRegister for Postgres {
    async fn reserve(&self, name: &ImageName, now: DateTime<Utc>) -> Result<bool, PortError> {
        let row = (uploads::name.eq(name.as_str()), uploads::uploaded_at.eq(now));
        let mut connection = self.connection().await?;
        let insert = diesel::insert_into(uploads::table).values(row).on_conflict_do_nothing();
        Ok(insert.execute(&mut *connection).await.map_err(DbError::from)? == 1)
    }

    async fn unclaimed(&self, time: DateTime<Utc>, limit: usize) -> Result<Vec<ImageName>, PortError> {
        let mut connection = self.connection().await?;
        let settle = Sql::new("DELETE FROM uploads u WHERE u.uploaded_at < ").bind(time).sql(" AND ").sql(CLAIMED);
        settle.execute(&mut *connection).await.map_err(DbError::from)?;
        let rest = Sql::new("SELECT u.name FROM uploads u WHERE u.uploaded_at < ")
            .bind(time)
            .sql(" AND NOT ")
            .sql(CLAIMED)
            .sql(" ORDER BY u.uploaded_at, u.name LIMIT ")
            .bind(i64::try_from(limit).unwrap_or(i64::MAX));
        let rows: Vec<Row> = rest.load(&mut *connection).await.map_err(DbError::from)?;
        let names = rows.into_iter().map(|row| stored("picture name", ImageName::parse(&row.name)));
        Ok(names.collect::<Result<_, _>>()?)
    }

    async fn forget(&self, name: &ImageName) -> Result<(), PortError> {
        let mut connection = self.connection().await?;
        diesel::delete(uploads::table.find(name.as_str())).execute(&mut *connection).await.map_err(DbError::from)?;
        Ok(())
    }
}
