//! The route table of the whole shop, and the OpenAPI document made from it.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa::{PartialSchema as _, ToSchema as _};

use crate::problem::ProblemBody;
use crate::products_json::{ProductSortJson, StockFilterJson};
use crate::route_table::{RouteTable, route};

/// Every call of the shop.
#[must_use]
pub fn routes() -> RouteTable {
    let mut table = RouteTable::default();
    route!(table, users::register);
    route!(table, users::login);
    route!(table, google_sign_in::sign_in);
    route!(table, google_sign_in::config);
    route!(table, password_resets::forgot_password);
    route!(table, password_resets::reset_password);
    route!(table, users::logout);
    route!(table, users::list);
    route!(table, users::update_status);
    route!(table, users::delete);
    route!(table, users::update_profile);
    route!(table, users::activity);
    route!(table, users::user_detail);
    route!(table, products::list);
    route!(table, products::search);
    route!(table, products::show);
    route!(table, product_facets::list);
    route!(table, product_edits::create);
    route!(table, product_edits::update);
    route!(table, product_edits::delete);
    route!(table, product_export::export);
    route!(table, product_import::import);
    route!(table, stock::adjust);
    route!(table, stock::movements);
    route!(table, orders::quote);
    route!(table, orders::place);
    route!(table, orders::list);
    route!(table, orders::show);
    route!(table, order_changes::update);
    route!(table, orders::revenue_stats);
    route!(table, overview::show);
    route!(table, order_history::events);
    route!(table, purchases::of_customer);
    route!(table, reviews::list);
    route!(table, reviews::create);
    route!(table, reviews::update);
    route!(table, reviews::delete);
    route!(table, image_uploads::upload);
    route!(table, images::show);
    route!(table, contact::send);
    route!(table, audit::list);
    route!(table, shop::show);
    route!(table, operations::healthz);
    route!(table, operations::readyz);
    route!(table, operations::openapi_json);
    table
}

/// The OpenAPI document.
#[must_use]
pub fn document() -> OpenApi {
    let (paths, mut schemas) = routes().into_openapi_parts();
    // Neither the groups of refusals nor parameters carry their schemas along.
    schemas.push((ProblemBody::name().into_owned(), ProblemBody::schema()));
    schemas.push((ProductSortJson::name().into_owned(), ProductSortJson::schema()));
    schemas.push((StockFilterJson::name().into_owned(), StockFilterJson::schema()));
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build());
    let components = ComponentsBuilder::new().schemas_from_iter(schemas).security_scheme("bearer", bearer).build();
    let info =
        InfoBuilder::new().title("Araliya").version(env!("CARGO_PKG_VERSION")).description(Some("The shop's HTTP interface.")).build();
    OpenApiBuilder::new().info(info).paths(paths).components(Some(components)).build()
}
