//! Calls of the gateway's API: with a token, in the pace that it allows, without redirects and long answers.

use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde::Deserialize;

use crate::call_error::CallError;
use crate::checkout_fields::at;
use crate::pace::Pace;
use crate::settings::{AppCredentials, PayHereSettings};
use crate::tokens::{FetchedToken, Tokens};

/// The longest answer in bytes. A record has below 2 KiB.
const MAX_ANSWER: usize = 256 * 1_024;

/// The client of the API.
pub(crate) struct ApiCalls {
    client: Client,
    pace: Pace,
    tokens: Tokens,
}

/// The answer to a request for a token.
#[derive(Deserialize)]
struct TokenAnswer {
    access_token: String,
    #[serde(default)]
    expires_in: u64,
}

/// The answer to a caller whom the gateway refuses; `error` is `invalid_token`, for one.
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

impl ApiCalls {
    /// A client; it makes no call yet.
    pub(crate) fn new(settings: &PayHereSettings) -> Result<Self, reqwest::Error> {
        // A redirect could send the token to another server. Each call opens a connection: the gateway may close an idle one at the
        // moment it is used again, and the outcome of a refund without an answer is unknown.
        let builder = Client::builder().redirect(Policy::none()).pool_max_idle_per_host(0);
        let client = builder.connect_timeout(settings.times.connect).build()?;
        Ok(Self { client, pace: Pace::default(), tokens: Tokens::default() })
    }

    /// Sends the request that `build` makes, within `time`. One that the gateway refuses for its token is sent once more with
    /// another token: the gateway has not acted on it.
    ///
    /// # Errors
    /// [`CallError`]; none says that the gateway acted.
    pub(crate) async fn send(
        &self,
        settings: &PayHereSettings,
        time: Duration,
        build: impl Fn(&Client) -> RequestBuilder + Send + Sync,
    ) -> Result<Vec<u8>, CallError> {
        let mut second_try = false;
        loop {
            let token = self.tokens.get(self.fetch_token(settings)).await?;
            self.pace.turn(settings.times.turn).await?;
            let request = build(&self.client).header(ACCEPT, "application/json").bearer_auth(&token).timeout(time);
            let (status, body) = read(request.send().await?).await?;
            if !(refuses_caller(status) || status.is_client_error() && is_refusal(&body)) {
                return if status.is_server_error() || status.is_redirection() {
                    Err(CallError::Status(status.as_u16()))
                } else {
                    Ok(body)
                };
            }
            if status == StatusCode::TOO_MANY_REQUESTS || second_try {
                return Err(CallError::Refused(status.as_u16()));
            }
            second_try = true;
            self.tokens.forget(&token).await;
        }
    }

    async fn fetch_token(&self, settings: &PayHereSettings) -> Result<FetchedToken, CallError> {
        let AppCredentials { id, secret } = settings.app.as_ref().ok_or(CallError::NotConfigured)?;
        self.pace.turn(settings.times.turn).await?;
        let request = self
            .client
            .post(at(settings, "/merchant/v1/oauth/token"))
            .basic_auth(id, Some(secret.expose()))
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body("grant_type=client_credentials")
            .timeout(settings.times.read);
        // No refund has been sent yet, whatever goes wrong here.
        let (status, body) = read(request.send().await.map_err(|e| CallError::NotReached(e.without_url()))?).await.map_err(unsent)?;
        let answer: TokenAnswer = match status {
            StatusCode::OK => serde_json::from_slice(&body).map_err(|_| CallError::Refused(status.as_u16()))?,
            _ => return Err(CallError::Refused(status.as_u16())),
        };
        Ok(FetchedToken { text: answer.access_token, life: Duration::from_secs(answer.expires_in) })
    }
}

/// The error of fetching a token, which sends nothing else.
fn unsent(error: CallError) -> CallError {
    match error {
        CallError::NoAnswer(error) => CallError::NotReached(error),
        CallError::TooLong => CallError::Refused(200),
        error => error,
    }
}

fn refuses_caller(status: StatusCode) -> bool {
    matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS)
}

fn is_refusal(body: &[u8]) -> bool {
    serde_json::from_slice::<Refusal>(body).is_ok_and(|refusal| refusal.error == "invalid_token")
}

async fn read(mut response: Response) -> Result<(StatusCode, Vec<u8>), CallError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_ANSWER {
            return Err(CallError::TooLong);
        }
        body.extend_from_slice(&chunk);
    }
    Ok((response.status(), body))
}
