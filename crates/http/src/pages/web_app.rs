//! The web app's files: compressed by the build, cached for a year if the name has a hash.

use std::collections::{HashMap, HashSet};

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};
use bytes::Bytes;

use crate::response::encoded_body::EncodedBody;
use crate::response::problem::Problem;

/// The build's manifest: the file made from each source.
const MANIFEST: &str = "/.vite/manifest.json";

/// A file of the build.
#[derive(Clone, Debug)]
pub struct WebFile {
    /// Its name relative to the build's folder.
    pub name: String,
    /// Its content.
    pub bytes: Bytes,
    /// The SHA-256 of the content, computed by the build, so that a start need not read all files.
    pub digest: [u8; 32],
}

/// The built web app.
#[derive(Clone, Debug, Default)]
pub struct WebApp {
    files: HashMap<String, EncodedBody>,
    manifest: Option<EncodedBody>,
    page_bundle: Option<EncodedBody>,
}

impl WebApp {
    /// Takes the files of the build. `x.br` is the brotli encoding of `x`, which may be missing beside it. Names that begin with a dot are
    /// not served.
    #[must_use]
    pub fn new(files: impl IntoIterator<Item = WebFile>) -> Self {
        let mut given: HashMap<String, WebFile> = files.into_iter().map(|file| (file.name.clone(), file)).collect();
        let names: HashSet<String> = given.keys().map(|name| plain_name(name).to_owned()).collect();
        let mut files = HashMap::new();
        for name in names {
            let (plain, brotli) = (given.remove(&name), given.remove(&format!("{name}.br")));
            let kind = content_type(&name);
            let body = match (plain, brotli) {
                (Some(plain), brotli) => EncodedBody::prepared(&kind, plain.bytes, &plain.digest, brotli.map(|file| file.bytes)),
                (None, Some(brotli)) => EncodedBody::packed(&kind, brotli.bytes, &brotli.digest),
                (None, None) => continue,
            };
            files.insert(format!("/{name}"), body);
        }
        let manifest = files.remove(MANIFEST);
        files.retain(|path, _| !path.starts_with("/."));
        Self { files, manifest, page_bundle: None }
    }

    /// Adds the bundle that renders the public pages.
    #[must_use]
    pub fn with_page_bundle(self, bundle: Option<EncodedBody>) -> Self {
        Self { page_bundle: bundle, ..self }
    }

    /// The bundle that renders the public pages.
    #[must_use]
    pub fn page_bundle(&self) -> Option<&EncodedBody> {
        self.page_bundle.as_ref()
    }

    /// The build's manifest.
    #[must_use]
    pub fn manifest(&self) -> Option<&[u8]> {
        self.manifest.as_ref().map(|manifest| &**manifest.plain())
    }

    /// The file at a path.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&EncodedBody> {
        self.files.get(path)
    }

    /// The answer to a request for a file; `None` for a page. A missing file is answered with 404, not with a page.
    #[must_use]
    pub fn answer(&self, request: &HttpRequest) -> Option<HttpResponse> {
        let path = request.path();
        let immutable = path.starts_with("/assets/");
        match self.file(path).filter(|_| path != "/index.html") {
            Some(file) => {
                Some(file.respond(request, StatusCode::OK, if immutable { "public, max-age=31536000, immutable" } else { "no-cache" }))
            }
            None if immutable => Some(Problem::no_such_route().error_response()),
            None => None,
        }
    }
}

/// The name of a file without the ending of its encoding.
fn plain_name(name: &str) -> &str {
    name.strip_suffix(".br").unwrap_or(name)
}

fn content_type(name: &str) -> String {
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let text = kind.type_() == "text" || matches!(kind.subtype().as_str(), "javascript" | "json" | "xml");
    if text { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use actix_web::body::to_bytes;
    use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG};
    use actix_web::test::TestRequest;

    use super::*;

    fn app() -> WebApp {
        let file = |name: &str, body: &'static str| WebFile { name: name.to_owned(), bytes: body.into(), digest: [7; 32] };
        WebApp::new([
            file("index.html", "<html>"),
            file("favicon.svg", "<svg>"),
            file("assets/app-1.js", "plain"),
            file("assets/app-1.js.br", "brotli"),
            file(".vite/manifest.json", "{}"),
        ])
    }

    fn get(path: &str) -> Option<HttpResponse> {
        app().answer(&TestRequest::with_uri(path).insert_header(("Accept-Encoding", "br")).to_http_request())
    }

    #[test]
    fn hashed_files_are_kept_for_good_and_others_asked_for_again() {
        let hashed = get("/assets/app-1.js").unwrap();
        assert_eq!(hashed.headers().get(CACHE_CONTROL).unwrap(), "public, max-age=31536000, immutable");
        assert_eq!(hashed.headers().get(CONTENT_TYPE).unwrap(), "text/javascript; charset=utf-8");
        assert_eq!(hashed.headers().get(CONTENT_ENCODING).unwrap(), "br");
        assert_eq!(hashed.headers().get(ETAG).unwrap(), &format!("\"{}-br\"", "BwcHBwcHBwcHBwcHBwcHBw"));
        assert_eq!(get("/favicon.svg").unwrap().headers().get(CACHE_CONTROL).unwrap(), "no-cache");
    }

    #[actix_web::test]
    async fn a_file_that_is_only_there_compressed_is_unpacked() {
        let plain = "the plain text ".repeat(100).into_bytes();
        let mut packed = Vec::new();
        brotli::BrotliCompress(&mut plain.as_slice(), &mut packed, &Default::default()).unwrap();
        let app = WebApp::new([WebFile { name: "assets/a.js.br".to_owned(), bytes: packed.clone().into(), digest: [7; 32] }]);
        let asked = |accept: &'static str| {
            app.answer(&TestRequest::with_uri("/assets/a.js").insert_header(("Accept-Encoding", accept)).to_http_request()).unwrap()
        };
        for (accept, body) in [("identity", &plain), ("gzip, br", &packed)] {
            assert_eq!(to_bytes(asked(accept).into_body()).await.unwrap(), body, "{accept}");
        }
        assert!(asked("identity").headers().get(CONTENT_ENCODING).is_none());
        assert_eq!(asked("identity").headers().get(CONTENT_TYPE).unwrap(), "text/javascript; charset=utf-8");
        assert_eq!(asked("gzip").headers().get(CONTENT_ENCODING).unwrap(), "gzip");
        let zipped = to_bytes(asked("gzip").into_body()).await.unwrap();
        let mut unzipped = Vec::new();
        flate2::read::GzDecoder::new(&*zipped).read_to_end(&mut unzipped).unwrap();
        assert_eq!(unzipped, plain);
    }

    #[test]
    fn a_missing_hashed_file_is_not_the_page() {
        let missing = get("/assets/app-2.js").unwrap();
        assert_eq!(missing.status(), StatusCode::NOT_FOUND);
        assert_eq!(missing.headers().get(CONTENT_TYPE).unwrap(), "application/problem+json");
    }

    #[test]
    fn pages_and_hidden_files_are_no_files() {
        for path in ["/", "/products", "/index.html", "/.vite/manifest.json", "/assets"] {
            assert!(get(path).is_none(), "{path}");
        }
        assert_eq!(app().manifest(), Some(b"{}".as_slice()));
    }
}
