//! Accepting an invitation to join the staff (contract-owner, section 2).

use std::convert::Infallible;

use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::accept_invitation::{AcceptInvitationError, NewcomerForm};
use domain::accounts::password::Password;
use domain::accounts::staff_invitation::InvitationSecret;
use domain::shared::text::PersonName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::login::source_of;
use crate::accounts::staff_json::StaffRoleJson;
use crate::accounts::users_json::LoginResponse;
use crate::extract::authentication::MaybeSignedIn;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::middleware::request_id;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Denied, Failures, Limited, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let limit = Limit::PerAddress(Rule::ResetPassword);
    route!(table, show_invitation, access: Access::Public, limit: limit, changes: None);
    route!(table, accept, access: Access::OptionalSession, limit: limit, changes: None);
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
    responses((status = 200, body = InvitedJson), WithBody, Limited, Failures))]
async fn show_invitation(accounts: web::Data<AccountUseCases>, Body(body): Body<InvitationTokenRequest>) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let Some(secret) = secret_of(body.token, &mut errors) else { return Err(errors.into_problem()) };
    let invited = accounts.accept_invitation.show(&secret).await.map_err(|error| refusal(error, FieldErrors::default()))?;
    let account = if invited.customer.is_some() { InvitedAccount::Customer } else { InvitedAccount::New };
    let (email, role) = (invited.invitation.email.as_str().to_owned(), invited.invitation.role.into());
    Ok(private(HttpResponse::Ok(), &InvitedJson { email, role, account }))
}

/// Accepts an invitation, and signs in. Without an account, names and password are needed. A customer is signed in as the invited
/// address (else 403 `staff.sign_in_first`), and sends the token alone; their other sessions and their link to Google end.
#[utoipa::path(post, path = "/api/staff/accept", tag = "staff", operation_id = "acceptInvitation", request_body = AcceptInvitationRequest,
    responses((status = 200, body = LoginResponse), WithBody, Denied, Limited, Failures))]
async fn accept(
    request: HttpRequest,
    accounts: web::Data<AccountUseCases>,
    MaybeSignedIn(who): MaybeSignedIn,
    Body(body): Body<AcceptInvitationRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let Some(secret) = secret_of(body.token.clone(), &mut errors) else { return Err(errors.into_problem()) };
    let form = parse_form(&body, &mut errors);
    let accepted = accounts.accept_invitation.run(who.as_ref(), &secret, form, &source_of(&request), request_id::current()).await;
    let opened = accepted.map_err(|error| refusal(error, errors))?;
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

/// Names the field `token` of a dead link, and those that a new account needs.
fn refusal(error: AcceptInvitationError, errors: FieldErrors) -> Problem {
    match error {
        AcceptInvitationError::DeadLink => {
            let sentence = error.to_string();
            Problem::from(error).with_errors([("token".to_owned(), vec![sentence])].into())
        }
        AcceptInvitationError::DetailsNeeded => errors.into_problem(),
        other => other.into(),
    }
}
