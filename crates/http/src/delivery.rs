//! `/api/users/addresses`: the addresses of the user (contract-commerce, section 1).

pub mod delivery_json;

use actix_web::{HttpResponse, web};
use domain::delivery::address_book::{AddressBook, AddressBookError, AddressEntry, SavedAddress};
use domain::shared::ids::AddressId;
use domain::shared::ports::{Clock, IdSource};
use domain::shared::text::Text;
use serde::Serialize;
use utoipa::ToSchema;

use crate::delivery::delivery_json::{AddressRequest, DeliveryAddressJson};
use crate::extract::authentication::SignedIn;
use crate::extract::body::Body;
use crate::middleware::rate_limit::RateLimit;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list_addresses, access: Access::SignedIn, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, add_address, access: Access::SignedIn, limit: Limit::PerUser(RateLimit::ChangeDetails), changes: None);
    route!(table, replace_address, access: Access::SignedIn, limit: Limit::PerUser(RateLimit::ChangeDetails), changes: None);
    route!(table, remove_address, access: Access::SignedIn, limit: Limit::PerUser(RateLimit::ChangeDetails), changes: None);
}

/// An address in the user's book.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Address)]
struct AddressJson {
    address_id: String,
    #[schema(required = true)]
    label: Option<String>,
    name: String,
    phone: String,
    #[serde(flatten)]
    address: DeliveryAddressJson,
    /// Exactly one address of a user is the default.
    is_default: bool,
}

impl From<SavedAddress> for AddressJson {
    fn from(saved: SavedAddress) -> Self {
        let AddressEntry { label, name, phone, address, is_default } = saved.entry;
        Self {
            address_id: saved.id.to_string(),
            label: label.map(Text::into_string),
            name: name.into_string(),
            phone: phone.as_str().to_owned(),
            address: address.into(),
            is_default,
        }
    }
}

/// An address after a change.
#[derive(Debug, Serialize, ToSchema)]
struct AddressResponse {
    /// The sentence to show.
    message: &'static str,
    /// The address as it is now.
    address: AddressJson,
}

/// The id in a path; one that is none belongs to no address.
fn id_of(text: &str) -> Result<AddressId, AddressBookError> {
    AddressId::parse(text).ok_or(AddressBookError::NotFound)
}

/// The user's own addresses: the default one first, then the newest.
#[utoipa::path(get, path = "/api/users/addresses", tag = "users", operation_id = "listAddresses",
    responses((status = 200, body = [AddressJson])))]
async fn list_addresses(book: web::Data<dyn AddressBook>, SignedIn(who): SignedIn) -> Result<HttpResponse, Problem> {
    let addresses = book.list(who.user.id).await?;
    let addresses: Vec<AddressJson> = addresses.into_iter().map(Into::into).collect();
    Ok(private(HttpResponse::Ok(), &addresses))
}

/// Adds an address, up to 20.
#[utoipa::path(post, path = "/api/users/addresses", tag = "users", operation_id = "addAddress", request_body = AddressRequest,
    responses((status = 201, body = AddressResponse), WithBody, Conflict))]
async fn add_address(
    book: web::Data<dyn AddressBook>,
    clock: web::Data<dyn Clock>,
    ids: web::Data<dyn IdSource>,
    SignedIn(who): SignedIn,
    Body(body): Body<AddressRequest>,
) -> Result<HttpResponse, Problem> {
    let entry = body.parse()?;
    let address = book.add(who.user.id, AddressId::new(ids.uuid()), &entry, clock.now()).await?;
    Ok(private(HttpResponse::Created(), &AddressResponse { message: "Address saved successfully!", address: address.into() }))
}

/// Replaces an address of the user.
#[utoipa::path(put, path = "/api/users/addresses/{addressId}", tag = "users", operation_id = "replaceAddress", request_body = AddressRequest,
    params(("addressId" = String, Path)),
    responses((status = 200, body = AddressResponse), WithBody, NotFound))]
async fn replace_address(
    book: web::Data<dyn AddressBook>,
    id: web::Path<String>,
    SignedIn(who): SignedIn,
    Body(body): Body<AddressRequest>,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&id)?;
    let address = book.replace(who.user.id, id, &body.parse()?).await?;
    Ok(private(HttpResponse::Ok(), &AddressResponse { message: "Address saved successfully!", address: address.into() }))
}

/// Deletes an address of the user. Orders keep their copies.
#[utoipa::path(delete, path = "/api/users/addresses/{addressId}", tag = "users", operation_id = "removeAddress",
    params(("addressId" = String, Path)),
    responses((status = 200, body = MessageJson), NotFound))]
async fn remove_address(book: web::Data<dyn AddressBook>, id: web::Path<String>, SignedIn(who): SignedIn) -> Result<HttpResponse, Problem> {
    book.remove(who.user.id, id_of(&id)?).await?;
    Ok(private(HttpResponse::Ok(), &MessageJson { message: "Address deleted successfully!" }))
}
