//! The link of the set-up, the first owner, and the facts behind the checklist. Each transaction that makes an administrator takes one lock
//! first, so that a shop has one first owner.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel::{dsl::exists, select};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::accounts::user::{NewUser, User, UserType};
use domain::messages::account_mails;
use domain::setup::{Checklist, SetupError, SetupRepository, SetupSecret};
use domain::shared::ports::PortError;

use crate::accounts::users::{insert, record, user_of};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, committed};
use crate::messages::outbox;
use crate::query::locks::{self, Lock};
use crate::query::secret_hash::hash_of;
use crate::query::sql::Sql;
use crate::schema::{shop_setup, users};

/// Each fact stops at the first row. There are few owners, few saved settings and few versions of the identity. The demo data's settings
/// have no actor in the audit log.
const FACTS: &str = "SELECT \
    EXISTS (SELECT FROM (SELECT body FROM content_versions WHERE document = 'identity' ORDER BY version DESC LIMIT 1) newest \
            WHERE newest.body -> 'logo' <> 'null') AS has_logo, \
    EXISTS (SELECT FROM products) AS has_product, \
    EXISTS (SELECT FROM audit_log WHERE entity_id = 'delivery' AND entity = 'settings' AND actor_id IS NOT NULL) AS has_delivery, \
    EXISTS (SELECT FROM audit_log WHERE entity_id = 'payments' AND entity = 'settings' AND actor_id IS NOT NULL) AS has_payment, \
    EXISTS (SELECT FROM users WHERE staff_role = 'owner' AND email_verified_at IS NOT NULL) AS has_tested_mail";

#[derive(Clone, Copy, Debug, diesel::QueryableByName)]
struct Facts {
    #[diesel(sql_type = Bool)]
    has_logo: bool,
    #[diesel(sql_type = Bool)]
    has_product: bool,
    #[diesel(sql_type = Bool)]
    has_delivery: bool,
    #[diesel(sql_type = Bool)]
    has_payment: bool,
    #[diesel(sql_type = Bool)]
    has_tested_mail: bool,
}

#[async_trait]
impl SetupRepository for Postgres {
    async fn renew_link(&self, secret: &SetupSecret, at: DateTime<Utc>) -> Result<bool, PortError> {
        self.in_transaction(Work::Accounts, &[row_of::admins()], async |connection| {
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

    async fn is_open(&self) -> Result<bool, PortError> {
        let connection = &mut *self.connection().await?;
        Ok(!any_admin(connection).await? && present_link(connection).await?.is_some())
    }

    async fn check_link(&self, secret: &SetupSecret) -> Result<(), SetupError> {
        check_link(&mut *self.connection().await?, secret).await.map_err(|aborted| match aborted {
            Aborted::Refused(refusal) => refusal,
            Aborted::Failed(error) => error.into(),
        })
    }

    async fn create_owner(&self, secret: &SetupSecret, owner: &NewUser, by: &Actor) -> Result<User, SetupError> {
        self.in_transaction(Work::Accounts, &[row_of::admins()], async |connection| {
            locks::take(connection, Lock::FirstAdmin, "").await?;
            check_link(connection, secret).await?;
            let user = user_of(insert(connection, owner).await.map_err(taken)?)?;
            if owner.sends_verification {
                outbox::enqueue(connection, &account_mails::verification(owner.id, &owner.email, owner.created_at)).await?;
            }
            record(connection, by, owner.created_at, "create", None, Some(&user)).await?;
            diesel::delete(shop_setup::table).execute(connection).await?;
            Ok(user)
        })
        .await
    }

    async fn checklist(&self) -> Result<Checklist, PortError> {
        let mut connection = self.connection().await?;
        let facts: Facts = committed(Sql::new(FACTS).load(&mut *connection)).await.map_err(DbError::from)?;
        let Facts { has_logo, has_product, has_delivery, has_payment, has_tested_mail } = facts;
        Ok(Checklist { has_logo, has_product, has_delivery, has_payment, has_tested_mail })
    }
}

fn taken(error: DbError) -> Aborted<SetupError> {
    if error.violates("users_email_key") { Aborted::Refused(SetupError::EmailTaken) } else { error.into() }
}

async fn any_admin(connection: &mut AsyncPgConnection) -> Result<bool, DbError> {
    let admins = users::table.filter(users::user_type.eq(UserType::Admin.as_str()));
    Ok(select(exists(admins)).get_result(connection).await?)
}

/// The hash of the newest link's secret.
async fn present_link(connection: &mut AsyncPgConnection) -> Result<Option<Vec<u8>>, DbError> {
    Ok(shop_setup::table.select(shop_setup::secret_hash).first(connection).await.optional()?)
}

async fn check_link(connection: &mut AsyncPgConnection, secret: &SetupSecret) -> Result<(), Aborted<SetupError>> {
    // The link first: one that is gone because the shop was just set up is not wrong but closed.
    // Hashes are compared, so the time of the comparison tells nothing of the secret.
    let is_present = present_link(connection).await?.is_some_and(|hash| hash == hash_of(secret));
    if any_admin(connection).await? {
        return Err(Aborted::Refused(SetupError::Closed));
    }
    if is_present { Ok(()) } else { Err(Aborted::Refused(SetupError::WrongLink)) }
}
