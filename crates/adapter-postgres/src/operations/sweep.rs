//! Deletes rows that are no longer needed, by age.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::sign_in_alert::{REMEMBERED_FOR, VALID_FOR};
use domain::accounts::user::LISTED_LOGINS;
use domain::messages::mail_message::MailKind;
use domain::orders::returns::order_return::{ACCOUNT_KEPT, PHOTOS_KEPT};
use domain::payments::slip::{SLIPS_KEPT, SLIPS_OF_CANCELLED_KEPT};
use domain::shared::idempotency::KEY_LIFETIME;
use domain::shared::ports::PortError;

use crate::catalog::catalogue_changes;
use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::sql::Sql;
use crate::schema::{
    idempotency_keys, login_attempts, mail_outbox, orders, password_resets, payment_slips, return_photos, seen_devices, sessions,
    sign_in_alerts, staff_invitations, uploads,
};

/// The age at which counts of login attempts are deleted, since their last change. A failed login delays the next one by at most a
/// minute; after a day without an attempt the count begins at 0 again.
const ATTEMPTS: TimeDelta = TimeDelta::hours(24);
/// The age at which reset links are deleted. The limit on requests counts the links of the last hour.
const RESETS: TimeDelta = TimeDelta::hours(24);
/// The age at which invitations to join the staff are deleted. They are valid for 3 days, and the audit log keeps what they were.
const INVITATIONS: TimeDelta = TimeDelta::days(7);
/// The age at which the rows of deleted uploads are deleted, since the deletion of their files. Until then a user or product that is
/// given such a picture is refused with the reason (`uploads_gone`).
const UPLOADS: TimeDelta = TimeDelta::days(30);

/// The age at which mails with links that verify an address or end sessions are deleted, unless they are still to be sent. Mails about
/// orders stay with the orders: they show that a step was mailed.
const LINK_MAILS: TimeDelta = TimeDelta::days(7);

/// The number of deleted rows of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swept {
    /// Expired sessions, except those of the latest logins.
    pub sessions: usize,
    /// Counts of login attempts that have not changed for a day.
    pub login_attempts: usize,
    /// Idempotency keys that are two days old.
    pub idempotency_keys: usize,
    /// Reset links that are a day old.
    pub password_resets: usize,
    /// Invitations to join the staff that are a week old.
    pub staff_invitations: usize,
    /// Uploads whose files were deleted 30 days ago.
    pub uploads: usize,
    /// Bank slips of orders that are 400 days old, or were cancelled unpaid 30 days ago.
    pub payment_slips: usize,
    /// Photos of returns of orders that are 400 days old.
    pub return_photos: usize,
    /// Bank accounts of returns whose last step is 90 days ago.
    pub return_accounts: usize,
    /// Notes of changes of the catalogue that are an hour old.
    pub catalogue_changes: usize,
    /// Mails with links that verify an address or end sessions, a week old.
    pub link_mails: usize,
    /// Devices and networks that were not seen for 90 days.
    pub seen_devices: usize,
    /// Alerts about sign-ins whose links have ended.
    pub sign_in_alerts: usize,
}

impl Postgres {
    /// Deletes the rows that [`Swept`] lists. Meant to run about once an hour, on any number of instances.
    pub async fn sweep(&self, now: DateTime<Utc>) -> Result<Swept, PortError> {
        let connection = &mut *self.connection().await?;
        let old_attempts = login_attempts::table.filter(login_attempts::changed_at.lt(now - ATTEMPTS));
        // Twice the lifetime, so that an instance whose clock is wrong deletes no key too early.
        let old_keys = idempotency_keys::table.filter(idempotency_keys::created_at.lt(now - KEY_LIFETIME * 2));
        let old_resets = password_resets::table.filter(password_resets::created_at.lt(now - RESETS));
        let old_invitations = staff_invitations::table.filter(staff_invitations::created_at.lt(now - INVITATIONS));
        let old_uploads = uploads::table.filter(uploads::deleted_at.lt(now - UPLOADS));
        let old_devices = seen_devices::table.filter(seen_devices::seen_at.lt(now - REMEMBERED_FOR));
        let old_alerts = sign_in_alerts::table.filter(sign_in_alerts::created_at.lt(now - VALID_FOR));
        Ok(Swept {
            sessions: sweep_sessions(connection, now).await.map_err(DbError::from)?,
            login_attempts: diesel::delete(old_attempts).execute(connection).await.map_err(DbError::from)?,
            idempotency_keys: diesel::delete(old_keys).execute(connection).await.map_err(DbError::from)?,
            password_resets: diesel::delete(old_resets).execute(connection).await.map_err(DbError::from)?,
            staff_invitations: diesel::delete(old_invitations).execute(connection).await.map_err(DbError::from)?,
            uploads: diesel::delete(old_uploads).execute(connection).await.map_err(DbError::from)?,
            payment_slips: sweep_slips(connection, now).await.map_err(DbError::from)?,
            return_photos: sweep_photos(connection, now).await.map_err(DbError::from)?,
            return_accounts: sweep_accounts(connection, now).await.map_err(DbError::from)?,
            catalogue_changes: catalogue_changes::sweep(connection).await?,
            link_mails: sweep_link_mails(connection, now).await.map_err(DbError::from)?,
            seen_devices: diesel::delete(old_devices).execute(connection).await.map_err(DbError::from)?,
            sign_in_alerts: diesel::delete(old_alerts).execute(connection).await.map_err(DbError::from)?,
        })
    }
}

/// Deletes old mails with links. Each kind has an index of its own.
async fn sweep_link_mails(connection: &mut AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    let mut swept = 0;
    for kind in [MailKind::Verify, MailKind::SignInAlert] {
        let old = mail_outbox::table
            .filter(mail_outbox::kind.eq(kind.as_str()))
            .filter(mail_outbox::queued_at.lt(now - LINK_MAILS))
            .filter(mail_outbox::next_attempt_at.is_null());
        swept += diesel::delete(old).execute(connection).await?;
    }
    Ok(swept)
}

/// The slips of orders that are cancelled and were never paid, whose last event and slip are from before `$1`.
const OF_CANCELLED: &str = "
    DELETE FROM payment_slips s USING orders o WHERE o.id = s.order_id AND o.status = 'cancelled' AND o.placed_at < $1
        AND NOT EXISTS (SELECT FROM payment_ledger l WHERE l.order_id = o.id)
        AND NOT EXISTS (SELECT FROM order_events e WHERE e.order_id = o.id AND e.at >= $1)
        AND NOT EXISTS (SELECT FROM payment_slips later WHERE later.order_id = o.id AND later.at >= $1)";

/// Deletes the slips of old orders, and sooner those of orders that were cancelled and never paid.
async fn sweep_slips(connection: &mut AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    let of_cancelled = Sql::of(OF_CANCELLED, [(now - SLIPS_OF_CANCELLED_KEPT).into()]).execute(connection).await?;
    let old = orders::table.filter(orders::placed_at.lt(now - SLIPS_KEPT)).select(orders::id);
    let of_old = diesel::delete(payment_slips::table.filter(payment_slips::order_id.eq_any(old))).execute(connection).await?;
    Ok(of_cancelled + of_old)
}

/// Deletes the photos of returns of old orders.
async fn sweep_photos(connection: &mut AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    let old = orders::table.filter(orders::placed_at.lt(now - PHOTOS_KEPT)).select(orders::id);
    diesel::delete(return_photos::table.filter(return_photos::order_id.eq_any(old))).execute(connection).await
}

/// Deletes the bank accounts of returns of which nothing is to be done any more.
async fn sweep_accounts(connection: &mut AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    let old = Sql::new(
        "UPDATE order_returns SET account = NULL WHERE account IS NOT NULL AND greatest(requested_at, decided_at, received_at) < ",
    );
    old.bind(now - ACCOUNT_KEPT).execute(connection).await
}

/// Deletes sessions that have expired, except those of the latest logins, from which the dashboard reads these logins.
async fn sweep_sessions(connection: &mut AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    let latest = diesel::alias!(sessions as latest);
    let by_login = (latest.field(sessions::created_at).desc(), latest.field(sessions::id).desc());
    let listed = latest.select(latest.field(sessions::id)).order(by_login).limit(LISTED_LOGINS.into());
    let expired = sessions::table.filter(sessions::expires_at.lt(now)).filter(sessions::id.ne_all(listed));
    diesel::delete(expired).execute(connection).await
}
