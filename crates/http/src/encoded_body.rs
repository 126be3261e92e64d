//! A finished body in every encoding it is sent in, and the answer that fits a request.

use std::io::Write as _;

use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;

use crate::conditional::{etag_of, matches};

/// Half as large as without, in about a millisecond for a page.
const BROTLI_QUALITY: u32 = 5;
const BROTLI_WINDOW: u32 = 22;
/// What is smaller than a packet gains nothing by being compressed.
const WORTH_COMPRESSING: usize = 1_000;

/// A finished body.
#[derive(Clone, Debug)]
pub struct EncodedBody {
    content_type: String,
    etag: String,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

impl EncodedBody {
    /// A body whose encodings were made beforehand.
    #[must_use]
    pub fn prepared(content_type: String, plain: Bytes, gzip: Option<Bytes>, brotli: Option<Bytes>) -> Self {
        let etag = etag_of(&plain);
        Self { content_type, etag, plain, gzip, brotli }
    }

    /// Compresses a body. This is work for the processor: call it off the threads that answer requests.
    #[must_use]
    pub fn compress(content_type: String, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let worth_it = plain.len() >= WORTH_COMPRESSING;
        let gzip = worth_it.then(|| gzip(&plain)).flatten();
        let brotli = worth_it.then(|| brotli(&plain)).flatten();
        Self::prepared(content_type, plain, gzip, brotli)
    }

    /// Bytes held.
    #[must_use]
    pub fn size(&self) -> usize {
        [Some(&self.plain), self.gzip.as_ref(), self.brotli.as_ref()].into_iter().flatten().map(Bytes::len).sum()
    }

    /// The body as it is.
    #[must_use]
    pub fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// Answers with the best encoding that the caller takes, under its own `ETag`, or 304 where they have it already.
    #[must_use]
    pub fn respond(&self, request: &HttpRequest, status: StatusCode, cache_control: &str) -> HttpResponse {
        let (encoding, body) = self.encoding_for(request);
        let etag = encoding.map_or_else(|| self.etag.clone(), |e| format!("{}-{e}\"", self.etag.trim_end_matches('"')));
        let mut response = HttpResponse::build(status);
        response
            .insert_header((CACHE_CONTROL, cache_control))
            .insert_header((ETAG, etag.as_str()))
            .insert_header((VARY, "Accept-Encoding"));
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

fn gzip(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
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
    use std::io::Read as _;

    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;

    use super::*;

    fn body() -> EncodedBody {
        EncodedBody::compress("text/html; charset=utf-8".into(), "<p>the same words</p>".repeat(100))
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
        let small = EncodedBody::compress("text/plain".into(), "hello");
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
        assert_eq!(ask(&body(), &[("if-none-match", &brotli)]).status(), StatusCode::OK);
    }

    #[test]
    fn a_missing_page_is_never_unchanged() {
        let request = TestRequest::default().insert_header(("if-none-match", "*")).to_http_request();
        assert_eq!(body().respond(&request, StatusCode::NOT_FOUND, "no-cache").status(), StatusCode::NOT_FOUND);
    }
}
