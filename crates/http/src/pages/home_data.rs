//! The data of the home page's sections.

use domain::catalog::product_code::ProductCode;
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::content::home::{FeaturedSource, SectionContent};
use futures_util::future::try_join_all;
use serde_json::{Value, json};

use super::page_data::{NoData, Seed, product, refused, rows, seed};
use super::shown_content::ShownContent;
use super::sources::PageSources;
use super::web_pages::{FEATURED_COUNT, LATEST_REVIEWS_COUNT, featured_key, latest_reviews_key, product_detail_key};
use crate::catalog::products::{ProductJson, product_cards};
use crate::reviews::ReviewJson;

/// The data of the sections that visitors see.
///
/// # Errors
/// When the catalogue or the reviews fail.
pub(super) async fn load(state: &PageSources, content: &ShownContent) -> Result<Vec<Seed>, NoData> {
    let sections = content.home_sections();
    let source = sections.iter().find_map(|section| match section {
        SectionContent::Featured(featured) => Some(&featured.source),
        _ => None,
    });
    let has_reviews = sections.iter().any(|section| matches!(section, SectionContent::Reviews(_)));
    let (mut seeds, reviews) = futures_util::try_join!(featured(state, source), latest_reviews(state, has_reviews))?;
    seeds.extend(reviews);
    Ok(seeds)
}

async fn featured(state: &PageSources, source: Option<&FeaturedSource>) -> Result<Vec<Seed>, NoData> {
    let plain = ProductFilter::default();
    let (key, filter, sort) = match source {
        None => return Ok(Vec::new()),
        Some(FeaturedSource::Chosen { product_ids: codes }) => return try_join_all(codes.iter().map(|code| chosen(state, code))).await,
        Some(FeaturedSource::Discounted) => (featured_key(), ProductFilter { discounted: Some(true), ..plain }, ProductSort::Newest),
        Some(FeaturedSource::Newest) => (some_key(json!({ "limit": FEATURED_COUNT })), plain, ProductSort::Newest),
        Some(FeaturedSource::Bestselling) => {
            (some_key(json!({ "sort": "bestselling", "limit": FEATURED_COUNT })), plain, ProductSort::Bestselling)
        }
        Some(FeaturedSource::Category { name }) => {
            let key = some_key(json!({ "category": name.as_str(), "limit": FEATURED_COUNT }));
            (key, ProductFilter { category: Some(name.clone()), ..plain }, ProductSort::Newest)
        }
        Some(FeaturedSource::Brand { name }) => {
            let key = some_key(json!({ "brand": name.as_str(), "limit": FEATURED_COUNT }));
            (key, ProductFilter { brand: Some(name.clone()), ..plain }, ProductSort::Newest)
        }
    };
    let query = ProductQuery { text: None, filter, alert: None, sort, page: rows(FEATURED_COUNT) };
    let page = state.catalog.list(&query).await.map_err(refused)?.page;
    Ok(vec![seed(key, &product_cards(&page.items)).ok_or(NoData::Refused)?])
}

/// The query key of the first products of a list, as [`featured_key`].
fn some_key(parameters: Value) -> Value {
    json!(["products", "some", parameters])
}

/// A product that was chosen; null where it is not sold any more.
async fn chosen(state: &PageSources, code: &ProductCode) -> Result<Seed, NoData> {
    let key = product_detail_key(code.as_str());
    let product = product(state, code).await?;
    seed(key, &product.as_ref().map(ProductJson::from)).ok_or(NoData::Refused)
}

async fn latest_reviews(state: &PageSources, are_shown: bool) -> Result<Option<Seed>, NoData> {
    if !are_shown {
        return Ok(None);
    }
    let page = state.reviews.list(&rows(LATEST_REVIEWS_COUNT)).await.map_err(refused)?;
    let reviews: Vec<ReviewJson> = page.items.into_iter().map(|review| ReviewJson::for_reader(review, None)).collect();
    seed(latest_reviews_key(), &reviews).map(Some).ok_or(NoData::Refused)
}
