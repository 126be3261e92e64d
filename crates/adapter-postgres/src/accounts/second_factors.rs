//! Second factors and recovery codes. Using a code writes the row of the second factor or of the code, on a condition: so of two
//! concurrent uses one finds the condition broken.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::ports::{SecondFactorChange, SecondFactorError, SecondFactorStore};
use domain::accounts::second_factor::{RecoveryHash, SealedSecret, SecondFactorStatus, StoredSecondFactor, WRONG_CODES_TOLD};
use domain::accounts::user::{User, UserType};
use domain::messages::security_notice::{SecurityEvent, SecurityNews};
use domain::shared::ids::{SessionId, UserId};
use domain::shared::ports::PortError;
use serde_json::json;

use crate::accounts::sessions;
use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::messages::outbox;
use crate::schema::{recovery_codes, second_factors, user_addresses, users};

#[async_trait]
impl SecondFactorStore for Postgres {
    async fn status(&self, user: UserId) -> Result<SecondFactorStatus, PortError> {
        let connection = &mut *self.connection().await?;
        let enabled_at = second_factors::table.find(user.uuid()).select(second_factors::enabled_at);
        let enabled_at: Option<Option<DateTime<Utc>>> = enabled_at.first(connection).await.optional().map_err(DbError::from)?;
        let Some(enabled_at) = enabled_at.flatten() else { return Ok(SecondFactorStatus::default()) };
        let left = recovery_codes::table.filter(recovery_codes::user_id.eq(user.uuid())).filter(recovery_codes::used_at.is_null());
        let left: i64 = left.count().get_result(connection).await.map_err(DbError::from)?;
        Ok(SecondFactorStatus { enabled_at: Some(enabled_at), recovery_codes_left: u32::try_from(left).unwrap_or(u32::MAX) })
    }

    async fn find(&self, user: UserId) -> Result<Option<StoredSecondFactor>, PortError> {
        let row = second_factors::table.find(user.uuid()).select((second_factors::secret, second_factors::enabled_at));
        let connection = &mut *self.connection().await?;
        let row: Option<(Vec<u8>, Option<DateTime<Utc>>)> = row.first(connection).await.optional().map_err(DbError::from)?;
        Ok(row.map(|(secret, enabled_at)| StoredSecondFactor { secret: SealedSecret(secret), enabled_at }))
    }

    async fn begin(&self, user: UserId, secret: &SealedSecret, now: DateTime<Utc>) -> Result<(), SecondFactorError> {
        self.in_transaction(Work::Accounts, &[row_of::user(user)], async |connection| {
            let known = users::table.find(user.uuid()).select(users::id).for_key_share();
            if known.first::<uuid::Uuid>(connection).await.optional()?.is_none() {
                return Err(Aborted::Refused(SecondFactorError::NotBegun));
            }
            let begun = (second_factors::secret.eq(&secret.0), second_factors::begun_at.eq(now));
            let write = diesel::insert_into(second_factors::table)
                .values((second_factors::user_id.eq(user.uuid()), begun))
                .on_conflict(second_factors::user_id)
                .do_update()
                .set(begun);
            let written =
                diesel::query_dsl::methods::FilterDsl::filter(write, second_factors::enabled_at.is_null()).execute(connection).await?;
            if written == 1 { Ok(()) } else { Err(Aborted::Refused(SecondFactorError::AlreadyEnabled)) }
        })
        .await
    }

    async fn enable(
        &self,
        change: &SecondFactorChange,
        secret: &SealedSecret,
        step: i64,
        codes: &[RecoveryHash],
        keep: SessionId,
    ) -> Result<(), SecondFactorError> {
        let user = change.user.id;
        self.in_transaction(Work::Accounts, &[row_of::user(user)], async |connection| {
            let begun = second_factors::table
                .find(user.uuid())
                .filter(second_factors::secret.eq(&secret.0))
                .filter(second_factors::enabled_at.is_null());
            let enabled = (second_factors::enabled_at.eq(change.at), second_factors::used_step.eq(step));
            if diesel::update(begun).set(enabled).execute(connection).await? == 0 {
                return Err(Aborted::Refused(SecondFactorError::NotBegun));
            }
            write_codes(connection, user, codes).await?;
            sessions::revoke_all(connection, user, Some(keep), change.at).await?;
            Ok(record(connection, change, "create").await?)
        })
        .await
    }

    async fn use_step(&self, user: UserId, step: i64) -> Result<bool, PortError> {
        let newer = second_factors::table
            .find(user.uuid())
            .filter(second_factors::enabled_at.is_not_null())
            .filter(second_factors::used_step.lt(step));
        let connection = &mut *self.connection_for(Work::Accounts, [row_of::user(user)]).await?;
        let used = (second_factors::used_step.eq(step), second_factors::wrong_codes.eq(0));
        let used = diesel::update(newer).set(used).execute(connection).await.map_err(DbError::from)?;
        Ok(used == 1)
    }

    async fn use_recovery_code(&self, user: UserId, code: &[RecoveryHash], now: DateTime<Utc>) -> Result<bool, PortError> {
        let hashes: Vec<&[u8]> = code.iter().map(|hash| hash.0.as_slice()).collect();
        let of_user = recovery_codes::table.filter(recovery_codes::user_id.eq(user.uuid()));
        let unused = of_user.filter(recovery_codes::code_hash.eq_any(hashes)).filter(recovery_codes::used_at.is_null());
        let connection = &mut *self.connection_for(Work::Accounts, [row_of::user(user)]).await?;
        let used = diesel::update(unused).set(recovery_codes::used_at.eq(now)).execute(connection).await.map_err(DbError::from)?;
        if used == 0 {
            return Ok(false);
        }
        let forgotten = diesel::update(second_factors::table.find(user.uuid())).set(second_factors::wrong_codes.eq(0));
        forgotten.execute(connection).await.map_err(DbError::from)?;
        Ok(true)
    }

    async fn note_wrong_code(&self, user: &User, now: DateTime<Utc>) -> Result<(), PortError> {
        self.in_transaction(Work::Accounts, &[row_of::user(user.id)], async |connection| {
            let counted = diesel::update(second_factors::table.find(user.id.uuid()))
                .set(second_factors::wrong_codes.eq(second_factors::wrong_codes + 1))
                .returning(second_factors::wrong_codes);
            let count: Option<i32> = counted.get_result(connection).await.optional()?;
            if count.and_then(|count| u32::try_from(count).ok()).is_none_or(|count| count < WRONG_CODES_TOLD) {
                return Ok(());
            }
            let again = diesel::update(second_factors::table.find(user.id.uuid())).set(second_factors::wrong_codes.eq(0));
            again.execute(connection).await?;
            let news = SecurityNews { at: now, by: None, event: SecurityEvent::WrongCodes(WRONG_CODES_TOLD) };
            outbox::enqueue(connection, &news.mail(&user.email, &format!("codes:{}", now.date_naive()))).await?;
            Ok(())
        })
        .await
    }

    async fn replace_recovery_codes(&self, change: &SecondFactorChange, codes: &[RecoveryHash]) -> Result<(), SecondFactorError> {
        let user = change.user.id;
        self.in_transaction(Work::Accounts, &[row_of::user(user)], async |connection| {
            let enabled = second_factors::table.find(user.uuid()).filter(second_factors::enabled_at.is_not_null());
            let enabled = enabled.select(second_factors::user_id).for_no_key_update();
            if enabled.first::<uuid::Uuid>(connection).await.optional()?.is_none() {
                return Err(Aborted::Refused(SecondFactorError::NotEnabled));
            }
            diesel::delete(recovery_codes::table.filter(recovery_codes::user_id.eq(user.uuid()))).execute(connection).await?;
            write_codes(connection, user, codes).await?;
            Ok(record(connection, change, "update").await?)
        })
        .await
    }

    async fn remove(&self, change: &SecondFactorChange) -> Result<bool, PortError> {
        let user = change.user.id;
        self.in_transaction(Work::Accounts, &[row_of::user(user)], async |connection| {
            let removed = diesel::delete(second_factors::table.find(user.uuid())).returning(second_factors::enabled_at);
            let removed: Option<Option<DateTime<Utc>>> = removed.get_result(connection).await.optional()?;
            let was_enabled = removed.flatten().is_some();
            if was_enabled {
                record(connection, change, "delete").await?;
                tell_of_removal(connection, change).await?;
            }
            Ok(was_enabled)
        })
        .await
    }
}

/// Removes the second factor, the saved addresses and the picture of an account whose address was never verified: another person may have
/// set them up. Runs in the transaction that gives the account to the owner of the address.
pub(crate) async fn drop_unproved(connection: &mut AsyncPgConnection, user: &User) -> Result<(), DbError> {
    if user.email_verified {
        return Ok(());
    }
    diesel::delete(second_factors::table.find(user.id.uuid())).execute(connection).await?;
    diesel::delete(user_addresses::table.filter(user_addresses::user_id.eq(user.id.uuid()))).execute(connection).await?;
    diesel::update(users::table.find(user.id.uuid())).set(users::profile_picture.eq(None::<String>)).execute(connection).await?;
    Ok(())
}

async fn write_codes(connection: &mut AsyncPgConnection, user: UserId, codes: &[RecoveryHash]) -> Result<(), DbError> {
    let row = |code: &RecoveryHash| (recovery_codes::user_id.eq(user.uuid()), recovery_codes::code_hash.eq(code.0.clone()));
    let rows: Vec<_> = codes.iter().map(row).collect();
    diesel::insert_into(recovery_codes::table).values(rows).execute(connection).await?;
    Ok(())
}

/// Mails the user whose second factor another person removed.
async fn tell_of_removal(connection: &mut AsyncPgConnection, change: &SecondFactorChange) -> Result<(), DbError> {
    let SecondFactorChange { user, by, at } = change;
    if by.user_id == Some(user.id) {
        return Ok(());
    }
    let news = SecurityNews { at: *at, by: by.email.clone(), event: SecurityEvent::SecondFactorRemoved };
    outbox::enqueue(connection, &news.mail(&user.email, &format!("removed:{}", at.timestamp_micros()))).await?;
    Ok(())
}

/// Records a change of the second factor of a member of staff, or of a customer by another person, without its secrets.
async fn record(connection: &mut AsyncPgConnection, change: &SecondFactorChange, action: &'static str) -> Result<(), DbError> {
    let SecondFactorChange { user, by, at } = change;
    if user.user_type != UserType::Admin && by.user_id == Some(user.id) {
        return Ok(());
    }
    let (id, shown) = (user.id.to_string(), json!({ "email": user.email.as_str() }));
    let before = (action != "create").then(|| shown.clone());
    let after = (action != "delete").then_some(shown);
    audit::record(connection, by, *at, Entry { action, entity: "second_factor", entity_id: &id, before, after }).await
}
