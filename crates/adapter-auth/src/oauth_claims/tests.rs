//! Claims as providers really write them, and as they must not be believed.

use domain::accounts::identity::ProviderName;
use serde_json::{Value, json};

use super::*;

const SHOP: &str = "shop.apps.example";

fn token(with: &Value) -> TokenInfo {
    let mut claims = json!({"sub": "1"});
    claims.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    serde_json::from_value(claims).unwrap()
}

#[test]
fn a_token_is_for_its_client_only() {
    for (claims, right) in [
        (json!({"aud": SHOP}), true),
        (json!({"aud": SHOP, "azp": SHOP}), true),
        (json!({"azp": SHOP}), true),
        (json!({"aud": [SHOP]}), true),
        (json!({"aud": [SHOP, "other"], "azp": SHOP}), true),
        (json!({"aud": [SHOP, "other"]}), false),
        (json!({"aud": "other"}), false),
        (json!({"aud": SHOP, "azp": "other"}), false),
        (json!({"aud": "other", "azp": SHOP}), false),
        (json!({"aud": []}), false),
        (json!({"aud": ""}), false),
        (json!({}), false),
    ] {
        assert_eq!(token(&claims).is_for(SHOP), right, "{claims}");
    }
}

#[test]
fn a_token_ends_with_its_time() {
    let now = DateTime::from_timestamp(1_772_352_000, 0).unwrap();
    for (claims, over) in [
        (json!({}), false),
        (json!({"exp": 1_772_352_001}), false),
        (json!({"exp": "1772352001"}), false),
        (json!({"exp": 1_772_352_000}), true),
        (json!({"exp": "1772351999"}), true),
        (json!({"expires_in": "3599"}), false),
        (json!({"expires_in": 0}), true),
        (json!({"expires_in": -1}), true),
    ] {
        assert_eq!(token(&claims).is_over(now), over, "{claims}");
    }
}

fn person(claims: &Value) -> Result<ProvedIdentity, ProofRefusal> {
    let info: UserInfo = serde_json::from_value(claims.clone()).unwrap();
    info.into_identity(&Provider { name: ProviderName::parse("accounts.example").unwrap(), is_google: true })
}

#[test]
fn only_a_verified_address_counts() {
    for verified in [json!(true), json!("true")] {
        let identity = person(&json!({"sub": "1", "email": "Nimali@Example.com", "email_verified": verified})).unwrap();
        assert_eq!(identity.email.as_str(), "nimali@example.com");
        assert!(identity.hosted_domain.is_none() && identity.is_from_google);
    }
    for claims in [
        json!({"sub": "1", "email": "nimali@example.com", "email_verified": false}),
        json!({"sub": "1", "email": "nimali@example.com", "email_verified": "false"}),
        json!({"sub": "1", "email": "nimali@example.com", "email_verified": "yes"}),
        json!({"sub": "1", "email": "nimali@example.com"}),
        json!({"sub": "1", "email": "no address", "email_verified": true}),
        json!({"sub": "1", "email_verified": true}),
    ] {
        assert_eq!(person(&claims).unwrap_err(), ProofRefusal::UnverifiedEmail, "{claims}");
    }
    for sub in ["", " ", &"x".repeat(256)] {
        let claims = json!({"sub": sub, "email": "nimali@example.com", "email_verified": true});
        assert_eq!(person(&claims).unwrap_err(), ProofRefusal::Unknown);
    }
}

#[test]
fn a_hosted_domain_is_noticed() {
    let hosted = |hd: &str| person(&json!({"sub": "1", "email": "a@b.lk", "email_verified": true, "hd": hd})).unwrap();
    assert!(hosted("b.lk").is_authoritative());
    assert!(!hosted("c.lk").is_authoritative());
    assert!(!hosted("").is_authoritative());
}

#[test]
fn everybody_has_two_names() {
    let long = "x".repeat(150);
    for (claims, first, last) in [
        (json!({"given_name": "Nimali", "family_name": "Perera", "name": "N. P."}), "Nimali", "Perera"),
        (json!({"name": "Nimali de Silva"}), "Nimali", "de Silva"),
        (json!({"name": "Nimali", "given_name": "Nimali"}), "Nimali", "Customer"),
        (json!({"given_name": " ", "family_name": ""}), "nimali.p", "Customer"),
        (json!({}), "nimali.p", "Customer"),
        (json!({"given_name": "Ni\u{0}mali\n", "family_name": long}), "Nimali", &long[..100]),
    ] {
        let mut all = json!({"sub": "1", "email": "nimali.p@example.com", "email_verified": true});
        all.as_object_mut().unwrap().extend(claims.as_object().unwrap().clone());
        let identity = person(&all).unwrap();
        assert_eq!((identity.first_name.as_str(), identity.last_name.as_str()), (first, last), "{claims}");
    }
}
