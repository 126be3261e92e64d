//! Middleware that marks a connection as busy while a response is produced.

use std::mem;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use actix_http::error::PayloadError;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _};
use bytes::Bytes;
use futures_util::Stream;

use super::connection_state::{ConnectionState, ServedRequest};

/// The largest piece of an answer that is copied at a time, in bytes; the rest is shared with its other readers.
const PIECE: usize = 32 * 1_024;

/// Middleware: marks the connection as busy until the answer is written. It is the outermost, so it sees every answer.
///
/// # Errors
/// Those of the inner service.
pub(crate) async fn track_request(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<Answer>, Error> {
    let served = request.conn_data::<Rc<ConnectionState>>().map(ConnectionState::serve);
    if let Some(served) = &served {
        let payload = request.take_payload();
        let is_expected = !matches!(payload, Payload::None);
        let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.trim().parse().ok());
        served.state().declare_body(length);
        request.set_payload(if is_expected { AwaitedBody::payload(payload, served) } else { payload });
    }
    let answer = next.call(request).await?.map_into_boxed_body();
    Ok(answer.map_body(|_, body| Answer { body, rest: Bytes::new(), _served: served }))
}

/// A request's body, read from the connection only while the handler waits for it.
struct AwaitedBody {
    payload: Payload,
    state: Rc<ConnectionState>,
}

impl AwaitedBody {
    fn payload(payload: Payload, served: &ServedRequest) -> Payload {
        let body: Pin<Box<dyn Stream<Item = Result<Bytes, PayloadError>>>> = Box::pin(Self { payload, state: served.state().clone() });
        body.into()
    }
}

impl Stream for AwaitedBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let next = Pin::new(&mut this.payload).poll_next(cx);
        match &next {
            Poll::Pending => this.state.want_body(),
            Poll::Ready(Some(Ok(_))) => this.state.body_taken(),
            Poll::Ready(_) => this.state.want_nothing(),
        }
        next
    }
}

impl Drop for AwaitedBody {
    /// A request that is refused before its whole body has arrived no longer waits for the client.
    fn drop(&mut self) {
        self.state.body_taken();
    }
}

/// An answer's body in small pieces.
#[derive(Debug)]
pub(crate) struct Answer {
    body: BoxBody,
    rest: Bytes,
    /// Marks the end when the body was written or given up.
    _served: Option<ServedRequest>,
}

impl MessageBody for Answer {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.get_mut();
        if this.rest.is_empty() {
            match ready!(Pin::new(&mut this.body).poll_next(cx)) {
                Some(Ok(bytes)) => this.rest = bytes,
                end => return Poll::Ready(end),
            }
        }
        let piece = if this.rest.len() > PIECE { this.rest.split_to(PIECE) } else { mem::take(&mut this.rest) };
        Poll::Ready(Some(Ok(piece)))
    }
}
