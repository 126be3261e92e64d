//! The port [`UserDirectory`]: one user, the list of users, and the latest activity.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{exists, select};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::ports::UserDirectory;
use domain::accounts::user::{ACTIVE_FOR, LISTED_ACTIVE_USERS, LISTED_LOGINS, User, UserActivity, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::page::{PageAnswer, PageRequest};
use domain::shared::phone::PhoneDigits;
use domain::shared::ports::PortError;
use domain::shared::text::SearchText;
use futures_util::try_join;
use uuid::Uuid;

use super::found::{self, UserSearch};
use super::{UserRow, user_of};
use crate::catalog::search_text::fold;
use crate::connection::pool::Postgres;
use crate::error::{DbError, known, stored};
use crate::query::cursor::{self, Micros};
use crate::query::keyset::before;
use crate::query::sql::Number;
use crate::query::tallies::total_of;
use crate::schema::{sessions, users};

/// The name of the list in cursors.
const NEWEST: &str = "users:newest";

#[async_trait]
impl UserDirectory for Postgres {
    async fn by_email(&self, email: &EmailAddress) -> Result<Option<User>, PortError> {
        let mut connection = self.connection().await?;
        let row = users::table.filter(users::email.eq(email.as_str())).select(UserRow::as_select());
        let row = row.first(&mut *connection).await.optional().map_err(DbError::from)?;
        Ok(row.map(user_of).transpose()?)
    }

    async fn list<'a>(&self, text: Option<&'a SearchText>, page: &PageRequest) -> Result<PageAnswer<User>, PortError> {
        Ok(list(self, text, page).await?)
    }

    async fn activity(&self, now: DateTime<Utc>) -> Result<UserActivity, PortError> {
        Ok(activity(&*self.connection().await?, now).await?)
    }

    async fn any_admin(&self) -> Result<bool, PortError> {
        let admins = users::table.filter(users::user_type.eq(UserType::Admin.as_str()));
        let mut connection = self.connection().await?;
        Ok(select(exists(admins)).get_result(&mut *connection).await.map_err(DbError::from)?)
    }
}

async fn list(db: &Postgres, text: Option<&SearchText>, page: &PageRequest) -> Result<PageAnswer<User>, DbError> {
    let wanted = text.map(|text| fold(text.as_str())).unwrap_or_default();
    let list = cursor::name_of(NEWEST, &wanted);
    let after = match &page.after {
        Some(after) => match cursor::read::<Micros, Uuid>(&list, after) {
            Some((at, id)) => Some((at.instant(), id)),
            None => return Ok(PageAnswer::InvalidCursor),
        },
        None => None,
    };
    let connection = &*db.connection().await?;
    let rows = cursor::rows_to_load(page.limit);
    let phone = text.and_then(|text| PhoneDigits::parse(text.as_str()));
    let (rows, count) = if wanted.is_empty() {
        newest(connection, after, rows).await?
    } else {
        found::page(connection, &UserSearch { wanted, phone }, after, rows).await?
    };
    cursor::page(rows, page.limit, count, |r: &UserRow| cursor::write(&list, &Micros::from(r.created_at), &r.id), user_of)
}

/// The rows of a page of all users, and the number of all users.
async fn newest(connection: &AsyncPgConnection, after: Option<(DateTime<Utc>, Uuid)>, rows: i64) -> Result<(Vec<UserRow>, i64), DbError> {
    let mut page = users::table.into_boxed();
    if let Some(after) = after {
        page = page.filter(before((users::created_at, users::id), after));
    }
    let page = page.order((users::created_at.desc(), users::id.desc())).limit(rows).select(UserRow::as_select());
    let kept = total_of("users", None);
    let (rows, kept) = try_join!(page.load(&mut &*connection), kept.get_result::<Number>(&mut &*connection))?;
    Ok((rows, kept.n))
}

async fn activity(connection: &AsyncPgConnection, now: DateTime<Utc>) -> Result<UserActivity, DbError> {
    let live = sessions::revoked_at.is_null().and(sessions::last_used_at.gt(now - ACTIVE_FOR)).and(sessions::expires_at.gt(now));
    let active = users::table
        .inner_join(sessions::table)
        .filter(live)
        .group_by((users::id, users::email, users::user_type))
        .order((diesel::dsl::max(sessions::last_used_at).desc(), users::id))
        .select((users::email, users::user_type))
        .limit(LISTED_ACTIVE_USERS.into());
    // Each login opened a session. Sessions that have ended are included.
    let recent = sessions::table
        .inner_join(users::table)
        .order((sessions::created_at.desc(), sessions::id.desc()))
        .select((users::email, sessions::created_at))
        .limit(LISTED_LOGINS.into());
    let (active, recent) =
        try_join!(active.load::<(String, String)>(&mut &*connection), recent.load::<(String, DateTime<Utc>)>(&mut &*connection),)?;
    let address = |email: String| stored("e-mail address", EmailAddress::parse_known(&email));
    Ok(UserActivity {
        active: active
            .into_iter()
            .map(|(email, kind)| Ok::<_, DbError>((address(email)?, known("user type", UserType::parse(&kind))?)))
            .collect::<Result<_, _>>()?,
        recent_logins: recent.into_iter().map(|(email, at)| Ok::<_, DbError>((address(email)?, at))).collect::<Result<_, _>>()?,
    })
}
