//! The query of a request's address. Unknown parameters are ignored. A known parameter that is given twice is refused, because
//! servers disagree on which of the two counts. In the address of a page the first one counts.

use std::collections::BTreeSet;
use std::future::{Ready, ready};
use std::sync::LazyLock;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use chrono::NaiveDate;

use crate::extract::field_errors::FieldErrors;
use crate::response::problem::Problem;

/// The query parameters of all routes, which the server registers.
pub(crate) type KnownParameters = LazyLock<BTreeSet<String>>;

/// The decoded parameters in the order in which they were sent.
#[derive(Clone, Debug)]
pub struct QueryParams(Vec<(String, String)>);

impl QueryParams {
    /// The value of a parameter; an empty one counts as missing.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str()).filter(|v| !v.is_empty())
    }

    /// The same parameters with one of them replaced, as a query string.
    #[must_use]
    pub fn with(&self, name: &str, value: &str) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(self.0.iter().filter(|(n, _)| n != name));
        query.append_pair(name, value);
        query.finish()
    }
}

impl QueryParams {
    /// The first value of each of these parameters, in this order: queries with the same meaning become equal.
    #[must_use]
    pub fn only(&self, names: &[&str]) -> Self {
        Self(names.iter().filter_map(|name| Some(((*name).to_owned(), self.get(name)?.to_owned()))).collect())
    }

    /// The parameters as a query string.
    #[must_use]
    pub fn to_query(&self) -> String {
        if self.0.is_empty() { String::new() } else { url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.0).finish() }
    }
}

impl FromRequest for QueryParams {
    type Error = Problem;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let query = Self::parse(request.query_string());
        let known = request.app_data::<&'static KnownParameters>();
        ready(known.map_or(Ok(()), |known| query.check(known)).map(|()| query))
    }
}

impl QueryParams {
    /// Decodes a query string.
    #[must_use]
    pub fn parse(query: &str) -> Self {
        Self(url::form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    /// A 422 that names the known parameters given twice.
    fn check(&self, known: &BTreeSet<String>) -> Result<(), Problem> {
        let (mut names, mut errors) = (BTreeSet::new(), FieldErrors::default());
        for (name, _) in &self.0 {
            if known.contains(name) && !names.insert(name) {
                errors.add(name.clone(), "may be given once only");
            }
        }
        errors.check()
    }
}

/// A flag: `true` or `false`.
///
/// # Errors
/// A sentence for any other value.
pub fn parse_flag(text: &str) -> Result<bool, &'static str> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err("must be true or false"),
    }
}

/// A day such as `2027-01-14`.
///
/// # Errors
/// A sentence for any other text.
pub fn parse_day(text: &str) -> Result<NaiveDate, &'static str> {
    // Chrono also reads signs, and years of other lengths, which the database may not know.
    let is_plain = text.len() == 10 && text.starts_with(|first: char| first.is_ascii_digit());
    let day = is_plain.then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()).flatten();
    day.ok_or("must be a day such as 2027-01-14")
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    async fn extracted(query: &str) -> Result<QueryParams, Problem> {
        static KNOWN: KnownParameters = LazyLock::new(|| ["after", "limit"].map(str::to_owned).into());
        let request = TestRequest::with_uri(&format!("/api/reviews?{query}")).app_data(&KNOWN).to_http_request();
        QueryParams::extract(&request).await
    }

    #[actix_web::test]
    async fn what_is_given_twice_is_refused() {
        for query in ["limit=5&limit=6", "limit=&limit=6", "after=x&limit=5&limit=5", "%6Cimit=5&limit=5", "utm=1&utm=2&limit=1&limit=1"] {
            let problem = extracted(query).await.expect_err(query);
            assert!(format!("{problem:?}").contains("limit"), "{query}: {problem:?}");
        }
        let query = extracted("limit=5&after=&other=5&other=6").await.unwrap();
        assert_eq!((query.get("limit"), query.get("after")), (Some("5"), None));
    }

    #[test]
    fn a_day_has_one_spelling() {
        assert_eq!(parse_day("2027-01-14").unwrap().to_string(), "2027-01-14");
        for text in ["14.01.2027", "2027-02-30", "2027-1-14", "+12027-01-1", "-027-01-14", " 2027-01-1", "today"] {
            assert!(parse_day(text).is_err(), "{text}");
        }
    }
}
