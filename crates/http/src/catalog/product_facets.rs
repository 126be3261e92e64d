//! Facets: the values that narrow a list of products, with counts.

use actix_web::{HttpRequest, HttpResponse, web};
use application::catalog::service::CatalogService;
use domain::catalog::product_query::{FacetQuery, FacetValue, ProductFacets};
use domain::shared::text::SearchText;
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache::response_cache::ResponseCache;
use crate::catalog::products::product_filter;
use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::response::money_json::MoneyJson;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, Limited, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// The parameters that the answer depends on.
const PARAMETERS: [&str; 7] = ["q", "discounted", "inStock", "minPrice", "maxPrice", "category", "brand"];

/// A category or brand, and the number of products that choosing it leaves.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FacetValue)]
pub struct FacetValueJson {
    /// The category or brand.
    value: String,
    /// The number of products that have it and pass the other filters.
    count: u32,
}

/// The lowest and the highest current price.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PriceRange)]
pub struct PriceRangeJson {
    /// The lowest price.
    min: MoneyJson,
    /// The highest price.
    max: MoneyJson,
}

/// The number of products that each further choice leaves. Every facet is counted under the filters of the others.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductFacets)]
pub struct ProductFacetsJson {
    /// Categories by name, without those that leave no product; of more than 200 those with the most products.
    categories: Vec<FacetValueJson>,
    /// Brands, in the same way.
    brands: Vec<FacetValueJson>,
    /// Null if no product is left.
    #[schema(required = true)]
    price: Option<PriceRangeJson>,
    /// The number of products with stock.
    in_stock: u32,
    /// The number of products whose price is reduced.
    discounted: u32,
    /// The number of products that pass all filters.
    total: u32,
    /// False if there are too many products to count exactly.
    exact: bool,
}

impl From<FacetValue> for FacetValueJson {
    fn from(value: FacetValue) -> Self {
        Self { value: value.value.into_string(), count: value.count }
    }
}

impl From<ProductFacets> for ProductFacetsJson {
    fn from(facets: ProductFacets) -> Self {
        Self {
            categories: facets.categories.into_iter().map(Into::into).collect(),
            brands: facets.brands.into_iter().map(Into::into).collect(),
            price: facets.prices.map(|(min, max)| PriceRangeJson { min: MoneyJson(min), max: MoneyJson(max) }),
            in_stock: facets.in_stock,
            discounted: facets.discounted,
            total: facets.total,
            exact: facets.exact,
        }
    }
}

/// The facets of the list or search with these parameters.
#[utoipa::path(get, path = "/api/products/facets", tag = "products", operation_id = "listProductFacets",
    params(
        ("q" = Option<String>, Query, max_length = 100, description = "the text to search for"),
        ("discounted" = Option<bool>, Query), ("inStock" = Option<bool>, Query),
        ("minPrice" = Option<MoneyJson>, Query), ("maxPrice" = Option<MoneyJson>, Query),
        ("category" = Option<String>, Query, max_length = 100, pattern = r"\S"), ("brand" = Option<String>, Query, max_length = 100, pattern = r"\S"),
    ),
    responses((status = 200, body = ProductFacetsJson, headers(("ETag" = String))), (status = 304, description = "Not changed"),
        WithParameters, Limited, Failures))]
async fn list(
    catalog: web::Data<CatalogService>,
    responses: web::Data<ResponseCache>,
    request: HttpRequest,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let query = query.only(&PARAMETERS);
    let make = async { Ok::<_, Problem>(ProductFacetsJson::from(catalog.facets(&facet_query(&query)?).await?)) };
    responses.answer_query(&request, "facets", &query, make).await
}

/// Reads the query of facets.
pub(crate) fn facet_query(query: &QueryParams) -> Result<FacetQuery, Problem> {
    let mut errors = FieldErrors::default();
    let text = errors.optional("q", query.get("q"), SearchText::parse);
    let filter = product_filter(query, &mut errors);
    errors.check()?;
    Ok(FacetQuery { text: text.filter(|t| !t.is_empty()), filter })
}
