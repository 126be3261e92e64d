//! Invitations to join the staff, and accepting them (contract-owner, section 2).

use std::convert::Infallible;

use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::staff::NewcomerForm;
use application::messages::MessageUseCases;
use chrono::{DateTime, Utc};
use domain::accounts::password::Password;
use domain::accounts::permission::Permission;
use domain::accounts::ports::{StaffError, StaffInvitations};
use domain::accounts::staff_invitation::{InvitationSecret, StaffInvitation};
use domain::shared::email::EmailAddress;
use domain::shared::ids::InvitationId;
use domain::shared::ports::Clock;
use domain::shared::text::PersonName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::login::source_of;
use crate::accounts::staff::parse_role;
use crate::accounts::staff_json::StaffRoleJson;
use crate::accounts::users_json::LoginResponse;
use crate::extract::authentication::{Admin, MaybeSignedIn};
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::RateLimit;
use crate::middleware::request_id;
use crate::response::private::{no_content, private};
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, Forbidden, NotFound, WithBody};
use crate::routing::rules::{Access, Confirmation, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let access = Access::Staff(Permission::ManageStaff);
    let (limit, confirmed) = (Limit::PerUser(RateLimit::ChangeDetails), Confirmation::Recent);
    route!(table, invite, access: access, limit: limit, changes: None, confirmed: confirmed);
    route!(table, invitations, access: access, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, withdraw, access: access, limit: Limit::Unlimited, changes: None, confirmed: confirmed);
    let by_link = Limit::PerAddress(RateLimit::ResetPassword);
    route!(table, show_invitation, access: Access::Public, limit: by_link, changes: None);
    route!(table, accept, access: Access::OptionalSession, limit: by_link, changes: None);
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
    responses((status = 201, body = SentInvitationJson), WithBody, Conflict))]
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
    let sent = accounts.staff.invite(&admin.actor, email, role).await?;
    let answer =
        SentInvitationJson { invitation: sent.invitation.into(), link: sent.link, is_mailed: messages.mail_connection.is_connected() };
    Ok(private(HttpResponse::Created(), &answer))
}

/// The open invitations without their links, newest first: at most 200.
#[utoipa::path(get, path = "/api/admin/staff/invitations", tag = "staff", operation_id = "listStaffInvitations",
    responses((status = 200, body = Vec<InvitationJson>)))]
async fn invitations(invitations: web::Data<dyn StaffInvitations>, clock: web::Data<dyn Clock>) -> Result<HttpResponse, Problem> {
    let open: Vec<InvitationJson> = invitations.open(clock.now()).await?.into_iter().map(Into::into).collect();
    Ok(private(HttpResponse::Ok(), &open))
}

/// Withdraws an open invitation: its link is dead.
#[utoipa::path(delete, path = "/api/admin/staff/invitations/{id}", tag = "staff", operation_id = "withdrawStaffInvitation",
    params(("id" = String, Path)),
    responses((status = 204), NotFound))]
async fn withdraw(
    invitations: web::Data<dyn StaffInvitations>,
    clock: web::Data<dyn Clock>,
    admin: Admin,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = InvitationId::parse(&id).ok_or(StaffError::NoInvitation)?;
    invitations.withdraw(id, &admin.actor, clock.now()).await?;
    Ok(no_content())
}

/// The token of an invitation.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InvitationTokenRequest {
    /// The token in the link.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub token: Option<String>,
}

/// The account of an invited person.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum InvitedAccount {
    /// There is none: accepting makes one.
    New,
    /// A customer's: they have to be signed in to accept.
    Customer,
}

/// What an invitation offers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invitation)]
pub struct InvitedJson {
    email: String,
    role: StaffRoleJson,
    #[schema(inline)]
    account: InvitedAccount,
}

/// Accepts an invitation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptInvitationRequest {
    /// The token in the link.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub token: Option<String>,
    /// Given name; for a new account.
    #[schema(max_length = 100, pattern = r"\S")]
    pub first_name: Option<String>,
    /// Family name; for a new account.
    #[schema(max_length = 100, pattern = r"\S")]
    pub last_name: Option<String>,
    /// 8 to 128 characters, not one of the 10,000 most common; for a new account.
    #[schema(min_length = 8, max_length = 128)]
    pub password: Option<String>,
}

/// What the invitation behind a link offers. A link that was used, withdrawn or replaced, or is older than 72 hours, is 422
/// `staff.invitation_invalid`.
#[utoipa::path(post, path = "/api/staff/invitation", tag = "staff", operation_id = "showInvitation", request_body = InvitationTokenRequest,
    responses((status = 200, body = InvitedJson), WithBody))]
async fn show_invitation(
    invitations: web::Data<dyn StaffInvitations>,
    clock: web::Data<dyn Clock>,
    Body(body): Body<InvitationTokenRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let Some(secret) = secret_of(body.token, &mut errors) else { return Err(errors.into_problem()) };
    let invited = invitations.find(&secret, clock.now()).await?;
    let account = if invited.customer.is_some() { InvitedAccount::Customer } else { InvitedAccount::New };
    let (email, role) = (invited.invitation.email.as_str().to_owned(), invited.invitation.role.into());
    Ok(private(HttpResponse::Ok(), &InvitedJson { email, role, account }))
}

/// Accepts an invitation, and signs in. Without an account, names and password are needed. A customer is signed in as the invited
/// address (else 403 `staff.sign_in_first`), and sends the token alone; their other sessions and their link to Google end.
#[utoipa::path(post, path = "/api/staff/accept", tag = "staff", operation_id = "acceptInvitation", request_body = AcceptInvitationRequest,
    responses((status = 200, body = LoginResponse), WithBody, Forbidden))]
async fn accept(
    request: HttpRequest,
    accounts: web::Data<AccountUseCases>,
    MaybeSignedIn(who): MaybeSignedIn,
    Body(body): Body<AcceptInvitationRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let Some(secret) = secret_of(body.token.clone(), &mut errors) else { return Err(errors.into_problem()) };
    let form = parse_form(&body, &mut errors);
    let accepted = accounts.staff.accept(who.as_ref(), &secret, form, &source_of(&request), request_id::current()).await;
    let opened = accepted.map_err(|error| match error {
        StaffError::DetailsNeeded => errors.into_problem(),
        other => other.into(),
    })?;
    let (message, user) = ("Welcome to the team!", opened.user.into());
    Ok(private(HttpResponse::Ok(), &LoginResponse { message, user, blocked: false, token: opened.token }))
}

fn secret_of(token: Option<String>, errors: &mut FieldErrors) -> Option<InvitationSecret> {
    errors.required("token", token.filter(|token| !token.is_empty()), |token| Ok::<_, Infallible>(InvitationSecret::new(token)))
}

/// The details of a new account, or what is wrong with them.
fn parse_form(body: &AcceptInvitationRequest, errors: &mut FieldErrors) -> Option<NewcomerForm> {
    let first_name = errors.required("firstName", body.first_name.as_deref(), PersonName::parse);
    let last_name = errors.required("lastName", body.last_name.as_deref(), PersonName::parse);
    let password = errors.required("password", body.password.as_deref(), Password::choose);
    Some(NewcomerForm { first_name: first_name?, last_name: last_name?, password: password? })
}
