//! Answers of many JSON values, a line each, sent as the work goes on (NDJSON).

use std::convert::Infallible;

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, HeaderName};
use bytes::Bytes;
use futures_util::stream;
use serde_json::Value;
use tokio::sync::mpsc;

/// The media type of such answers.
pub(crate) const LINES: &str = "application/x-ndjson";
/// Tells proxies not to buffer the lines.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Sends the lines of one answer, which ends when all clones are dropped. A client that is gone is ignored.
#[derive(Clone)]
pub(crate) struct LineSender(mpsc::UnboundedSender<Bytes>);

impl LineSender {
    /// Sends a value as a line.
    pub(crate) fn send(&self, value: &Value) {
        let _ = self.0.send(format!("{value}\n").into());
    }
}

/// An answer of lines, and its sender.
pub(crate) fn json_lines() -> (LineSender, HttpResponse) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let lines =
        stream::unfold(receiver, |mut receiver| async move { receiver.recv().await.map(|line| (Ok::<_, Infallible>(line), receiver)) });
    let answer = HttpResponse::Ok()
        .content_type(LINES)
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((X_ACCEL_BUFFERING, "no"))
        .streaming(lines);
    (LineSender(sender), answer)
}
