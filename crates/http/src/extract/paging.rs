//! Keyset pages over HTTP: `limit` and `after` in, `X-Total-Count` and `Link` out (contract, Conventions).

use actix_web::http::header::{HeaderName, HeaderValue, LINK};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use domain::shared::page::{Cursor, Page, PageLimit, PageRequest, TotalCount};
use serde::Serialize;

use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::QueryParams;
use crate::response::private::private;

const TOTAL_COUNT: HeaderName = HeaderName::from_static("x-total-count");

/// Reads `limit` and `after`, and notes their errors.
pub fn page_request(query: &QueryParams, errors: &mut FieldErrors) -> PageRequest {
    let limit =
        errors.optional("limit", query.get("limit"), |text| text.parse().map_err(|_| PageLimit::INVALID).and_then(PageLimit::parse));
    PageRequest { limit: limit.unwrap_or_default(), after: query.get("after").map(|text| Cursor(text.to_owned())) }
}

/// The header value of a total: exact up to 10,000, then `10000+`.
#[must_use]
pub fn total_header(total: TotalCount) -> String {
    match total {
        TotalCount::Exactly(n) => n.to_string(),
        TotalCount::MoreThanLimit => format!("{}+", TotalCount::LIMIT),
    }
}

/// A total as a number: exact up to 10,000; 10,001 stands for more.
#[must_use]
pub const fn counted(total: TotalCount) -> u32 {
    match total {
        TotalCount::Exactly(n) => n,
        TotalCount::MoreThanLimit => TotalCount::LIMIT.saturating_add(1),
    }
}

/// The headers that go with a page of the list at `path`.
#[must_use]
pub fn page_header_values<T>(path: &str, query: &QueryParams, page: &Page<T>) -> Vec<(HeaderName, HeaderValue)> {
    let total = HeaderValue::from_str(&total_header(page.total)).ok().map(|total| (TOTAL_COUNT, total));
    let link = page.next.as_ref().map(|next| format!("<{path}?{}>; rel=\"next\"", query.with("after", &next.0)));
    let link = link.and_then(|link| HeaderValue::from_str(&link).ok()).map(|link| (LINK, link));
    total.into_iter().chain(link).collect()
}

/// Adds the headers that go with a page.
pub fn page_headers<T>(response: &mut HttpResponseBuilder, request: &HttpRequest, query: &QueryParams, page: &Page<T>) {
    for header in page_header_values(request.path(), query, page) {
        response.insert_header(header);
    }
}

/// A page as JSON that no cache may store, with its headers.
pub(crate) fn page_response<T, J: Serialize>(
    request: &HttpRequest,
    query: &QueryParams,
    page: Page<T>,
    json: impl FnMut(T) -> J,
) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    page_headers(&mut response, request, query, &page);
    let items: Vec<J> = page.items.into_iter().map(json).collect();
    private(response, &items)
}
