//! The register of uploads. Triggers of users and products take and release them (`migrations/schema/…_images_functions`).

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::images::image::{ImageName, PicturePurpose};
use domain::images::ports::{ReserveUploadOutcome, UploadRegister};
use domain::images::upload::{NewUpload, OF_A_CUSTOMER, Pending};
use domain::shared::ids::UserId;
use domain::shared::ports::PortError;
use uuid::Uuid;

use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, stored};
use crate::query::locks::{self, Lock};
use crate::query::sql::Sql;
use crate::schema::{uploads, users};

/// The constraint that a user or product violates when its picture is deleted.
pub(crate) const GONE: &str = "uploads_gone";

/// Condemns up to `$3` uploads from before `$1` at `$2`, and answers them with those that were condemned before and not deleted. Skips
/// rows that another transaction is taking. Looks at `users` too, because an instance of the release before releases a picture that
/// another user still shows.
const CONDEMN: &str = include_str!("uploads/condemn.sql");
/// The bytes of pending uploads: of the uploader `$1` (empty: without an account), with the bank slips that staff did not accept and the
/// photos of returns that were not received, and of all who are no administrators.
const PENDING: &str = include_str!("uploads/pending.sql");

#[derive(Clone, Debug, QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(Clone, Copy, Debug, QueryableByName)]
struct Sums {
    #[diesel(sql_type = BigInt)]
    own: i64,
    #[diesel(sql_type = BigInt)]
    public: i64,
}

#[async_trait]
impl UploadRegister for Postgres {
    async fn reserve(&self, upload: &NewUpload) -> Result<ReserveUploadOutcome, PortError> {
        match reserve(self, upload).await {
            Err(error) if error.violates("uploads_user_id_fkey") => Ok(ReserveUploadOutcome::UploaderGone),
            done => Ok(done?),
        }
    }

    async fn condemn(&self, before: DateTime<Utc>, now: DateTime<Utc>, limit: usize) -> Result<Vec<ImageName>, PortError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let condemned = Sql::of(CONDEMN, [before.into(), now.into(), limit.into()]);
        let mut connection = self.connection().await?;
        let names: Vec<Name> = condemned.load(&mut *connection).await.map_err(DbError::from)?;
        let names = names.iter().map(|row| stored("picture name", ImageName::parse(&row.name)));
        Ok(names.collect::<Result<_, _>>()?)
    }

    async fn deleted(&self, name: &ImageName, now: DateTime<Utc>) -> Result<(), PortError> {
        let mut connection = self.connection().await?;
        let condemned = uploads::table.find(name.as_str()).filter(uploads::condemned_at.is_not_null());
        diesel::update(condemned).set(uploads::deleted_at.eq(now)).execute(&mut *connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn forget(&self, name: &ImageName) -> Result<(), PortError> {
        let mut connection = self.connection().await?;
        diesel::delete(uploads::table.find(name.as_str())).execute(&mut *connection).await.map_err(DbError::from)?;
        Ok(())
    }
}

async fn reserve(db: &Postgres, upload: &NewUpload) -> Result<ReserveUploadOutcome, DbError> {
    let user = upload.by.user();
    let row = user.map_or_else(row_of::uploads, row_of::user);
    db.in_transaction(Work::Accounts, &[row], async |connection| {
        // The row that the foreign key locks is locked before the lock of all uploads: a locked user delays this user's uploads only.
        if let Some(user) = user {
            let uploader = users::table.find(user.uuid()).select(users::id).for_key_share();
            if uploader.first::<Uuid>(connection).await.optional()?.is_none() {
                return Ok(ReserveUploadOutcome::UploaderGone);
            }
        }
        // Uploads are counted one after the other, so that any number of them at once keep within the limits.
        locks::take(connection, Lock::PendingUploads, "pending uploads").await?;
        if let Err(full) = upload.check_room(pending(connection, upload).await?) {
            return Ok(ReserveUploadOutcome::NoRoom(full));
        }
        let row = (
            uploads::name.eq(upload.name.as_str()),
            uploads::is_face.eq(upload.purpose == PicturePurpose::Profile),
            uploads::uploaded_at.eq(upload.at),
            uploads::user_id.eq(user.map(UserId::uuid)),
            uploads::bytes.eq(i64::try_from(upload.weight()).unwrap_or(i64::MAX)),
        );
        let written = diesel::insert_into(uploads::table).values(row).on_conflict_do_nothing().execute(connection).await?;
        Ok(if written == 1 { ReserveUploadOutcome::Reserved } else { ReserveUploadOutcome::NameTaken })
    })
    .await
}

/// Whether a slip or photo of this many bytes has room beside the other uploads of its customer. Holds the lock of all uploads to the end of the
/// transaction.
pub(crate) async fn has_room_for_slip(connection: &mut AsyncPgConnection, customer: UserId, bytes: usize) -> Result<bool, DbError> {
    locks::take(connection, Lock::PendingUploads, "pending uploads").await?;
    let own = sums_of(connection, Some(customer)).await?.own;
    Ok(own.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX)) <= OF_A_CUSTOMER)
}

async fn pending(connection: &mut AsyncPgConnection, upload: &NewUpload) -> Result<Pending, DbError> {
    sums_of(connection, upload.by.user()).await
}

async fn sums_of(connection: &mut AsyncPgConnection, uploader: Option<UserId>) -> Result<Pending, DbError> {
    let uploader = uploader.map(|user| user.uuid().to_string()).unwrap_or_default();
    let sums: Sums = Sql::of(PENDING, [uploader.into()]).get_result(connection).await?;
    let bytes = |sum: i64| u64::try_from(sum).unwrap_or_default();
    Ok(Pending { own: bytes(sums.own), public: bytes(sums.public) })
}
