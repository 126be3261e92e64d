//! Adding, editing and deleting products (contract, Products).

use actix_web::{HttpResponse, web};
use domain::accounts::permission::Permission;
use domain::catalog::ports::{CatalogueChange, ProductRepository};
use domain::catalog::product::{NewProduct, PricesError};
use domain::catalog::product_change::{ProductChange, ProductError, StockChange};
use domain::catalog::product_code::ProductCode;
use domain::shared::edit::Saved;
use domain::shared::ids::ProductId;
use domain::shared::ports::{Clock, IdSource};
use domain::shared::quantity::Stock;
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache::note_change::answering;
use crate::catalog::product_input::{CreateProductRequest, ProductUpdate};
use crate::catalog::products::ProductJson;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, Failures, ForAdmins, NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::config::HttpConfig;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, create, access: Access::Staff(Permission::ManageProducts), limit: Limit::Unlimited, changes: Some(CatalogueChange::Content));
    route!(table, update, access: Access::Staff(Permission::DescribeProducts), limit: Limit::Unlimited, changes: Some(CatalogueChange::Content));
    route!(table, delete, access: Access::Staff(Permission::ManageProducts), limit: Limit::Unlimited, changes: Some(CatalogueChange::Content));
}

/// The product after a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductResponse {
    /// The sentence to show.
    pub message: &'static str,
    /// The product as it is now.
    pub product: ProductJson,
}

/// Adds a product.
#[utoipa::path(post, path = "/api/products", tag = "products", operation_id = "createProduct", request_body = CreateProductRequest,
    responses((status = 201, body = ProductResponse), WithBody, ForAdmins, Conflict, Failures))]
async fn create(
    products: web::Data<dyn ProductRepository>,
    clock: web::Data<dyn Clock>,
    ids: web::Data<dyn IdSource>,
    config: web::Data<HttpConfig>,
    admin: Admin,
    Body(body): Body<CreateProductRequest>,
) -> Result<HttpResponse, Problem> {
    let new = parse_new(body, &config, &**ids, &**clock)?;
    let added = products.create(&new, &admin.actor).await;
    let product = added.map_err(|error| refusal(error, "The Product Was Not Added Due To An Error"))?;
    let answer = ProductResponse { message: "The Product Was Added Successfully", product: (&product).into() };
    Ok(private(HttpResponse::Created(), &answer))
}

/// Edits a product; its id cannot change. Content staff send price and stock unchanged: else it is 403 `auth.role_forbidden`.
#[utoipa::path(put, path = "/api/products/update/{productId}", tag = "products", operation_id = "updateProduct", request_body = ProductUpdate,
    params(("productId" = String, Path)),
    responses((status = 200, body = ProductResponse), WithBody, ForAdmins, NotFound, Conflict, Failures))]
async fn update(
    products: web::Data<dyn ProductRepository>,
    clock: web::Data<dyn Clock>,
    config: web::Data<HttpConfig>,
    code: web::Path<String>,
    Admin { principal, actor }: Admin,
    Body(body): Body<ProductUpdate>,
) -> Result<HttpResponse, Problem> {
    let code = ProductCode::parse(&code).map_err(|_| ProductError::NotFound)?;
    let change = parse_update(&body, &code, &config)?;
    let change = ProductChange { describes_only: !principal.may(Permission::UpdateProducts), ..change };
    let edited = products.update(&code, &change, &actor, clock.now()).await;
    let Saved { value: product, is_changed } = edited.map_err(|error| refusal(error, "The Product Was Not Updated Due To An Error"))?;
    let answer = ProductResponse { message: "The Product Was Updated Successfully", product: (&product).into() };
    Ok(answering(private(HttpResponse::Ok(), &answer), is_changed))
}

/// Deletes a product; orders keep their own copy.
#[utoipa::path(delete, path = "/api/products/{productId}", tag = "products", operation_id = "deleteProduct",
    params(("productId" = String, Path)),
    responses((status = 200, body = MessageJson), ForAdmins, NotFound, Failures))]
async fn delete(
    products: web::Data<dyn ProductRepository>,
    clock: web::Data<dyn Clock>,
    admin: Admin,
    code: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let code = ProductCode::parse(&code).map_err(|_| ProductError::NotFound)?;
    let deleted = products.delete(&code, &admin.actor, clock.now()).await;
    deleted.map_err(|error| refusal(error, "Failed to delete the product."))?;
    Ok(private(HttpResponse::Ok(), &MessageJson { message: "The product was deleted successfully" }))
}

/// The refusal of a change; `failure` is the sentence where the database fails.
fn refusal(error: ProductError, failure: &str) -> Problem {
    match error {
        ProductError::VersionConflict(ref present) => {
            let present = ProductJson::from(&**present);
            Problem::from(error).with("product", present)
        }
        ProductError::StockChanged(present) => Problem::from(error).with("stock", present.get()),
        ProductError::Prices(PricesError::Zero) => Problem::invalid_field("price", PricesError::Zero),
        ProductError::Prices(above) => Problem::invalid_field("lastPrice", above),
        other => Problem::from(other).failing(failure),
    }
}

fn parse_new(mut body: CreateProductRequest, config: &HttpConfig, ids: &dyn IdSource, clock: &dyn Clock) -> Result<NewProduct, Problem> {
    // Without a last price the price is it.
    body.last_price.get_or_insert_default();
    let mut errors = FieldErrors::default();
    let code = errors.required("productId", body.product_id.as_deref(), ProductCode::parse);
    let stock = errors.required("stock", body.stock, Stock::parse);
    let details = body.details(config, &mut errors).create();
    match (code, details, stock, errors.is_empty()) {
        (Some(code), Some(details), Some(stock), true) => {
            Ok(NewProduct { id: ProductId::new(ids.uuid()), code, details, stock, created_at: clock.now() })
        }
        _ => Err(errors.into_problem()),
    }
}

fn parse_update(body: &ProductUpdate, code: &ProductCode, config: &HttpConfig) -> Result<ProductChange, Problem> {
    let mut errors = FieldErrors::default();
    if body.product_id.as_deref().is_some_and(|id| !id.eq_ignore_ascii_case(code.as_str())) {
        errors.add("productId", "cannot be changed");
    }
    let details = body.details(config, &mut errors);
    let to = errors.optional("stock", body.stock, Stock::parse);
    let expected = errors.optional("expectedStock", body.expected_stock, Stock::parse);
    errors.check()?;
    let stock = to.map(|to| StockChange { to, expected });
    Ok(ProductChange { details, stock, expected_version: body.version, describes_only: false })
}
