//! A real provider (`frontend/e2e/provider/serve.mjs`), and a user who signs in there as with a browser.

use std::collections::BTreeMap;
use std::process::Stdio;

use adapter_auth::OAuthIdentityProvider;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::accounts::ports::{IdentityProof, IdentityProvider};
use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use sha2::{Digest as _, Sha256};
use testkit::contracts::accounts::provider::AtTheProvider;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::client::shop;

/// The only address to which the provider redirects.
const REDIRECT_URI: &str = "https://shop.example/login";
const VERIFIER: &str = "a-verifier-of-at-least-forty-three-characters";

/// A provider, stopped with this.
pub(crate) struct RealProvider {
    issuer: Url,
    shop: OAuthIdentityProvider,
    http: Client,
    _process: Child,
}

impl RealProvider {
    pub(crate) async fn start() -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../frontend/e2e/provider/serve.mjs");
        let mut process = Command::new("node")
            .arg(script)
            .env("PORT", "0")
            .env("END_WITH_INPUT", "yes")
            .env("REDIRECT_URI", REDIRECT_URI)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("Node.js runs the provider");
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let issuer = lines.next_line().await.unwrap().expect("the provider starts; `make tools` installs its packages");
        let http = Client::builder().redirect(Policy::none()).build().unwrap();
        Self { shop: shop(&issuer, ["/token", "/tokeninfo", "/me"]), issuer: issuer.parse().unwrap(), http, _process: process }
    }

    /// Follows the redirects of the provider with its cookies, until it redirects to the shop.
    async fn follow(&self, mut address: Url) -> Url {
        let mut cookies = BTreeMap::new();
        for _ in 0..10 {
            let held: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let answer = self.http.get(address.clone()).header(COOKIE, held.join("; ")).send().await.unwrap();
            for cookie in answer.headers().get_all(SET_COOKIE) {
                let (name, value) = cookie.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
                cookies.insert(name.to_owned(), value.to_owned());
            }
            let next = answer.headers().get(LOCATION).map(|to| to.to_str().unwrap().to_owned());
            address = address.join(&next.expect("a redirect")).unwrap();
            if address.as_str().starts_with(REDIRECT_URI) {
                return address;
            }
        }
        panic!("the provider sends people in circles");
    }

    async fn post(&self, path: &str, client: &str, form: &[(&str, &str)]) -> String {
        let body = Url::parse_with_params("https://form.example", form).unwrap().query().unwrap().to_owned();
        let request = self.http.post(self.issuer.join(path).unwrap()).basic_auth(client, Some(format!("{client}-secret")));
        let answer = request.header("Content-Type", "application/x-www-form-urlencoded").body(body).send().await.unwrap();
        assert!(answer.status().is_success(), "{}", answer.status());
        answer.text().await.unwrap()
    }
}

impl AtTheProvider for RealProvider {
    fn shop(&self) -> &dyn IdentityProvider {
        &self.shop
    }

    async fn code(&self, person: &str, client: &str) -> IdentityProof {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
        let mut page = self.issuer.join("/auth").unwrap();
        page.query_pairs_mut().extend_pairs([
            ("response_type", "code"),
            ("client_id", client),
            ("redirect_uri", REDIRECT_URI),
            ("scope", "openid profile email"),
            ("state", "some state"),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
            ("login_hint", person),
        ]);
        let back = self.follow(page).await;
        let answer: BTreeMap<String, String> = back.query_pairs().into_owned().collect();
        assert_eq!(answer.get("state").map(String::as_str), Some("some state"), "{back}");
        IdentityProof::Code { code: answer["code"].clone(), verifier: VERIFIER.to_owned(), redirect_uri: REDIRECT_URI.to_owned() }
    }

    async fn token(&self, person: &str, client: &str) -> String {
        let IdentityProof::Code { code, verifier, redirect_uri } = self.code(person, client).await else { panic!("no code") };
        let form = [("grant_type", "authorization_code"), ("code", &code), ("code_verifier", &verifier), ("redirect_uri", &redirect_uri)];
        let answer: serde_json::Value = serde_json::from_str(&self.post("/token", client, &form).await).unwrap();
        answer["access_token"].as_str().unwrap().to_owned()
    }

    async fn revoke(&self, token: &str, client: &str) {
        self.post("/token/revocation", client, &[("token", token)]).await;
    }
}
