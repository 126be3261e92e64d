//! Signing in on mocked ports: who is told what, and what is done for it.

use domain::ports::{MockLoginThrottle, MockPasswordHasher, MockSessionStore, MockTokenService, MockUserRepository};
use domain::user::Credentials;
use mockall::Sequence;
use testkit::moments;

use super::*;
use crate::samples::{away, clock, customer, ids};

fn hash(text: &str) -> PasswordHash {
    PasswordHash::new(text.to_owned())
}

/// The ports, whose mocks a test completes.
struct Ports {
    users: MockUserRepository,
    hasher: MockPasswordHasher,
    throttle: MockLoginThrottle,
    sessions: MockSessionStore,
    tokens: MockTokenService,
}

impl Ports {
    /// A shop where nothing is expected to happen.
    fn idle() -> Self {
        Self {
            users: MockUserRepository::new(),
            hasher: MockPasswordHasher::new(),
            throttle: MockLoginThrottle::new(),
            sessions: MockSessionStore::new(),
            tokens: MockTokenService::new(),
        }
    }

    /// A shop where nobody waits, that knows `user` and compares passwords like this.
    fn knowing(user: Option<User>, matched: PasswordMatch) -> Self {
        let mut ports = Self::idle();
        ports.throttle.expect_admit().once().returning(|_, _| Ok(None));
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
        self.throttle.expect_clear().once().returning(|_| Ok(()));
        self.sessions.expect_open().once().returning(move |_| Ok(opened));
        self.tokens.expect_issue().returning(|_, session| Ok(format!("token of {}", session.user_id)));
        self
    }

    async fn sign_in(self) -> Result<SignedIn, SignInError> {
        let sign_in = SignIn {
            users: Arc::new(self.users),
            hasher: Arc::new(self.hasher),
            throttle: Arc::new(self.throttle),
            sessions: Arc::new(self.sessions),
            tokens: Arc::new(self.tokens),
            ids: ids(),
            clock: clock(),
        };
        sign_in.run(&EmailAddress::parse("nimali@example.com").unwrap(), &Password::given("a password".into())).await
    }
}

#[tokio::test]
async fn the_right_password_opens_a_session() {
    let user = customer().user;
    let signed_in = Ports::knowing(Some(user.clone()), PasswordMatch::Right).opening_a_session(true).sign_in().await.unwrap();
    assert_eq!(signed_in.token, format!("token of {}", user.id));
    assert_eq!(signed_in.user.last_login, Some(moments::now()));
}

#[tokio::test]
async fn an_unknown_address_and_a_wrong_password_do_the_same_work() {
    for user in [None, Some(customer().user)] {
        // Each is counted once, looked up once and compared once, and told alike.
        let refused = Ports::knowing(user, PasswordMatch::Wrong).sign_in().await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Unauthenticated, "auth.wrong_credentials"));
        assert_eq!(refused.to_string(), "Invalid email or password");
    }
}

#[tokio::test]
async fn somebody_without_a_password_has_no_right_one() {
    let mut ports = Ports::idle();
    ports.throttle.expect_admit().returning(|_, _| Ok(None));
    ports.hasher.expect_verify().withf(|_, hash| hash.is_none()).once().returning(|_, _| Ok(PasswordMatch::Wrong));
    ports.users.expect_credentials().returning(|_| Ok(Some(Credentials { user: customer().user, password_hash: None })));
    assert!(matches!(ports.sign_in().await, Err(SignInError::WrongCredentials)));
}

#[tokio::test]
async fn only_the_right_password_learns_of_a_block() {
    let blocked = User { is_blocked: true, ..customer().user };
    let mut knowing = Ports::knowing(Some(blocked.clone()), PasswordMatch::Right);
    // They guessed nothing: however often they try, they are told the same.
    knowing.throttle.expect_clear().once().returning(|_| Ok(()));
    let told = knowing.sign_in().await.unwrap_err();
    assert_eq!((told.kind(), told.to_string().as_str()), (ErrorKind::Forbidden, "Your account has been blocked. Contact support."));
    let guessing = Ports::knowing(Some(blocked), PasswordMatch::Wrong);
    assert!(matches!(guessing.sign_in().await, Err(SignInError::WrongCredentials)));
}

#[tokio::test]
async fn somebody_blocked_while_signing_in_gets_no_session() {
    let refused = Ports::knowing(Some(customer().user), PasswordMatch::Right).opening_a_session(false).sign_in().await;
    assert!(matches!(refused, Err(SignInError::Blocked)));
}

#[tokio::test]
async fn whoever_has_to_wait_is_not_even_looked_at() {
    let mut ports = Ports::idle();
    ports.throttle.expect_admit().returning(|_, _| Ok(Some(TimeDelta::seconds(4))));
    let refused = ports.sign_in().await.unwrap_err();
    assert_eq!((refused.kind(), refused.retry_after()), (ErrorKind::TooMany, Some(TimeDelta::seconds(4))));
}

#[tokio::test]
async fn an_attempt_counts_before_its_password_is_compared() {
    let (mut ports, mut order) = (Ports::idle(), Sequence::new());
    ports.throttle.expect_admit().once().in_sequence(&mut order).returning(|_, _| Ok(None));
    ports.users.expect_credentials().once().in_sequence(&mut order).returning(|_| Ok(None));
    ports.hasher.expect_verify().once().in_sequence(&mut order).returning(|_, _| Ok(PasswordMatch::Wrong));
    assert!(matches!(ports.sign_in().await, Err(SignInError::WrongCredentials)));
}

#[tokio::test]
async fn an_attempt_that_nobody_had_time_for_is_forgiven() {
    for forgiven in [true, false] {
        let mut ports = Ports::idle();
        ports.throttle.expect_admit().once().returning(|_, _| Ok(None));
        ports.users.expect_credentials().returning(|_| Ok(None));
        ports.hasher.expect_verify().returning(|_, _| Err(PortError::unavailable("too many wait")));
        let forgive = ports.throttle.expect_forgive().withf(|_, admitted| *admitted == moments::now()).once();
        forgive.returning(move |_, _| if forgiven { Ok(()) } else { Err(PortError::internal("broken")) });
        assert_eq!(ports.sign_in().await.unwrap_err().kind(), ErrorKind::Unavailable);
    }
}

#[tokio::test]
async fn a_store_that_fails_forgives_what_it_admitted() {
    let mut ports = Ports::idle();
    ports.throttle.expect_admit().once().returning(|_, _| Ok(None));
    ports.users.expect_credentials().returning(|_| Err(away()));
    ports.throttle.expect_forgive().once().returning(|_, _| Ok(()));
    assert_eq!(ports.sign_in().await.unwrap_err().kind(), ErrorKind::Unavailable);
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
    ports.sessions.expect_open().once().in_sequence(&mut order).returning(|_| Ok(true));
    ports.throttle.expect_clear().returning(|_| Ok(()));
    ports.tokens.expect_issue().returning(|_, _| Ok("token".into()));
    ports.sign_in().await.unwrap();
}

#[tokio::test]
async fn a_password_changed_while_it_was_compared_opens_nothing() {
    for present in [Some(hash("changed")), None] {
        for matched in [PasswordMatch::Right, PasswordMatch::RightButOutdated(hash("new"))] {
            let mut ports = Ports::idle();
            ports.throttle.expect_admit().returning(|_, _| Ok(None));
            let user = customer().user;
            let mut answers = vec![present.clone(), Some(hash("old"))];
            ports
                .users
                .expect_credentials()
                .times(2)
                .returning(move |_| Ok(Some(Credentials { user: user.clone(), password_hash: answers.pop().unwrap() })));
            ports.users.expect_rehash().returning(|_, _, _| Ok(()));
            ports.hasher.expect_verify().returning(move |_, _| Ok(matched.clone()));
            ports.sessions.expect_revoke().once().returning(|_, _| Ok(()));
            let refused = ports.opening_a_session(true).sign_in().await;
            assert!(matches!(refused, Err(SignInError::WrongCredentials)), "{present:?}");
        }
    }
}

#[tokio::test]
async fn failures_are_told_as_such() {
    let mut ports = Ports::knowing(Some(customer().user), PasswordMatch::Right);
    ports.throttle.expect_clear().returning(|_| Err(away()));
    assert_eq!(ports.sign_in().await.unwrap_err().kind(), ErrorKind::Unavailable);
    let mut ports = Ports::knowing(Some(customer().user), PasswordMatch::Right);
    ports.throttle.expect_clear().returning(|_| Ok(()));
    ports.sessions.expect_open().returning(|_| Ok(true));
    ports.tokens.expect_issue().returning(|_, _| Err(TokenSigningError));
    assert_eq!(ports.sign_in().await.unwrap_err().kind(), ErrorKind::Internal);
}
