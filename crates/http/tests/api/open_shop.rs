//! A shop that answers requests as the real one does: behind its middleware.

use std::rc::Rc;
use std::time::Duration;

use actix_http::Request;
use actix_web::body::{MessageBody, to_bytes};
use actix_web::dev::{Service, ServiceResponse};
use actix_web::test::{TestRequest, init_service};
use application::catalog::catalogue_follower::{CatalogueFollower, CatalogueVersion};
use futures_util::future::LocalBoxFuture;
use shop_http::cache::response_cache::ResponseCache;
use shop_http::server::app;
use shop_http::server::app_state::AppState;
use shop_http::server::background::Background;

use crate::shop::Shop;
use crate::wire::Answer;

/// Answers any number of requests.
pub(crate) type Answering = Box<dyn Fn(TestRequest) -> LocalBoxFuture<'static, Answer>>;

/// Answers requests by this service.
pub(crate) fn answering<S, B>(service: S) -> Answering
where
    S: Service<Request, Response = ServiceResponse<B>, Error = actix_web::Error> + 'static,
    B: MessageBody + 'static,
{
    let service = Rc::new(service);
    Box::new(move |request| {
        let service = service.clone();
        Box::pin(async move {
            let response = service.call(request.to_request()).await.unwrap();
            let (status, headers) = (response.status().as_u16(), response.headers().clone());
            let body = to_bytes(response.into_body()).await.map_err(|_| "the body broke off").unwrap();
            Answer { status, headers, body: body.to_vec() }
        })
    })
}

/// A shop that answers any number of requests.
pub(crate) struct OpenShop {
    answer: Answering,
    background: Background,
    pub(crate) follower: CatalogueFollower,
    pub(crate) catalogue_version: CatalogueVersion,
    pub(crate) responses: ResponseCache,
}

impl OpenShop {
    /// The answer to a request.
    pub(crate) async fn answer(&self, request: TestRequest) -> Answer {
        (self.answer)(request).await
    }

    /// Waits for everything that goes on after the answers.
    pub(crate) async fn finish(&self) {
        self.background.finish(Duration::from_secs(60)).await;
    }
}

impl OpenShop {
    /// Opens the shop.
    pub(crate) async fn of(state: AppState) -> Self {
        let background = state.background.clone();
        let (follower, catalogue_version, responses) = (state.follower.clone(), state.catalogue_version.clone(), state.responses.clone());
        let answer = answering(init_service(app(state)).await);
        Self { answer, background, follower, catalogue_version, responses }
    }
}

impl Shop {
    /// Opens the shop.
    pub(crate) async fn open(self) -> OpenShop {
        Box::pin(OpenShop::of(self.state())).await
    }

    /// The answer to one request.
    pub(crate) async fn answer(self, request: TestRequest) -> Answer {
        self.open().await.answer(request).await
    }
}
