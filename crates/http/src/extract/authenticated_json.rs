//! A JSON body from somebody: who it is comes first, and a stranger's body is not even read.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;

use crate::extract::body::Body;
use crate::response::problem::Problem;

/// The body of a request by `W`, such as `AuthenticatedJson<Admin, OrderUpdate>`.
///
/// Extractors that stand beside each other in a handler's arguments run at once, so that a malformed body would be
/// answered before it is known that the caller may not send one at all.
#[derive(Debug)]
pub struct AuthenticatedJson<W, T>(pub W, pub T);

impl<W, T> FromRequest for AuthenticatedJson<W, T>
where
    W: FromRequest<Error = Problem> + 'static,
    T: DeserializeOwned + 'static,
{
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let who = W::from_request(request, &mut Payload::None);
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let who = who.await?;
            let Body(body) = Body::from_request(&request, &mut payload).await?;
            Ok(Self(who, body))
        })
    }
}
