//! What mails take from the shop and its settings.

use domain::messages::mail_message::AttentionNews;
use domain::payments::attention::AttentionKind;
use domain::payments::payment_settings::{BankAccount, PaymentPlan, PaymentSettings};

use super::*;

/// The account is the one that the shop has when the mail is sent.
#[tokio::test]
async fn a_mail_is_from_the_published_shop_and_names_its_present_account() {
    let (outbox, _) = outbox(vec![taken(1, 1, order(OrderStep::Placed))]);
    let mut mailer = MockMailer::new();
    mailer.expect_send().once().returning(|mail| {
        assert_eq!((mail.from.name.as_str(), mail.from.address.as_str(), mail.from.is_published), ("Nelum", PUBLISHED_EMAIL, true));
        Ok(HandOver::Taken)
    });
    let payments =
        PaymentSettings::new(PaymentPlan { bank_account: Some(account()), ..PaymentSettings::default().plan().clone() }).unwrap();
    let mut store = MockSettingsStore::new();
    let payments = Versioned { version: SettingsVersion::default(), value: payments };
    store.expect_load().returning(move || Ok(ShopSettings { payments: payments.clone(), ..ShopSettings::default() }));
    let mut renderer = MockMailRenderer::new();
    renderer.expect_render().once().returning(|shop, _, _, _| {
        assert_eq!(shop.bank_account, Some(account()));
        Ok(RenderedMail { subject: MailSubject::one_line("x"), text: String::new(), html: String::new() })
    });
    let settings = CurrentSettings::new(Arc::new(store));
    let send = SendOutboxMails { settings, renderer: Arc::new(renderer), ..use_case(outbox, mailer) };
    assert_eq!(send.run().await.unwrap().sent, 1);
}

fn account() -> BankAccount {
    let text = |text| Text::parse(text).unwrap();
    BankAccount { bank: text("Sampath Bank"), branch: None, holder: text("Nelum"), number: Text::parse("1").unwrap() }
}

#[tokio::test]
async fn a_mail_to_the_shop_goes_to_its_present_address() {
    let order = sample_orders::draft(&customer().user, &[]).into_order();
    let news = |order| AttentionNews { kind: AttentionKind::LatePayment, order, detail: "Money came.".to_owned() };
    let mails = [Some(order.id.clone()), None].map(|order| TakenMail { to: None, ..taken(1, 1, MailMessage::Attention(news(order))) });
    let (outbox, _) = outbox(mails.into());
    let (mut mailer, letters) = (MockMailer::new(), Arc::new(Mutex::new(Vec::new())));
    let kept = letters.clone();
    mailer.expect_send().returning(move |mail| {
        kept.lock().unwrap().push((mail.to.as_str().to_owned(), mail.text.clone()));
        Ok(HandOver::Taken)
    });
    assert_eq!(use_case(outbox, mailer).run().await.unwrap().sent, 2);
    let pages = [format!("https://shop.example/admin/orders?q={}", order.id.as_str()), "https://shop.example/admin".to_owned()];
    assert_eq!(*letters.lock().unwrap(), pages.map(|page| (PUBLISHED_EMAIL.to_owned(), page)));
}

#[tokio::test]
async fn a_mail_that_is_switched_off_is_not_sent_and_not_tried_again() {
    let (outbox, results) = outbox(vec![taken(1, 1, order(OrderStep::Shipped)), taken(2, 1, order(OrderStep::Placed))]);
    let mut mailer = MockMailer::new();
    mailer.expect_send().once().returning(|_| Ok(HandOver::Taken));
    let outcome = with_settings(outbox, mailer, MailSettings::without([MailKind::Shipped])).run().await.unwrap();
    assert_eq!((outcome.sent, outcome.switched_off, outcome.given_up), (1, 1, Vec::new()));
    assert_eq!(noted(&results), [(1, "switchedOff".to_owned()), (2, "sent".to_owned())]);
}

#[tokio::test]
async fn a_mail_is_in_the_language_that_it_was_queued_with_while_the_shop_offers_it() {
    let mails = Language::ALL.map(|language| TakenMail { language, ..taken(1, 1, order(OrderStep::Placed)) });
    let (outbox, _) = outbox(mails.into());
    let (mut mailer, subjects) = (MockMailer::new(), Arc::new(Mutex::new(Vec::new())));
    let kept = subjects.clone();
    mailer.expect_send().returning(move |mail| {
        kept.lock().unwrap().push(mail.subject.as_str().to_owned());
        Ok(HandOver::Taken)
    });
    let settings = MailSettings::default().offering([Language::Sinhala]);
    assert_eq!(with_settings(outbox, mailer, settings).run().await.unwrap().sent, 3);
    assert_eq!(*subjects.lock().unwrap(), ["en placed", "si placed", "en placed"]);
}
