//! Keyset pages on the wire: `limit` and `after` in, `X-Total-Count` and `Link` out (contract, Conventions).

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use actix_web::HttpResponseBuilder;
use actix_web::http::header::LINK;
use application::error::ListError;
use domain::page::{Cursor, Page, PageLimit, PageLimitError, PageRequest, TotalCount};

use crate::field_errors::FieldErrors;
use crate::problem::Problem;
use crate::query_params::QueryParams;

/// Reads `limit` and `after`; what is wrong with them is noted.
pub fn page_request(query: &QueryParams, errors: &mut FieldErrors) -> PageRequest {
    let limit = errors.optional("limit", query.get("limit"), |text| text.parse().map_err(|_| PageLimitError).and_then(PageLimit::parse));
    PageRequest { limit: limit.unwrap_or_default(), after: query.get("after").map(|text| Cursor(text.to_owned())) }
}

/// The refusal of a page; a foreign cursor is told of as the parameter it came in.
#[must_use]
pub fn list_refusal(error: ListError) -> Problem {
    match error {
        ListError::InvalidCursor => {
            let named = BTreeMap::from([("after".to_owned(), vec![error.to_string()])]);
            Problem::from(error).with_errors(named)
        }
        ListError::Port(_) => error.into(),
    }
}

/// The header value of a total: exact up to 10,000, then `10000+`.
#[must_use]
pub fn total_header(total: TotalCount) -> String {
    match total {
        TotalCount::Exactly(n) => n.to_string(),
        TotalCount::MoreThanLimit => format!("{}+", TotalCount::LIMIT),
    }
}

/// Adds the headers that go with a page.
pub fn page_headers<T>(response: &mut HttpResponseBuilder, request: &HttpRequest, query: &QueryParams, page: &Page<T>) {
    response.insert_header(("X-Total-Count", total_header(page.total)));
    if let Some(next) = &page.next {
        response.insert_header((LINK, format!("<{}?{}>; rel=\"next\"", request.path(), query.with("after", &next.0))));
    }
}
