//! Bodies of `text/csv`, with a limit of their own.

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderMap;
use bytes::BytesMut;
use futures_util::StreamExt as _;

use crate::extract::body::{check_media, declared_length};
use crate::extract::body_pace::Pace;
use crate::response::problem::Problem;

/// The largest sheet in bytes: 10 MB.
pub(crate) const MAX_CSV: usize = 10 * 1024 * 1024;

/// Reads a body.
///
/// # Errors
/// 400 for a body that breaks off, 408 for a slow one, 413 for a large one, 415 for another media type.
pub(crate) async fn read(headers: &HeaderMap, mut payload: Payload) -> Result<BytesMut, Problem> {
    check_media(headers, "text/csv")?;
    if declared_length(headers).is_some_and(|length| length > MAX_CSV) {
        return Err(too_large());
    }
    let mut pace = Pace::begin();
    let mut bytes = BytesMut::new();
    while let Some(chunk) = pace.in_time(payload.next()).await? {
        let chunk = chunk.map_err(|_| Problem::new(StatusCode::BAD_REQUEST, "request.broken_body", "The body broke off."))?;
        if pace.take(chunk.len()) > MAX_CSV {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn too_large() -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "request.too_large", "The file is larger than 10 MB.")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use actix_http::BoxedPayloadStream;
    use actix_web::ResponseError as _;
    use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
    use bytes::Bytes;
    use futures_util::stream;
    use tokio::time::sleep;

    use super::*;

    /// Reads a body of `chunks` chunks of `size` bytes, which arrive `every` so often. The paused test clock advances only
    /// while the test waits.
    async fn arriving(chunks: usize, size: usize, every: Duration) -> Result<usize, u16> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/csv"));
        let body = stream::unfold(0..chunks, move |mut rest| async move {
            sleep(every).await;
            rest.next().map(|_| (Ok(Bytes::from(vec![b'a'; size])), rest))
        });
        let body: BoxedPayloadStream = Box::pin(body);
        let read = read(&headers, body.into()).await;
        read.map(|bytes| bytes.len()).map_err(|problem| problem.status_code().as_u16())
    }

    #[tokio::test(start_paused = true)]
    async fn a_bad_connection_is_waited_for_and_a_stalled_one_is_not() {
        let second = Duration::from_secs(1);
        assert_eq!(arriving(160, 64 * 1_024, second).await, Ok(MAX_CSV), "ten megabytes in 160 seconds");
        assert_eq!(arriving(161, 64 * 1_024, second).await, Err(413));
        assert_eq!(arriving(1, 10, Duration::from_secs(16)).await, Err(408), "nothing for 15 seconds");
        assert_eq!(arriving(1_000, 1, second).await, Err(408), "a byte a second");
    }
}
