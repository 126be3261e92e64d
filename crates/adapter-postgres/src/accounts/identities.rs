//! Accounts of users who sign in through a provider.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{exists, select};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::identity::{IdentityRefusal, Link, LinkCandidate, ProvedIdentity, Subject, check_account, decide_link};
use domain::accounts::ports::{IdentityStore, ResolveIdentityOutcome};
use domain::accounts::user::{NewUser, User};
use domain::shared::ports::PortError;
use uuid::Uuid;

use crate::accounts::email_verification::mark_verified;
use crate::accounts::second_factors;
use crate::accounts::users::{UserRow, insert, replace_password, user_of};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::query::locks::{self, Lock};
use crate::schema::{identities, users};

/// The most attempts when another request registers the same address at the same time.
const ATTEMPTS: usize = 3;

#[async_trait]
impl IdentityStore for Postgres {
    async fn resolve(&self, identity: &ProvedIdentity, new: &NewUser, now: DateTime<Utc>) -> Result<ResolveIdentityOutcome, PortError> {
        let mut attempt = 1;
        loop {
            match resolve(self, identity, new, now).await {
                // Another request registered the address meanwhile: the next attempt finds the account.
                Err(error) if error.violates("users_email_key") && attempt < ATTEMPTS => attempt += 1,
                done => return Ok(done?),
            }
        }
    }
}

async fn resolve(db: &Postgres, identity: &ProvedIdentity, new: &NewUser, now: DateTime<Utc>) -> Result<ResolveIdentityOutcome, DbError> {
    db.in_transaction(Work::Accounts, &[row_of::address(&identity.email)], async |connection| {
        // Two calls about one person run one after the other.
        locks::take(connection, Lock::Identity, &format!("{} {}", identity.subject.provider, identity.subject.id)).await?;
        if let Some(user) = linked(connection, &identity.subject).await? {
            return Ok(entered(check_account(&user).map(|()| user)));
        }
        if let Some(candidate) = candidate(connection, identity).await? {
            return match decide_link(identity, &candidate) {
                Ok(how) => Ok(ResolveIdentityOutcome::Known(link(connection, identity, candidate, how, now).await?)),
                Err(refusal) => Ok(ResolveIdentityOutcome::Refused(refusal)),
            };
        }
        let user = user_of(insert(connection, new).await?)?;
        mark_verified(connection, &user, now).await?;
        remember(connection, &identity.subject, user.id.uuid(), now).await?;
        Ok(ResolveIdentityOutcome::Created(User { email_verified: true, ..user }))
    })
    .await
}

fn entered(answer: Result<User, IdentityRefusal>) -> ResolveIdentityOutcome {
    answer.map_or_else(ResolveIdentityOutcome::Refused, ResolveIdentityOutcome::Known)
}

/// The account that is linked to a subject.
async fn linked(connection: &mut AsyncPgConnection, subject: &Subject) -> Result<Option<User>, DbError> {
    let mine = identities::provider.eq(subject.provider.as_str()).and(identities::subject.eq(subject.id.as_str()));
    let row = identities::table.inner_join(users::table).filter(mine).select(UserRow::as_select()).first(connection).await.optional()?;
    row.map(user_of).transpose()
}

/// The account with the identity's address, locked.
async fn candidate(connection: &mut AsyncPgConnection, identity: &ProvedIdentity) -> Result<Option<LinkCandidate>, DbError> {
    let found: Option<(UserRow, Option<DateTime<Utc>>)> = users::table
        .filter(users::email.eq(identity.email.as_str()))
        .select((UserRow::as_select(), users::email_verified_at))
        .for_update()
        .first(connection)
        .await
        .optional()?;
    let Some((row, verified_at)) = found else { return Ok(None) };
    let links =
        identities::table.filter(identities::user_id.eq(row.id)).filter(identities::provider.eq(identity.subject.provider.as_str()));
    let is_linked = select(exists(links)).get_result(connection).await?;
    Ok(Some(LinkCandidate { user: user_of(row)?, email_verified: verified_at.is_some(), is_linked }))
}

async fn link(
    connection: &mut AsyncPgConnection,
    identity: &ProvedIdentity,
    candidate: LinkCandidate,
    how: Link,
    now: DateTime<Utc>,
) -> Result<User, DbError> {
    let user = candidate.user;
    if how.drop_password {
        replace_password(connection, user.id, None, now).await?;
        second_factors::drop_unproved(connection, &user).await?;
    }
    mark_verified(connection, &user, now).await?;
    remember(connection, &identity.subject, user.id.uuid(), now).await?;
    Ok(User { email_verified: true, ..user })
}

async fn remember(connection: &mut AsyncPgConnection, subject: &Subject, user: Uuid, now: DateTime<Utc>) -> Result<(), DbError> {
    let row = (
        identities::provider.eq(subject.provider.as_str()),
        identities::subject.eq(subject.id.as_str()),
        identities::user_id.eq(user),
        identities::linked_at.eq(now),
    );
    diesel::insert_into(identities::table).values(row).execute(connection).await?;
    Ok(())
}
