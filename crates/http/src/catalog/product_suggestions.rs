//! Suggestions for a search box: products, brands and categories.

use actix_web::{HttpRequest, HttpResponse, web};
use application::catalog::CatalogUseCases;
use application::catalog::listed_product::ListedProduct;
use application::catalog::suggest_products::Suggestions;
use domain::shared::text::{SearchText, TextError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache::response_cache::ResponseCache;
use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::Rule;
use crate::response::money_json::MoneyJson;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, Limited, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::Public, limit: Limit::PerAddress(Rule::Read), changes: None);
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

impl From<&ListedProduct> for SuggestedProductJson {
    fn from(product: &ListedProduct) -> Self {
        Self {
            product_id: product.code.as_str().to_owned(),
            product_name: product.name.as_str().to_owned(),
            image: product.image.as_ref().map(|image| image.as_str().to_owned()),
            last_price: MoneyJson(product.prices.last_price()),
            price: MoneyJson(product.prices.price()),
        }
    }
}

impl From<Suggestions> for SuggestionsJson {
    fn from(suggestions: Suggestions) -> Self {
        Self {
            products: suggestions.products.iter().map(|listed| listed.as_ref().into()).collect(),
            brands: suggestions.brands.into_iter().map(|brand| brand.into_string()).collect(),
            categories: suggestions.categories.into_iter().map(|category| category.into_string()).collect(),
            corrected: suggestions.corrected,
        }
    }
}

/// Products, brands and categories for a text that is being typed.
#[utoipa::path(get, path = "/api/products/suggestions", tag = "products", operation_id = "suggestProducts",
    params(("q" = String, Query, min_length = 1, max_length = 100, pattern = r"\S", description = "the text typed so far")),
    responses((status = 200, body = SuggestionsJson, headers(("ETag" = String))), (status = 304, description = "Not changed"),
        WithParameters, Limited, Failures))]
async fn list(
    catalog: web::Data<CatalogUseCases>,
    responses: web::Data<ResponseCache>,
    request: HttpRequest,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let query = query.only(&PARAMETERS);
    let make = async { Ok::<_, Problem>(SuggestionsJson::from(catalog.suggest_products.run(&text(&query)?).await?)) };
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
