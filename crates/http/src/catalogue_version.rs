//! Notices when something happened that the public pages show: products, stock, reviews.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::app_state::AppState;

/// Counts the changes made through this instance. What was made from the catalogue under one number must not be shown
/// under the next.
#[derive(Clone, Debug, Default)]
pub struct CatalogueVersion(Arc<AtomicU64>);

impl CatalogueVersion {
    /// The number now; read it before reading the catalogue.
    #[must_use]
    pub fn current(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    /// Something changed.
    pub fn advance(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}

/// Advances the version when dropped, unless told not to: a request whose answer nobody waits for any more may have
/// changed something too.
struct Advance(Option<CatalogueVersion>);

impl Drop for Advance {
    fn drop(&mut self) {
        if let Some(version) = &self.0 {
            version.advance();
        }
    }
}

/// Whether a request may change what the public pages show: products, orders (they take stock), reviews, and the
/// people who wrote them.
fn may_change(method: &Method, path: &str) -> bool {
    let writes = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    let within = |root: &str| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let of_people = within("/api/users/update") || (path == "/api/users" && *method == Method::DELETE);
    let priced = path == "/api/orders/quote";
    writes && !priced && (of_people || ["/api/products", "/api/orders", "/api/reviews"].into_iter().any(within))
}

/// Middleware: advances the catalogue's version after every change, before its answer goes out.
///
/// # Errors
/// Whatever the inner service answers.
pub async fn note_changes(request: ServiceRequest, next: Next<impl MessageBody>) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let version = request.app_data::<web::Data<AppState>>().map(|state| state.catalogue_version.clone());
    let mut advance = Advance(version.filter(|_| may_change(request.method(), request.path())));
    let response = next.call(request).await?;
    if response.status().is_client_error() {
        advance.0 = None;
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_to_products_orders_and_reviews_change_the_pages() {
        for (method, path) in [
            (Method::POST, "/api/products"),
            (Method::PUT, "/api/products/update/ARA-1"),
            (Method::DELETE, "/api/products/ARA-1"),
            (Method::POST, "/api/orders"),
            (Method::PUT, "/api/orders/K7"),
            (Method::POST, "/api/reviews"),
            (Method::POST, "/api/reviews/update"),
            (Method::DELETE, "/api/reviews/delete/1"),
            (Method::DELETE, "/api/users"),
            (Method::PUT, "/api/users/update/a@example.com"),
        ] {
            assert!(may_change(&method, path), "{method} {path}");
        }
    }

    #[test]
    fn everything_else_does_not() {
        for (method, path) in [
            (Method::GET, "/api/products"),
            (Method::HEAD, "/api/reviews"),
            (Method::POST, "/api/orders/quote"),
            (Method::POST, "/api/users/login"),
            (Method::POST, "/api/users"),
            (Method::PUT, "/api/users"),
            (Method::POST, "/api/contact"),
            (Method::POST, "/api/products-of-others"),
        ] {
            assert!(!may_change(&method, path), "{method} {path}");
        }
    }

    #[test]
    fn a_broken_off_request_counts_as_a_change() {
        let version = CatalogueVersion::default();
        drop(Advance(Some(version.clone())));
        assert_eq!(version.current(), 1);
        drop(Advance(None));
        assert_eq!(version.current(), 1);
    }
}
