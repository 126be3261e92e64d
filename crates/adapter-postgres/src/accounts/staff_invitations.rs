//! Invitations to join the staff. All staff are locked before a decision, as for every change of them.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::ports::{StaffError, StaffInvitations};
use domain::accounts::staff_invitation::{InvitationSecret, Invited, LISTED_INVITATIONS, NewInvitation, StaffInvitation, VALID_FOR};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, User, UserType};
use domain::messages::account_mails;
use domain::shared::email::EmailAddress;
use domain::shared::ids::{InvitationId, UserId};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::accounts::staff::tell_of_new_staff;
use crate::accounts::users::{insert, lock_staff, lock_user, record, record_promotion, user_of, write_role};
use crate::accounts::{password_resets, sessions};
use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, known, stored};
use crate::messages::outbox;
use crate::query::secret_hash::hash_of;
use crate::schema::{identities, staff_invitations, users};

/// Id, address, role, owner's address, and moment of an invitation.
type Row = (Uuid, String, String, String, DateTime<Utc>);

fn invitation_of((id, email, role, invited_by, created_at): Row) -> Result<StaffInvitation, DbError> {
    Ok(StaffInvitation {
        id: InvitationId::new(id),
        email: stored("e-mail address", EmailAddress::parse_known(&email))?,
        role: known("role", StaffRole::parse(&role))?,
        invited_by: stored("e-mail address", EmailAddress::parse_known(&invited_by))?,
        created_at,
    })
}

/// The values of an invitation in the audit log. The secret is none of them.
fn audited(invitation: &StaffInvitation) -> Value {
    json!({
        "email": invitation.email.as_str(),
        "role": invitation.role.as_str(),
        "invitedBy": invitation.invited_by.as_str(),
        "expiresAt": invitation.expires_at(),
    })
}

async fn record_invitation(
    connection: &mut AsyncPgConnection,
    by: &Actor,
    now: DateTime<Utc>,
    action: &'static str,
    (before, after): (Option<&StaffInvitation>, Option<&StaffInvitation>),
) -> Result<(), DbError> {
    let entity_id = after.or(before).map(|invitation| invitation.id.to_string()).unwrap_or_default();
    let (before, after) = (before.map(audited), after.map(audited));
    audit::record(connection, by, now, Entry { action, entity: "invitation", entity_id: &entity_id, before, after }).await
}

#[async_trait]
impl StaffInvitations for Postgres {
    async fn invite(&self, invitation: &NewInvitation, by: &Actor) -> Result<StaffInvitation, StaffError> {
        self.in_transaction(Work::Accounts, &[row_of::admins()], async |connection| {
            let lacking = || Aborted::Refused(StaffError::from(Lacking(Permission::ManageStaff)));
            lock_staff(connection).await?.require_owner(by).map_err(|_| lacking())?;
            // The operator has no address to which an invited person could answer.
            let (owner, invited_by) = by.user_id.zip(by.email.clone()).ok_or_else(lacking)?;
            if lock_user(connection, &invitation.email).await?.is_some_and(|user| user.staff_role.is_some()) {
                return Err(Aborted::Refused(StaffError::AlreadyStaff));
            }
            end_open(connection, OpenOnes::To(&invitation.email), invitation.at).await?;
            let row = (
                staff_invitations::id.eq(invitation.id.uuid()),
                staff_invitations::email.eq(invitation.email.as_str()),
                staff_invitations::role.eq(invitation.role.as_str()),
                staff_invitations::secret_hash.eq(hash_of(&invitation.secret)),
                staff_invitations::invited_by.eq(owner.uuid()),
                staff_invitations::created_at.eq(invitation.at),
            );
            diesel::insert_into(staff_invitations::table).values(row).execute(connection).await?;
            outbox::enqueue(connection, &account_mails::invitation(invitation, &invited_by)).await?;
            let (id, email, role, created_at) = (invitation.id, invitation.email.clone(), invitation.role, invitation.at);
            let written = StaffInvitation { id, email, role, invited_by, created_at };
            record_invitation(connection, by, invitation.at, "create", (None, Some(&written))).await?;
            Ok(written)
        })
        .await
    }

    async fn open(&self, now: DateTime<Utc>) -> Result<Vec<StaffInvitation>, StaffError> {
        let newest = (staff_invitations::created_at.desc(), staff_invitations::id);
        let rows = open_at(now).order(newest).limit(LISTED_INVITATIONS.into());
        let connection = &mut *self.connection().await?;
        let rows: Vec<Row> = rows.load(connection).await.map_err(DbError::from)?;
        Ok(rows.into_iter().map(invitation_of).collect::<Result<_, _>>()?)
    }

    async fn withdraw(&self, id: InvitationId, by: &Actor, now: DateTime<Utc>) -> Result<(), StaffError> {
        self.in_transaction(Work::Accounts, &[row_of::admins()], async |connection| {
            lock_staff(connection).await?;
            let row = open_at(now).filter(staff_invitations::id.eq(id.uuid())).first(connection).await.optional()?;
            let invitation = invitation_of(row.ok_or(Aborted::Refused(StaffError::NoInvitation))?)?;
            end(connection, id, now).await?;
            Ok(record_invitation(connection, by, now, "delete", (Some(&invitation), None)).await?)
        })
        .await
    }

    async fn find(&self, secret: &InvitationSecret, now: DateTime<Utc>) -> Result<Invited, StaffError> {
        let connection = &mut *self.connection().await?;
        let invitation = with_secret(connection, secret, now).await?.ok_or(StaffError::InvalidLink)?;
        let account = users::table.filter(users::email.eq(invitation.email.as_str())).select((users::id, users::user_type));
        let account: Option<(Uuid, String)> = account.first(connection).await.optional().map_err(DbError::from)?;
        // An account that became staff on another way has no use for the link.
        if account.as_ref().is_some_and(|(_, user_type)| user_type == UserType::Admin.as_str()) {
            return Err(StaffError::InvalidLink);
        }
        Ok(Invited { invitation, customer: account.map(|(id, _)| UserId::new(id)) })
    }

    async fn accept_as(&self, secret: &InvitationSecret, customer: UserId, by: &Actor, now: DateTime<Utc>) -> Result<User, StaffError> {
        self.in_transaction(Work::Accounts, &[row_of::admins()], async |connection| {
            lock_staff(connection).await?;
            let invitation = with_secret(connection, secret, now).await?.ok_or(Aborted::Refused(StaffError::InvalidLink))?;
            let user = lock_user(connection, &invitation.email).await?;
            let user = user.filter(|user| user.id == customer && user.staff_role.is_none() && !user.is_blocked);
            let user = user.ok_or(Aborted::Refused(StaffError::SignInFirst))?;
            let changed = User { user_type: UserType::Admin, staff_role: Some(invitation.role), ..user.clone() };
            write_role(connection, &changed).await?;
            sessions::revoke_all(connection, user.id, None, now).await?;
            password_resets::end_all(connection, user.id, now).await?;
            diesel::delete(identities::table.filter(identities::user_id.eq(user.id.uuid()))).execute(connection).await?;
            end(connection, invitation.id, now).await?;
            record_invitation(connection, by, now, "accept", (Some(&invitation), None)).await?;
            record_promotion(connection, by, now, (&user, &changed), "kept").await?;
            tell_of_new_staff(connection, &changed, &invitation, now).await?;
            Ok(changed)
        })
        .await
    }

    async fn accept_new(&self, secret: &InvitationSecret, user: &NewUser, by: &Actor, now: DateTime<Utc>) -> Result<User, StaffError> {
        self.in_transaction(Work::Accounts, &[row_of::admins()], async |connection| {
            lock_staff(connection).await?;
            let invitation = with_secret(connection, secret, now).await?.ok_or(Aborted::Refused(StaffError::InvalidLink))?;
            let (email, staff_role) = (invitation.email.clone(), Some(invitation.role));
            let new = NewUser { email, user_type: UserType::Admin, staff_role, ..user.clone() };
            let made = user_of(insert(connection, &new).await.map_err(taken)?)?;
            if new.sends_verification {
                outbox::enqueue(connection, &account_mails::verification(new.id, &new.email, new.created_at)).await?;
            }
            end(connection, invitation.id, now).await?;
            record_invitation(connection, by, now, "accept", (Some(&invitation), None)).await?;
            record(connection, by, now, "create", None, Some(&made)).await?;
            tell_of_new_staff(connection, &made, &invitation, now).await?;
            Ok(made)
        })
        .await
    }
}

/// An account was registered with the address meanwhile.
fn taken(error: DbError) -> Aborted<StaffError> {
    if error.violates("users_email_key") { Aborted::Refused(StaffError::SignInFirst) } else { error.into() }
}

/// The invitations that can be accepted at `now`.
#[diesel::dsl::auto_type(no_type_alias)]
fn open_at(now: DateTime<Utc>) -> _ {
    let since: DateTime<Utc> = now - VALID_FOR;
    staff_invitations::table
        .inner_join(users::table)
        .filter(staff_invitations::ended_at.is_null())
        .filter(staff_invitations::created_at.gt(since))
        .select((staff_invitations::id, staff_invitations::email, staff_invitations::role, users::email, staff_invitations::created_at))
}

async fn with_secret(
    connection: &mut AsyncPgConnection,
    secret: &InvitationSecret,
    now: DateTime<Utc>,
) -> Result<Option<StaffInvitation>, DbError> {
    let row = open_at(now).filter(staff_invitations::secret_hash.eq(hash_of(secret)));
    row.first(connection).await.optional()?.map(invitation_of).transpose()
}

async fn end(connection: &mut AsyncPgConnection, id: InvitationId, now: DateTime<Utc>) -> Result<(), DbError> {
    diesel::update(staff_invitations::table.find(id.uuid())).set(staff_invitations::ended_at.eq(now)).execute(connection).await?;
    Ok(())
}

/// Which open invitations are ended.
enum OpenOnes<'a> {
    To(&'a EmailAddress),
    By(UserId),
}

async fn end_open(connection: &mut AsyncPgConnection, which: OpenOnes<'_>, now: DateTime<Utc>) -> Result<(), DbError> {
    let open = diesel::update(staff_invitations::table.filter(staff_invitations::ended_at.is_null()));
    let end = open.set(staff_invitations::ended_at.eq(now)).into_boxed();
    let end = match which {
        OpenOnes::To(email) => end.filter(staff_invitations::email.eq(email.as_str())),
        OpenOnes::By(owner) => end.filter(staff_invitations::invited_by.eq(owner.uuid())),
    };
    end.execute(connection).await?;
    Ok(())
}

/// Ends the open invitations by a user. Runs in the transaction of the caller.
pub(crate) async fn end_those_of(connection: &mut AsyncPgConnection, owner: UserId, now: DateTime<Utc>) -> Result<(), DbError> {
    end_open(connection, OpenOnes::By(owner), now).await
}
