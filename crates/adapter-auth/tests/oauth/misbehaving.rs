//! A provider that fails, lies or is slow lets no user in.

use std::error::Error;

use domain::accounts::identity::ProvedIdentity;
use domain::accounts::ports::{IdentityProof, IdentityProvider as _, ProofRefusal};
use domain::shared::ports::PortError;
use serde_json::{Value, json};

use crate::client::shop;
use crate::stub::{Answer, Stub};

const PATHS: [&str; 3] = ["/token", "/tokeninfo", "/userinfo"];

fn token_info() -> Value {
    json!({"azp": "shop", "aud": "shop", "sub": "1", "scope": "openid email profile", "expires_in": "3599", "email_verified": "true"})
}

fn user_info() -> Value {
    json!({"sub": "1", "email": "nimali@example.com", "email_verified": true, "name": "Nimali Perera"})
}

fn say(status: u16, body: &Value) -> Answer {
    Answer::Say(status, body.to_string())
}

fn good() -> [(&'static str, Answer); 3] {
    let token = json!({"access_token": "secret-token", "token_type": "Bearer", "expires_in": 3599});
    [("/token", say(200, &token)), ("/tokeninfo", say(200, &token_info())), ("/userinfo", say(200, &user_info()))]
}

/// A correct provider with another answer at one path.
async fn stub_with(path: &'static str, answer: Answer) -> Stub {
    Stub::start(good().into_iter().chain([(path, answer)])).await
}

fn code() -> IdentityProof {
    let redirect_uri = "https://shop.example/login".to_owned();
    IdentityProof::Code { code: "secret-code".to_owned(), verifier: "secret-verifier".repeat(3), redirect_uri }
}

async fn by_code(stub: &Stub) -> Result<Result<ProvedIdentity, ProofRefusal>, PortError> {
    shop(&stub.base, PATHS).identify(&code()).await
}

/// The messages of an error and all its causes.
fn everything(error: &PortError) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        said.push_str(&format!(": {error} {error:?}"));
        cause = error.source();
    }
    said
}

#[tokio::test]
async fn a_provider_that_behaves_is_believed() {
    let stub = Stub::start(good()).await;
    let identity = by_code(&stub).await.unwrap().unwrap();
    assert_eq!((identity.subject.id.as_str(), identity.email.as_str()), ("1", "nimali@example.com"));
    let mut asked = stub.asked.lock().unwrap().clone();
    asked[1..].sort();
    assert_eq!(asked, PATHS);
}

#[tokio::test]
async fn a_provider_that_fails_is_unavailable_wherever_it_fails() {
    let failures = [
        Answer::Say(500, "oops".to_owned()),
        Answer::Say(503, String::new()),
        Answer::Say(429, String::new()),
        Answer::Say(404, String::new()),
        Answer::Say(200, "<html>not JSON</html>".to_owned()),
        Answer::Say(200, "{}".to_owned()),
        Answer::Say(200, String::new()),
        Answer::HangUp,
        Answer::Babble,
    ];
    for path in PATHS {
        for (number, failure) in failures.iter().enumerate() {
            let error = by_code(&stub_with(path, failure.clone()).await).await.unwrap_err();
            assert!(error.is_unavailable(), "{path} {number}: {error:?}");
            let said = everything(&error);
            assert!(!said.contains("secret"), "{path} {number}: {said}");
        }
    }
}

#[tokio::test]
async fn a_provider_that_is_away_is_unavailable() {
    let nobody = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", nobody.local_addr().unwrap());
    drop(nobody);
    let token = IdentityProof::AccessToken("secret-token".to_owned());
    for proof in [code(), token] {
        let error = shop(&base, PATHS).identify(&proof).await.unwrap_err();
        assert!(error.is_unavailable());
        assert!(!everything(&error).contains("secret"), "{}", everything(&error));
    }
}

/// The clock is paused after the provider has the request, so that the timeout passes at once.
#[tokio::test]
async fn a_provider_that_dawdles_is_not_waited_for() {
    for path in PATHS {
        let stub = stub_with(path, Answer::Wait).await;
        let asking = tokio::spawn({
            let shop = shop(&stub.base, PATHS);
            async move { shop.identify(&code()).await }
        });
        while !stub.asked.lock().unwrap().iter().any(|asked| asked == path) {
            stub.bell.notified().await;
        }
        tokio::time::pause();
        let error = asking.await.unwrap().unwrap_err();
        tokio::time::resume();
        assert!(error.is_unavailable(), "{path}");
    }
}

#[tokio::test]
async fn a_token_follows_no_redirect() {
    for path in PATHS {
        let stub = stub_with(path, Answer::SendTo("/elsewhere")).await;
        assert!(by_code(&stub).await.unwrap_err().is_unavailable(), "{path}");
        assert!(!stub.asked.lock().unwrap().iter().any(|asked| asked == "/elsewhere"), "{path}");
    }
}

fn changed(mut claims: Value, with: &Value) -> Value {
    claims.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    claims
}

#[tokio::test]
async fn claims_that_disagree_are_refused() {
    for (path, with, refusal) in [
        ("/tokeninfo", json!({"aud": "another-shop", "azp": "another-shop"}), ProofRefusal::WrongAudience),
        ("/tokeninfo", json!({"azp": "another-shop"}), ProofRefusal::WrongAudience),
        ("/tokeninfo", json!({"sub": "2"}), ProofRefusal::SubjectMismatch),
        ("/tokeninfo", json!({"expires_in": "0"}), ProofRefusal::Unknown),
        ("/tokeninfo", json!({"exp": "1000000000"}), ProofRefusal::Unknown),
        ("/userinfo", json!({"sub": "2"}), ProofRefusal::SubjectMismatch),
        ("/userinfo", json!({"email_verified": false}), ProofRefusal::UnverifiedEmail),
        ("/userinfo", json!({"email_verified": null}), ProofRefusal::UnverifiedEmail),
        ("/userinfo", json!({"email": null}), ProofRefusal::UnverifiedEmail),
    ] {
        let claims = if path == "/tokeninfo" { token_info() } else { user_info() };
        let stub = stub_with(path, say(200, &changed(claims, &with))).await;
        assert_eq!(by_code(&stub).await.unwrap(), Err(refusal), "{path} {with}");
    }
}

#[tokio::test]
async fn a_refused_token_is_the_visitors_matter_and_a_refused_client_the_shops() {
    for (path, status) in [("/tokeninfo", 400), ("/tokeninfo", 401), ("/userinfo", 401), ("/userinfo", 403)] {
        let stub = stub_with(path, say(status, &json!({"error": "invalid_token"}))).await;
        assert_eq!(by_code(&stub).await.unwrap(), Err(ProofRefusal::Unknown), "{path} {status}");
    }
    for (error, refused) in [("invalid_grant", true), ("invalid_request", true), ("invalid_client", false), ("unauthorized_client", false)]
    {
        let stub = stub_with("/token", say(400, &json!({"error": error}))).await;
        match by_code(&stub).await {
            Ok(answer) => assert!(refused && answer == Err(ProofRefusal::Unknown), "{error}"),
            Err(failure) => assert!(!refused && failure.is_unavailable(), "{error}"),
        }
    }
}
