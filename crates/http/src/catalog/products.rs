//! Reading the catalogue: list, search, product (contract, Products).

use std::sync::Arc;

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use application::catalog::service::{CatalogService, ProductPage};
use chrono::{DateTime, Utc};
use domain::catalog::ports::ProductRepository;
use domain::catalog::product::Product;
use domain::catalog::product_change::ProductError;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::catalog::stock_alert::StockAlert;
use domain::catalog::weight::Weight;
use domain::shared::money::{Money, MoneyError};
use domain::shared::ports::Clock;
use domain::shared::text::{Label, SearchText};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache::response_cache::{CachedResponse, ResponseCache};
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{page_header_values, page_request};
use crate::extract::query_params::{QueryParams, parse_flag};
use crate::middleware::rate_limit::RateLimit;
use crate::response::money_json::MoneyJson;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, Limited, NotFound, WithParameters};
use crate::response::word_json::word_json;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, search, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, show, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// A named colour.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Shade)]
pub struct ShadeJson {
    /// The name of the colour.
    #[schema(max_length = 100, pattern = r"\S")]
    pub name: String,
    /// The colour as `#RRGGBB`.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$", example = "#A6202F")]
    pub hex: String,
}

/// The orders in which a list of products can be sorted.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ProductSort)]
pub enum ProductSortJson {
    /// The newest first.
    Newest,
    /// The cheapest first.
    Price,
    /// The most expensive first.
    #[serde(rename = "-price")]
    PriceDescending,
    /// By name.
    Name,
    /// Most units sold in 30 days first.
    Bestselling,
}

word_json! {
    /// The stock alerts by which a list can be filtered.
    pub StockFilterJson as StockFilter of StockAlert
}

/// A product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Product)]
pub struct ProductJson {
    /// Identity.
    #[serde(rename = "_id")]
    id: String,
    /// The shop's own code of the product.
    product_id: String,
    /// Its name.
    product_name: String,
    /// Other names.
    alt_names: Vec<String>,
    /// Addresses of its pictures, the first one shown in lists.
    images: Vec<String>,
    /// Its description.
    description: String,
    /// Original price.
    price: MoneyJson,
    /// Current price.
    last_price: MoneyJson,
    /// Units in stock.
    stock: u32,
    /// Units sold in the last 30 days.
    total_sales: u64,
    /// Counts edits.
    version: i32,
    /// The brand.
    #[schema(required = true)]
    brand: Option<String>,
    /// The category.
    #[schema(required = true)]
    category: Option<String>,
    /// The product family of which it is one shade.
    #[schema(required = true)]
    family: Option<String>,
    /// Its shade within the family.
    #[schema(required = true)]
    shade: Option<ShadeJson>,
    /// The weight of a unit with its packaging, in grams; null counts as 200.
    #[schema(required = true, minimum = 1, maximum = 100_000)]
    weight_grams: Option<u32>,
    /// The time it was added.
    created_at: DateTime<Utc>,
    /// The time of the last edit.
    updated_at: DateTime<Utc>,
}

impl From<&Product> for ProductJson {
    fn from(product: &Product) -> Self {
        let details = &product.details;
        let label = |label: &Option<Label>| label.as_ref().map(ToString::to_string);
        Self {
            id: product.id.to_string(),
            product_id: product.code.to_string(),
            product_name: details.name.to_string(),
            alt_names: details.alt_names.iter().map(ToString::to_string).collect(),
            images: details.images.iter().map(ToString::to_string).collect(),
            description: details.description.to_string(),
            price: MoneyJson(details.prices.price()),
            last_price: MoneyJson(details.prices.last_price()),
            stock: product.stock.get(),
            total_sales: product.total_sales,
            version: product.version,
            brand: label(&details.brand),
            category: label(&details.category),
            family: label(&details.family),
            shade: details.shade.as_ref().map(|shade| ShadeJson { name: shade.name.to_string(), hex: shade.hex.as_str().to_owned() }),
            weight_grams: details.weight.map(Weight::grams),
            created_at: product.created_at,
            updated_at: product.updated_at,
        }
    }
}

/// The text that a search answered, where it is not the one that was typed.
pub(crate) const SEARCH_CORRECTED: HeaderName = HeaderName::from_static("x-search-corrected");

/// The parameters of a list, in their order in the address of the next page.
const PARAMETERS: [&str; 10] = ["sort", "discounted", "inStock", "stock", "minPrice", "maxPrice", "category", "brand", "limit", "after"];

/// One page of the catalogue.
#[utoipa::path(get, path = "/api/products", tag = "products", operation_id = "listProducts",
    params(
        ("sort" = Option<ProductSortJson>, Query, description = "newest unless given"),
        ("discounted" = Option<bool>, Query), ("inStock" = Option<bool>, Query, description = "true: stock above 0; false: 0"),
        ("stock" = Option<StockFilterJson>, Query, description = "only products with this alert"),
        ("minPrice" = Option<MoneyJson>, Query), ("maxPrice" = Option<MoneyJson>, Query),
        ("category" = Option<String>, Query, max_length = 100, pattern = r"\S"), ("brand" = Option<String>, Query, max_length = 100, pattern = r"\S"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 500, description = "100 unless given"), ("after" = Option<String>, Query, description = "cursor of the next page, from Link"),
    ),
    responses((status = 200, body = [ProductJson], headers(("X-Total-Count" = String), ("Link" = String), ("ETag" = String))), (status = 304, description = "Not changed"),
        WithParameters, Limited, Failures))]
async fn list(
    catalog: web::Data<CatalogService>,
    responses: web::Data<ResponseCache>,
    request: HttpRequest,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    page_of_products(&catalog, &responses, &request, &query, None).await
}

/// One page of search results, best match first unless sorted otherwise. A word that no product has is taken as the word that it
/// resembles, or left out: then `X-Search-Corrected` has the text that was answered, percent-encoded.
#[utoipa::path(get, path = "/api/products/search/{text}", tag = "products", operation_id = "searchProducts",
    params(
        ("text" = String, Path, max_length = 100, description = "the text to search for"),
        ("sort" = Option<ProductSortJson>, Query, description = "best match first unless given"),
        ("discounted" = Option<bool>, Query), ("inStock" = Option<bool>, Query, description = "true: stock above 0; false: 0"),
        ("stock" = Option<StockFilterJson>, Query, description = "only products with this alert"),
        ("minPrice" = Option<MoneyJson>, Query), ("maxPrice" = Option<MoneyJson>, Query),
        ("category" = Option<String>, Query, max_length = 100, pattern = r"\S"), ("brand" = Option<String>, Query, max_length = 100, pattern = r"\S"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 500, description = "100 unless given"), ("after" = Option<String>, Query, description = "cursor of the next page, from Link"),
    ),
    responses((status = 200, body = [ProductJson], headers(("X-Total-Count" = String), ("Link" = String), ("ETag" = String),
            ("X-Search-Corrected" = String, description = "the text that was answered, percent-encoded; absent when it is the one given"))),
        (status = 304, description = "Not changed"), WithParameters, Limited, Failures))]
async fn search(
    catalog: web::Data<CatalogService>,
    responses: web::Data<ResponseCache>,
    request: HttpRequest,
    text: web::Path<String>,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let text = SearchText::parse(&text).map_err(|error| Problem::invalid_field("text", error))?;
    page_of_products(&catalog, &responses, &request, &query, Some(text)).await
}

/// One product.
#[utoipa::path(get, path = "/api/products/{productId}", tag = "products", operation_id = "showProduct",
    params(("productId" = String, Path)),
    responses((status = 200, body = ProductJson, headers(("ETag" = String))), (status = 304, description = "Not changed"), NotFound, Limited, Failures))]
async fn show(
    products: web::Data<dyn ProductRepository>,
    clock: web::Data<dyn Clock>,
    responses: web::Data<ResponseCache>,
    request: HttpRequest,
    code: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let code = ProductCode::parse(&code).map_err(|_| ProductError::NotFound)?;
    let make = async {
        let found = products.by_code(&code, clock.now()).await.map_err(|error| Problem::from(error).failing("Failed To Fetch Products"))?;
        CachedResponse::json(&ProductJson::from(&found.ok_or(ProductError::NotFound)?), Vec::new())
    };
    responses.answer(&request, format!("product {}", code.folded()), make).await
}

async fn page_of_products(
    catalog: &CatalogService,
    responses: &ResponseCache,
    request: &HttpRequest,
    query: &QueryParams,
    text: Option<SearchText>,
) -> Result<HttpResponse, Problem> {
    let query = query.only(&PARAMETERS);
    let what = match &text {
        Some(text) => format!("search {}?{}", text.as_str(), query.to_query()),
        None => format!("products ?{}", query.to_query()),
    };
    let make = async {
        let product_query = product_query(&query, text.filter(|t| !t.is_empty()))?;
        let ProductPage { page, corrected } = catalog.list(&product_query).await?;
        let mut headers = page_header_values(request.path(), &query, &page);
        headers.extend(corrected.as_deref().and_then(corrected_value).map(|corrected| (SEARCH_CORRECTED, corrected)));
        CachedResponse::json(&products_json(&page.items), headers)
    };
    responses.answer(request, what, make).await
}

pub(crate) fn products_json(products: &[Arc<Product>]) -> Vec<ProductJson> {
    products.iter().map(|product| ProductJson::from(&**product)).collect()
}

/// Products as cards show them in the first view of a page: with empty descriptions, which would be a quarter of the page's bytes.
pub(crate) fn product_cards(products: &[Arc<Product>]) -> Vec<ProductJson> {
    products_json(products).into_iter().map(|product| ProductJson { description: String::new(), ..product }).collect()
}

/// A corrected text as the value of its header: percent-encoded, because a header holds ASCII alone.
pub(crate) fn corrected_value(text: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()).ok()
}

/// Reads the query of a list, except the search text.
pub(crate) fn product_query(query: &QueryParams, text: Option<SearchText>) -> Result<ProductQuery, Problem> {
    let mut errors = FieldErrors::default();
    let default_sort = if text.is_some() { ProductSort::Relevance } else { ProductSort::Newest };
    let sort =
        errors.optional("sort", query.get("sort"), |s| ProductSort::parse(s).ok_or("must be newest, price, -price, name or bestselling"));
    let filter = product_filter(query, &mut errors);
    let alert = errors.optional("stock", query.get("stock"), StockAlert::parse);
    let page = page_request(query, &mut errors);
    errors.check()?;
    Ok(ProductQuery { text, filter, alert, sort: sort.unwrap_or(default_sort), page })
}

/// Reads the filter of a list, and notes its errors.
pub(crate) fn product_filter(query: &QueryParams, errors: &mut FieldErrors) -> ProductFilter {
    let money = |text: &str| -> Result<Money, MoneyError> { Money::parse(text) };
    let filter = ProductFilter {
        discounted: errors.optional("discounted", query.get("discounted"), parse_flag),
        in_stock: errors.optional("inStock", query.get("inStock"), parse_flag),
        min_price: errors.optional("minPrice", query.get("minPrice"), money),
        max_price: errors.optional("maxPrice", query.get("maxPrice"), money),
        category: errors.optional("category", query.get("category"), Label::parse),
        brand: errors.optional("brand", query.get("brand"), Label::parse),
    };
    if let (Some(min), Some(max)) = (filter.min_price, filter.max_price)
        && min > max
    {
        errors.add("minPrice", "must not be above maxPrice");
    }
    filter
}
