//! The second factor of a sign-in, and the alerts about it.

use super::*;

/// Users with a second factor. A code of the app counts unless it was used.
fn enrolled(is_unused: bool) -> MockSecondFactorStore {
    let mut store = MockSecondFactorStore::new();
    let found = StoredSecondFactor { secret: SealedSecret(vec![1]), enabled_at: Some(moments::now()) };
    store.expect_find().returning(move |_| Ok(Some(found.clone())));
    store.expect_use_step().returning(move |_, _| Ok(is_unused));
    store.expect_note_wrong_code().returning(|_, _| Ok(()));
    store
}

/// A shop with a user who has a second factor.
fn knowing_enrolled(matched: PasswordMatch, is_unused: bool) -> Ports {
    Ports { second_factors: Some(enrolled(is_unused)), ..Ports::knowing(Some(customer().user), matched) }
}

#[tokio::test]
async fn a_missing_code_is_asked_for_and_forgets_no_failure() {
    let mut ports = knowing_enrolled(PasswordMatch::Right, true);
    ports.settling(AttemptResult::NotCompared);
    let refused = ports.sign_in().await.unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Unauthenticated, "auth.code_needed"));
}

#[tokio::test]
async fn a_wrong_or_used_code_counts_as_a_failure() {
    for (code, is_unused) in [("654321", true), ("123456", false), ("", true)] {
        let mut ports = knowing_enrolled(PasswordMatch::Right, is_unused);
        ports.settling(AttemptResult::Failed);
        let refused = ports.sign_in_as(None, Some(code)).await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Unauthenticated, "auth.code_wrong"), "{code}");
    }
}

#[tokio::test]
async fn a_session_says_where_it_began() {
    let mut ports = Ports::knowing(Some(customer().user), PasswordMatch::Right);
    ports.settling(AttemptResult::Succeeded);
    ports.devices.expect_sign().returning(|_, _| None);
    ports.tokens.expect_issue().returning(|_, _| Ok("token".into()));
    let began = |session: &Session, _: &Option<&PasswordHash>| {
        let origin = session.origin.as_ref().unwrap();
        (origin.device.as_str(), origin.network.to_string().as_str()) == ("Firefox on Linux", "192.0.2.0/24")
            && session.confirmed_at.is_none()
    };
    ports.sessions.expect_open().withf(began).once().returning(|_, _| Ok(true));
    ports.sign_in().await.unwrap();
}

#[tokio::test]
async fn sign_ins_of_staff_are_watched_as_they_were_before() {
    let mut ports = Ports::knowing(Some(admin().user), PasswordMatch::Right).opening_a_session(true);
    let before = |seen: &SeenSignIn| {
        seen.user.last_login.is_none() && seen.news.session == seen.session && seen.secret.expose() == format!("alert of {}", seen.session)
    };
    ports.watch.expect_note().withf(before).once().returning(|_| Ok(true));
    ports.sign_in().await.unwrap();
}
