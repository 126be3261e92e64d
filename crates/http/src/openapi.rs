//! All routes of the shop, and the OpenAPI document made from them.

use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa::{PartialSchema as _, ToSchema as _};

use crate::catalog::products::{ProductSortJson, StockFilterJson};
use crate::middleware::rate_limit::RateLimit;
use crate::orders::order_reads::{FulfilmentFilterJson, PaymentFilterJson, ReturnFilterJson};
use crate::response::conditional::catalogue_json;
use crate::response::problem::{Problem, ProblemBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::{
    accounts, backups, catalog, content, delivery, images, invoices, messages, operations, orders, payments, promotions, reports, reviews,
    settings, setup,
};

/// Every route of the shop; each file of handlers declares its own.
#[must_use]
pub fn routes() -> RouteTable {
    let mut table = RouteTable::default();
    accounts::routes(&mut table);
    backups::routes(&mut table);
    catalog::routes(&mut table);
    content::routes(&mut table);
    delivery::routes(&mut table);
    images::routes(&mut table);
    invoices::routes(&mut table);
    messages::routes(&mut table);
    orders::routes(&mut table);
    payments::routes(&mut table);
    promotions::routes(&mut table);
    reports::routes(&mut table);
    reviews::routes(&mut table);
    settings::routes(&mut table);
    setup::routes(&mut table);
    operations::routes(&mut table);
    route!(table, openapi_json, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    table
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "operations", operation_id = "openapi",
    responses((status = 200, body = Object, headers(("ETag" = String))), (status = 304, description = "Not changed")))]
async fn openapi_json(request: HttpRequest) -> Result<HttpResponse, Problem> {
    static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(document);
    catalogue_json(&request, HttpResponse::Ok(), &*DOCUMENT)
}

/// The OpenAPI document.
#[must_use]
pub fn document() -> OpenApi {
    let (paths, mut schemas) = routes().into_openapi_parts();
    // utoipa does not collect the schemas of refusals and parameters.
    schemas.push((ProblemBody::name().into_owned(), ProblemBody::schema()));
    schemas.push((ProductSortJson::name().into_owned(), ProductSortJson::schema()));
    schemas.push((StockFilterJson::name().into_owned(), StockFilterJson::schema()));
    schemas.push((FulfilmentFilterJson::name().into_owned(), FulfilmentFilterJson::schema()));
    schemas.push((PaymentFilterJson::name().into_owned(), PaymentFilterJson::schema()));
    schemas.push((ReturnFilterJson::name().into_owned(), ReturnFilterJson::schema()));
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build());
    let told = "The key of a guest's order: accessKey of the answer that placed it, or from its mailed link";
    let order_key = SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description("Order-Access", told)));
    let components = ComponentsBuilder::new()
        .schemas_from_iter(schemas)
        .security_scheme("bearer", bearer)
        .security_scheme("orderKey", order_key)
        .build();
    let info = InfoBuilder::new().title("Shop").version(env!("CARGO_PKG_VERSION")).description(Some("The shop's HTTP interface.")).build();
    OpenApiBuilder::new().info(info).paths(paths).components(Some(components)).build()
}
