//! Suggestions for a search box: products, brands and categories.

use actix_web::{HttpRequest, HttpResponse, web};
use application::catalog::service::CatalogService;
use domain::catalog::product::Product;
use domain::shared::text::{SearchText, TextError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache::response_cache::ResponseCache;
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
const PARAMETERS: [&str; 1] = ["q"];

/// A product as a search box shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SuggestedProduct)]
pub struct SuggestedProductJson {
    /// The shop's own code of the product.
    product_id: String,
    /// Its name.
    product_name: String,
    /// The address of its first picture.
    #[schema(required = true)]
    image: Option<String>,
    /// Current price.
    last_price: MoneyJson,
    /// Original price.
    price: MoneyJson,
}

/// What a search box offers for a text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Suggestions)]
pub struct SuggestionsJson {
    /// The best matches.
    #[schema(max_items = 5)]
    products: Vec<SuggestedProductJson>,
    /// Brands with words that begin like those of the text.
    #[schema(max_items = 3)]
    brands: Vec<String>,
    /// Categories in the same way.
    #[schema(max_items = 3)]
    categories: Vec<String>,
    /// The text that was answered; null when it is the one given.
    #[schema(required = true)]
    corrected: Option<String>,
}

impl From<&Product> for SuggestedProductJson {
    fn from(product: &Product) -> Self {
        let details = &product.details;
        Self {
            product_id: product.code.to_string(),
            product_name: details.name.to_string(),
            image: details.images.first().map(ToString::to_string),
            last_price: MoneyJson(details.prices.last_price()),
            price: MoneyJson(details.prices.price()),
        }
    }
}

/// Products, brands and categories for a text that is being typed.
#[utoipa::path(get, path = "/api/products/suggestions", tag = "products", operation_id = "suggestProducts",
    params(("q" = String, Query, min_length = 1, max_length = 100, pattern = r"\S", description = "the text typed so far")),
    responses((status = 200, body = SuggestionsJson, headers(("ETag" = String))), (status = 304, description = "Not changed"),
        WithParameters, Limited, Failures))]
async fn list(
    catalog: web::Data<CatalogService>,
    responses: web::Data<ResponseCache>,
    request: HttpRequest,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let query = query.only(&PARAMETERS);
    let make = async {
        let (products, found) = catalog.suggestions(&text(&query)?).await?;
        Ok::<_, Problem>(SuggestionsJson {
            products: products.iter().map(|product| product.as_ref().into()).collect(),
            brands: found.brands.iter().map(ToString::to_string).collect(),
            categories: found.categories.iter().map(ToString::to_string).collect(),
            corrected: found.corrected,
        })
    };
    responses.answer_query(&request, "suggestions", &query, make).await
}

/// Reads the text, which must be there.
fn text(query: &QueryParams) -> Result<SearchText, Problem> {
    let mut errors = FieldErrors::default();
    let text = errors.required("q", query.get("q"), |text| match SearchText::parse(text) {
        Ok(text) if text.is_empty() => Err(TextError::Empty),
        parsed => parsed,
    });
    text.ok_or_else(|| errors.into_problem())
}
