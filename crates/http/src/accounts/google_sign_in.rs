//! Signing in through a third-party provider: Google, unless the operator configures another (contract, Users).

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::sign_in_with_provider::{ProviderSignIn, SignInWithProviderError};
use chrono::TimeDelta;
use domain::accounts::identity::IdentityRefusal;
use domain::accounts::ports::IdentityProof;
use domain::shared::error::FeatureError as _;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::login::source_of;
use crate::accounts::users_json::SignedInUserJson;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::RateLimit;
use crate::middleware::request_id;
use crate::response::conditional::catalogue_json;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, ForUsers, Forbidden, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::config::HttpConfig;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, sign_in, access: Access::Public, limit: Limit::PerAddress(RateLimit::GoogleSignIn), changes: None);
    route!(table, config, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// The scopes that the shop requests from the provider (`spec.md` §7).
const SCOPES: [&str; 3] = ["openid", "profile", "email"];
/// The longest token and code in characters (contract, Users).
const MAX_TOKEN: usize = 4_096;

/// The provider's proof of a person's identity: an access token, or an authorization code with its verifier and redirect
/// address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GoogleSignInRequest {
    /// An access token.
    #[schema(max_length = 4096)]
    pub token: Option<String>,
    /// An authorization code.
    #[schema(max_length = 4096)]
    pub code: Option<String>,
    /// The secret behind the code's challenge (RFC 7636).
    #[schema(min_length = 43, max_length = 128)]
    pub code_verifier: Option<String>,
    /// `PUBLIC_URL/login`.
    pub redirect_uri: Option<String>,
}

/// The outcome: a session, or a new account without one.
#[derive(Debug, Serialize, ToSchema)]
pub struct GoogleSignInResponse {
    /// The sentence to show.
    pub message: &'static str,
    /// The session's token; absent if the account was created by this call.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub token: Option<String>,
    /// The user; absent if the account was created by this call.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub user: Option<SignedInUserJson>,
}

/// The registration of the shop at its provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GoogleConfig {
    /// Whether the shop has a provider.
    enabled: bool,
    /// The shop's client id; null without a provider.
    #[schema(required = true)]
    client_id: Option<String>,
    /// The provider's sign-in page; null without a provider.
    #[schema(required = true)]
    authorize_url: Option<String>,
    /// The scopes to request.
    scopes: [&'static str; 3],
}

/// Signs in with the provider's proof, or creates the account.
#[utoipa::path(post, path = "/api/users/google", tag = "users", operation_id = "googleSignIn", request_body = GoogleSignInRequest,
    responses((status = 200, description = "Signed in", body = GoogleSignInResponse), (status = 201, description = "An account was created", body = GoogleSignInResponse),
        WithBody, ForUsers, Forbidden, Conflict))]
async fn sign_in(
    accounts: web::Data<AccountUseCases>,
    config: web::Data<HttpConfig>,
    request: HttpRequest,
    body: Body<GoogleSignInRequest>,
) -> Result<HttpResponse, Problem> {
    let proof = parse_proof(body.0, &config)?;
    match accounts.sign_in_with_provider.run(&proof, &source_of(&request)).await.map_err(refusal)? {
        ProviderSignIn::SignedIn(who) => {
            let body = GoogleSignInResponse { message: "Login successful", token: Some(who.token), user: Some(who.user.into()) };
            Ok(private(HttpResponse::Ok(), &body))
        }
        ProviderSignIn::AccountCreated => {
            let message = "Your Account Is Created. Now You Can Login Via Google!!!";
            Ok(private(HttpResponse::Created(), &GoogleSignInResponse { message, token: None, user: None }))
        }
    }
}

/// The provider's configuration, if the shop has one.
#[utoipa::path(get, path = "/api/users/google/config", tag = "users", operation_id = "googleConfig",
    responses((status = 200, body = GoogleConfig, headers(("ETag" = String))), (status = 304, description = "Not changed")))]
async fn config(shop: web::Data<HttpConfig>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let client = shop.google.as_ref();
    let config = GoogleConfig {
        enabled: client.is_some(),
        client_id: client.map(|c| c.client_id.clone()),
        authorize_url: client.map(|c| c.authorize_url.clone()),
        scopes: SCOPES,
    };
    catalogue_json(&request, HttpResponse::Ok(), &config)
}

fn parse_proof(body: GoogleSignInRequest, config: &HttpConfig) -> Result<IdentityProof, Problem> {
    let mut errors = FieldErrors::default();
    let given = |field: Option<String>| field.filter(|text| !text.is_empty());
    let (token, code) = (given(body.token), given(body.code));
    let proof = match (token, code) {
        (Some(token), _) => errors.optional("token", Some(token), parse_token).map(IdentityProof::AccessToken),
        (None, None) => {
            errors.add("token", "is required, or code, codeVerifier and redirectUri");
            None
        }
        (None, Some(code)) => {
            let code = errors.optional("code", Some(code), parse_token);
            let verifier = errors.required("codeVerifier", given(body.code_verifier), parse_verifier);
            let redirect_uri = errors.required("redirectUri", given(body.redirect_uri), |uri| parse_redirect(uri, &config.public_url));
            code.zip(verifier).zip(redirect_uri).map(|((code, verifier), redirect_uri)| IdentityProof::Code {
                code,
                verifier,
                redirect_uri,
            })
        }
    };
    proof.ok_or_else(|| errors.into_problem())
}

/// Tokens are visible ASCII (RFC 6749, appendix A), so they fit into headers and addresses.
fn parse_token(text: String) -> Result<String, String> {
    if text.len() > MAX_TOKEN {
        return Err(format!("must have at most {MAX_TOKEN} characters"));
    }
    if text.bytes().all(|b| b.is_ascii_graphic()) { Ok(text) } else { Err("must be visible ASCII characters".to_owned()) }
}

/// Verifiers follow RFC 7636 §4.1.
fn parse_verifier(text: String) -> Result<String, &'static str> {
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b));
    if plain && (43..=128).contains(&text.len()) { Ok(text) } else { Err("must be a code verifier of 43 to 128 characters") }
}

fn parse_redirect(text: String, public_url: &str) -> Result<String, String> {
    let own = format!("{public_url}/login");
    if text == own { Ok(text) } else { Err(format!("must be {own}")) }
}

/// `Retry-After` of a shop without a provider.
const NO_PROVIDER: TimeDelta = TimeDelta::hours(1);

/// The reason why a proof was refused is logged for the operator. A missing provider is the operator's choice and is not
/// logged.
fn refusal(error: SignInWithProviderError) -> Problem {
    match &error {
        SignInWithProviderError::NotConfigured => {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, error.code(), error.to_string()).retry_after(NO_PROVIDER)
        }
        SignInWithProviderError::NotProved(why) => {
            tracing::warn!(request_id = %request_id::current(), "a sign-in through the provider was refused: {why}");
            error.into()
        }
        SignInWithProviderError::Refused(IdentityRefusal::Blocked) => {
            Problem::from(error).with("user", serde_json::Value::Null).with("blocked", true)
        }
        _ => error.into(),
    }
}
