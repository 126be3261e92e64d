//! Links, with mocked ports.

use domain::accounts::ports::{MockLoginThrottle, MockPasswordHasher, MockPasswordResetStore, MockUserDirectory};
use domain::accounts::user::PasswordHash;
use domain::messages::ports::{HandOver, MockMailer};
use domain::shared::error::{ErrorKind, FeatureError as _};
use domain::shared::text::PersonName;
use testkit::moments;

use super::*;
use crate::content::samples::named;
use crate::samples::{away, clock, customer, ids};

/// The ports; each test sets up their mocks.
#[derive(Default)]
struct Mocks {
    directory: MockUserDirectory,
    resets: MockPasswordResetStore,
    hasher: MockPasswordHasher,
    throttle: MockLoginThrottle,
    mailer: MockMailer,
}

impl Mocks {
    /// A shop with this user, or with none.
    fn knowing(user: Option<User>) -> Self {
        let mut mocks = Self::default();
        mocks.directory.expect_by_email().once().returning(move |_| Ok(user.clone()));
        mocks
    }

    fn passwords(self) -> Passwords {
        Passwords {
            directory: Arc::new(self.directory),
            resets: Arc::new(self.resets),
            hasher: Arc::new(self.hasher),
            throttle: Arc::new(self.throttle),
            mailer: Arc::new(self.mailer),
            ids: ids(),
            clock: clock(),
            links: ResetLinks { public_url: "https://shop.example".to_owned(), per_hour: Some(3) },
            content: named("Nelum"),
        }
    }

    async fn request(self) -> Result<ResetRequest, PortError> {
        self.passwords().request(&EmailAddress::parse("nimali@example.com").unwrap()).await
    }

    async fn reset(self) -> Result<(), ResetPasswordError> {
        self.passwords().reset(&ResetSecret::new("a secret".to_owned()), &Password::choose("temple flowers").unwrap()).await
    }
}

#[tokio::test]
async fn the_link_is_mailed_to_the_accounts_own_address() {
    let user = customer().user;
    let (id, address) = (user.id, user.email.clone());
    let mut ports = Mocks::knowing(Some(user));
    let secret = || ResetSecret::new("a secret".to_owned());
    ports
        .resets
        .expect_begin()
        .withf(move |reset| *reset == NewReset { user: id, secret: secret(), at: moments::now(), per_hour: Some(3) })
        .once()
        .returning(|_| Ok(BeginResetOutcome::Begun));
    let expected = move |mail: &Mail| {
        mail.to == address
            && mail.reply_to.is_none()
            && mail.subject.as_str() == "Set a new password for Nelum"
            && mail.text.starts_with("Hello,\n")
            && mail.text.lines().any(|line| line == "https://shop.example/reset-password#token=a secret")
            && mail.text.contains("within 30 minutes")
    };
    ports.mailer.expect_send().withf(expected).once().returning(|_| Ok(HandOver::Taken));
    assert_eq!(ports.request().await.unwrap(), ResetRequest::Mailed);
}

#[tokio::test]
async fn the_mail_does_not_contain_the_users_name() {
    let first_name = PersonName::parse("Nimali, you have won: https://evil.example").unwrap();
    let mut ports = Mocks::knowing(Some(User { first_name, ..customer().user }));
    ports.resets.expect_begin().returning(|_| Ok(BeginResetOutcome::Begun));
    let expected = |mail: &Mail| !mail.text.contains("evil.example") && !mail.subject.as_str().contains("evil.example");
    ports.mailer.expect_send().withf(expected).once().returning(|_| Ok(HandOver::Taken));
    assert_eq!(ports.request().await.unwrap(), ResetRequest::Mailed);
}

#[tokio::test]
async fn unknown_and_blocked_addresses_get_no_mail() {
    assert_eq!(Mocks::knowing(None).request().await.unwrap(), ResetRequest::Nobody);
    let blocked = User { is_blocked: true, ..customer().user };
    assert_eq!(Mocks::knowing(Some(blocked)).request().await.unwrap(), ResetRequest::Nobody);
}

#[tokio::test]
async fn an_account_that_was_sent_too_many_is_mailed_nothing() {
    for (answer, outcome) in [(BeginResetOutcome::TooMany, ResetRequest::TooMany), (BeginResetOutcome::UserGone, ResetRequest::Nobody)] {
        let mut ports = Mocks::knowing(Some(customer().user));
        ports.resets.expect_begin().once().returning(move |_| Ok(answer));
        assert_eq!(ports.request().await.unwrap(), outcome);
    }
}

#[tokio::test]
async fn a_mail_server_that_is_away_is_for_the_log() {
    let mut ports = Mocks::knowing(Some(customer().user));
    ports.resets.expect_begin().returning(|_| Ok(BeginResetOutcome::Begun));
    ports.mailer.expect_send().returning(|_| Err(away()));
    assert!(ports.request().await.unwrap_err().is_unavailable());
}

/// A good link, and a hasher.
fn good_link() -> Mocks {
    let mut mocks = Mocks::default();
    mocks.resets.expect_is_valid().once().returning(|_, _| Ok(true));
    mocks.hasher.expect_hash().once().returning(|_| Ok(PasswordHash::new("phc".to_owned())));
    mocks
}

/// A password that is set is set even if the failures stay.
#[tokio::test]
async fn a_good_link_sets_the_password_and_lets_its_user_in_at_once() {
    for is_cleared in [true, false] {
        let (user, mut mocks) = (customer().user, good_link());
        let email = user.email.clone();
        mocks.resets.expect_finish().withf(|_, hash, _| hash.as_str() == "phc").once().returning(move |_, _, _| Ok(user.clone()));
        let cleared = mocks.throttle.expect_clear().withf(move |cleared| *cleared == email).once();
        cleared.returning(move |_| if is_cleared { Ok(()) } else { Err(away()) });
        mocks.reset().await.unwrap();
    }
}

#[tokio::test]
async fn nothing_is_hashed_for_an_invented_link_or_while_the_store_is_away() {
    let mut mocks = Mocks::default();
    mocks.resets.expect_is_valid().once().returning(|_, _| Ok(false));
    assert!(matches!(mocks.reset().await, Err(ResetPasswordError::InvalidLink)));
    let mut mocks = Mocks::default();
    mocks.resets.expect_is_valid().once().returning(|_, _| Err(away()));
    assert_eq!(mocks.reset().await.unwrap_err().kind(), ErrorKind::Unavailable);
}

#[tokio::test]
async fn a_link_used_meanwhile_is_invalid() {
    let mut mocks = good_link();
    mocks.resets.expect_finish().once().returning(|_, _, _| Err(ResetPasswordError::InvalidLink));
    assert!(matches!(mocks.reset().await, Err(ResetPasswordError::InvalidLink)));
}

async fn issue(user: Option<User>, begun: Option<BeginResetOutcome>) -> Result<ResetSecret, IssueResetLinkError> {
    let id = user.as_ref().map(|user| user.id);
    let mut mocks = Mocks::knowing(user);
    mocks
        .resets
        .expect_begin()
        .withf(move |reset| Some(reset.user) == id && reset.per_hour.is_none() && reset.at == moments::now())
        .times(usize::from(begun.is_some()))
        .returning(move |_| Ok(begun.unwrap()));
    mocks.passwords().issue(&EmailAddress::parse("nimali@example.com").unwrap()).await
}

#[tokio::test]
async fn the_operator_gets_a_link_however_many_a_user_had() {
    assert!(issue(Some(customer().user), Some(BeginResetOutcome::Begun)).await.is_ok());
    let blocked = User { is_blocked: true, ..customer().user };
    assert!(matches!(issue(None, None).await, Err(IssueResetLinkError::NotFound)));
    assert!(matches!(issue(Some(blocked), None).await, Err(IssueResetLinkError::Blocked)));
    assert!(matches!(issue(Some(customer().user), Some(BeginResetOutcome::UserGone)).await, Err(IssueResetLinkError::NotFound)));
}
