//! The link of the set-up, and the first owner. Each transaction that makes an administrator takes one lock first, so that a shop
//! has one first owner.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::{dsl::exists, select};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::accounts::user::{NewUser, UserType};
use domain::messages::account_mails;
use domain::setup::ports::{FoundingOutcome, SetupLinkState, SetupStore};
use domain::setup::setup_link::SetupSecret;
use domain::shared::ports::PortError;

use crate::accounts::users::{insert, record, user_of};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying};
use crate::messages::outbox;
use crate::query::locks::{self, Lock};
use crate::query::secret_hash::hash_of;
use crate::schema::{shop_setup, users};

#[async_trait]
impl SetupStore for Postgres {
    async fn renew_link(&self, secret: &SetupSecret, at: DateTime<Utc>) -> Result<bool, PortError> {
        Ok(retrying(|| renew_link(self, secret, at)).await?)
    }

    async fn is_open(&self) -> Result<bool, PortError> {
        let connection = &mut *self.connection().await?;
        Ok(!any_admin(connection).await? && present_link(connection).await?.is_some())
    }

    async fn link_state(&self, secret: &SetupSecret) -> Result<SetupLinkState, PortError> {
        Ok(link_state(&mut *self.connection().await?, secret).await?)
    }

    async fn found(&self, secret: &SetupSecret, owner: &NewUser, by: &Actor) -> Result<FoundingOutcome, PortError> {
        match retrying(|| found(self, secret, owner, by)).await {
            Err(error) if error.violates("users_email_key") => Ok(FoundingOutcome::EmailTaken),
            done => Ok(done?),
        }
    }
}

async fn any_admin(connection: &mut AsyncPgConnection) -> Result<bool, DbError> {
    let admins = users::table.filter(users::user_type.eq(UserType::Admin.as_str()));
    Ok(select(exists(admins)).get_result(connection).await?)
}

/// The hash of the newest link's secret.
async fn present_link(connection: &mut AsyncPgConnection) -> Result<Option<Vec<u8>>, DbError> {
    Ok(shop_setup::table.select(shop_setup::secret_hash).first(connection).await.optional()?)
}

async fn link_state(connection: &mut AsyncPgConnection, secret: &SetupSecret) -> Result<SetupLinkState, DbError> {
    // The link first: one that is gone because the shop was just set up is not wrong but closed.
    // Hashes are compared, so the time of the comparison tells nothing of the secret.
    let is_present = present_link(connection).await?.is_some_and(|hash| hash == hash_of(secret));
    if any_admin(connection).await? {
        return Ok(SetupLinkState::Closed);
    }
    Ok(if is_present { SetupLinkState::Good } else { SetupLinkState::Wrong })
}

async fn renew_link(db: &Postgres, secret: &SetupSecret, at: DateTime<Utc>) -> Result<bool, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::admins()]).await?;
    connection
        .transaction(async |connection| {
            locks::take(connection, Lock::FirstAdmin, "").await?;
            if any_admin(connection).await? {
                return Ok(false);
            }
            let columns = (shop_setup::secret_hash.eq(hash_of(secret)), shop_setup::made_at.eq(at));
            let row = diesel::insert_into(shop_setup::table).values((shop_setup::id.eq(true), columns.clone()));
            row.on_conflict(shop_setup::id).do_update().set(columns).execute(connection).await?;
            Ok(true)
        })
        .await
}

async fn found(db: &Postgres, secret: &SetupSecret, owner: &NewUser, by: &Actor) -> Result<FoundingOutcome, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::admins()]).await?;
    connection
        .transaction(async |connection| {
            locks::take(connection, Lock::FirstAdmin, "").await?;
            match link_state(connection, secret).await? {
                SetupLinkState::Closed => return Ok(FoundingOutcome::Closed),
                SetupLinkState::Wrong => return Ok(FoundingOutcome::WrongLink),
                SetupLinkState::Good => {}
            }
            let user = user_of(insert(connection, owner).await?)?;
            if owner.sends_verification {
                outbox::enqueue(connection, &account_mails::verification(owner.id, &owner.email, owner.created_at)).await?;
            }
            record(connection, by, owner.created_at, "create", None, Some(&user)).await?;
            diesel::delete(shop_setup::table).execute(connection).await?;
            Ok(FoundingOutcome::Founded(user))
        })
        .await
}
