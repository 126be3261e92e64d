//! The page of a guest's order: mailing its link again, and revoking it (contract-commerce, section 5).

use std::convert::Infallible;

use actix_web::{HttpResponse, web};
use application::messages::MessageUseCases;
use application::orders::OrderUseCases;
use domain::accounts::permission::Permission;
use domain::orders::guest_orders::{Contact, RevokeLinkError};
use domain::shared::order_id::OrderId;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::RateLimit;
use crate::middleware::request_id;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::background::Background;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, look_up, access: Access::Public, limit: Limit::PerAddress(RateLimit::LookUpOrder), changes: None);
    route!(table, revoke_link, access: Access::Staff(Permission::CallCustomers), limit: Limit::Unlimited, changes: None);
}

/// A request for the page of an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLookup {
    /// The number of the order.
    #[schema(required = true, nullable = false, max_length = 40, pattern = r"\S")]
    pub order_id: Option<String>,
    /// The e-mail address or the telephone number that the order was placed with.
    #[schema(required = true, nullable = false, max_length = 254, pattern = r"\S")]
    pub contact: Option<String>,
}

/// How the link of an order is revoked.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LinkRevocation {
    /// Whether a new link is mailed to the order's address.
    #[serde(default)]
    pub mail: bool,
}

/// Mails the page of an order to the order's own address, if it was placed with this contact: three times an hour at most. Wording and time
/// of the answer do not depend on that; the wording says where no mail server is connected.
#[utoipa::path(post, path = "/api/orders/lookup", tag = "orders", operation_id = "lookUpOrder", request_body = OrderLookup,
    responses((status = 202, body = MessageJson), WithBody))]
async fn look_up(
    orders: web::Data<OrderUseCases>,
    messages: web::Data<MessageUseCases>,
    background: web::Data<Background>,
    Body(body): Body<OrderLookup>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let number = body.order_id.as_deref().map(str::trim).filter(|number| !number.is_empty());
    // Text that is no number of an order is answered as an unknown number is.
    let number = errors.required("orderId", number, |number| Ok::<_, Infallible>(OrderId::parse(number).ok()));
    let contact = errors.required("contact", body.contact.as_deref(), Contact::parse);
    let (Some(number), Some(contact)) = (number, contact) else { return Err(errors.into_problem()) };
    let (links, request_id) = (orders.guest_links.clone(), request_id::current());
    background.run("mail the page of an order", async move {
        let Some(id) = number else { return };
        match links.look_up(&id, &contact).await {
            Ok(outcome) => tracing::info!(request_id, ?outcome, "the page of an order was asked for"),
            Err(error) => {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::error!(request_id, ?cause, "the page of an order was not mailed: {error}");
            }
        }
    });
    let message = match messages.mail_connection.is_connected() {
        true => "If there is an order with this number and contact, we have sent its link to the order's e-mail address.",
        false => "This shop is not connected to a mail server yet, so it cannot send you a link. Please contact the shop.",
    };
    Ok(private(HttpResponse::Accepted(), &MessageJson { message }))
}

/// Ends the link of a guest's order, and mails a new one if that is wanted. The order of an account has none: 409 `order.no_link`.
#[utoipa::path(post, path = "/api/orders/{orderId}/revoke-link", tag = "orders", operation_id = "revokeOrderLink", request_body = LinkRevocation,
    params(("orderId" = String, Path)),
    responses((status = 200, body = MessageJson), WithBody, NotFound, Conflict))]
async fn revoke_link(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<LinkRevocation>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| RevokeLinkError::NotFound)?;
    orders.guest_links.revoke(&admin.actor, &id, body.mail).await?;
    let message = if body.mail { "Link revoked. A new one is mailed to the customer." } else { "Link revoked." };
    Ok(private(HttpResponse::Ok(), &MessageJson { message }))
}
