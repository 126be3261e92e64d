//! The query of a request's address. Unknown parameters are ignored, of a repeated one the first counts.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

/// The parameters as they were sent, decoded.
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
    /// Those of these names, in this order, the first of each: two queries that mean the same are the same.
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
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::parse(request.query_string())))
    }
}

impl QueryParams {
    /// Decodes a query string.
    #[must_use]
    pub fn parse(query: &str) -> Self {
        Self(url::form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }
}

/// A flag: `true` or `false`.
///
/// # Errors
/// A sentence for anything else.
pub fn parse_flag(text: &str) -> Result<bool, &'static str> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err("must be true or false"),
    }
}
