//! Third-party sign-in: an OAuth 2 client of Google, or of a provider that answers like it.
//!
//! Every proof from a browser becomes an access token. The provider tells to which client it was issued (`tokeninfo`) and to
//! whom it belongs (`userinfo`); nothing from the browser is trusted without these two answers.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::accounts::identity::ProvedIdentity;
use domain::accounts::ports::{IdentityProof, IdentityProvider, ProofRefusal};
use domain::shared::ports::{Clock, PortError};
use oauth2::basic::{BasicClient, BasicErrorResponseType, BasicRequestTokenError};
use oauth2::{
    AuthorizationCode, ClientId, ClientSecret, EndpointNotSet, EndpointSet, PkceCodeVerifier, RedirectUrl, RequestTokenError,
    TokenResponse, TokenUrl,
};
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use url::Url;

use crate::oauth_claims::{TokenInfo, UserInfo};
use crate::oauth_http::{CallError, OAuthHttp};
use crate::oauth_settings::ProviderSettings;

/// The longest a person waits for the provider, all calls together.
const PATIENCE: Duration = Duration::from_secs(10);

/// The client cannot be made on this machine.
#[derive(Debug, thiserror::Error)]
#[error("the client of the sign-in provider cannot be made")]
pub struct ProviderClientError(#[source] reqwest::Error);

type CodeClient = BasicClient<EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

/// Identifies people with the provider.
pub struct OAuthIdentityProvider {
    settings: ProviderSettings,
    client: CodeClient,
    http: OAuthHttp,
    clock: Arc<dyn Clock>,
}

impl OAuthIdentityProvider {
    /// A client of this provider; it makes no call yet.
    ///
    /// # Errors
    /// [`ProviderClientError`] when the machine's certificates cannot be read.
    pub fn new(settings: ProviderSettings, clock: Arc<dyn Clock>) -> Result<Self, ProviderClientError> {
        let mut client =
            BasicClient::new(ClientId::new(settings.client_id.clone())).set_token_uri(TokenUrl::from_url(settings.token_url.clone()));
        if let Some(secret) = &settings.client_secret {
            client = client.set_client_secret(ClientSecret::new(secret.clone()));
        }
        Ok(Self { settings, client, http: OAuthHttp::new().map_err(ProviderClientError)?, clock })
    }

    async fn ask(&self, proof: &IdentityProof) -> Result<Result<ProvedIdentity, ProofRefusal>, PortError> {
        let token = match proof {
            IdentityProof::AccessToken(token) => token.clone(),
            IdentityProof::Code { code, verifier, redirect_uri } => match self.redeem(code, verifier, redirect_uri).await? {
                Ok(token) => token,
                Err(refusal) => return Ok(Err(refusal)),
            },
        };
        let mut tokeninfo_url = self.settings.tokeninfo_url.clone();
        tokeninfo_url.query_pairs_mut().append_pair("access_token", &token);
        let about_token = self.claims::<TokenInfo>(&tokeninfo_url, None);
        let about_person = self.claims::<UserInfo>(&self.settings.userinfo_url, Some(&token));
        let (info, person) = tokio::try_join!(about_token, about_person)?;
        let (Some(info), Some(person)) = (info, person) else { return Ok(Err(ProofRefusal::Unknown)) };
        Ok(self.judge(&info, person))
    }

    /// The access token for a code.
    async fn redeem(&self, code: &str, verifier: &str, redirect_uri: &str) -> Result<Result<String, ProofRefusal>, PortError> {
        let redirect_uri = RedirectUrl::new(redirect_uri.to_owned()).map_err(PortError::internal)?;
        let answer = self
            .client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(verifier.to_owned()))
            .set_redirect_uri(Cow::Borrowed(&redirect_uri))
            .request_async(&self.http)
            .await;
        match answer {
            Ok(token) => Ok(Ok(token.access_token().secret().clone())),
            Err(error) if is_about_the_code(&error) => Ok(Err(ProofRefusal::Unknown)),
            // The source contains the provider's message, which is not secret.
            Err(error) => Err(PortError::unavailable(error)),
        }
    }

    /// The claims at an address of the provider; `None` when it does not know the token.
    async fn claims<T: DeserializeOwned>(&self, url: &Url, bearer: Option<&str>) -> Result<Option<T>, PortError> {
        let response = self.http.get(url, bearer).await.map_err(PortError::unavailable)?;
        match response.status().as_u16() {
            200..=299 => serde_json::from_slice(response.body()).map(Some).map_err(PortError::unavailable),
            400 | 401 => Ok(None),
            403 if bearer.is_some() => Ok(None),
            status => Err(PortError::unavailable(CallError::Status(status))),
        }
    }

    /// Checks that the claims agree.
    fn judge(&self, info: &TokenInfo, person: UserInfo) -> Result<ProvedIdentity, ProofRefusal> {
        if !info.is_for(&self.settings.client_id) {
            return Err(ProofRefusal::WrongAudience);
        }
        if info.is_over(self.clock.now()) {
            return Err(ProofRefusal::Unknown);
        }
        if info.sub != person.sub {
            return Err(ProofRefusal::SubjectMismatch);
        }
        person.into_identity(&self.settings.provider)
    }
}

#[async_trait]
impl IdentityProvider for OAuthIdentityProvider {
    async fn identify(&self, proof: &IdentityProof) -> Result<Result<ProvedIdentity, ProofRefusal>, PortError> {
        timeout(PATIENCE, self.ask(proof)).await.map_err(PortError::unavailable)?
    }
}

/// Whether the provider refuses the code itself; its other errors are not the user's.
fn is_about_the_code(error: &BasicRequestTokenError<CallError>) -> bool {
    let RequestTokenError::ServerResponse(response) = error else { return false };
    matches!(response.error(), BasicErrorResponseType::InvalidGrant | BasicErrorResponseType::InvalidRequest)
}
