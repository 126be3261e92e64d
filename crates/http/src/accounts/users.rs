//! Users, for administrators: list, activity, blocking and deleting (contract, Users).

use std::convert::Infallible;

use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::AccountUseCases;
use application::error::{ListError, ReadError, page_or_invalid};
use application::orders::OrderUseCases;
use domain::accounts::permission::Permission;
use domain::accounts::ports::{SetUserBlockedError, UserDirectory, UserRepository};
use domain::catalog::ports::CatalogueChange;
use domain::shared::email::EmailAddress;
use domain::shared::ids::UserId;
use domain::shared::ports::Clock;
use domain::shared::text::SearchText;

use crate::accounts::users_json::{AdminUserJson, DeleteUserRequest, UpdateUserStatusRequest, UserActivityJson, UserResponse};
use crate::cache::note_change::answering;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{page_request, page_response};
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody, WithParameters};
use crate::routing::rules::{Access, Confirmation, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::Staff(Permission::ReadUsers), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, activity, access: Access::Staff(Permission::ManageUsers), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    let changes = Some(CatalogueChange::Stock);
    route!(table, update_status, access: Access::Staff(Permission::BlockUsers), limit: Limit::Unlimited, changes: changes);
    let (access, changes) = (Access::Staff(Permission::ManageUsers), Some(CatalogueChange::Content));
    route!(table, delete, access: access, limit: Limit::Unlimited, changes: changes, confirmed: Confirmation::Recent);
}

/// One page of all users, newest first.
#[utoipa::path(get, path = "/api/users", tag = "users", operation_id = "listUsers",
    params(("q" = Option<String>, Query, max_length = 100, description = "part of the name or the e-mail; a telephone number of an order or of the address book, or its beginning"), ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [AdminUserJson], headers(("X-Total-Count" = String), ("Link" = String))), WithParameters))]
async fn list(users: web::Data<dyn UserDirectory>, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let text = errors.optional("q", query.get("q"), SearchText::parse).filter(|t| !t.is_empty());
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page: Result<_, ListError> = page_or_invalid(users.list(text.as_ref(), &page).await.map_err(ListError::from)?);
    Ok(page_response(&request, &query, page?, AdminUserJson::from))
}

/// Blocks or unblocks a user. A blocking may cancel the orders of the user that are not packed.
#[utoipa::path(put, path = "/api/users", tag = "users", operation_id = "updateUserStatus", request_body = UpdateUserStatusRequest,
    responses((status = 200, body = UserResponse), WithBody, NotFound, Conflict))]
async fn update_status(
    accounts: web::Data<AccountUseCases>,
    orders: web::Data<OrderUseCases>,
    admin: Admin,
    Body(body): Body<UpdateUserStatusRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let email = errors.required("email", body.email.as_deref(), EmailAddress::parse_known);
    let blocked = errors.required("isBlocked", body.is_blocked, Ok::<_, Infallible>);
    let cancels = body.cancel_orders == Some(true);
    if cancels && blocked == Some(false) {
        errors.add("cancelOrders", "must be false where a user is unblocked");
    }
    let (Some(email), Some(blocked), true) = (email, blocked, errors.is_empty()) else { return Err(errors.into_problem()) };
    if cancels {
        admin.principal.require(Permission::CancelProcessingOrders).map_err(SetUserBlockedError::Lacking)?;
    }
    let user = accounts.users.set_blocked(&admin.principal, &admin.actor, &email, blocked).await?;
    // The sessions of the user have ended: no order is added to those that are cancelled.
    let cancelled_orders = if cancels { Some(cancel_orders_of(&orders, &admin, user.id).await?) } else { None };
    let changes_stock = cancelled_orders.as_ref().is_some_and(|cancelled| !cancelled.is_empty());
    let message = if blocked { "User blocked successfully" } else { "User unblocked successfully" };
    let answer = UserResponse { message, user: user.into(), cancelled_orders };
    Ok(answering(private(HttpResponse::Ok(), &answer), changes_stock))
}

/// Cancels the orders of a user that are not packed; the numbers of those that were cancelled.
async fn cancel_orders_of(orders: &OrderUseCases, admin: &Admin, user: UserId) -> Result<Vec<String>, Problem> {
    let outcomes = orders.service.cancel_of_user(&admin.principal, &admin.actor, user).await.map_err(ReadError::from)?;
    Ok(outcomes.into_iter().filter(|one| one.outcome.is_ok()).map(|one| one.id.as_str().to_owned()).collect())
}

/// Deletes a user; their orders stay. Needs a confirmed session.
#[utoipa::path(delete, path = "/api/users", tag = "users", operation_id = "deleteUser", request_body = DeleteUserRequest,
    responses((status = 200, body = MessageJson), WithBody, NotFound, Conflict))]
async fn delete(
    users: web::Data<dyn UserRepository>,
    clock: web::Data<dyn Clock>,
    admin: Admin,
    Body(body): Body<DeleteUserRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let email = errors.required("email", body.email.as_deref(), EmailAddress::parse_known);
    let Some(email) = email else { return Err(errors.into_problem()) };
    users.delete(&email, &admin.actor, clock.now()).await?;
    Ok(private(HttpResponse::Ok(), &MessageJson { message: "The customer was successfully removed." }))
}

/// Active users and recent logins.
#[utoipa::path(get, path = "/api/users/activity", tag = "users", operation_id = "userActivity",
    responses((status = 200, body = UserActivityJson)))]
async fn activity(users: web::Data<dyn UserDirectory>, clock: web::Data<dyn Clock>) -> Result<HttpResponse, Problem> {
    let activity = users.activity(clock.now()).await.map_err(ReadError::from)?;
    Ok(private(HttpResponse::Ok(), &UserActivityJson::from(activity)))
}
