//! The orders of guests: how they are opened, and which guests do not pay on delivery.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use diesel_async::RunQueryDsl;
use domain::accounts::actor::Actor;
use domain::messages::outbox::NewMail;
use domain::orders::guest_orders::{AccessEpoch, GuestAccess, GuestOrders, RevokeLinkError};
use domain::shared::email::EmailAddress;
use domain::shared::order_id::OrderId;
use domain::shared::phone::PhoneNumber;
use domain::shared::ports::PortError;
use serde_json::json;

use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, stored};
use crate::messages::outbox;
use crate::schema::{order_access, orders};

diesel::define_sql_function! {
    /// Whether a blocked account has an address or a telephone number (`migrations/schema/…_guests`).
    fn is_contact_blocked(of_email: Text, of_phone: Nullable<Text>) -> Bool;
}

#[async_trait]
impl GuestOrders for Postgres {
    async fn access(&self, order: &OrderId) -> Result<Option<GuestAccess>, PortError> {
        let connection = &mut *self.connection().await?;
        let of_guest =
            orders::table.inner_join(order_access::table).filter(orders::id.eq(order.as_str())).filter(orders::user_id.is_null());
        let found = of_guest.select((orders::email, order_access::epoch)).first(connection).await;
        let found: Option<(String, i32)> = found.optional().map_err(DbError::from)?;
        let access = |(email, epoch): (String, i32)| {
            let email = stored("e-mail address", EmailAddress::parse_known(&email))?;
            Ok::<_, DbError>(GuestAccess { order: order.clone(), email, epoch: AccessEpoch(u32::try_from(epoch).unwrap_or_default()) })
        };
        Ok(found.map(access).transpose()?)
    }

    async fn revoke(&self, order: &OrderId, mail: Option<NewMail>, by: &Actor, now: DateTime<Utc>) -> Result<(), RevokeLinkError> {
        self.in_transaction(Work::Orders, &[row_of::order(order)], async |connection| {
            let access = order_access::table.find(order.as_str());
            let revoked = diesel::update(access).set(order_access::epoch.eq(order_access::epoch + 1)).execute(connection).await?;
            if revoked == 0 {
                return Err(Aborted::Refused(RevokeLinkError::NoLink));
            }
            if let Some(mail) = &mail {
                outbox::enqueue(connection, mail).await?;
            }
            let after = json!({ "link": "revoked", "mailed": mail.is_some() });
            let entry = Entry { action: "update", entity: "order", entity_id: order.as_str(), before: None, after: Some(after) };
            Ok(audit::record(connection, by, now, entry).await?)
        })
        .await
    }

    async fn is_blocked<'a>(&self, email: &EmailAddress, phone: Option<&'a PhoneNumber>) -> Result<bool, PortError> {
        let connection = &mut *self.connection().await?;
        let is_blocked = is_contact_blocked(email.as_str(), phone.map(PhoneNumber::as_str));
        Ok(diesel::select(is_blocked).get_result(connection).await.map_err(DbError::from)?)
    }
}
