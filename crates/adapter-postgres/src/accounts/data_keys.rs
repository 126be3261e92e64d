//! The encryption keys that the shop generates when the operator configures none. All instances on the database share them.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::accounts::second_factor::SealedSecret;
use domain::shared::ids::UserId;
use domain::shared::ports::PortError;
use uuid::Uuid;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::schema::{data_keys, second_factors, users};

/// The most secrets that are decrypted at a start to check the data key.
const CHECKED_SECRETS: i64 = 20;

impl Postgres {
    /// The stored keys, newest first. Stores `candidate` as version 1 unless there is a version 1. Of instances that start at the same time,
    /// one stores its candidate; the inserts of the others wait for it and change nothing, so all read the same key.
    pub async fn data_keys(&self, candidate: &str, now: DateTime<Utc>) -> Result<Vec<String>, PortError> {
        let connection = &mut *self.connection().await?;
        let row = (data_keys::version.eq(1), data_keys::secret.eq(candidate), data_keys::generated_at.eq(now));
        let insert = diesel::insert_into(data_keys::table).values(row).on_conflict_do_nothing();
        insert.execute(connection).await.map_err(DbError::from)?;
        let newest_first = data_keys::table.order(data_keys::version.desc()).select(data_keys::secret);
        Ok(newest_first.load(connection).await.map_err(DbError::from)?)
    }

    /// The second factors that were enabled last, with ids and e-mail addresses of their users; to check the data key at a start.
    pub async fn last_sealed(&self) -> Result<Vec<(UserId, String, SealedSecret)>, PortError> {
        let connection = &mut *self.connection().await?;
        let enabled = second_factors::table.inner_join(users::table).filter(second_factors::enabled_at.is_not_null());
        let newest = enabled.order(second_factors::enabled_at.desc()).limit(CHECKED_SECRETS);
        let rows: Vec<(Uuid, String, Vec<u8>)> =
            newest.select((users::id, users::email, second_factors::secret)).load(connection).await.map_err(DbError::from)?;
        Ok(rows.into_iter().map(|(user, email, secret)| (UserId::new(user), email, SealedSecret(secret))).collect())
    }
}
