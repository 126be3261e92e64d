//! Reads the bytes of a submitted form. Their meaning is for the handler: a signature covers them.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use bytes::BytesMut;

use crate::extract::body::{BODY_TIME, check_media, collect, declared_length, too_large, too_slow};
use crate::response::problem::Problem;

/// The largest form, in bytes (contract-commerce, section 2).
const MAX_FORM: usize = 16 * 1024;

/// A body of the type `application/x-www-form-urlencoded`.
#[derive(Debug)]
pub(crate) struct FormBytes(pub(crate) BytesMut);

impl FromRequest for FormBytes {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let mut head = check_media(request.headers(), "application/x-www-form-urlencoded");
        if head.is_ok() && declared_length(request.headers()).is_some_and(|length| length > MAX_FORM) {
            head = Err(too_large());
        }
        let payload = payload.take();
        Box::pin(async move {
            head?;
            let bytes = tokio::time::timeout(BODY_TIME, collect(payload, MAX_FORM)).await.map_err(|_| too_slow())??;
            Ok(Self(bytes))
        })
    }
}
