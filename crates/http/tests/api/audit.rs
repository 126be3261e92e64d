//! The audit log over the wire.

use domain::reports::audit_log::{AuditEntry, AuditQuery, AuditWord, AuditedId, Snapshot};
use domain::shared::page::{Cursor, Page, PageAnswer, TotalCount};
use serde_json::{Value, json};
use testkit::moments;

use crate::people::admin;
use crate::shop::Shop;
use crate::wire::{By as _, get};

fn entry() -> AuditEntry {
    AuditEntry {
        id: 7,
        at: moments::now(),
        actor: Some(admin().user.email),
        action: AuditWord::parse("update").unwrap(),
        entity: AuditWord::parse("product").unwrap(),
        entity_id: AuditedId::parse("some id").unwrap(),
        subject: "ARA-1".into(),
        before: Some(Snapshot(r#"{"stock":3,"images":["a"]}"#.into())),
        after: None,
        request_id: "r1".into(),
    }
}

#[actix_web::test]
async fn entries_come_page_by_page_with_what_changed() {
    let mut shop = Shop::new();
    shop.audit_log
        .expect_list()
        .returning(|_| Ok(PageAnswer::Page(Page { items: vec![entry()], next: Some(Cursor("c".into())), total: TotalCount::Exactly(2) })));
    let answer = shop.answer(get("/api/admin/audit?limit=1&action=update").by("admin")).await;
    let expected = json!([{
        "id": 7, "at": "2026-03-04T01:00:00Z", "actorEmail": admin().user.email.as_str(), "action": "update", "entity": "product",
        "entityId": "some id", "subject": "ARA-1", "before": {"stock": 3, "images": ["a"]}, "after": Value::Null, "requestId": "r1",
    }]);
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert_eq!(answer.header("x-total-count"), "2");
    assert_eq!(answer.header("link"), "</api/admin/audit?limit=1&action=update&after=c>; rel=\"next\"");
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn every_filter_reaches_the_log() {
    let mut shop = Shop::new();
    shop.audit_log.expect_list().returning(|query| {
        let AuditQuery { entity, entity_id, action, actor, subject, page } = query.clone();
        assert_eq!(entity.unwrap().as_str(), "user");
        assert_eq!(entity_id.unwrap().as_str(), "17");
        assert_eq!(action.unwrap().as_str(), "block");
        assert_eq!(actor.unwrap().as_str(), "a@example.com");
        assert_eq!(subject.unwrap().as_str(), "nimali");
        assert_eq!((page.limit.get(), page.after.unwrap().0.as_str()), (2, "c"));
        Ok(PageAnswer::InvalidCursor)
    });
    let address = "/api/admin/audit?entity=user&entityId=17&action=block&actor=A%40example.com&q=nimali&limit=2&after=c";
    assert_eq!(shop.answer(get(address).by("admin")).await.problem(422), "list.invalid_cursor");
}

#[actix_web::test]
async fn wrong_filters_are_named() {
    let address = "/api/admin/audit?entity=Users&entityId=%00&action=a-b&actor=nobody&q=%00&limit=0";
    let wrong = Shop::new().answer(get(address).by("admin")).await.wrong_fields();
    assert_eq!(wrong, ["action", "actor", "entity", "entityId", "limit", "q"]);
}
