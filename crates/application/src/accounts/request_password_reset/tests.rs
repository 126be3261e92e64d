//! Requesting a link, with mocked ports.

use domain::accounts::ports::{MockPasswordResetStore, MockUserDirectory};
use domain::messages::ports::{HandOver, MockMailer};
use domain::shared::text::PersonName;
use testkit::moments;

use super::*;
use crate::content::samples::named;
use crate::samples::{away, clock, customer, ids};

/// The ports; each test sets up their mocks.
struct Ports {
    directory: MockUserDirectory,
    resets: MockPasswordResetStore,
    mailer: MockMailer,
}

impl Ports {
    /// A shop with this user, or with none.
    fn knowing(user: Option<User>) -> Self {
        let mut directory = MockUserDirectory::new();
        directory.expect_by_email().once().returning(move |_| Ok(user.clone()));
        Self { directory, resets: MockPasswordResetStore::new(), mailer: MockMailer::new() }
    }

    async fn request(self) -> Result<ResetRequest, PortError> {
        let links = ResetLinks { public_url: "https://shop.example".to_owned(), per_hour: Some(3) };
        let request = RequestPasswordReset {
            directory: Arc::new(self.directory),
            resets: Arc::new(self.resets),
            mailer: Arc::new(self.mailer),
            ids: ids(),
            clock: clock(),
            links,
            content: named("Nelum"),
        };
        request.run(&EmailAddress::parse("nimali@example.com").unwrap()).await
    }
}

#[tokio::test]
async fn the_link_is_mailed_to_the_accounts_own_address() {
    let user = customer().user;
    let (id, address) = (user.id, user.email.clone());
    let mut ports = Ports::knowing(Some(user));
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
    let mut ports = Ports::knowing(Some(User { first_name, ..customer().user }));
    ports.resets.expect_begin().returning(|_| Ok(BeginResetOutcome::Begun));
    let expected = |mail: &Mail| !mail.text.contains("evil.example") && !mail.subject.as_str().contains("evil.example");
    ports.mailer.expect_send().withf(expected).once().returning(|_| Ok(HandOver::Taken));
    assert_eq!(ports.request().await.unwrap(), ResetRequest::Mailed);
}

#[tokio::test]
async fn unknown_and_blocked_addresses_get_no_mail() {
    assert_eq!(Ports::knowing(None).request().await.unwrap(), ResetRequest::Nobody);
    let blocked = User { is_blocked: true, ..customer().user };
    assert_eq!(Ports::knowing(Some(blocked)).request().await.unwrap(), ResetRequest::Nobody);
}

#[tokio::test]
async fn an_account_that_was_sent_too_many_is_mailed_nothing() {
    for (answer, outcome) in [(BeginResetOutcome::TooMany, ResetRequest::TooMany), (BeginResetOutcome::UserGone, ResetRequest::Nobody)] {
        let mut ports = Ports::knowing(Some(customer().user));
        ports.resets.expect_begin().once().returning(move |_| Ok(answer));
        assert_eq!(ports.request().await.unwrap(), outcome);
    }
}

#[tokio::test]
async fn a_mail_server_that_is_away_is_for_the_log() {
    let mut ports = Ports::knowing(Some(customer().user));
    ports.resets.expect_begin().returning(|_| Ok(BeginResetOutcome::Begun));
    ports.mailer.expect_send().returning(|_| Err(away()));
    assert!(ports.request().await.unwrap_err().is_unavailable());
}
