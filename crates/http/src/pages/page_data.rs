//! The data of a public page's first view: the API's answers under the query keys of the web app (`web_pages.rs`).

use application::catalog::service::ProductPage;
use chrono::{DateTime, TimeDelta};
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::shared::calendar::ShopCalendar;
use domain::shared::error::FeatureError;
use domain::shared::page::{PageLimit, PageRequest};
use domain::shared::text::SearchText;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::address::PublicPage;
use super::home_data;
use super::list_params::ListParams;
use super::shown_content::ShownContent;
use super::sources::PageSources;
use super::structured_data;
use super::web_pages::{
    FAMILY_LIMIT, PAGE_SIZE, product_detail_key, product_facets_key, product_family_key, product_list_key, shop_key, site_key,
};

use crate::catalog::product_facets::{ProductFacetsJson, facet_query};
use crate::catalog::products::{ProductJson, corrected_value, product_cards, product_query};
use crate::content::shop::ShopInfoJson;
use crate::extract::paging::total_header;
use crate::response::failure::log_failure;
use crate::server::config::HttpConfig;

/// Range of the UTC offsets, in days since 1970: from 2020, before the first order, to 2040, as later rules may change.
const OFFSETS_KNOWN: [i64; 2] = [18_262, 25_567];

/// An answer of the API and its query key.
#[derive(Debug, Serialize)]
pub(super) struct Seed {
    key: Value,
    data: Box<RawValue>,
}

/// The data of a page.
#[derive(Debug)]
pub(super) struct PageData {
    /// The answers, as JSON.
    pub(super) seed: Box<RawValue>,
    /// JSON-LD objects for search engines.
    pub(super) structured: Vec<Value>,
    /// The title where the page is not rendered; `None` for the home page's.
    pub(super) title: Option<String>,
    /// The content that it was made from.
    pub(super) content: ShownContent,
}

/// Why a page has no data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoData {
    /// The product or the page of text does not exist.
    Missing,
    /// The catalogue failed or refused the query. The browser asks the API itself.
    Refused,
}

/// The data of every page: the shop, this installation and the content.
pub(super) fn common(config: &HttpConfig, content: Option<&ShownContent>) -> Option<Box<RawValue>> {
    let mut seeds = common_seeds(config)?;
    if let Some(content) = content {
        seeds.push(content_seed(content)?);
    }
    to_json(&seeds)
}

/// Loads the data of a page.
pub(super) async fn load(state: &PageSources, page: &PublicPage) -> Result<PageData, NoData> {
    let content = ShownContent::load(state).await.map_err(refused)?;
    let config = &content.config(&state.config);
    let mut seeds = common_seeds(config).ok_or(NoData::Refused)?;
    let mut structured = Vec::new();
    let mut title = page.title().map(ToOwned::to_owned);
    match page {
        PublicPage::Home => {
            seeds.extend(home_data::load(state, &content).await?);
            structured = vec![structured_data::organization(config, content.identity().as_ref()), structured_data::website(config)];
        }
        PublicPage::Products(params) => {
            let (list, facets) = futures_util::try_join!(product_list(state, params), facets(state, params))?;
            seeds.extend([list, facets]);
            structured.push(structured_data::breadcrumb(config, &[("Products", "/products")]));
        }
        PublicPage::Product(code) => {
            let product = product(state, code).await?.ok_or(NoData::Missing)?;
            structured = structured_data::product(config, &product);
            title = Some(product.details.name.as_str().to_owned());
            seeds.extend(family(state, &product).await);
            seeds.push(seed(product_detail_key(code.as_str()), &ProductJson::from(&product)).ok_or(NoData::Refused)?);
        }
        PublicPage::Contact => structured.push(structured_data::organization(config, content.identity().as_ref())),
        PublicPage::Text(slug) => {
            let page = content.page(slug).ok_or(NoData::Missing)?;
            title = Some(page.title().to_owned());
            structured.push(structured_data::breadcrumb(config, &[(page.title(), &format!("/pages/{slug}"))]));
            seeds.push(seed(json!(["page", slug.as_str()]), &page).ok_or(NoData::Refused)?);
        }
        PublicPage::MissingProduct => seeds.push(seed(product_detail_key("-"), &Value::Null).ok_or(NoData::Refused)?),
        PublicPage::NotFound(_) => {}
    }
    seeds.push(content_seed(&content).ok_or(NoData::Refused)?);
    Ok(PageData { seed: to_json(&seeds).ok_or(NoData::Refused)?, structured, title, content })
}

fn common_seeds(config: &HttpConfig) -> Option<Vec<Seed>> {
    let site = json!({ "origin": config.public_url, "utcOffsets": utc_offsets(&config.shop.time_zone) });
    Some(vec![seed(shop_key(), &ShopInfoJson::of(&config.shop))?, seed(site_key(), &site)?])
}

/// The answer of `GET /api/content`.
fn content_seed(content: &ShownContent) -> Option<Seed> {
    seed(json!(["content"]), &content.json())
}

/// UTC offsets of the shop's time zone: (first second since 1970, minutes ahead of UTC). The web app has no time zone
/// database.
fn utc_offsets(zone: &str) -> Vec<(i64, i32)> {
    let [from, until] = OFFSETS_KNOWN.map(|days| DateTime::UNIX_EPOCH + TimeDelta::days(days));
    let offsets = ShopCalendar::parse(zone).unwrap_or_default().utc_offsets(from, until);
    offsets.into_iter().map(|(at, minutes)| (at.timestamp(), minutes)).collect()
}

async fn product_list(state: &PageSources, params: &ListParams) -> Result<Seed, NoData> {
    // A text that the API refuses: the browser asks and shows the API's answer.
    let text = params.search_text().map(SearchText::parse).transpose().map_err(|_| NoData::Refused)?;
    let query = product_query(&params.api_query(PAGE_SIZE), text.filter(|t| !t.is_empty())).map_err(|_| NoData::Refused)?;
    let ProductPage { page, corrected } = state.catalog.list(&query).await.map_err(refused)?;
    let items = product_cards(&page.items);
    let next = page.next.map(|cursor| cursor.0);
    // As the API's header has it.
    let corrected = corrected.as_deref().and_then(corrected_value).and_then(|value| value.to_str().map(ToOwned::to_owned).ok());
    let first = json!({ "items": items, "next": next, "total": total_header(page.total), "corrected": corrected });
    seed(product_list_key(&params.key()), &json!({ "pages": [first], "pageParams": [null] })).ok_or(NoData::Refused)
}

async fn facets(state: &PageSources, params: &ListParams) -> Result<Seed, NoData> {
    let query = facet_query(&params.api_query(PAGE_SIZE)).map_err(|_| NoData::Refused)?;
    let facets = state.catalog.facets(&query).await.map_err(refused)?;
    seed(product_facets_key(&params.facet_key()), &ProductFacetsJson::from(facets)).ok_or(NoData::Refused)
}

/// The shades of a product. After a failure the browser asks for them.
async fn family(state: &PageSources, product: &Product) -> Option<Seed> {
    let name = product.details.family.as_ref()?.as_str();
    let text = SearchText::parse(name).ok()?;
    let query = ProductQuery {
        text: Some(text),
        filter: ProductFilter::default(),
        alert: None,
        sort: ProductSort::Relevance,
        page: rows(FAMILY_LIMIT),
    };
    let found = state.catalog.list(&query).await.map_err(refused).ok()?;
    let mut shades = found.page.items;
    shades.retain(|shade| shade.details.family.as_ref().is_some_and(|family| family.as_str() == name));
    shades.sort_by(|a, b| a.code.as_str().cmp(b.code.as_str()));
    seed(product_family_key(name), &product_cards(&shades))
}

/// The product with this code.
pub(super) async fn product(state: &PageSources, code: &ProductCode) -> Result<Option<Product>, NoData> {
    state.products.by_code(code, state.clock.now()).await.map_err(refused)
}

pub(super) fn rows(count: u16) -> PageRequest {
    PageRequest { limit: PageLimit::parse(count.into()).unwrap_or_default(), after: None }
}

pub(super) fn seed(key: Value, data: &impl Serialize) -> Option<Seed> {
    Some(Seed { key, data: to_json(data)? })
}

fn to_json(value: &impl Serialize) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(value).inspect_err(|error| tracing::error!(%error, "a page's data could not be written as JSON")).ok()
}

/// Logs why a page has no data.
pub(super) fn refused(error: impl FeatureError) -> NoData {
    log_failure(&error);
    NoData::Refused
}
