//! The pattern of the route that serves a request, for the log and the metrics.

use actix_web::HttpRequest;

/// The pattern, kept as data of the route: the framework's own `match_pattern` would match the path a second time.
#[derive(Clone, Debug)]
pub(crate) struct RoutePattern(pub(crate) String);

/// The pattern of the route that answered; `-` for pages, files and unknown addresses.
pub(crate) fn pattern_of(request: &HttpRequest) -> &str {
    request.app_data::<RoutePattern>().map_or("-", |pattern| pattern.0.as_str())
}
