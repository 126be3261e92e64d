//! The contract of [`domain::accounts::ports::IdentityProvider`], tried with a provider that is up.
//!
//! The provider knows `nimali` (`nimali@example.com`, Nimali Perera), `gihan` (`gihan@gmail.com`, "Gihan de Silva"),
//! `hosted` (`ayesha@shop.example`, in a hosted domain) and `unverified`; the shop is its client `shop`, and
//! another site is its client `another-shop`.
#![allow(async_fn_in_trait, reason = "only tests implement it")]

use domain::accounts::identity::ProvedIdentity;
use domain::accounts::ports::{IdentityProof, IdentityProvider, ProofRefusal};

/// A browser on the provider's pages.
pub trait AtTheProvider {
    /// The port under test.
    fn shop(&self) -> &dyn IdentityProvider;

    /// Signs `person` in for `client` and returns the code, with its verifier and redirect address.
    async fn code(&self, person: &str, client: &str) -> IdentityProof;

    /// Signs `person` in for `client` and returns an access token.
    async fn token(&self, person: &str, client: &str) -> String;

    /// Has `client` revoke a token.
    async fn revoke(&self, token: &str, client: &str);
}

async fn judged(at: &impl AtTheProvider, proof: &IdentityProof) -> Result<ProvedIdentity, ProofRefusal> {
    at.shop().identify(proof).await.unwrap()
}

async fn by_token(at: &impl AtTheProvider, person: &str) -> Result<ProvedIdentity, ProofRefusal> {
    judged(at, &IdentityProof::AccessToken(at.token(person, "shop").await)).await
}

/// The identity has the provider's names of the person.
pub async fn a_code_proves_who_somebody_is(at: &impl AtTheProvider) {
    let identity = judged(at, &at.code("nimali", "shop").await).await.unwrap();
    assert_eq!((identity.subject.id.as_str(), identity.email.as_str()), ("nimali", "nimali@example.com"));
    assert_eq!((identity.first_name.as_str(), identity.last_name.as_str()), ("Nimali", "Perera"));
    assert!(!identity.is_authoritative());
}

/// A token proves the same identity as a code.
pub async fn a_token_proves_who_somebody_is(at: &impl AtTheProvider) {
    let gihan = by_token(at, "gihan").await.unwrap();
    assert_eq!((gihan.first_name.as_str(), gihan.last_name.as_str()), ("Gihan", "de Silva"));
    assert!(gihan.is_authoritative(), "gmail.com");
    assert!(by_token(at, "hosted").await.unwrap().is_authoritative(), "in its own hosted domain");
    let token = IdentityProof::AccessToken(at.token("nimali", "shop").await);
    let by_code = judged(at, &at.code("nimali", "shop").await).await.unwrap();
    assert_eq!(judged(at, &token).await.unwrap(), by_code);
    assert_eq!(judged(at, &token).await.unwrap(), by_code, "a token may be shown again");
}

/// A code that was read in a log cannot be used again.
pub async fn a_code_works_once(at: &impl AtTheProvider) {
    let code = at.code("nimali", "shop").await;
    judged(at, &code).await.unwrap();
    assert_eq!(judged(at, &code).await, Err(ProofRefusal::Unknown));
}

/// A stolen code has neither the verifier nor the redirect address.
pub async fn a_code_needs_its_verifier_and_its_address(at: &impl AtTheProvider) {
    let with = async |change: fn(&mut String, &mut String)| {
        let IdentityProof::Code { code, mut verifier, mut redirect_uri } = at.code("nimali", "shop").await else { panic!("no code") };
        change(&mut verifier, &mut redirect_uri);
        judged(at, &IdentityProof::Code { code, verifier, redirect_uri }).await
    };
    assert!(with(|_, _| {}).await.is_ok());
    assert_eq!(with(|verifier, _| *verifier = "x".repeat(43)).await, Err(ProofRefusal::Unknown));
    assert_eq!(with(|_, address| *address = "https://evil.example/login".to_owned()).await, Err(ProofRefusal::Unknown));
}

/// A token that was issued to another site does not sign in to the shop.
pub async fn what_was_issued_to_another_client_proves_nothing(at: &impl AtTheProvider) {
    let token = at.token("nimali", "another-shop").await;
    assert_eq!(judged(at, &IdentityProof::AccessToken(token)).await, Err(ProofRefusal::WrongAudience));
    assert_eq!(judged(at, &at.code("nimali", "another-shop").await).await, Err(ProofRefusal::Unknown));
}

/// Anyone may have typed an unverified address.
pub async fn an_unverified_address_proves_nothing(at: &impl AtTheProvider) {
    assert_eq!(by_token(at, "unverified").await, Err(ProofRefusal::UnverifiedEmail));
    assert_eq!(judged(at, &at.code("unverified", "shop").await).await, Err(ProofRefusal::UnverifiedEmail));
}

/// Unknown and revoked tokens are refused.
pub async fn an_unknown_or_revoked_token_proves_nothing(at: &impl AtTheProvider) {
    let token = at.token("nimali", "shop").await;
    at.revoke(&token, "shop").await;
    for token in [&token, "x", "a&b=c#d?e/../%00+", &"x".repeat(4_096)] {
        assert_eq!(judged(at, &IdentityProof::AccessToken(token.to_owned())).await, Err(ProofRefusal::Unknown), "{token}");
    }
    let invented =
        IdentityProof::Code { code: "x".to_owned(), verifier: "x".repeat(43), redirect_uri: "https://shop.example/login".to_owned() };
    assert_eq!(judged(at, &invented).await, Err(ProofRefusal::Unknown));
}
