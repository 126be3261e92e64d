//! A finished body in all its encodings, and the answer that fits a request.

use std::io::{Read as _, Write as _};
use std::sync::{Arc, OnceLock};

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use sha2::{Digest as _, Sha256};

use crate::response::conditional::{etag_of_digest, matches};

/// Brotli's quality: halves a page in about 1 ms.
const BROTLI_QUALITY: u32 = 5;
const BROTLI_WINDOW: u32 = 22;
const BROTLI: &str = "br";
const GZIP: &str = "gzip";
/// A body smaller than one packet gains nothing by compression.
const WORTH_COMPRESSING: usize = 1_000;

/// A finished body. Cloning it copies no bytes.
#[derive(Clone, Debug)]
pub struct EncodedBody {
    content_type: HeaderValue,
    plain: Encoded,
    gzip: Option<Encoded>,
    brotli: Option<Encoded>,
}

/// A body in one encoding, with the `ETag` of that encoding.
#[derive(Clone, Debug)]
struct Encoded {
    encoding: Option<&'static str>,
    etag: HeaderValue,
    content: Content,
}

/// The bytes of a body.
#[derive(Clone, Debug)]
enum Content {
    Ready(Bytes),
    /// Made from the brotli encoding at the first use.
    Made {
        brotli: Bytes,
        make: fn(&[u8]) -> Option<Bytes>,
        made: Arc<OnceLock<Bytes>>,
    },
}

impl Content {
    /// The bytes; empty where a file of the build is damaged, which a test of the files excludes.
    fn bytes(&self) -> &Bytes {
        match self {
            Self::Ready(bytes) => bytes,
            Self::Made { brotli, make, made } => made.get_or_init(|| make(brotli).unwrap_or_default()),
        }
    }

    /// The bytes in memory.
    fn size(&self) -> usize {
        match self {
            Self::Ready(bytes) => bytes.len(),
            Self::Made { made, .. } => made.get().map_or(0, Bytes::len),
        }
    }
}

impl EncodedBody {
    /// A body of the build with its brotli encoding, if it has one; `digest` is the SHA-256 of the plain body.
    #[must_use]
    pub fn prepared(content_type: &str, plain: Bytes, digest: &[u8], brotli: Option<Bytes>) -> Self {
        Self::of(content_type, digest, Content::Ready(plain), None, brotli.map(Content::Ready))
    }

    /// A body of which the build has the brotli encoding alone. The plain body and gzip are made for the first client that asks for them,
    /// which takes some milliseconds. `digest` is the SHA-256 of `brotli`.
    #[must_use]
    pub fn packed(content_type: &str, brotli: Bytes, digest: &[u8]) -> Self {
        let made = |make| Content::Made { brotli: brotli.clone(), make, made: Arc::default() };
        Self::of(content_type, digest, made(unpacked), Some(made(repacked)), Some(Content::Ready(brotli.clone())))
    }

    fn of(content_type: &str, digest: &[u8], plain: Content, gzip: Option<Content>, brotli: Option<Content>) -> Self {
        let etag = etag_of_digest(digest);
        let encoded = |encoding, content| Encoded { encoding, etag: etag_in(&etag, encoding), content };
        Self {
            content_type: HeaderValue::from_str(content_type).unwrap_or(HeaderValue::from_static("application/octet-stream")),
            plain: encoded(None, plain),
            gzip: gzip.map(|content| encoded(Some(GZIP), content)),
            brotli: brotli.map(|content| encoded(Some(BROTLI), content)),
        }
    }

    /// A body without compressed encodings.
    #[must_use]
    pub fn plain_only(content_type: &str, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let digest = Sha256::digest(&plain);
        Self::prepared(content_type, plain, &digest, None)
    }

    /// Compresses a body. It is CPU work: call it on a blocking thread.
    #[must_use]
    pub fn compress(content_type: &str, plain: impl Into<Bytes>) -> Self {
        Self::plain_only(content_type, plain).compressed()
    }

    /// The same body in all encodings, if compression is worth it. CPU work, like [`Self::compress`].
    #[must_use]
    pub fn compressed(self) -> Self {
        if !self.is_worth_compressing() {
            return self;
        }
        let etag = self.plain.etag.to_str().unwrap_or_default();
        let encoded =
            |encoding, bytes| Encoded { encoding: Some(encoding), etag: etag_in(etag, Some(encoding)), content: Content::Ready(bytes) };
        let (gzip, brotli) = (gzip(self.plain()), brotli(self.plain()));
        Self { gzip: gzip.map(|bytes| encoded(GZIP, bytes)), brotli: brotli.map(|bytes| encoded(BROTLI, bytes)), ..self }
    }

    /// Whether [`Self::compressed`] is worth it.
    #[must_use]
    pub fn is_worth_compressing(&self) -> bool {
        self.gzip.is_none() && self.brotli.is_none() && self.plain().len() >= WORTH_COMPRESSING
    }

    /// The size of all encodings in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.encodings().map(|encoded| encoded.content.size()).sum()
    }

    /// The plain body.
    #[must_use]
    pub fn plain(&self) -> &Bytes {
        self.plain.content.bytes()
    }

    fn encodings(&self) -> impl Iterator<Item = &Encoded> {
        [Some(&self.plain), self.gzip.as_ref(), self.brotli.as_ref()].into_iter().flatten()
    }

    /// Answers with the best encoding that the caller accepts, under its own `ETag`, or 304 if the caller has the body in any
    /// encoding.
    #[must_use]
    pub fn respond(&self, request: &HttpRequest, status: StatusCode, cache_control: &'static str) -> HttpResponse {
        let best = self.best_for(request);
        if status == StatusCode::OK
            && let Some(known) = [best].into_iter().chain(self.encodings()).find(|encoded| matches(request, &encoded.etag))
        {
            let mut response = HttpResponse::new(StatusCode::NOT_MODIFIED);
            put_validators(response.headers_mut(), known, cache_control);
            return response;
        }
        let mut response = HttpResponse::with_body(status, BoxBody::new(best.content.bytes().clone()));
        let headers = response.headers_mut();
        put_validators(headers, best, cache_control);
        if let Some(encoding) = best.encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        headers.insert(CONTENT_TYPE, self.content_type.clone());
        response
    }

    fn best_for(&self, request: &HttpRequest) -> &Encoded {
        let accepted = request.headers().get(ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
        match (&self.brotli, &self.gzip) {
            (Some(body), _) if accepts(accepted, BROTLI) => body,
            (_, Some(body)) if accepts(accepted, GZIP) => body,
            _ => &self.plain,
        }
    }
}

fn put_validators(headers: &mut HeaderMap, encoded: &Encoded, cache_control: &'static str) {
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
    headers.insert(ETAG, encoded.etag.clone());
    headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
}

/// The `ETag` of a body in an encoding.
fn etag_in(etag: &str, encoding: Option<&str>) -> HeaderValue {
    let etag = encoding.map_or_else(|| etag.to_owned(), |encoding| format!("{}-{encoding}\"", etag.trim_end_matches('"')));
    HeaderValue::from_str(&etag).unwrap_or(HeaderValue::from_static("\"\""))
}

/// Whether the caller accepts a compressed answer.
#[must_use]
pub fn accepts_compressed(request: &HttpRequest) -> bool {
    let accepted = request.headers().get(ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    accepts(accepted, BROTLI) || accepts(accepted, GZIP)
}

/// Whether an `Accept-Encoding` accepts an encoding; `q=0` refuses it.
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let (name, quality) = part.split_once(';').unwrap_or((part, ""));
        let refused = quality.trim().strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()).is_some_and(|q| q <= 0.0);
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

fn gzip(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// The plain form of a brotli encoding; `None` where that is damaged.
fn unpacked(brotli: &[u8]) -> Option<Bytes> {
    let mut plain = Vec::new();
    brotli::Decompressor::new(brotli, brotli.len()).read_to_end(&mut plain).ok()?;
    Some(plain.into())
}

/// The gzip form of a brotli encoding; `None` where that is damaged.
fn repacked(brotli: &[u8]) -> Option<Bytes> {
    gzip(&unpacked(brotli)?)
}

fn brotli(plain: &[u8]) -> Option<Bytes> {
    let mut compressed = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut compressed, plain.len(), BROTLI_QUALITY, BROTLI_WINDOW);
    encoder.write_all(plain).and_then(|()| encoder.flush()).ok()?;
    drop(encoder);
    Some(Bytes::from(compressed))
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;

    use super::*;

    fn body() -> EncodedBody {
        EncodedBody::compress("text/html; charset=utf-8", "<p>the same words</p>".repeat(100))
    }

    fn ask(body: &EncodedBody, headers: &[(&str, &str)]) -> HttpResponse {
        let request = headers.iter().fold(TestRequest::default(), |r, (name, value)| r.insert_header((*name, *value)));
        body.respond(&request.to_http_request(), StatusCode::OK, "no-cache")
    }

    async fn sent(accept: &str) -> (Option<String>, Bytes) {
        let response = ask(&body(), &[("accept-encoding", accept)]);
        let encoding = response.headers().get(CONTENT_ENCODING).map(|v| v.to_str().unwrap().to_owned());
        (encoding, to_bytes(response.into_body()).await.unwrap())
    }

    #[actix_web::test]
    async fn what_is_compressed_is_the_same_body() {
        let (encoding, bytes) = sent("gzip, deflate, br").await;
        assert_eq!(encoding.as_deref(), Some("br"));
        let mut plain = Vec::new();
        brotli::Decompressor::new(&*bytes, 4_096).read_to_end(&mut plain).unwrap();
        assert_eq!(plain, *body().plain());
        let (encoding, bytes) = sent("gzip, br;q=0").await;
        assert_eq!(encoding.as_deref(), Some("gzip"));
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(&*bytes).read_to_end(&mut plain).unwrap();
        assert_eq!(plain, *body().plain());
        assert_eq!(sent("identity").await, (None, body().plain().clone()));
    }

    #[test]
    fn small_bodies_are_left_alone() {
        let small = EncodedBody::compress("text/plain", "hello");
        assert_eq!(small.size(), 5);
        assert!(body().size() > body().plain().len());
    }

    #[test]
    fn each_encoding_has_its_own_etag() {
        let tag = |accept: &str| ask(&body(), &[("accept-encoding", accept)]).headers().get(ETAG).unwrap().to_str().unwrap().to_owned();
        let (plain, brotli) = (tag("identity"), tag("br"));
        assert_ne!(plain, brotli);
        let again = ask(&body(), &[("accept-encoding", "br"), ("if-none-match", &brotli)]);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(ask(&body(), &[("if-none-match", "\"other\"")]).status(), StatusCode::OK);
    }

    #[test]
    fn whoever_has_it_in_another_encoding_need_not_have_it_again() {
        let etag_of = |response: &HttpResponse| response.headers().get(ETAG).unwrap().to_str().unwrap().to_owned();
        let plain = etag_of(&ask(&body(), &[]));
        let again = ask(&body(), &[("accept-encoding", "br"), ("if-none-match", &plain)]);
        assert_eq!((again.status(), etag_of(&again)), (StatusCode::NOT_MODIFIED, plain));
        assert!(again.headers().get(CONTENT_ENCODING).is_none());
    }

    #[test]
    fn a_missing_page_is_never_unchanged() {
        let request = TestRequest::default().insert_header(("if-none-match", "*")).to_http_request();
        assert_eq!(body().respond(&request, StatusCode::NOT_FOUND, "no-cache").status(), StatusCode::NOT_FOUND);
    }
}
