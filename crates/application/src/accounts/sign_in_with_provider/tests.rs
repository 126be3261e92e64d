//! Signing in through the provider, with mocked ports.

use domain::accounts::ports::{
    MockDeviceMarkers, MockIdentityProvider, MockIdentityStore, MockInvitationSigner, MockOneTimeCodes, MockPasswordHasher,
    MockSecondFactorStore, MockSecretCipher, MockSessionStore, MockSignInWatch, MockTokenService, MockUserRepository,
};
use domain::accounts::second_factor::SecondFactorStatus;
use domain::accounts::user::User;
use testkit::{moments, sample_users};

use super::*;
use crate::accounts::credential_check::CredentialCheck;
use crate::accounts::second_factor_check::SecondFactorCheck;
use crate::samples::{away, clock, customer, ids};

fn proof() -> IdentityProof {
    IdentityProof::AccessToken("a token".to_owned())
}

/// A provider that identifies a person.
fn vouching() -> Option<MockIdentityProvider> {
    answering(Ok(sample_users::proved(sample_users::email())))
}

fn answering(answer: Result<ProvedIdentity, ProofRefusal>) -> Option<MockIdentityProvider> {
    let mut provider = MockIdentityProvider::new();
    provider.expect_identify().withf(|given| *given == proof()).once().returning(move |_| Ok(answer.clone()));
    Some(provider)
}

fn resolving(answer: ResolveIdentityOutcome) -> MockIdentityStore {
    let mut identities = MockIdentityStore::new();
    identities.expect_resolve().once().returning(move |_, _, _| Ok(answer.clone()));
    identities
}

/// Opens a session unless the user was blocked meanwhile.
fn opening(opened: bool) -> MockSessionStore {
    let mut sessions = MockSessionStore::new();
    sessions.expect_open().once().returning(move |_| Ok(opened));
    sessions
}

async fn sign_in(
    provider: Option<MockIdentityProvider>,
    identities: MockIdentityStore,
    sessions: MockSessionStore,
) -> Result<ProviderSignIn, SignInWithProviderError> {
    sign_in_of(provider, identities, sessions, SecondFactorStatus::default()).await
}

/// Signs a person in whose account has this second factor.
async fn sign_in_of(
    provider: Option<MockIdentityProvider>,
    identities: MockIdentityStore,
    sessions: MockSessionStore,
    status: SecondFactorStatus,
) -> Result<ProviderSignIn, SignInWithProviderError> {
    let mut store = MockSecondFactorStore::new();
    store.expect_status().returning(move |_| Ok(status));
    let store = Arc::new(store);
    let mut tokens = MockTokenService::new();
    tokens.expect_issue().returning(|_, session| Ok(format!("token of {}", session.user_id)));
    let sign_in = SignIn {
        users: Arc::new(MockUserRepository::new()),
        check: CredentialCheck {
            hasher: Arc::new(MockPasswordHasher::new()),
            throttle: None,
            second_factor: SecondFactorCheck {
                store: store.clone(),
                cipher: Arc::new(MockSecretCipher::new()),
                codes: Arc::new(MockOneTimeCodes::new()),
            },
            clock: clock(),
        },
        watch: Arc::new(MockSignInWatch::new()),
        signer: Arc::new(MockInvitationSigner::new()),
        devices: Arc::new(MockDeviceMarkers::new()),
        sessions: Arc::new(sessions),
        tokens: Arc::new(tokens),
        ids: ids(),
        clock: clock(),
    };
    let provider = provider.map(|provider| Arc::new(provider) as Arc<dyn IdentityProvider>);
    let from = LoginSource { address: [192, 0, 2, 7].into(), device_marker: None, user_agent: None };
    let use_case =
        SignInWithProvider { provider, identities: Arc::new(identities), second_factors: store, sign_in, ids: ids(), clock: clock() };
    use_case.run(&proof(), &from).await
}

#[tokio::test]
async fn an_account_with_a_second_factor_is_not_opened_without_its_code() {
    let status = SecondFactorStatus { enabled_at: Some(moments::now()), recovery_codes_left: 10 };
    let known = resolving(ResolveIdentityOutcome::Known(customer().user));
    let refused = sign_in_of(vouching(), known, MockSessionStore::new(), status).await;
    assert!(matches!(refused, Err(SignInWithProviderError::SecondFactor)));
}

async fn refused(
    provider: Option<MockIdentityProvider>,
    identities: MockIdentityStore,
    sessions: MockSessionStore,
) -> (ErrorKind, &'static str) {
    let refusal = sign_in(provider, identities, sessions).await.unwrap_err();
    (refusal.kind(), refusal.code())
}

#[tokio::test]
async fn a_person_with_an_account_is_signed_in() {
    let user = customer().user;
    let (id, known) = (user.id, ResolveIdentityOutcome::Known(user));
    let outcome = sign_in(vouching(), resolving(known), opening(true)).await.unwrap();
    let ProviderSignIn::SignedIn(OpenedSession { user, token, .. }) = outcome else { panic!("not signed in: {outcome:?}") };
    assert_eq!((token, user.last_login), (format!("token of {id}"), Some(moments::now())));
}

#[tokio::test]
async fn a_new_account_is_a_customers_without_a_password_and_without_a_session() {
    let identity = sample_users::proved(sample_users::email());
    let mut identities = MockIdentityStore::new();
    let expected = identity.clone();
    identities
        .expect_resolve()
        .withf(move |proved, new, now| {
            *proved == expected
                && (&new.email, new.user_type) == (&expected.email, UserType::Customer)
                && (&new.first_name, &new.last_name) == (&expected.first_name, &expected.last_name)
                && new.password_hash.is_none()
                && new.profile_picture.is_none()
                && (new.created_at, *now) == (moments::now(), moments::now())
        })
        .once()
        .returning(|_, _, _| Ok(ResolveIdentityOutcome::Created(customer().user)));
    let outcome = sign_in(answering(Ok(identity)), identities, MockSessionStore::new()).await.unwrap();
    assert!(matches!(outcome, ProviderSignIn::AccountCreated));
}

#[tokio::test]
async fn a_refused_proof_touches_no_account() {
    for refusal in [ProofRefusal::Unknown, ProofRefusal::WrongAudience, ProofRefusal::UnverifiedEmail, ProofRefusal::SubjectMismatch] {
        let answer = refused(answering(Err(refusal)), MockIdentityStore::new(), MockSessionStore::new()).await;
        assert_eq!(answer, (ErrorKind::Unauthenticated, "auth.provider_refused"), "{refusal:?}");
    }
}

#[tokio::test]
async fn accounts_that_may_not_be_entered_stay_closed() {
    for (refusal, answer) in [
        (IdentityRefusal::Admin, (ErrorKind::Forbidden, "auth.provider_admin")),
        (IdentityRefusal::Blocked, (ErrorKind::Forbidden, "auth.blocked")),
        (IdentityRefusal::EmailTaken, (ErrorKind::Conflict, "user.email_taken")),
    ] {
        assert_eq!(refused(vouching(), resolving(ResolveIdentityOutcome::Refused(refusal)), MockSessionStore::new()).await, answer);
    }
    let blocked_meanwhile = ResolveIdentityOutcome::Known(User { ..customer().user });
    let answer = refused(vouching(), resolving(blocked_meanwhile), opening(false)).await;
    assert_eq!(answer, (ErrorKind::Forbidden, "auth.blocked"));
}

#[tokio::test]
async fn without_a_provider_or_with_one_that_fails_it_says_so() {
    let answer = refused(None, MockIdentityStore::new(), MockSessionStore::new()).await;
    assert_eq!(answer, (ErrorKind::Unavailable, "auth.provider_not_configured"));
    let mut failing = MockIdentityProvider::new();
    failing.expect_identify().returning(|_| Err(away()));
    let answer = refused(Some(failing), MockIdentityStore::new(), MockSessionStore::new()).await;
    assert_eq!(answer, (ErrorKind::Unavailable, "auth.provider_unavailable"));
    let mut database = MockIdentityStore::new();
    database.expect_resolve().returning(|_, _, _| Err(away()));
    assert_eq!(refused(vouching(), database, MockSessionStore::new()).await, (ErrorKind::Unavailable, "service.unavailable"));
}
