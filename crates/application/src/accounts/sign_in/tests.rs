//! Signing in, with mocked ports.

mod codes;
mod devices;
mod throttle;

use chrono::{DateTime, Utc};
use domain::accounts::login_attempts::AttemptResult;
use domain::accounts::ports::{
    Admission, MockDeviceTokens, MockInvitationSigner, MockLoginThrottle, MockOneTimeCodes, MockPasswordHasher, MockSecondFactorStore,
    MockSecretCipher, MockSessionStore, MockSignInWatch, MockTokenService, MockUserRepository, TokenSigningError,
};
use domain::accounts::second_factor::{SealedSecret, StoredSecondFactor, TotpSecret};
use domain::accounts::sign_in_alert::AlertSecret;
use domain::accounts::user::Credentials;
use domain::shared::ids::UserId;
use mockall::Sequence;
use testkit::moments;

use super::*;
use crate::accounts::second_factor_check::SecondFactorCheck;
use crate::samples::{admin, away, clock, customer, ids};

fn hash(text: &str) -> PasswordHash {
    PasswordHash::new(text.to_owned())
}

/// The ports; each test sets up their mocks.
struct Ports {
    users: MockUserRepository,
    hasher: MockPasswordHasher,
    throttle: MockLoginThrottle,
    devices: MockDeviceTokens,
    sessions: MockSessionStore,
    tokens: MockTokenService,
    watch: MockSignInWatch,
    second_factors: Option<MockSecondFactorStore>,
}

impl Ports {
    /// A shop whose ports expect no call.
    fn idle() -> Self {
        Self {
            users: MockUserRepository::new(),
            hasher: MockPasswordHasher::new(),
            throttle: MockLoginThrottle::new(),
            devices: MockDeviceTokens::new(),
            sessions: MockSessionStore::new(),
            tokens: MockTokenService::new(),
            watch: MockSignInWatch::new(),
            second_factors: None,
        }
    }

    /// A shop that admits every attempt, knows `user` and compares passwords with this result.
    fn knowing(user: Option<User>, matched: PasswordMatch) -> Self {
        let mut ports = Self::idle();
        ports.admitting();
        ports
            .users
            .expect_credentials()
            .times(1..=2)
            .returning(move |_| Ok(user.clone().map(|user| Credentials { user, password_hash: Some(hash("old")) })));
        ports
            .hasher
            .expect_verify()
            .once()
            .returning(move |_, hash| Ok(if hash.is_some() { matched.clone() } else { PasswordMatch::Wrong }));
        ports
    }

    fn opening_a_session(mut self, opened: bool) -> Self {
        self.settling(AttemptResult::Succeeded);
        self.sessions.expect_open().once().returning(move |_, _| Ok(opened));
        self.devices.expect_sign().returning(|user, device| Some(format!("{device} of {user}")));
        self.tokens.expect_issue().returning(|_, session| Ok(format!("token of {}", session.user_id)));
        self
    }

    /// Admits one attempt, now.
    fn admitting(&mut self) {
        self.throttle.expect_admit().once().returning(|_, now| Ok(Admission::Admitted(now)));
    }

    /// Expects that the attempt ends in this way.
    fn settling(&mut self, result: AttemptResult) {
        let expected = move |_: &LoginAttempt, admitted: &DateTime<Utc>, settled: &AttemptResult, _: &DateTime<Utc>| {
            (*admitted, *settled) == (moments::now(), result)
        };
        self.throttle.expect_settle().withf(expected).once().returning(|_, _, _, _| Ok(()));
    }

    async fn sign_in(self) -> Result<OpenedSession, SignInError> {
        self.sign_in_with(None).await
    }

    /// Signs in with the token of a device.
    async fn sign_in_with(self, token: Option<&str>) -> Result<OpenedSession, SignInError> {
        self.sign_in_as(token, None).await
    }

    /// Signs in with a code, too.
    async fn sign_in_as(self, token: Option<&str>, code: Option<&str>) -> Result<OpenedSession, SignInError> {
        let from = source(token);
        let email = EmailAddress::parse("nimali@example.com").unwrap();
        self.wired(true).run(&email, &Password::given("a password".into()), code, &from).await
    }

    fn wired(self, is_limited: bool) -> SignIn {
        let throttle = Arc::new(self.throttle);
        let (mut cipher, mut codes) = (MockSecretCipher::new(), MockOneTimeCodes::new());
        cipher.expect_open().returning(|_, _| Ok(TotpSecret::new(vec![7])));
        codes.expect_step_of().returning(|_, digits, _| (digits == "123456").then_some(7));
        let store = Arc::new(self.second_factors.unwrap_or_else(no_second_factor));
        let mut signer = MockInvitationSigner::new();
        signer.expect_sign_alert().returning(|session, _| Some(AlertSecret::new(format!("alert of {session}"))));
        SignIn {
            users: Arc::new(self.users),
            check: CredentialCheck {
                hasher: Arc::new(self.hasher),
                throttle: is_limited.then_some(throttle as _),
                second_factor: SecondFactorCheck { store, cipher: Arc::new(cipher), codes: Arc::new(codes) },
                clock: clock(),
            },
            watch: Arc::new(self.watch),
            signer: Arc::new(signer),
            devices: Arc::new(self.devices),
            sessions: Arc::new(self.sessions),
            tokens: Arc::new(self.tokens),
            ids: ids(),
            clock: clock(),
        }
    }
}

/// Where the logins of these tests come from.
fn source(token: Option<&str>) -> LoginSource {
    let user_agent = Some("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0".to_owned());
    LoginSource { address: [192, 0, 2, 7].into(), device_token: token.map(ToOwned::to_owned), user_agent }
}

fn no_second_factor() -> MockSecondFactorStore {
    let mut store = MockSecondFactorStore::new();
    store.expect_find().returning(|_| Ok(None));
    store
}

#[tokio::test]
async fn an_unknown_address_and_a_wrong_password_do_the_same_work() {
    for user in [None, Some(customer().user)] {
        // Each attempt is looked up, compared and counted once, and gets the same answer.
        let mut ports = Ports::knowing(user, PasswordMatch::Wrong);
        ports.settling(AttemptResult::Failed);
        let refused = ports.sign_in().await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Unauthenticated, "auth.wrong_credentials"));
        assert_eq!(refused.to_string(), "Invalid email or password");
    }
}

#[tokio::test]
async fn without_a_password_every_guess_is_wrong() {
    let mut ports = Ports::idle();
    ports.admitting();
    ports.settling(AttemptResult::Failed);
    ports.hasher.expect_verify().withf(|_, hash| hash.is_none()).once().returning(|_, _| Ok(PasswordMatch::Wrong));
    ports.users.expect_credentials().returning(|_| Ok(Some(Credentials { user: customer().user, password_hash: None })));
    assert!(matches!(ports.sign_in().await, Err(SignInError::WrongCredentials)));
}

#[tokio::test]
async fn only_the_right_password_learns_of_a_block() {
    let blocked = User { is_blocked: true, ..customer().user };
    let mut knowing = Ports::knowing(Some(blocked.clone()), PasswordMatch::Right);
    // They made no guess, so every attempt gets the same answer.
    knowing.settling(AttemptResult::Succeeded);
    let told = knowing.sign_in().await.unwrap_err();
    assert_eq!((told.kind(), told.to_string().as_str()), (ErrorKind::Forbidden, "Your account has been blocked. Contact support."));
    let mut guessing = Ports::knowing(Some(blocked), PasswordMatch::Wrong);
    guessing.settling(AttemptResult::Failed);
    assert!(matches!(guessing.sign_in().await, Err(SignInError::WrongCredentials)));
}

#[tokio::test]
async fn a_user_blocked_while_signing_in_gets_no_session() {
    let refused = Ports::knowing(Some(customer().user), PasswordMatch::Right).opening_a_session(false).sign_in().await;
    assert!(matches!(refused, Err(SignInError::Refused(CheckRefusal::Blocked))));
}

#[tokio::test]
async fn an_outdated_hash_is_replaced_before_the_session_opens() {
    let mut ports = Ports::knowing(Some(customer().user), PasswordMatch::RightButOutdated(hash("new")));
    let mut order = Sequence::new();
    ports
        .users
        .expect_rehash()
        .withf(|_, old, new| (old, new) == (&hash("old"), &hash("new")))
        .once()
        .in_sequence(&mut order)
        .returning(|_, _, _| Ok(()));
    ports
        .sessions
        .expect_open()
        .withf(|_, compared| *compared == Some(&hash("new")))
        .once()
        .in_sequence(&mut order)
        .returning(|_, _| Ok(true));
    ports.settling(AttemptResult::Succeeded);
    ports.devices.expect_sign().returning(|_, _| None);
    ports.tokens.expect_issue().returning(|_, _| Ok("token".into()));
    ports.sign_in().await.unwrap();
}

#[tokio::test]
async fn a_password_changed_while_it_was_compared_opens_nothing() {
    for present in [Some(hash("changed")), None] {
        for matched in [PasswordMatch::Right, PasswordMatch::RightButOutdated(hash("new"))] {
            let mut ports = Ports::idle();
            ports.admitting();
            let user = customer().user;
            let mut answers = vec![present.clone(), Some(hash("old"))];
            ports
                .users
                .expect_credentials()
                .times(2)
                .returning(move |_| Ok(Some(Credentials { user: user.clone(), password_hash: answers.pop().unwrap() })));
            ports.users.expect_rehash().returning(|_, _, _| Ok(()));
            ports.hasher.expect_verify().returning(move |_, _| Ok(matched.clone()));
            let refused = ports.opening_a_session(false).sign_in().await;
            assert!(matches!(refused, Err(SignInError::WrongCredentials)), "{present:?}");
        }
    }
}

#[tokio::test]
async fn failures_of_ports_are_errors() {
    let mut ports = Ports::knowing(Some(customer().user), PasswordMatch::Right);
    ports.settling(AttemptResult::Succeeded);
    ports.sessions.expect_open().returning(|_, _| Err(away()));
    assert_eq!(ports.sign_in().await.unwrap_err().kind(), ErrorKind::Unavailable);
    let mut ports = Ports::knowing(Some(customer().user), PasswordMatch::Right);
    ports.settling(AttemptResult::Succeeded);
    ports.sessions.expect_open().returning(|_, _| Ok(true));
    ports.tokens.expect_issue().returning(|_, _| Err(TokenSigningError));
    assert_eq!(ports.sign_in().await.unwrap_err().kind(), ErrorKind::Internal);
}
