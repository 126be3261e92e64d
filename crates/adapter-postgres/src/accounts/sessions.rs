//! Sessions.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::ports::SessionStore;
use domain::accounts::session::{Principal, Session};
use domain::shared::ids::{SessionId, UserId};
use domain::shared::ports::PortError;
use uuid::Uuid;

use crate::accounts::users::{UserRow, user_of};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::query::sql::{Bind, Sql};
use crate::schema::{sessions, users};

/// The shortest time between two writes of `last_used_at`.
const TOUCH: TimeDelta = TimeDelta::minutes(1);

/// Opens a session `$1` of the user `$2`, unless the user is blocked or deleted.
const OPEN: &str = "
    WITH opener AS (UPDATE users SET last_login = $3 WHERE id = $2 AND NOT is_blocked RETURNING id)
    INSERT INTO sessions (id, user_id, created_at, last_used_at, expires_at) SELECT $1, id, $3, $4, $5 FROM opener";
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
        }
    }
}

#[async_trait]
impl SessionStore for Postgres {
    async fn open(&self, session: &Session) -> Result<bool, PortError> {
        let times = [session.created_at, session.last_used_at, session.expires_at];
        let [created_at, last_used_at, expires_at] = times.map(Bind::from);
        let statement = Sql::of(OPEN, [session.id.uuid().into(), session.user_id.uuid().into(), created_at, last_used_at, expires_at]);
        let mut connection = self.connection_for(Work::Accounts, [row_of::user(session.user_id)]).await?;
        let written = statement.execute(&mut *connection).await.map_err(DbError::from)?;
        Ok(written == 1)
    }

    async fn authenticate(&self, session: SessionId, user: UserId, now: DateTime<Utc>) -> Result<Option<Principal>, PortError> {
        Ok(authenticate(&mut *self.connection().await?, session, user, now).await?)
    }

    async fn revoke(&self, session: SessionId, now: DateTime<Utc>) -> Result<(), PortError> {
        let live = sessions::table.find(session.uuid()).filter(sessions::revoked_at.is_null());
        let connection = &mut *self.connection_for(Work::Accounts, [row_of::session(session)]).await?;
        diesel::update(live).set(sessions::revoked_at.eq(now)).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }
}

async fn authenticate(
    connection: &mut AsyncPgConnection,
    session: SessionId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Option<Principal>, DbError> {
    let found: Option<(SessionRow, UserRow)> = sessions::table
        .inner_join(users::table)
        .filter(sessions::id.eq(session.uuid()))
        .filter(sessions::user_id.eq(user.uuid()))
        .filter(sessions::revoked_at.is_null())
        .filter(users::is_blocked.eq(false))
        .select((SessionRow::as_select(), UserRow::as_select()))
        .first(connection)
        .await
        .optional()?;
    let Some((row, user)) = found else { return Ok(None) };
    let (mut session, user) = (Session::from(row), user_of(user)?);
    if !session.is_live(user.user_type, now) {
        return Ok(None);
    }
    if session.last_used_at + TOUCH <= now {
        Sql::of(TOUCH_ROW, [session.id.uuid().into(), now.into()]).execute(connection).await?;
        session.last_used_at = now;
    }
    Ok(Some(Principal { user, session }))
}

/// Whether a session of this user is not revoked. Runs in the transaction of the caller.
pub(crate) async fn is_open(connection: &mut AsyncPgConnection, session: SessionId, user: UserId) -> Result<bool, DbError> {
    let open = sessions::table.find(session.uuid()).filter(sessions::user_id.eq(user.uuid())).filter(sessions::revoked_at.is_null());
    Ok(diesel::select(diesel::dsl::exists(open)).get_result(connection).await?)
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
