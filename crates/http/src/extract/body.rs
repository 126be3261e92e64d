//! Reads JSON request bodies. Media type, size, time, syntax and types each have a refusal of their own.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName};
use actix_web::{FromRequest, HttpRequest};
use bytes::BytesMut;
use futures_util::StreamExt as _;
use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::response::problem::Problem;

/// The largest JSON body, in bytes (contract, Conventions).
pub const MAX_JSON: usize = 64 * 1024;
/// The longest a body may take to arrive (contract, Conventions).
pub(crate) const BODY_TIME: Duration = Duration::from_secs(15);

/// A JSON body of at most `MAX` bytes.
#[derive(Debug)]
pub struct Body<T, const MAX: usize = MAX_JSON>(pub T);

impl<T: DeserializeOwned + 'static, const MAX: usize> FromRequest for Body<T, MAX> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let head = check_head(request.headers(), MAX);
        let payload = payload.take();
        Box::pin(async move {
            head?;
            let bytes = tokio::time::timeout(BODY_TIME, collect(payload, MAX)).await.map_err(|_| too_slow())??;
            parse(&bytes).map(Body)
        })
    }
}

/// Refuses other media types than JSON, compressed bodies, and bodies that declare a length above the limit.
fn check_head(headers: &HeaderMap, max: usize) -> Result<(), Problem> {
    check_media(headers, "application/json")?;
    if declared_length(headers).is_some_and(|length| length > max) { Err(too_large()) } else { Ok(()) }
}

/// Refuses a body that is not `media`, or is compressed.
///
/// # Errors
/// 415.
pub(crate) fn check_media(headers: &HeaderMap, media: &str) -> Result<(), Problem> {
    let header = |name: HeaderName| headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let refused = |code, message: &str| Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, code, message));
    let essence = header(CONTENT_TYPE).split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case(media) {
        return refused("request.unsupported_media_type", &format!("The body must be {media}."));
    }
    if headers.contains_key(CONTENT_ENCODING) && !header(CONTENT_ENCODING).eq_ignore_ascii_case("identity") {
        return refused("request.unsupported_encoding", "Compressed bodies are not accepted.");
    }
    Ok(())
}

/// The declared length in bytes, if any.
pub(crate) fn declared_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The bytes of a body of at most `max`.
///
/// # Errors
/// 400 for a body that breaks off, 413 for a longer one.
pub(crate) async fn collect(mut payload: Payload, max: usize) -> Result<BytesMut, Problem> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| Problem::new(StatusCode::BAD_REQUEST, "request.broken_body", "The body broke off."))?;
        if bytes.len().saturating_add(chunk.len()) > max {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

pub(crate) fn too_large() -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "request.too_large", "The body is too large.")
}

pub(crate) fn too_slow() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, "request.too_slow", "The body took too long to arrive.")
}

/// 400 for a body that is not JSON; 422 with the place for a value of the wrong type. The parser's text is not sent.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // The parser does not check the text of ignored fields.
    let text = std::str::from_utf8(bytes).map_err(|_| not_json())?;
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(ObjectOnly(&mut json)).map_err(|error| {
        let place = error.path().to_string();
        if error.inner().is_data() && is_json(text) { wrong_type(&place, &error.inner().to_string()) } else { not_json() }
    })?;
    json.end().map_err(|_| not_json())?;
    Ok(value)
}

/// The deserializer reports a wrong type before a later syntax error, but the syntax error decides the status.
fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

fn not_json() -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "request.not_json", "The body is not JSON.")
}

fn wrong_type(place: &str, parser: &str) -> Problem {
    let sentence = match parser.split("expected ").nth(1).unwrap_or_default() {
        e if e.starts_with("a string") => "must be a text",
        e if e.starts_with("a boolean") => "must be true or false",
        e if e.starts_with('i') || e.starts_with('u') => "must be a whole number",
        e if e.starts_with("a sequence") => "must be a list",
        e if e.starts_with("struct") => "must be an object",
        _ => "has the wrong type",
    };
    Problem::invalid_field(if place == "." { "body" } else { place }, sentence)
}

/// Deserializes a struct from an object only.
pub(crate) struct ObjectOnly<D>(pub(crate) D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ObjectOnly<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Implements `Deserialize` from an object only, for a struct derived with `#[serde(remote = "Self")]`.
macro_rules! object_only {
    ($struct:ty) => {
        impl<'de> serde::Deserialize<'de> for $struct {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize($crate::extract::body::ObjectOnly(deserializer))
            }
        }
    };
}
pub(crate) use object_only;

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::response::money_json::RawNumber;

    #[derive(Debug, Deserialize)]
    struct Line {
        quantity: i64,
        price: Option<RawNumber>,
    }

    #[derive(Debug, Deserialize)]
    struct Lines {
        lines: Vec<Line>,
    }

    fn refusal(text: &str) -> String {
        let problem = parse::<Lines>(text.as_bytes()).unwrap_err();
        format!("{problem:?}")
    }

    #[test]
    fn syntax_is_400_and_types_are_422_with_their_place() {
        for broken in ["", "{", "[1,]", "{\"lines\":[]} x", "\u{1}"] {
            assert!(refusal(broken).contains("status: 400"), "{broken}");
        }
        let wrong = refusal(r#"{"lines":[{"quantity":1},{"quantity":"two"}]}"#);
        assert!(
            wrong.contains("status: 422") && wrong.contains("lines[1].quantity") && wrong.contains("must be a whole number"),
            "{wrong}"
        );
        assert!(refusal("[]").contains("422"));
    }

    #[test]
    fn invalid_utf8_is_no_json_wherever_it_is() {
        for json in [&b"{\"lines\":[],\"no\":\"\xff\"}"[..], b"{\"\xff\":1,\"lines\":[]}", b"{\"lines\":\"\xff\"}", b"{\"lines\":[]}\xff"] {
            let refused = format!("{:?}", parse::<Lines>(json).unwrap_err());
            assert!(refused.contains("status: 400"), "{refused}");
        }
    }

    #[test]
    fn numbers_keep_every_digit() {
        let parsed: Lines = parse(br#"{"lines":[{"quantity":1,"price":0.10000000000000000001}]}"#).unwrap();
        let line = parsed.lines.first().unwrap();
        assert_eq!((line.quantity, line.price.as_ref().unwrap().text()), (1, "0.10000000000000000001"));
    }
}
