//! The preview of the shop's mails.

use domain::messages::mail_message::MailKind;
use domain::messages::outbox::{MailEnding, MailId, UndeliveredMail};
use domain::messages::ports::{MailSubject, RenderedMail};
use domain::shared::email::EmailAddress;
use domain::shared::language::Language;
use domain::shared::order_id::OrderId;
use serde_json::json;
use testkit::moments;

use crate::shop::Shop;
use crate::wire::{By as _, get};

fn rendering() -> Shop {
    let mut shop = Shop::new();
    shop.renderer.expect_render().returning(|_, message, language, link| {
        let of_language = if language == Language::English { String::new() } else { format!(" in {}", language.as_str()) };
        let subject = MailSubject::one_line(&format!("About {}{of_language}", message.kind().as_str()));
        Ok(RenderedMail { subject, text: format!("See {link}"), html: format!("<p>{link}</p>") })
    });
    shop
}

#[actix_web::test]
async fn every_mail_is_listed_and_shown() {
    let shop = rendering().open().await;
    let list = shop.answer(get("/api/admin/mails").by("admin")).await;
    assert!(list.is_personal());
    let list = list.json();
    let kinds: Vec<_> = list.as_array().unwrap().iter().map(|mail| mail["kind"].as_str().unwrap().to_owned()).collect();
    assert_eq!(kinds, MailKind::ALL.map(MailKind::as_str));
    assert_eq!((&list[1]["kind"], &list[1]["to"]), (&json!("invitation"), &json!("staff")));
    assert_eq!(list[18], json!({"kind": "order", "to": "shop", "subject": "About order"}));
    for kind in kinds {
        let answer = shop.answer(get(&format!("/api/admin/mails/{kind}")).by("admin")).await;
        assert_eq!((answer.status, &answer.json()["kind"]), (200, &json!(kind)));
    }
    let placed = shop.answer(get("/api/admin/mails/placed").by("admin")).await.json();
    let expected = json!({
        "kind": "placed", "to": "customer", "subject": "About placed",
        "text": "See https://araliya.example/orders/ARA-7K3M-Q9TX", "html": "<p>https://araliya.example/orders/ARA-7K3M-Q9TX</p>",
    });
    assert_eq!(placed, expected);
}

#[actix_web::test]
async fn an_unknown_mail_is_not_found() {
    let shop = rendering().open().await;
    for kind in ["nothing", "Placed", "%00"] {
        assert_eq!(shop.answer(get(&format!("/api/admin/mails/{kind}")).by("admin")).await.problem(404), "mail.not_found");
    }
}

/// Also in one that the shop does not offer: the texts are read before they are switched on.
#[actix_web::test]
async fn mails_are_shown_in_the_language_that_is_asked_for() {
    let shop = rendering().open().await;
    for (query, subject) in [("", "About placed"), ("?language=en", "About placed"), ("?language=ta", "About placed in ta")] {
        let one = shop.answer(get(&format!("/api/admin/mails/placed{query}")).by("admin")).await.json();
        let list = shop.answer(get(&format!("/api/admin/mails{query}")).by("admin")).await.json();
        assert_eq!((&one["subject"], &list[2]["subject"]), (&json!(subject), &json!(subject)), "{query}");
    }
    for path in ["/api/admin/mails?language=fr", "/api/admin/mails/placed?language=EN"] {
        assert_eq!(shop.answer(get(path).by("admin")).await.wrong_fields(), ["language"], "{path}");
    }
}

#[actix_web::test]
async fn staff_see_which_mails_did_not_arrive_and_why() {
    let mut shop = Shop::new();
    shop.outbox.expect_undelivered().withf(|limit| *limit == 100).once().returning(|_| {
        Ok(vec![UndeliveredMail {
            id: MailId(7),
            kind: MailKind::Placed,
            to: EmailAddress::parse("nimali@example.com").ok(),
            order: OrderId::parse("ARA-7K3M-Q9TX").ok(),
            ending: MailEnding::Refused,
            answer: Some("550 no such user".to_owned()),
            queued_at: moments::now(),
        }])
    });
    let answer = shop.answer(get("/api/admin/outbox").by("admin")).await;
    assert!(answer.is_personal());
    let expected = json!([{
        "mailId": 7, "kind": "placed", "to": "nimali@example.com", "orderId": "ARA-7K3M-Q9TX", "state": "refused",
        "answer": "550 no such user", "queuedAt": "2026-03-04T01:00:00Z",
    }]);
    assert_eq!(answer.json(), expected);
}
