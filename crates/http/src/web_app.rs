//! The web app's files: compressed beforehand, cached for good where the name carries a hash, and the page itself for
//! every address of the app.

use std::collections::HashMap;

use actix_web::http::Method;
use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use bytes::Bytes;

use crate::conditional::{etag_of, matches};
use crate::problem::Problem;

/// The addresses of the web app (`spec.md` §2); a part in braces stands for anything. Every other one is answered with
/// the same page, which says '404 Error - Page Not Found', and status 404.
const PAGES: &[&str] = &[
    "/",
    "/products",
    "/products/productinfo/{id}",
    "/cart",
    "/shipping",
    "/order-success",
    "/orders",
    "/contact",
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password",
    "/user",
    "/admin",
    "/admin/dashboard",
    "/admin/products",
    "/admin/products/addProducts",
    "/admin/products/updateProducts",
    "/admin/orders",
    "/admin/customers",
    "/admin/reviews",
];

/// One file in the encodings it was prepared in.
#[derive(Clone, Debug)]
struct Asset {
    content_type: String,
    etag: String,
    immutable: bool,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

/// The built web app.
#[derive(Clone, Debug, Default)]
pub struct WebApp {
    assets: HashMap<String, Asset>,
}

impl WebApp {
    /// Takes the files of the build, each with its name relative to the build's folder. `x.br` and `x.gz` are `x` in
    /// another encoding.
    #[must_use]
    pub fn new(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let mut files: HashMap<String, Bytes> = files.into_iter().collect();
        let names: Vec<String> = files.keys().filter(|n| !is_encoded(n) && !n.starts_with('.')).cloned().collect();
        let mut assets = HashMap::new();
        for name in names {
            let (gzip, brotli) = (files.remove(&format!("{name}.gz")), files.remove(&format!("{name}.br")));
            let Some(plain) = files.remove(&name) else { continue };
            let etag = etag_of(&plain);
            let immutable = name.starts_with("assets/");
            assets.insert(format!("/{name}"), Asset { content_type: content_type(&name), etag, immutable, plain, gzip, brotli });
        }
        Self { assets }
    }

    /// The answer to a request for a file or a page.
    #[must_use]
    pub fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let path = request.path();
        if let Some(asset) = self.assets.get(path).filter(|_| path != "/index.html") {
            return asset.answer(request, StatusCode::OK);
        }
        if path.starts_with("/assets/") {
            return HttpResponse::NotFound().content_type("text/plain; charset=utf-8").body("There is no such file.");
        }
        let status = if PAGES.iter().any(|page| is_at(page, path)) { StatusCode::OK } else { StatusCode::NOT_FOUND };
        match self.assets.get("/index.html") {
            Some(page) => page.answer(request, status),
            None => HttpResponse::ServiceUnavailable().content_type("text/plain; charset=utf-8").body("The web app has not been built."),
        }
    }
}

impl Asset {
    fn answer(&self, request: &HttpRequest, status: StatusCode) -> HttpResponse {
        let (encoding, body) = self.encoding_for(request);
        let etag = encoding.map_or_else(|| self.etag.clone(), |e| format!("{}-{e}\"", self.etag.trim_end_matches('"')));
        let cache = if self.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
        let mut response = HttpResponse::build(status);
        response.insert_header((CACHE_CONTROL, cache)).insert_header((ETAG, etag.as_str())).insert_header((VARY, "Accept-Encoding"));
        if status == StatusCode::OK && matches(request, &etag) {
            return response.status(StatusCode::NOT_MODIFIED).finish();
        }
        if let Some(encoding) = encoding {
            response.insert_header((CONTENT_ENCODING, encoding));
        }
        response.insert_header((CONTENT_TYPE, self.content_type.as_str())).body(body)
    }

    fn encoding_for(&self, request: &HttpRequest) -> (Option<&'static str>, Bytes) {
        let accepted = request.headers().get(ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
        match (&self.brotli, &self.gzip) {
            (Some(body), _) if accepts(accepted, "br") => (Some("br"), body.clone()),
            (_, Some(body)) if accepts(accepted, "gzip") => (Some("gzip"), body.clone()),
            _ => (None, self.plain.clone()),
        }
    }
}

/// Whether an `Accept-Encoding` names an encoding without refusing it by `q=0`.
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let (name, quality) = part.split_once(';').unwrap_or((part, ""));
        let refused = quality.trim().strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()).is_some_and(|q| q <= 0.0);
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

fn is_encoded(name: &str) -> bool {
    name.ends_with(".br") || name.ends_with(".gz")
}

fn content_type(name: &str) -> String {
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let text = kind.type_() == "text" || matches!(kind.subtype().as_str(), "javascript" | "json" | "xml");
    if text { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}

/// Whether `path` is `page`, part by part.
fn is_at(page: &str, path: &str) -> bool {
    let path = path.strip_suffix('/').filter(|p| !p.is_empty()).unwrap_or(path);
    let (mut wanted, mut given) = (page.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(w), Some(g)) if w == g || (w.starts_with('{') && !g.is_empty()) => {}
            _ => return false,
        }
    }
}

/// What no route answers: the web app for GET and HEAD, a problem for everything else and everything under `/api`.
///
/// # Errors
/// 404 or 405 as a problem.
pub async fn fallback(request: HttpRequest, web_app: Option<web::Data<WebApp>>) -> Result<HttpResponse, Problem> {
    let path = request.path();
    if path == "/api" || path.starts_with("/api/") || path.starts_with("/images/") {
        return Err(Problem::no_such_route());
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Problem::method_not_allowed("GET, HEAD".to_owned()));
    }
    Ok(web_app.map_or_else(|| WebApp::default().answer(&request), |app| app.answer(&request)))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn app() -> WebApp {
        let file = |name: &str, body: &'static str| (name.to_owned(), Bytes::from_static(body.as_bytes()));
        WebApp::new([
            file("index.html", "<html>"),
            file("assets/app-1.js", "plain"),
            file("assets/app-1.js.br", "brotli"),
            file("assets/app-1.js.gz", "gzip"),
            file(".vite/manifest.json", "{}"),
        ])
    }

    fn get(path: &str, headers: &[(&str, &str)]) -> HttpResponse {
        let mut request = TestRequest::with_uri(path);
        for (name, value) in headers {
            request = request.insert_header((*name, *value));
        }
        app().answer(&request.to_http_request())
    }

    #[test]
    fn pages_are_200_and_unknown_ones_404() {
        for page in ["/", "/products", "/products/productinfo/ARA-1", "/admin/orders", "/cart/"] {
            assert_eq!(get(page, &[]).status(), StatusCode::OK, "{page}");
        }
        for unknown in [
            "/nope",
            "/products/productinfo",
            "/products/productinfo/",
            "/products/productinfo/a/b",
            "/admin/nope",
            "/index.html",
            "/.vite/manifest.json",
        ] {
            assert_eq!(get(unknown, &[]).status(), StatusCode::NOT_FOUND, "{unknown}");
        }
    }

    #[test]
    fn hashed_files_are_kept_for_good_and_a_missing_one_is_not_the_page() {
        let found = get("/assets/app-1.js", &[]);
        assert_eq!(found.headers().get(CACHE_CONTROL).unwrap(), "public, max-age=31536000, immutable");
        assert_eq!(get("/", &[]).headers().get(CACHE_CONTROL).unwrap(), "no-cache");
        let missing = get("/assets/app-2.js", &[]);
        assert_eq!(missing.status(), StatusCode::NOT_FOUND);
        assert_eq!(missing.headers().get(CONTENT_TYPE).unwrap(), "text/plain; charset=utf-8");
    }

    #[test]
    fn the_best_accepted_encoding_is_sent_under_its_own_etag() {
        let encoding = |accept: &str| {
            get("/assets/app-1.js", &[("Accept-Encoding", accept)]).headers().get(CONTENT_ENCODING).map(|v| v.to_str().unwrap().to_owned())
        };
        assert_eq!(encoding("gzip, deflate, br").as_deref(), Some("br"));
        assert_eq!(encoding("gzip, br;q=0").as_deref(), Some("gzip"));
        assert_eq!(encoding("identity"), None);
        let response = get("/assets/app-1.js", &[("Accept-Encoding", "br")]);
        let etag = response.headers().get(ETAG).unwrap().to_str().unwrap();
        let again = get("/assets/app-1.js", &[("Accept-Encoding", "br"), ("If-None-Match", etag)]);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(get("/assets/app-1.js", &[("If-None-Match", etag)]).status(), StatusCode::OK);
    }
}
