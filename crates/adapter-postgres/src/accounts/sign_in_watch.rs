//! The devices and networks from which accounts were signed in to, and alerts about unusual ones. The row of the user is locked before a
//! decision about an alert, so that concurrent sign-ins count each other's alerts.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::accounts::ports::{SignInAlertError, SignInWatch};
use domain::accounts::seen_sign_in::SeenSignIn;
use domain::accounts::sign_in_alert::{ALERT_PERIOD, ALERTS_PER_DAY, AlertSecret, REMEMBERED_FOR, VALID_FOR};
use domain::accounts::user::User;
use domain::messages::account_mails;
use domain::shared::ports::PortError;
use serde_json::json;
use uuid::Uuid;

use crate::accounts::sessions;
use crate::accounts::users::{UserRow, user_of};
use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::messages::outbox;
use crate::query::secret_hash::hash_of;
use crate::schema::{seen_devices, sign_in_alerts, users};

#[async_trait]
impl SignInWatch for Postgres {
    async fn note(&self, sign_in: &SeenSignIn) -> Result<bool, PortError> {
        let user = sign_in.user.id;
        self.in_transaction(Work::Accounts, &[row_of::user(user)], async |connection| {
            let known = users::table.find(user.uuid()).select(users::id).for_no_key_update();
            if known.first::<Uuid>(connection).await.optional()?.is_none() {
                return Ok(false);
            }
            let is_new = remember(connection, sign_in).await?;
            if !is_new || !sign_in.may_alert() || alerts_today(connection, sign_in).await? >= i64::from(ALERTS_PER_DAY) {
                return Ok(false);
            }
            alert(connection, sign_in).await?;
            Ok(true)
        })
        .await
    }

    async fn end_sessions(&self, secret: &AlertSecret, request_id: &str, now: DateTime<Utc>) -> Result<(), SignInAlertError> {
        self.in_transaction(Work::Accounts, &[row_of::link(&hash_of(secret))], async |connection| {
            let valid = sign_in_alerts::table
                .filter(sign_in_alerts::secret_hash.eq(hash_of(secret)))
                .filter(sign_in_alerts::used_at.is_null())
                .filter(sign_in_alerts::created_at.gt(now - VALID_FOR));
            let used = diesel::update(valid).set(sign_in_alerts::used_at.eq(now)).returning(sign_in_alerts::user_id);
            let user: Option<Uuid> = used.get_result(connection).await.optional()?;
            let user = user.ok_or(Aborted::Refused(SignInAlertError::InvalidLink))?;
            let row: UserRow = users::table.find(user).select(UserRow::as_select()).for_no_key_update().first(connection).await?;
            let user = user_of(row)?;
            sessions::revoke_all(connection, user.id, None, now).await?;
            diesel::delete(seen_devices::table.filter(seen_devices::user_id.eq(user.id.uuid()))).execute(connection).await?;
            Ok(record_end(connection, &user, request_id, now).await?)
        })
        .await
    }
}

/// Notes device and network. Returns whether they were not seen together lately.
async fn remember(connection: &mut AsyncPgConnection, sign_in: &SeenSignIn) -> Result<bool, DbError> {
    let (network, at) = (sign_in.news.origin.network.to_string(), sign_in.news.at);
    let key = (sign_in.user.id.uuid(), sign_in.device.uuid(), network.clone());
    let seen = seen_devices::table.find(key).filter(seen_devices::seen_at.gt(at - REMEMBERED_FOR));
    let is_new = !diesel::select(diesel::dsl::exists(seen)).get_result::<bool>(connection).await?;
    let row = (
        seen_devices::user_id.eq(sign_in.user.id.uuid()),
        seen_devices::device_id.eq(sign_in.device.uuid()),
        seen_devices::network.eq(network),
        seen_devices::seen_at.eq(at),
    );
    diesel::insert_into(seen_devices::table)
        .values(row)
        .on_conflict((seen_devices::user_id, seen_devices::device_id, seen_devices::network))
        .do_update()
        .set(seen_devices::seen_at.eq(at))
        .execute(connection)
        .await?;
    Ok(is_new)
}

async fn alerts_today(connection: &mut AsyncPgConnection, sign_in: &SeenSignIn) -> Result<i64, DbError> {
    let lately = sign_in_alerts::created_at.gt(sign_in.news.at - ALERT_PERIOD);
    let alerts = sign_in_alerts::table.filter(sign_in_alerts::user_id.eq(sign_in.user.id.uuid())).filter(lately);
    Ok(alerts.count().get_result(connection).await?)
}

async fn alert(connection: &mut AsyncPgConnection, sign_in: &SeenSignIn) -> Result<(), DbError> {
    let news = &sign_in.news;
    let row = (
        sign_in_alerts::user_id.eq(sign_in.user.id.uuid()),
        sign_in_alerts::secret_hash.eq(hash_of(&sign_in.secret)),
        sign_in_alerts::created_at.eq(news.at),
    );
    diesel::insert_into(sign_in_alerts::table).values(row).execute(connection).await?;
    outbox::enqueue(connection, &account_mails::sign_in_alert(sign_in)).await?;
    let (id, user) = (sign_in.session.to_string(), &sign_in.user);
    let (device, network) = (news.origin.device.as_str(), news.origin.network.to_string());
    let after = Some(json!({ "email": user.email.as_str(), "device": device, "network": network }));
    let entry = Entry { action: "create", entity: "sign_in_alert", entity_id: &id, before: None, after };
    audit::record(connection, &Actor::user(user, "sign-in".to_owned()), news.at, entry).await
}

async fn record_end(connection: &mut AsyncPgConnection, user: &User, request_id: &str, now: DateTime<Utc>) -> Result<(), DbError> {
    let (id, shown) = (user.id.to_string(), Some(json!({ "email": user.email.as_str(), "sessions": "all" })));
    let entry = Entry { action: "delete", entity: "session", entity_id: &id, before: shown, after: None };
    audit::record(connection, &Actor::user(user, request_id.to_owned()), now, entry).await
}
