//! The parameters of the product list's address, read as the web app reads them (`list-params.ts`).

use domain::catalog::product_query::ProductSort;
use domain::shared::money::Money;
use domain::shared::text::SearchText;
use serde_json::{Map, Value};
use url::form_urlencoded::Serializer;

use super::web_pages::FACET_PARAMETERS;
use crate::extract::query_params::QueryParams;
use crate::response::money_json::MoneyJson;

/// Parameters with a text value, in the order of the canonical address.
const TEXTS: [&str; 3] = ["category", "brand", "after"];
/// Parameters that are either `true` or absent.
const FLAGS: [&str; 2] = ["discounted", "inStock"];

/// The known parameters, by name, as JSON values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListParams(Vec<(&'static str, Value)>);

impl ListParams {
    /// Reads a query. `None` where JavaScript could read it differently (unusual spellings of numbers, some white space):
    /// the browser renders the page then.
    pub(super) fn parse(query: &str) -> Option<Self> {
        let given = QueryParams::parse(query);
        let mut params = Vec::new();
        if let Some(text) = search_text(given.get("q"))? {
            params.push(("q", text.into()));
        }
        if let Some(sort) = given.get("sort").filter(|s| ProductSort::parse(s).is_some()) {
            params.push(("sort", sort.into()));
        }
        params.extend(TEXTS.iter().filter_map(|name| Some((*name, given.get(name)?.into()))));
        params.extend(FLAGS.iter().filter(|name| given.get(name) == Some("true")).map(|name| (*name, true.into())));
        let (min, max) = (amount(given.get("minPrice"))?, amount(given.get("maxPrice"))?);
        // An upper bound below the lower one is dropped.
        let max = max.filter(|max| min.is_none_or(|min| min <= *max));
        for (name, bound) in [("minPrice", min), ("maxPrice", max)] {
            if let Some(bound) = bound {
                params.push((name, serde_json::to_value(MoneyJson(bound)).ok()?));
            }
        }
        Some(Self(params))
    }

    /// Whether the list is unfiltered.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The search text.
    pub(super) fn search_text(&self) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == "q").and_then(|(_, text)| text.as_str())
    }

    /// The parameters as the query of an address.
    pub(super) fn query(&self) -> String {
        Serializer::new(String::new()).extend_pairs(self.pairs()).finish()
    }

    /// The parameters of the API call, with the page size `limit`.
    pub(super) fn api_query(&self, limit: u16) -> QueryParams {
        let query = Serializer::new(String::new()).extend_pairs(self.pairs()).append_pair("limit", &limit.to_string()).finish();
        QueryParams::parse(&query)
    }

    /// The last element of the list's query key.
    pub(super) fn key(&self) -> Value {
        Value::Object(self.0.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect::<Map<_, _>>())
    }

    /// The last element of the facets' query key.
    pub(super) fn facet_key(&self) -> Value {
        let filters = self.0.iter().filter(|(name, _)| FACET_PARAMETERS.contains(name));
        Value::Object(filters.map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
    }

    fn pairs(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)))
    }
}

/// The trimmed search text; the outer `None` where JavaScript could trim or cut it differently. Lengths are UTF-16 units,
/// as in JavaScript.
fn search_text(given: Option<&str>) -> Option<Option<&str>> {
    let text = given.unwrap_or_default().trim();
    let differs = given.is_some_and(|t| t.contains(['\u{85}', '\u{feff}'])) || text.encode_utf16().count() > SearchText::MAX_LENGTH;
    (!differs).then_some(Some(text).filter(|t| !t.is_empty()))
}

/// An amount in plain digits; the outer `None` for any other spelling.
fn amount(given: Option<&str>) -> Option<Option<Money>> {
    let Some(text) = given else { return Some(None) };
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole, 10) || !digits(decimals, 2) {
        return None;
    }
    Money::parse(text).ok().map(Some)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::web_pages::LIST_PARAMETERS;
    use super::*;

    fn read(query: &str) -> Value {
        ListParams::parse(query).unwrap().key()
    }

    #[test]
    fn it_is_read_as_the_web_app_reads_it() {
        assert_eq!(read(""), json!({}));
        assert_eq!(read("q=%20&sort=&discounted=false&unknown=1"), json!({}));
        assert_eq!(
            read(
                "q=%20night%20oil&sort=-price&category=Skincare&brand=Kiripol&discounted=true&inStock=true&minPrice=10.50&maxPrice=900&after=x"
            ),
            json!({ "q": "night oil", "sort": "-price", "category": "Skincare", "brand": "Kiripol", "discounted": true, "inStock": true,
                "minPrice": 10.5, "maxPrice": 900, "after": "x" })
        );
        assert_eq!(read("sort=random"), json!({}));
        assert_eq!(read("minPrice=50&maxPrice=10"), json!({ "minPrice": 50 }));
        assert_eq!(read("q=a&q=b"), json!({ "q": "a" }));
        assert_eq!(read(&format!("q={}", "x".repeat(100)))["q"], "x".repeat(100));
    }

    #[test]
    fn it_reads_the_parameters_that_the_web_app_reads() {
        let mut known: Vec<&str> = ["q", "sort", "minPrice", "maxPrice"].into_iter().chain(TEXTS).chain(FLAGS).collect();
        let mut declared = LIST_PARAMETERS;
        known.sort_unstable();
        declared.sort_unstable();
        assert_eq!(known, declared);
    }

    #[test]
    fn spellings_that_javascript_could_read_differently_are_left_to_the_browser() {
        let long = format!("q={}", "x".repeat(101));
        let astral = format!("q={}", "%F0%9F%8C%B8".repeat(51));
        for query in [
            "minPrice=1e3",
            "minPrice=-1",
            "maxPrice=0x10",
            "maxPrice=%2012",
            "minPrice=.5",
            "minPrice=5.",
            "minPrice=1.999",
            "minPrice=abc",
            "maxPrice=99999999999",
            "q=%EF%BB%BFoil",
            "q=%C2%85oil",
            &long,
            &astral,
        ] {
            assert_eq!(ListParams::parse(query), None, "{query}");
        }
    }

    #[test]
    fn the_canonical_query_reads_as_the_same_parameters() {
        let asked = "after=c%3D&inStock=true&q=caf%C3%A9+%26+%22x%22&minPrice=10.5&utm=1";
        let params = ListParams::parse(asked).unwrap();
        assert_eq!(params.query(), "q=caf%C3%A9+%26+%22x%22&after=c%3D&inStock=true&minPrice=10.5");
        assert_eq!(ListParams::parse(&params.query()), Some(params.clone()));
        assert_eq!(params.api_query(24).get("limit"), Some("24"));
        assert_eq!(params.search_text(), Some("café & \"x\""));
        assert_eq!(params.facet_key(), json!({ "q": "café & \"x\"", "inStock": true, "minPrice": 10.5 }));
    }
}
