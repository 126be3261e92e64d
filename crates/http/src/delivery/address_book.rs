//! `/api/users/addresses`: the addresses of the user (contract-commerce, section 1).

use actix_web::{HttpResponse, web};
use application::delivery::DeliveryUseCases;
use application::delivery::keep_addresses::AddressBookError;
use domain::shared::ids::AddressId;

use crate::delivery::address_book_json::{AddressJson, AddressRequest, AddressResponse};
use crate::extract::authentication::SignedIn;
use crate::extract::body::Body;
use crate::middleware::rate_limit::Rule;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForUsers, Limited, Missing, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list_addresses, access: Access::SignedIn, limit: Limit::PerAddress(Rule::Read), changes: None);
    route!(table, add_address, access: Access::SignedIn, limit: Limit::PerUser(Rule::ChangeDetails), changes: None);
    route!(table, replace_address, access: Access::SignedIn, limit: Limit::PerUser(Rule::ChangeDetails), changes: None);
    route!(table, remove_address, access: Access::SignedIn, limit: Limit::PerUser(Rule::ChangeDetails), changes: None);
}

/// The id in a path; one that is none belongs to no address.
fn id_of(text: &str) -> Result<AddressId, AddressBookError> {
    AddressId::parse(text).ok_or(AddressBookError::NotFound)
}

/// The user's own addresses: the default one first, then the newest.
#[utoipa::path(get, path = "/api/users/addresses", tag = "users", operation_id = "listAddresses",
    responses((status = 200, body = [AddressJson]), ForUsers, Limited, Failures))]
async fn list_addresses(delivery: web::Data<DeliveryUseCases>, SignedIn(who): SignedIn) -> Result<HttpResponse, Problem> {
    let addresses = delivery.keep_addresses.list(who.user.id).await?;
    let addresses: Vec<AddressJson> = addresses.into_iter().map(Into::into).collect();
    Ok(private(HttpResponse::Ok(), &addresses))
}

/// Adds an address, up to 20.
#[utoipa::path(post, path = "/api/users/addresses", tag = "users", operation_id = "addAddress", request_body = AddressRequest,
    responses((status = 201, body = AddressResponse), WithBody, ForUsers, Conflicting, Limited, Failures))]
async fn add_address(
    delivery: web::Data<DeliveryUseCases>,
    SignedIn(who): SignedIn,
    Body(body): Body<AddressRequest>,
) -> Result<HttpResponse, Problem> {
    let address = delivery.keep_addresses.add(who.user.id, &body.parse()?).await?;
    Ok(private(HttpResponse::Created(), &AddressResponse { message: "Address saved successfully!", address: address.into() }))
}

/// Replaces an address of the user.
#[utoipa::path(put, path = "/api/users/addresses/{addressId}", tag = "users", operation_id = "replaceAddress", request_body = AddressRequest,
    params(("addressId" = String, Path)),
    responses((status = 200, body = AddressResponse), WithBody, ForUsers, Missing, Limited, Failures))]
async fn replace_address(
    delivery: web::Data<DeliveryUseCases>,
    id: web::Path<String>,
    SignedIn(who): SignedIn,
    Body(body): Body<AddressRequest>,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&id)?;
    let address = delivery.keep_addresses.replace(who.user.id, id, &body.parse()?).await?;
    Ok(private(HttpResponse::Ok(), &AddressResponse { message: "Address saved successfully!", address: address.into() }))
}

/// Deletes an address of the user. Orders keep their copies.
#[utoipa::path(delete, path = "/api/users/addresses/{addressId}", tag = "users", operation_id = "removeAddress",
    params(("addressId" = String, Path)),
    responses((status = 200, body = MessageJson), ForUsers, Missing, Limited, Failures))]
async fn remove_address(
    delivery: web::Data<DeliveryUseCases>,
    id: web::Path<String>,
    SignedIn(who): SignedIn,
) -> Result<HttpResponse, Problem> {
    delivery.keep_addresses.remove(who.user.id, id_of(&id)?).await?;
    Ok(private(HttpResponse::Ok(), &MessageJson { message: "Address deleted successfully!" }))
}
