//! Uploads, and which of them something points to.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::image::{ImageName, PicturePurpose};
use domain::ports::{PortError, UploadRegister};
use domain::text::PictureUrl;

use crate::error::{DbError, stored};
use crate::pool::Postgres;
use crate::schema::uploads;
use crate::sql::Sql;

/// Those of the uploads `u` that something points to, and that are not noted as such. Orders copy the pictures of products alone; those that could show
/// one of the pending were placed since the first of them came.
const TAKEN: &str = " AND NOT u.is_taken AND (
    EXISTS (SELECT FROM users p WHERE p.profile_picture IS NOT NULL AND picture_name(p.profile_picture) = u.name)
    OR u.name IN (SELECT picture_name(image) FROM products p, unnest(p.images) AS image)
    OR NOT u.is_face AND u.name IN (
        SELECT picture_name(i.image) FROM order_items i WHERE i.image IS NOT NULL
        AND i.placed_at >= (SELECT min(first.uploaded_at) FROM uploads first WHERE NOT first.is_taken AND NOT first.is_face)))";

#[derive(Clone, Debug, QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Looks at a face anew that somebody let go of. The connection is in the transaction of what asks for it.
pub(crate) async fn let_go(connection: &mut AsyncPgConnection, picture: &PictureUrl) -> Result<(), DbError> {
    let name = picture.as_str().rsplit('/').next().unwrap_or_default();
    let face = uploads::table.find(name).filter(uploads::is_face.eq(true));
    diesel::update(face).set(uploads::is_taken.eq(false)).execute(connection).await?;
    Ok(())
}

#[async_trait]
impl UploadRegister for Postgres {
    async fn reserve(&self, name: &ImageName, purpose: PicturePurpose, now: DateTime<Utc>) -> Result<bool, PortError> {
        let is_face = purpose == PicturePurpose::Profile;
        let row = (uploads::name.eq(name.as_str()), uploads::is_face.eq(is_face), uploads::uploaded_at.eq(now));
        let mut connection = self.connection().await?;
        let insert = diesel::insert_into(uploads::table).values(row).on_conflict_do_nothing();
        Ok(insert.execute(&mut *connection).await.map_err(DbError::from)? == 1)
    }

    async fn unclaimed(&self, time: DateTime<Utc>, limit: usize) -> Result<Vec<ImageName>, PortError> {
        let mut connection = self.connection().await?;
        // All in one statement, which sees one moment: a picture settled before it, that somebody lets go of meanwhile, may be
        // shown by others, and is looked at anew the next time.
        let unclaimed = Sql::new("WITH settled AS (UPDATE uploads u SET is_taken = true WHERE u.uploaded_at < ")
            .bind(time)
            .sql(TAKEN)
            .sql(" RETURNING u.name) SELECT u.name FROM uploads u WHERE NOT u.is_taken AND u.uploaded_at < ")
            .bind(time)
            .sql(" AND NOT EXISTS (SELECT FROM settled s WHERE s.name = u.name) ORDER BY u.uploaded_at, u.name LIMIT ")
            .bind(i64::try_from(limit).unwrap_or(i64::MAX));
        let names: Vec<Name> = unclaimed.load(&mut *connection).await.map_err(DbError::from)?;
        let names = names.iter().map(|row| stored("picture name", ImageName::parse(&row.name)));
        Ok(names.collect::<Result<_, _>>()?)
    }

    async fn forget(&self, name: &ImageName) -> Result<(), PortError> {
        let mut connection = self.connection().await?;
        diesel::delete(uploads::table.find(name.as_str())).execute(&mut *connection).await.map_err(DbError::from)?;
        Ok(())
    }
}
