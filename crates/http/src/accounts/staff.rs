//! Accounts of staff, for owners: list, role and removal (contract-owner, section 2).

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::accounts::ports::{StaffAccount, StaffAccounts, StaffError};
use domain::accounts::session::Principal;
use domain::accounts::staff_role::StaffRole;
use domain::shared::email::EmailAddress;
use domain::shared::ports::Clock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::staff_json::StaffRoleJson;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::{no_content, private};
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody};
use crate::routing::rules::{Access, Confirmation, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let access = Access::Staff(Permission::ManageStaff);
    route!(table, list, access: access, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    let confirmed = Confirmation::Recent;
    route!(table, change_role, access: access, limit: Limit::Unlimited, changes: None, confirmed: confirmed);
    route!(table, remove, access: access, limit: Limit::Unlimited, changes: None, confirmed: confirmed);
}

/// A member of staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaffMember)]
pub struct StaffMemberJson {
    email: String,
    first_name: String,
    last_name: String,
    /// Null for a user who was made a customer meanwhile.
    #[schema(required = true)]
    role: Option<StaffRoleJson>,
    is_blocked: bool,
    /// Null if the user never signed in.
    #[schema(required = true)]
    last_login: Option<DateTime<Utc>>,
    /// Whether signing in needs a code besides the password.
    second_factor: bool,
    /// Whether this is the caller.
    is_you: bool,
}

impl StaffMemberJson {
    fn of(account: StaffAccount, who: &Principal) -> Self {
        let StaffAccount { user, has_second_factor } = account;
        Self {
            email: user.email.as_str().to_owned(),
            role: user.staff_role.map(Into::into),
            is_blocked: user.is_blocked,
            last_login: user.last_login,
            second_factor: has_second_factor,
            is_you: user.id == who.user.id,
            first_name: user.first_name.into_string(),
            last_name: user.last_name.into_string(),
        }
    }
}

/// Another role for a member of staff.
#[derive(Debug, Deserialize, ToSchema)]
pub struct StaffRoleUpdate {
    /// The role.
    #[schema(value_type = Option<StaffRoleJson>, required = true, nullable = false)]
    pub role: Option<String>,
}

/// The text is no role.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("must be owner, manager, fulfilment, support or content")]
pub(crate) struct NoRole;

/// Reads a role.
pub(crate) fn parse_role(text: &str) -> Result<StaffRole, NoRole> {
    StaffRole::parse(text).ok_or(NoRole)
}

/// All staff by name: at most 200.
#[utoipa::path(get, path = "/api/admin/staff", tag = "staff", operation_id = "listStaff",
    responses((status = 200, body = Vec<StaffMemberJson>)))]
async fn list(staff: web::Data<dyn StaffAccounts>, admin: Admin) -> Result<HttpResponse, Problem> {
    let staff = staff.list().await?;
    let staff: Vec<StaffMemberJson> = staff.into_iter().map(|account| StaffMemberJson::of(account, &admin.principal)).collect();
    Ok(private(HttpResponse::Ok(), &staff))
}

/// Gives a member of staff another role and ends their sessions. The last owner who is not blocked keeps the role: 409
/// `staff.last_owner`.
#[utoipa::path(put, path = "/api/admin/staff/{email}", tag = "staff", operation_id = "changeStaffRole", request_body = StaffRoleUpdate,
    params(("email" = String, Path)),
    responses((status = 200, body = StaffMemberJson), WithBody, NotFound, Conflict))]
async fn change_role(
    staff: web::Data<dyn StaffAccounts>,
    clock: web::Data<dyn Clock>,
    admin: Admin,
    email: web::Path<String>,
    Body(body): Body<StaffRoleUpdate>,
) -> Result<HttpResponse, Problem> {
    let email = EmailAddress::parse_known(&email).map_err(|_| StaffError::NotFound)?;
    let mut errors = FieldErrors::default();
    let role = errors.required("role", body.role.as_deref(), parse_role).ok_or_else(|| errors.into_problem())?;
    let account = staff.change_role(&email, role, &admin.actor, clock.now()).await?;
    Ok(private(HttpResponse::Ok(), &StaffMemberJson::of(account, &admin.principal)))
}

/// Makes a member of staff a customer and ends their sessions; their orders stay. The last owner who is not blocked stays: 409
/// `staff.last_owner`.
#[utoipa::path(delete, path = "/api/admin/staff/{email}", tag = "staff", operation_id = "removeStaff",
    params(("email" = String, Path)),
    responses((status = 204), NotFound, Conflict))]
async fn remove(
    staff: web::Data<dyn StaffAccounts>,
    clock: web::Data<dyn Clock>,
    admin: Admin,
    email: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let email = EmailAddress::parse_known(&email).map_err(|_| StaffError::NotFound)?;
    staff.remove(&email, &admin.actor, clock.now()).await?;
    Ok(no_content())
}
