//! The route table of the whole shop, and the OpenAPI document made from it.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa::{PartialSchema as _, ToSchema as _};

use crate::catalog::products_json::{ProductSortJson, StockFilterJson};
use crate::response::problem::ProblemBody;
use crate::route_table::{RouteTable, route};

/// Every call of the shop.
#[must_use]
pub fn routes() -> RouteTable {
    let mut table = RouteTable::default();
    route!(table, accounts::users::register);
    route!(table, accounts::users::login);
    route!(table, accounts::google_sign_in::sign_in);
    route!(table, accounts::google_sign_in::config);
    route!(table, accounts::password_resets::forgot_password);
    route!(table, accounts::password_resets::reset_password);
    route!(table, accounts::users::logout);
    route!(table, accounts::users::list);
    route!(table, accounts::users::update_status);
    route!(table, accounts::users::delete);
    route!(table, accounts::users::update_profile);
    route!(table, accounts::users::activity);
    route!(table, accounts::users::user_detail);
    route!(table, catalog::products::list);
    route!(table, catalog::products::search);
    route!(table, catalog::products::show);
    route!(table, catalog::product_facets::list);
    route!(table, catalog::product_edits::create);
    route!(table, catalog::product_edits::update);
    route!(table, catalog::product_edits::delete);
    route!(table, catalog::product_export::export);
    route!(table, catalog::product_import::import);
    route!(table, catalog::stock::adjust);
    route!(table, catalog::stock::movements);
    route!(table, orders::calls::quote);
    route!(table, orders::calls::place);
    route!(table, orders::calls::list);
    route!(table, orders::calls::show);
    route!(table, orders::order_changes::update);
    route!(table, orders::calls::revenue_stats);
    route!(table, reports::overview::show);
    route!(table, orders::order_history::events);
    route!(table, orders::purchases::of_customer);
    route!(table, reviews::calls::list);
    route!(table, reviews::calls::create);
    route!(table, reviews::calls::update);
    route!(table, reviews::calls::delete);
    route!(table, images::image_uploads::upload);
    route!(table, images::show::show);
    route!(table, messages::contact::send);
    route!(table, reports::audit::list);
    route!(table, content::shop::show);
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
