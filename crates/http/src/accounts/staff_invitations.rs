//! Invitations to join the staff, for owners (contract-owner, section 2).

use actix_web::{HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::invite_staff::InviteStaffError;
use application::messages::MessageUseCases;
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::accounts::staff_invitation::StaffInvitation;
use domain::shared::email::EmailAddress;
use domain::shared::ids::InvitationId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::staff::parse_role;
use crate::accounts::staff_json::StaffRoleJson;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::response::private::{no_content, private};
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForAdmins, Limited, Missing, WithBody};
use crate::routing::rules::{Access, Confirmation, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let access = Access::Staff(Permission::ManageStaff);
    let (limit, confirmed) = (Limit::PerUser(Rule::ChangeDetails), Confirmation::Recent);
    route!(table, invite, access: access, limit: limit, changes: None, confirmed: confirmed);
    route!(table, invitations, access: access, limit: Limit::PerAddress(Rule::Read), changes: None);
    route!(table, withdraw, access: access, limit: Limit::Unlimited, changes: None, confirmed: confirmed);
}

/// Whom to invite.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InvitationRequest {
    /// The person's e-mail address.
    #[schema(required = true, nullable = false, format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
    /// The role that they get.
    #[schema(value_type = Option<StaffRoleJson>, required = true, nullable = false)]
    pub role: Option<String>,
}

/// An open invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaffInvitation)]
pub struct InvitationJson {
    id: String,
    email: String,
    role: StaffRoleJson,
    /// The e-mail address of the owner who invites.
    invited_by: String,
    created_at: DateTime<Utc>,
    /// The end of the link.
    expires_at: DateTime<Utc>,
}

impl From<StaffInvitation> for InvitationJson {
    fn from(invitation: StaffInvitation) -> Self {
        Self {
            id: invitation.id.to_string(),
            email: invitation.email.as_str().to_owned(),
            role: invitation.role.into(),
            invited_by: invitation.invited_by.as_str().to_owned(),
            created_at: invitation.created_at,
            expires_at: invitation.expires_at(),
        }
    }
}

/// A new invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SentInvitation)]
pub struct SentInvitationJson {
    #[serde(flatten)]
    invitation: InvitationJson,
    /// The link that is mailed too, where a mail server is connected. It is shown once.
    link: String,
    /// Whether the link is mailed: a mail server is connected.
    is_mailed: bool,
}

/// Invites a person to join the staff: mails a link that is valid for 72 hours and once. Earlier links to the address end. A member of
/// staff is 409 `staff.already_staff`.
#[utoipa::path(post, path = "/api/admin/staff/invitations", tag = "staff", operation_id = "inviteStaff", request_body = InvitationRequest,
    responses((status = 201, body = SentInvitationJson), WithBody, ForAdmins, Conflicting, Limited, Failures))]
async fn invite(
    accounts: web::Data<AccountUseCases>,
    messages: web::Data<MessageUseCases>,
    admin: Admin,
    Body(body): Body<InvitationRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let email = errors.required("email", body.email.as_deref(), EmailAddress::parse);
    let role = errors.required("role", body.role.as_deref(), parse_role);
    let (Some(email), Some(role)) = (email, role) else { return Err(errors.into_problem()) };
    let sent = accounts.invite_staff.run(&admin.actor, email, role).await?;
    let answer =
        SentInvitationJson { invitation: sent.invitation.into(), link: sent.link, is_mailed: messages.mail_connection.is_connected() };
    Ok(private(HttpResponse::Created(), &answer))
}

/// The open invitations without their links, newest first: at most 200.
#[utoipa::path(get, path = "/api/admin/staff/invitations", tag = "staff", operation_id = "listStaffInvitations",
    responses((status = 200, body = Vec<InvitationJson>), ForAdmins, Limited, Failures))]
async fn invitations(accounts: web::Data<AccountUseCases>) -> Result<HttpResponse, Problem> {
    let open: Vec<InvitationJson> = accounts.invite_staff.open().await?.into_iter().map(Into::into).collect();
    Ok(private(HttpResponse::Ok(), &open))
}

/// Withdraws an open invitation: its link is dead.
#[utoipa::path(delete, path = "/api/admin/staff/invitations/{id}", tag = "staff", operation_id = "withdrawStaffInvitation",
    params(("id" = String, Path)),
    responses((status = 204), ForAdmins, Missing, Failures))]
async fn withdraw(accounts: web::Data<AccountUseCases>, admin: Admin, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = InvitationId::parse(&id).ok_or(InviteStaffError::NotFound)?;
    accounts.invite_staff.withdraw(&admin.actor, id).await?;
    Ok(no_content())
}
