//! Verified e-mail addresses of users.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::ports::{EmailVerifier, VerifyEmailError};
use domain::accounts::user::User;

use crate::accounts::users::{UserRow, user_of};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::query::locks::{self, Lock};
use crate::query::sql::Sql;
use crate::schema::users;

/// Gives the account `$1` the orders that guests placed with the address `$2`.
const CLAIM: &str = "
    WITH claimed AS (
        DELETE FROM order_access a USING orders o
        WHERE o.email = $2 AND o.user_id IS NULL AND a.order_id = o.id
        RETURNING a.order_id
    )
    UPDATE orders o SET user_id = $1 FROM claimed WHERE o.id = claimed.order_id";

#[async_trait]
impl EmailVerifier for Postgres {
    async fn verify(&self, claim: &EmailClaim, now: DateTime<Utc>) -> Result<User, VerifyEmailError> {
        self.in_transaction(Work::Accounts, &[row_of::user(claim.user)], async |connection| {
            let owner = users::table.find(claim.user.uuid()).filter(users::email.eq(claim.email.as_str()));
            let owner = owner.filter(users::is_blocked.eq(false)).select(UserRow::as_select()).for_no_key_update();
            let row: Option<UserRow> = owner.first(connection).await.optional()?;
            let user = user_of(row.ok_or(Aborted::Refused(VerifyEmailError::InvalidLink))?)?;
            mark_verified(connection, &user, now).await?;
            Ok(User { email_verified: true, ..user })
        })
        .await
    }
}

/// Records when the address was first verified, and gives the account the orders that guests placed with the address.
pub(crate) async fn mark_verified(connection: &mut AsyncPgConnection, user: &User, now: DateTime<Utc>) -> Result<(), DbError> {
    let unverified = users::table.find(user.id.uuid()).filter(users::email_verified_at.is_null());
    diesel::update(unverified).set(users::email_verified_at.eq(now)).execute(connection).await?;
    claim_guest_orders(connection, user).await
}

/// Gives a user who proved to read mail at their address the orders that guests placed with it, in the transaction that notes it. An order
/// that a guest is placing meanwhile comes before or after this: its address is locked.
async fn claim_guest_orders(connection: &mut AsyncPgConnection, user: &User) -> Result<(), DbError> {
    locks::take(connection, Lock::GuestOrders, user.email.as_str()).await?;
    Sql::of(CLAIM, [user.id.uuid().into(), user.email.as_str().to_owned().into()]).execute(connection).await?;
    Ok(())
}
