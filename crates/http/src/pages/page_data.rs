//! What a public page shows: the answers its first view asks for, under the keys the web app asks with
//! (`frontend/README.md`), the same JSON as the API's.

use application::error::UseCaseError;
use chrono::{DateTime, TimeDelta};
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::shared::calendar::ShopCalendar;
use domain::shared::page::{PageLimit, PageRequest};
use domain::shared::text::SearchText;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::address::PublicPage;
use super::list_params::ListParams;
use super::structured_data;
use crate::app_state::{AppState, HttpConfig};
use crate::catalog::product_facets::{ProductFacetsJson, facet_query};
use crate::catalog::products::product_query;
use crate::catalog::products_json::ProductJson;
use crate::content::shop::ShopInfoJson;
use crate::extract::paging::total_header;
use crate::response::problem::Problem;
use crate::reviews::json::ReviewJson;

/// Products on the home page.
const FEATURED: u16 = 8;
/// Reviews on the home page.
const LATEST_REVIEWS: u16 = 5;
/// The most products that are looked through for those of a family.
const FAMILY: u16 = 50;
/// The shop's clock is known from 2020 to 2040, in days since 1970: no order is older, and rules further on may change.
const OFFSETS_KNOWN: [i64; 2] = [18_262, 25_567];
/// Products on a page of the list.
const PAGE_SIZE: u16 = 24;

/// An answer and the key it is kept under.
#[derive(Debug, Serialize)]
struct Seed {
    key: Value,
    data: Box<RawValue>,
}

/// What a page shows.
#[derive(Debug)]
pub(super) struct PageData {
    /// The answers, as JSON.
    pub(super) seed: Box<RawValue>,
    /// What search engines read, each a JSON-LD object.
    pub(super) structured: Vec<Value>,
    /// The page's title when only the server gives one; `None` for the shop's own.
    pub(super) title: Option<String>,
}

/// Why there is nothing to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoData {
    /// The product is not there.
    Missing,
    /// The catalogue does not answer, or refuses the question; the browser may ask for itself.
    Refused,
}

/// What every page shows: the shop and where it is.
pub(super) fn common(config: &HttpConfig) -> Option<Box<RawValue>> {
    to_json(&common_seeds(config)?)
}

/// Collects what a page shows.
pub(super) async fn load(state: &AppState, page: &PublicPage) -> Result<PageData, NoData> {
    let config = &state.config;
    let mut seeds = common_seeds(config).ok_or(NoData::Refused)?;
    let mut structured = Vec::new();
    let mut title = page.title().map(ToOwned::to_owned);
    match page {
        PublicPage::Home => {
            let (featured, reviews) = futures_util::try_join!(featured(state), latest_reviews(state))?;
            seeds.extend([featured, reviews]);
            structured = vec![structured_data::organization(config), structured_data::website(config)];
        }
        PublicPage::Products(params) => {
            let (list, facets) = futures_util::try_join!(product_list(state, params), facets(state, params))?;
            seeds.extend([list, facets]);
            structured.push(structured_data::breadcrumb(config, &[("Products", "/products")]));
        }
        PublicPage::Product(code) => {
            let product = state.use_cases.show_product.run(code).await.map_err(no_product)?;
            structured = structured_data::product(config, &product);
            title = Some(product.details.name.as_str().to_owned());
            seeds.extend(family(state, &product).await);
            seeds.push(product_detail(code, product).ok_or(NoData::Refused)?);
        }
        PublicPage::Contact => structured.push(structured_data::organization(config)),
        PublicPage::MissingProduct => seeds.push(seed(json!(["products", "detail", "-"]), &Value::Null).ok_or(NoData::Refused)?),
        PublicPage::NotFound(_) => {}
    }
    Ok(PageData { seed: to_json(&seeds).ok_or(NoData::Refused)?, structured, title })
}

fn common_seeds(config: &HttpConfig) -> Option<Vec<Seed>> {
    let site = json!({ "origin": config.public_url, "utcOffsets": utc_offsets(&config.shop.time_zone) });
    Some(vec![seed(json!(["shop"]), &ShopInfoJson::of(&config.shop))?, seed(json!(["site"]), &site)?])
}

/// What the web app needs to show times as the shop's clock does, where it has no database of zones: from which second
/// since 1970 on the clock is how many minutes ahead of UTC.
fn utc_offsets(zone: &str) -> Vec<(i64, i32)> {
    let [from, until] = OFFSETS_KNOWN.map(|days| DateTime::UNIX_EPOCH + TimeDelta::days(days));
    let offsets = ShopCalendar::parse(zone).unwrap_or_default().utc_offsets(from, until);
    offsets.into_iter().map(|(at, minutes)| (at.timestamp(), minutes)).collect()
}

async fn featured(state: &AppState) -> Result<Seed, NoData> {
    let filter = ProductFilter { discounted: Some(true), ..ProductFilter::default() };
    let query = ProductQuery { text: None, filter, alert: None, sort: ProductSort::Newest, page: rows(FEATURED) };
    let page = state.use_cases.browse_products.run(&query).await.map_err(refused)?;
    let products: Vec<ProductJson> = page.items.into_iter().map(Into::into).collect();
    seed(json!(["products", "some", { "discounted": true, "limit": FEATURED }]), &products).ok_or(NoData::Refused)
}

async fn latest_reviews(state: &AppState) -> Result<Seed, NoData> {
    let page = state.use_cases.browse_reviews.run(&rows(LATEST_REVIEWS)).await.map_err(refused)?;
    let reviews: Vec<ReviewJson> = page.items.into_iter().map(|review| ReviewJson::for_reader(review, None)).collect();
    seed(json!(["reviews", "latest", LATEST_REVIEWS]), &reviews).ok_or(NoData::Refused)
}

async fn product_list(state: &AppState, params: &ListParams) -> Result<Seed, NoData> {
    // What the API would refuse, the browser shall be told by the API.
    let text = params.search_text().map(SearchText::parse).transpose().map_err(|_| NoData::Refused)?;
    let query = product_query(&params.api_query(PAGE_SIZE), text.filter(|t| !t.is_empty())).map_err(|_| NoData::Refused)?;
    let page = state.use_cases.browse_products.run(&query).await.map_err(refused)?;
    let items: Vec<ProductJson> = page.items.into_iter().map(Into::into).collect();
    let next = page.next.map(|cursor| cursor.0);
    let first = json!({ "items": items, "next": next, "total": total_header(page.total) });
    seed(json!(["products", "list", params.key()]), &json!({ "pages": [first], "pageParams": [null] })).ok_or(NoData::Refused)
}

async fn facets(state: &AppState, params: &ListParams) -> Result<Seed, NoData> {
    let query = facet_query(&params.api_query(PAGE_SIZE)).map_err(|_| NoData::Refused)?;
    let facets = state.use_cases.count_facets.run(&query).await.map_err(refused)?;
    seed(json!(["products", "facets", params.facet_key()]), &ProductFacetsJson::from(facets)).ok_or(NoData::Refused)
}

/// The shades of a product. What cannot be had, the browser asks for.
async fn family(state: &AppState, product: &Product) -> Option<Seed> {
    let name = product.details.family.as_ref()?.as_str();
    let text = SearchText::parse(name).ok()?;
    let query =
        ProductQuery { text: Some(text), filter: ProductFilter::default(), alert: None, sort: ProductSort::Relevance, page: rows(FAMILY) };
    let found = state.use_cases.browse_products.run(&query).await.map_err(refused).ok()?;
    let mut shades: Vec<Product> =
        found.items.into_iter().filter(|p| p.details.family.as_ref().is_some_and(|f| f.as_str() == name)).collect();
    shades.sort_by(|a, b| a.code.as_str().cmp(b.code.as_str()));
    let shades: Vec<ProductJson> = shades.into_iter().map(Into::into).collect();
    seed(json!(["products", "family", name]), &shades)
}

fn product_detail(code: &ProductCode, product: Product) -> Option<Seed> {
    seed(json!(["products", "detail", code.as_str()]), &ProductJson::from(product))
}

fn rows(count: u16) -> PageRequest {
    PageRequest { limit: PageLimit::parse(count.into()).unwrap_or_default(), after: None }
}

fn seed(key: Value, data: &impl Serialize) -> Option<Seed> {
    Some(Seed { key, data: to_json(data)? })
}

fn to_json(value: &impl Serialize) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(value).inspect_err(|error| tracing::error!(%error, "a page's data could not be written as JSON")).ok()
}

/// A refusal is logged where errors become problems.
pub(super) fn refused(error: impl UseCaseError) -> NoData {
    drop(Problem::from(error));
    NoData::Refused
}

fn no_product(error: application::catalog::show_product::ShowProductError) -> NoData {
    match error {
        application::catalog::show_product::ShowProductError::NotFound => NoData::Missing,
        other => {
            drop(Problem::from(other));
            NoData::Refused
        }
    }
}
