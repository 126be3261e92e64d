//! Sending mails on mocked ports: what is sent, what is tried again, and when.

use std::sync::Mutex;

use chrono::TimeDelta;
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::ports::{MockEmailTokens, MockInvitationSigner};
use domain::accounts::session_origin::{DeviceName, Network, SessionOrigin};
use domain::accounts::sign_in_alert::{AlertSecret, SignInNews};
use domain::accounts::staff_invitation::InvitationSecret;
use domain::messages::mail_message::{MailKind, OrderStep};
use domain::messages::mail_settings::MailSettings;
use domain::messages::ports::{MailSubject, MockMailOutbox, MockMailRenderer, MockMailer, RenderedMail};
use domain::orders::guest_orders::{AccessEpoch, AccessKey, GuestAccess, MockAccessKeys, MockGuestOrders};
use domain::orders::order_mails::summary_of;
use domain::settings::ports::MockSettingsStore;
use domain::shared::email::EmailAddress;
use domain::shared::ids::SessionId;
use domain::shared::language::Language;
use domain::shared::text::Text;
use domain::shared::versioned::{SettingsVersion, Versioned};
use testkit::{moments, sample_orders, unique};

use super::*;
use crate::content::samples::{PUBLISHED_EMAIL, named};
use crate::samples::{clock, customer, no_guests};

mod settings;

fn taken(id: i64, attempt: u32, message: MailMessage) -> TakenMail {
    let to = Some(EmailAddress::parse("nimali@example.com").unwrap());
    let (message_id, language) = (unique::uuid(), Language::English);
    TakenMail { id: MailId(id), message_id, to, is_verified: true, message, language, attempt, request_id: None }
}

fn order(step: OrderStep) -> MailMessage {
    let order = sample_orders::draft(&customer().user, &[]).into_order();
    MailMessage::Order(step, Box::new(summary_of(&order)))
}

fn verification(hours: i64) -> MailMessage {
    let user = customer().user;
    MailMessage::Verify(EmailClaim { user: user.id, email: user.email, until: moments::now() + TimeDelta::hours(hours) })
}

/// The noted results: the mail, and `sent`, the wait until the next attempt, `off` with the wait of a mail that was not tried, or why it
/// is not sent any more.
type Noted = Arc<Mutex<Vec<(i64, String)>>>;

/// An outbox with these mails, and the results that are noted in it.
fn outbox(mails: Vec<TakenMail>) -> (MockMailOutbox, Noted) {
    let (mut outbox, noted) = (MockMailOutbox::new(), Noted::default());
    outbox.expect_take_due().withf(|now, limit| (*now, *limit) == (moments::now(), BATCH)).once().returning(move |_, _| Ok(mails.clone()));
    let sent = noted.clone();
    outbox.expect_mark_sent().returning(move |id, _| {
        sent.lock().unwrap().push((id.0, "sent".to_owned()));
        Ok(())
    });
    let failed = noted.clone();
    outbox.expect_mark_failed().returning(move |id, again, _| {
        failed.lock().unwrap().push((id.0, format!("{} min", (again - moments::now()).num_minutes())));
        Ok(())
    });
    let untried = noted.clone();
    outbox.expect_put_off().returning(move |id, again| {
        untried.lock().unwrap().push((id.0, format!("off {} s", (again - moments::now()).num_seconds())));
        Ok(())
    });
    let ended = noted.clone();
    outbox.expect_mark_ended().returning(move |id, ending, answer| {
        let answer = answer.map(|answer| format!(": {}", answer.as_str())).unwrap_or_default();
        ended.lock().unwrap().push((id.0, format!("{}{answer}", ending.as_str())));
        Ok(())
    });
    (outbox, noted)
}

fn use_case(outbox: MockMailOutbox, mailer: MockMailer) -> SendOutboxMails {
    with_settings(outbox, mailer, MailSettings::default())
}

fn with_settings(outbox: MockMailOutbox, mailer: MockMailer, mails: MailSettings) -> SendOutboxMails {
    let mut store = MockSettingsStore::new();
    let mails = Versioned { version: SettingsVersion::default(), value: mails };
    store.expect_load().returning(move || Ok(ShopSettings { mails: mails.clone(), ..ShopSettings::default() }));
    let settings = CurrentSettings::new(Arc::new(store));
    let (mut renderer, mut claims) = (MockMailRenderer::new(), MockEmailTokens::new());
    renderer.expect_render().returning(|shop, message, language, link| {
        assert_eq!(shop.name, "Nelum");
        let subject = MailSubject::one_line(&format!("{} {}", language.as_str(), message.kind().as_str()));
        Ok(RenderedMail { subject, text: link.to_owned(), html: format!("<p>{link}</p>") })
    });
    claims.expect_sign().returning(|_| Some("signed".to_owned()));
    let (outbox, renderer, claims, mailer) = (Arc::new(outbox), Arc::new(renderer), Arc::new(claims), Arc::new(mailer));
    let public_url = "https://shop.example".to_owned();
    let mut signer = MockInvitationSigner::new();
    signer.expect_sign().returning(|id, _| Some(InvitationSecret::new(format!("secret-{id}"))));
    signer.expect_sign_alert().returning(|session, _| Some(AlertSecret::new(format!("alert-{session}"))));
    let signer = Arc::new(signer);
    let (guests, access_keys, content) = (no_guests(), Arc::new(MockAccessKeys::new()), named("Nelum"));
    SendOutboxMails { outbox, renderer, claims, guests, access_keys, signer, mailer, clock: clock(), public_url, settings, content }
}

fn noted(list: &Noted) -> Vec<(i64, String)> {
    list.lock().unwrap().clone()
}

#[tokio::test]
async fn a_mail_is_rendered_with_its_link_and_keeps_its_message_id() {
    let mails = vec![taken(1, 1, order(OrderStep::Placed)), taken(2, 1, order(OrderStep::ForShop)), taken(3, 1, verification(1))];
    let (ids, (outbox, results)) = (mails.iter().map(|mail| mail.message_id).collect::<Vec<_>>(), outbox(mails));
    let (mut mailer, letters) = (MockMailer::new(), Arc::new(Mutex::new(Vec::new())));
    let kept = letters.clone();
    mailer.expect_send().returning(move |mail| {
        kept.lock().unwrap().push(mail.clone());
        Ok(HandOver::Taken)
    });
    assert_eq!(use_case(outbox, mailer).run().await.unwrap().sent, 3);
    let letters = letters.lock().unwrap().clone();
    assert_eq!(letters.iter().map(|mail| mail.message_id.unwrap()).collect::<Vec<_>>(), ids);
    assert!(letters[0].text.starts_with("https://shop.example/orders/ARA-"), "{}", letters[0].text);
    assert!(letters[1].text.starts_with("https://shop.example/admin/orders?q=ARA-"), "{}", letters[1].text);
    assert_eq!(letters[2].text, "https://shop.example/verify-email#token=signed");
    assert_eq!(letters[2].html.as_deref(), Some("<p>https://shop.example/verify-email#token=signed</p>"));
    assert_eq!((letters[0].reply_to.is_some(), letters[1].reply_to.is_some()), (false, true));
    assert_eq!(noted(&results), [1, 2, 3].map(|id| (id, "sent".to_owned())));
}

#[tokio::test]
async fn the_link_of_an_alert_is_signed_when_it_is_sent() {
    let session = SessionId::new(unique::uuid());
    let origin = SessionOrigin { device: DeviceName::of_user_agent(None), network: Network::of([192, 0, 2, 7].into()) };
    let alert = MailMessage::SignInAlert(SignInNews { at: moments::now(), origin, session });
    let (outbox, _) = outbox(vec![taken(1, 1, alert)]);
    let (mut mailer, texts) = (MockMailer::new(), Arc::new(Mutex::new(Vec::new())));
    let kept = texts.clone();
    mailer.expect_send().returning(move |mail| {
        kept.lock().unwrap().push(mail.text.clone());
        Ok(HandOver::Taken)
    });
    assert_eq!(use_case(outbox, mailer).run().await.unwrap().sent, 1);
    assert_eq!(*texts.lock().unwrap(), [format!("https://shop.example/sessions-ended#token=alert-{session}")]);
}

#[tokio::test]
async fn a_mail_that_fails_waits_longer_each_time_and_delays_no_other() {
    let (outbox, results) = outbox(vec![
        taken(1, 1, order(OrderStep::Placed)),
        taken(2, 1, order(OrderStep::Placed)),
        taken(3, 9, order(OrderStep::Placed)),
        taken(4, 36, order(OrderStep::Placed)),
    ]);
    let (mut mailer, mut answers) = (MockMailer::new(), vec![false, false, true, false]);
    mailer
        .expect_send()
        .times(4)
        .returning(move |_| if answers.pop().unwrap() { Ok(HandOver::Taken) } else { Err(PortError::unavailable("busy")) });
    let outcome = use_case(outbox, mailer).run().await.unwrap();
    assert_eq!((outcome.sent, outcome.failed.len(), outcome.given_up), (1, 3, vec![MailId(4)]));
    let expected = [(1, "1 min"), (2, "sent"), (3, "240 min"), (4, "givenUp: busy")];
    assert_eq!(noted(&results), expected.map(|(id, what)| (id, what.to_owned())));
}

#[tokio::test]
async fn a_server_that_is_away_is_not_asked_for_every_mail() {
    let (outbox, results) = outbox((1..=10).map(|id| taken(id, 2, order(OrderStep::Placed))).collect());
    let mut mailer = MockMailer::new();
    mailer.expect_send().times(3).returning(|_| Err(PortError::unavailable("no route to host")));
    let outcome = use_case(outbox, mailer).run().await.unwrap();
    assert_eq!((outcome.sent, outcome.failed.len(), outcome.put_off), (0, 3, 7));
    let expected = (1..=10).map(|id| (id, if id <= 3 { "2 min" } else { "off 30 s" }.to_owned()));
    assert_eq!(noted(&results), expected.collect::<Vec<_>>(), "those that were not tried come first afterwards");
}

/// Three wrong recipients at the head of the queue delay no other mail.
#[tokio::test]
async fn a_mail_that_is_refused_concerns_no_other() {
    let (outbox, results) = outbox((1..=8).map(|id| taken(id, 1, order(OrderStep::Placed))).collect());
    let (mut mailer, mut next) = (MockMailer::new(), 0);
    mailer.expect_send().times(8).returning(move |_| {
        next += 1;
        Ok(match next {
            1..=3 => HandOver::Refused(ServerAnswer::new("550 5.1.1 no such user")),
            4..=7 => HandOver::Deferred(ServerAnswer::new("451 try again later")),
            _ => HandOver::Taken,
        })
    });
    let outcome = use_case(outbox, mailer).run().await.unwrap();
    assert_eq!((outcome.sent, outcome.put_off, outcome.given_up), (1, 0, [1, 2, 3].map(MailId).to_vec()));
    let refused = [1, 2, 3].map(|id| (id, "refused: 550 5.1.1 no such user".to_owned()));
    let deferred = [4, 5, 6, 7].map(|id| (id, "1 min".to_owned()));
    assert_eq!(noted(&results), [&refused[..], &deferred, &[(8, "sent".to_owned())]].concat());
}

/// A person who registered with another's address makes the shop mail it little, and nothing that this person wrote.
#[tokio::test]
async fn an_address_that_was_never_verified_gets_few_mails_without_the_customers_words() {
    let unverified = |id, message| TakenMail { is_verified: false, ..taken(id, 1, message) };
    let mails = vec![
        unverified(1, order(OrderStep::Placed)),
        unverified(2, order(OrderStep::Cancelled)),
        unverified(3, verification(1)),
        TakenMail { to: None, ..unverified(4, order(OrderStep::ForShop)) },
        taken(5, 1, order(OrderStep::Placed)),
    ];
    let (mut outbox, results) = outbox(mails);
    outbox.expect_count_unverified().times(2).returning(|id, to, now| {
        assert_eq!((to.as_str(), now), ("nimali@example.com", moments::now()));
        Ok(id == MailId(1))
    });
    let mut mailer = MockMailer::new();
    mailer.expect_send().times(4).returning(|_| Ok(HandOver::Taken));
    let (mut renderer, shown) = (MockMailRenderer::new(), Arc::new(Mutex::new(Vec::new())));
    let kept = shown.clone();
    renderer.expect_render().returning(move |_, message, _, _| {
        if let MailMessage::Order(_, order) = message {
            kept.lock().unwrap().push(order.recipient.is_some());
        }
        Ok(RenderedMail { subject: MailSubject::one_line("x"), text: String::new(), html: String::new() })
    });
    let outcome = SendOutboxMails { renderer: Arc::new(renderer), ..use_case(outbox, mailer) }.run().await.unwrap();
    assert_eq!((outcome.sent, outcome.too_many), (4, 1));
    assert_eq!(
        noted(&results),
        [(1, "sent"), (2, "tooMany"), (3, "sent"), (4, "sent"), (5, "sent")].map(|(id, what)| (id, what.to_owned()))
    );
    assert_eq!(*shown.lock().unwrap(), [false, true, true], "the shop and a verified address read the recipient");
}

#[tokio::test]
async fn a_link_that_has_ended_is_not_mailed() {
    let (outbox, results) = outbox(vec![taken(1, 5, verification(0))]);
    let outcome = use_case(outbox, MockMailer::new()).run().await.unwrap();
    assert_eq!((outcome.given_up, noted(&results)), (vec![MailId(1)], vec![(1, "givenUp".to_owned())]));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_is_given_up_for_now() {
    /// Never answers.
    struct Silent;
    #[async_trait::async_trait]
    impl Mailer for Silent {
        async fn send(&self, _: &Mail) -> Result<HandOver, PortError> {
            std::future::pending().await
        }

        fn is_connected(&self) -> bool {
            true
        }
    }
    let (outbox, results) = outbox(vec![taken(1, 1, order(OrderStep::Shipped))]);
    let silent = SendOutboxMails { mailer: Arc::new(Silent), ..use_case(outbox, MockMailer::new()) };
    assert!(silent.run().await.unwrap().failed[0].1.is_unavailable());
    assert_eq!(noted(&results), [(1, "1 min".to_owned())]);
}

/// The key is made when the mail is sent: one that was revoked meanwhile is in no mail. The shop's own mail has none.
#[tokio::test]
async fn the_link_of_a_guests_order_has_the_present_key() {
    for (step, is_guests, path) in [
        (OrderStep::Placed, true, "order/{id}#key=key 4"),
        (OrderStep::Placed, false, "orders/{id}"),
        (OrderStep::ForShop, true, "admin/orders?q={id}"),
    ] {
        let message = order(step);
        let id = message.order().unwrap().clone();
        let (mut guests, mut keys) = (MockGuestOrders::new(), MockAccessKeys::new());
        guests.expect_access().returning(move |order| {
            let access = GuestAccess { order: order.clone(), email: customer().user.email, epoch: AccessEpoch(4) };
            Ok(is_guests.then_some(access))
        });
        keys.expect_key_of().returning(|_, epoch| AccessKey::new(format!("key {}", epoch.0)));
        let sending = use_case(MockMailOutbox::new(), MockMailer::new());
        let sending = SendOutboxMails { guests: Arc::new(guests), access_keys: Arc::new(keys), ..sending };
        let expected = format!("https://shop.example/{}", path.replace("{id}", id.as_str()));
        assert_eq!(sending.link(&message).await.unwrap(), expected);
    }
}
