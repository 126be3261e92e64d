//! Sessions.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::accounts::ports::{AccountAccessError, SessionStore};
use domain::accounts::session::{LISTED_SESSIONS, Principal, Session};
use domain::accounts::session_origin::{DeviceName, Network, SessionOrigin};
use domain::accounts::user::{PasswordHash, User, UserType};
use domain::shared::ids::{SessionId, UserId};
use domain::shared::ports::PortError;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::accounts::users::{UserRow, user_of};
use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::query::sql::{Bind, Sql};
use crate::schema::{sessions, users};

/// The shortest time between two writes of `last_used_at`.
const TOUCH: TimeDelta = TimeDelta::minutes(1);

/// Opens a session `$1` of the user `$2`, unless the user is blocked or deleted, or their password is not `$8`. An empty `$6` or `$7` is
/// not known; any password will do where `$8` is empty.
const OPEN: &str = "
    WITH opener AS (
        UPDATE users SET last_login = $3 WHERE id = $2 AND NOT is_blocked AND ($8 = '' OR password_hash = $8) RETURNING id)
    INSERT INTO sessions (id, user_id, created_at, last_used_at, expires_at, device, network)
    SELECT $1, id, $3, $4, $5, nullif($6, ''), nullif($7, '') FROM opener";
/// Notes that the session `$1` was used at `$2`. Leaves a row alone that another transaction writes: no request waits for it.
const TOUCH_ROW: &str = "
    UPDATE sessions SET last_used_at = $2
    WHERE id = (SELECT s.id FROM sessions s WHERE s.id = $1 AND s.last_used_at < $2 FOR NO KEY UPDATE SKIP LOCKED)";

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = sessions, check_for_backend(diesel::pg::Pg))]
struct SessionRow {
    id: Uuid,
    user_id: Uuid,
    created_at: DateTime<Utc>,
    last_used_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    revoked_at: Option<DateTime<Utc>>,
    device: Option<String>,
    network: Option<String>,
    confirmed_at: Option<DateTime<Utc>>,
}

impl From<SessionRow> for Session {
    fn from(row: SessionRow) -> Self {
        Self {
            id: SessionId::new(row.id),
            user_id: UserId::new(row.user_id),
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
            confirmed_at: row.confirmed_at,
            origin: origin_of(row.device.as_deref(), row.network.as_deref()),
        }
    }
}

/// Where a session began. Texts that this release cannot read are not known.
fn origin_of(device: Option<&str>, network: Option<&str>) -> Option<SessionOrigin> {
    Some(SessionOrigin { device: DeviceName::parse(device?)?, network: Network::parse(network?)? })
}

#[async_trait]
impl SessionStore for Postgres {
    async fn open<'a>(&self, session: &Session, compared: Option<&'a PasswordHash>) -> Result<bool, PortError> {
        let times = [session.created_at, session.last_used_at, session.expires_at];
        let [created_at, last_used_at, expires_at] = times.map(Bind::from);
        let origin = session.origin.as_ref();
        let device = origin.map(|origin| origin.device.as_str().to_owned()).unwrap_or_default();
        let network = origin.map(|origin| origin.network.to_string()).unwrap_or_default();
        let [id, user]: [Bind; 2] = [session.id.uuid().into(), session.user_id.uuid().into()];
        let compared = compared.map(|hash| hash.as_str().to_owned()).unwrap_or_default();
        let statement = Sql::of(OPEN, [id, user, created_at, last_used_at, expires_at, device.into(), network.into(), compared.into()]);
        let mut connection = self.connection_for(Work::Accounts, [row_of::user(session.user_id)]).await?;
        let written = statement.execute(&mut *connection).await.map_err(DbError::from)?;
        Ok(written == 1)
    }

    async fn authenticate(&self, session: SessionId, user: UserId, now: DateTime<Utc>) -> Result<Option<Principal>, PortError> {
        let connection = &mut *self.connection().await?;
        let found: Option<(SessionRow, UserRow)> = sessions::table
            .inner_join(users::table)
            .filter(sessions::id.eq(session.uuid()))
            .filter(sessions::user_id.eq(user.uuid()))
            .filter(sessions::revoked_at.is_null())
            .filter(users::is_blocked.eq(false))
            .select((SessionRow::as_select(), UserRow::as_select()))
            .first(connection)
            .await
            .optional()
            .map_err(DbError::from)?;
        let Some((row, user)) = found else { return Ok(None) };
        let (mut session, user) = (Session::from(row), user_of(user)?);
        if !session.is_live(user.user_type, now) {
            return Ok(None);
        }
        if session.last_used_at + TOUCH <= now {
            Sql::of(TOUCH_ROW, [session.id.uuid().into(), now.into()]).execute(connection).await.map_err(DbError::from)?;
            session.last_used_at = now;
        }
        Ok(Some(Principal { user, session }))
    }

    async fn revoke(&self, session: SessionId, now: DateTime<Utc>) -> Result<(), PortError> {
        let live = sessions::table.find(session.uuid()).filter(sessions::revoked_at.is_null());
        let connection = &mut *self.connection_for(Work::Accounts, [row_of::session(session)]).await?;
        diesel::update(live).set(sessions::revoked_at.eq(now)).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    /// Those that ended by their age are few: the hourly sweep deletes expired ones.
    async fn list(&self, user: &User, now: DateTime<Utc>) -> Result<Vec<Session>, PortError> {
        let rows: Vec<SessionRow> = sessions::table
            .filter(sessions::user_id.eq(user.id.uuid()))
            .filter(sessions::revoked_at.is_null())
            .filter(sessions::expires_at.gt(now))
            .order((sessions::last_used_at.desc(), sessions::id.desc()))
            .limit(LISTED_SESSIONS.into())
            .select(SessionRow::as_select())
            .load(&mut *self.connection().await?)
            .await
            .map_err(DbError::from)?;
        Ok(rows.into_iter().map(Session::from).filter(|session| session.is_live(user.user_type, now)).collect())
    }

    async fn user_of(&self, session: SessionId) -> Result<Option<User>, PortError> {
        let owner = users::table.inner_join(sessions::table).filter(sessions::id.eq(session.uuid())).select(UserRow::as_select());
        let row: Option<UserRow> = owner.first(&mut *self.connection().await?).await.optional().map_err(DbError::from)?;
        Ok(row.map(user_of).transpose()?)
    }

    async fn end(&self, session: SessionId, user: &User, by: &Actor, now: DateTime<Utc>) -> Result<(), AccountAccessError> {
        self.in_transaction(Work::Accounts, &[row_of::session(session)], async |connection| {
            let theirs = sessions::table.find(session.uuid()).filter(sessions::user_id.eq(user.id.uuid()));
            let live = theirs.filter(sessions::revoked_at.is_null());
            let ended = diesel::update(live).set(sessions::revoked_at.eq(now)).returning(SessionRow::as_returning());
            let ended: Option<SessionRow> = ended.get_result(connection).await.optional()?;
            let row = ended.ok_or(Aborted::Refused(AccountAccessError::NoSession))?;
            Ok(record_end(connection, user, &row, by, now).await?)
        })
        .await
    }

    async fn end_others(&self, user: &User, kept: SessionId, by: &Actor, now: DateTime<Utc>) -> Result<(), PortError> {
        self.in_transaction(Work::Accounts, &[row_of::user(user.id)], async |connection| {
            let theirs = sessions::table.filter(sessions::user_id.eq(user.id.uuid())).filter(sessions::id.ne(kept.uuid()));
            let live = theirs.filter(sessions::revoked_at.is_null());
            let ended = diesel::update(live).set(sessions::revoked_at.eq(now)).returning(SessionRow::as_returning());
            let ended: Vec<SessionRow> = ended.get_results(connection).await?;
            for row in ended.iter().filter(|row| row.expires_at > now) {
                record_end(connection, user, row, by, now).await?;
            }
            Ok(())
        })
        .await
    }

    async fn confirm(&self, session: SessionId, now: DateTime<Utc>) -> Result<bool, PortError> {
        let live = sessions::table.find(session.uuid()).filter(sessions::revoked_at.is_null()).filter(sessions::set_password.eq(false));
        let connection = &mut *self.connection_for(Work::Accounts, [row_of::session(session)]).await?;
        let confirmed = diesel::update(live).set(sessions::confirmed_at.eq(now)).execute(connection).await.map_err(DbError::from)?;
        Ok(confirmed == 1)
    }
}

/// Notes in the audit log that a session of a staff member was ended.
async fn record_end(
    connection: &mut AsyncPgConnection,
    user: &User,
    row: &SessionRow,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if user.user_type == UserType::Admin {
        let (id, before) = (row.id.to_string(), Some(audited(user, row)));
        audit::record(connection, by, now, Entry { action: "delete", entity: "session", entity_id: &id, before, after: None }).await?;
    }
    Ok(())
}

/// A session's values in the audit log.
fn audited(user: &User, row: &SessionRow) -> Value {
    json!({ "email": user.email.as_str(), "device": row.device, "network": row.network, "createdAt": row.created_at })
}

/// Whether a session of this user is not revoked. Runs in the transaction of the caller.
pub(crate) async fn is_open(connection: &mut AsyncPgConnection, session: SessionId, user: UserId) -> Result<bool, DbError> {
    let open = sessions::table.find(session.uuid()).filter(sessions::user_id.eq(user.uuid())).filter(sessions::revoked_at.is_null());
    Ok(diesel::select(diesel::dsl::exists(open)).get_result(connection).await?)
}

/// Notes that a session set the password of its user: its confirmation ends, and it is not confirmed again. Runs in the transaction of the
/// caller.
pub(crate) async fn note_password_set(connection: &mut AsyncPgConnection, session: SessionId) -> Result<(), DbError> {
    let unconfirmed = (sessions::set_password.eq(true), sessions::confirmed_at.eq(None::<DateTime<Utc>>));
    diesel::update(sessions::table.find(session.uuid())).set(unconfirmed).execute(connection).await?;
    Ok(())
}

/// Ends all live sessions of a user but `keep`. Runs in the transaction of the caller.
pub(crate) async fn revoke_all(
    connection: &mut AsyncPgConnection,
    user: UserId,
    keep: Option<SessionId>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let kept = keep.map_or_else(Uuid::nil, SessionId::uuid);
    let live = sessions::table.filter(sessions::user_id.eq(user.uuid())).filter(sessions::revoked_at.is_null());
    diesel::update(live.filter(sessions::id.ne(kept))).set(sessions::revoked_at.eq(now)).execute(connection).await?;
    Ok(())
}
