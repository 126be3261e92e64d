//! Calls to the sign-in provider: no redirects, no long waits, no long answers.

use std::pin::Pin;
use std::time::Duration;

use oauth2::http;
use oauth2::{AsyncHttpClient, HttpRequest, HttpResponse};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use url::Url;

/// The longest a call may take, connection included.
const CALL_TIME: Duration = Duration::from_secs(5);
/// The longest connecting may take.
const CONNECT_TIME: Duration = Duration::from_secs(3);
/// The longest answer in bytes; real ones have a few hundred.
const MAX_ANSWER: usize = 64 * 1_024;

/// Why a call failed. It contains no address, which may carry a token.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    #[error("the provider did not answer")]
    Transport(#[source] reqwest::Error),
    /// The answer has no end.
    #[error("the provider's answer is longer than {MAX_ANSWER} bytes")]
    TooLong,
    /// The request or answer cannot be written down.
    #[error("the call cannot be made")]
    Http(#[from] http::Error),
    /// An answer that is no answer.
    #[error("the provider answered with status {0}")]
    Status(u16),
}

impl From<reqwest::Error> for CallError {
    fn from(error: reqwest::Error) -> Self {
        Self::Transport(error.without_url())
    }
}

/// The client for these calls.
#[derive(Clone, Debug)]
pub(crate) struct OAuthHttp(Client);

impl OAuthHttp {
    /// A client; it makes no call yet.
    pub(crate) fn new() -> Result<Self, reqwest::Error> {
        // A redirect could send the token to another server.
        Client::builder().redirect(Policy::none()).connect_timeout(CONNECT_TIME).timeout(CALL_TIME).build().map(Self)
    }

    /// Gets an address, with a bearer token if one is given.
    pub(crate) async fn get(&self, url: &Url, bearer: Option<&str>) -> Result<HttpResponse, CallError> {
        let request = self.0.get(url.clone()).header(http::header::ACCEPT, "application/json");
        let request = if let Some(token) = bearer { request.bearer_auth(token) } else { request };
        read(request.send().await?).await
    }
}

/// Makes calls for the OAuth library.
impl<'c> AsyncHttpClient<'c> for OAuthHttp {
    type Error = CallError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, CallError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move { read(self.0.execute(request.try_into()?).await?).await })
    }
}

async fn read(mut response: Response) -> Result<HttpResponse, CallError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_ANSWER {
            return Err(CallError::TooLong);
        }
        body.extend_from_slice(&chunk);
    }
    let mut answer = http::Response::builder().status(response.status());
    for (name, value) in response.headers() {
        answer = answer.header(name, value);
    }
    Ok(answer.body(body)?)
}
