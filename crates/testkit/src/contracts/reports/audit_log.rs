//! The contract of [`domain::reports::ports::AuditLog`].

use domain::reports::audit::Actor;
use domain::reports::audit_log::{AuditEntry, AuditQuery, AuditWord, AuditedId};
use domain::shared::page::PageRequest;
use domain::shared::text::SearchText;

use crate::contracts::Shop;
use crate::contracts::paging::{each_list_takes_its_own_cursors, refuses_malformed_cursors, walk};
use crate::contracts::shop::page;
use crate::{moments, sample_products, sample_users};

async fn entries(shop: &Shop, query: &AuditQuery) -> Vec<AuditEntry> {
    page(shop.audit_log.list(query).await.unwrap()).items
}

fn word(text: &str) -> Option<AuditWord> {
    Some(AuditWord::parse(text).unwrap())
}

/// Whether something is about it.
fn told(entries: &[AuditEntry]) -> Vec<(String, String)> {
    entries.iter().map(|e| (e.action.as_str().to_owned(), e.subject.clone())).collect()
}

/// Also where several were made at the same moment.
pub async fn entries_are_listed_newest_first(shop: &Shop) {
    let by = sample_users::actor();
    let mut expected = Vec::new();
    for second in [3, 1, 2, 2, 2, 9] {
        let mut product = sample_products::product("Rose");
        product.created_at = moments::seconds_later(second);
        shop.products.create(&product, &by).await.unwrap();
        expected.push((second, expected.len(), product.code.as_str().to_owned()));
    }
    expected.sort_by(|one, other| other.cmp(one));
    let expected: Vec<String> = expected.into_iter().map(|(_, _, code)| code).collect();
    for limit in [1, 2, 3, 6, 7] {
        let list =
            |request| async move { page(shop.audit_log.list(&AuditQuery { page: request, ..AuditQuery::default() }).await.unwrap()) };
        let subjects: Vec<String> = walk(limit, list).await.into_iter().map(|e| e.subject).collect();
        assert_eq!(subjects, expected);
    }
    refuses_malformed_cursors(|page: PageRequest| async move {
        shop.audit_log.list(&AuditQuery { page, ..AuditQuery::default() }).await.unwrap()
    })
    .await;
}

/// A cursor of one filter is refused by another.
pub async fn a_cursor_of_the_log_belongs_to_its_filter(shop: &Shop) {
    let (by, user) = (sample_users::actor(), shop.customer().await);
    for blocked in [true, false, true] {
        shop.users.set_blocked(&user.email, blocked, &by, moments::now()).await.unwrap();
    }
    let all = AuditQuery::default;
    let lists = [
        all(),
        AuditQuery { entity: word("user"), ..all() },
        AuditQuery { action: word("block"), ..all() },
        AuditQuery { entity_id: Some(AuditedId::parse(&user.id.to_string()).unwrap()), ..all() },
        AuditQuery { actor: by.email.clone(), ..all() },
        AuditQuery { subject: Some(SearchText::parse(user.email.as_str()).unwrap()), ..all() },
    ];
    each_list_takes_its_own_cursors(&lists, |query, page| async move { shop.audit_log.list(&AuditQuery { page, ..query }).await.unwrap() })
        .await;
}

/// Actor, time and request, and the entity before and after.
pub async fn an_entry_tells_everything(shop: &Shop) {
    let (by, now) = (sample_users::actor(), moments::now());
    let user = shop.customer().await;
    shop.users.set_blocked(&user.email, true, &by, now).await.unwrap();
    let [entry] = &entries(shop, &AuditQuery::default()).await[..] else { panic!("one entry") };
    assert_eq!((entry.at, &entry.actor, &entry.request_id), (now, &by.email, &by.request_id));
    assert_eq!((entry.action.as_str(), entry.entity.as_str()), ("block", "user"));
    assert_eq!((entry.entity_id.as_str(), entry.subject.as_str()), (user.id.to_string().as_str(), user.email.as_str()));
    let (before, after) = (&entry.before.as_ref().unwrap().0, &entry.after.as_ref().unwrap().0);
    assert!(before.contains("\"isBlocked\":false") && after.contains("\"isBlocked\":true"), "{before} {after}");
    shop.users.delete(&user.email, &Actor::operator("a command"), now).await.unwrap();
    let newest = &entries(shop, &AuditQuery::default()).await[0];
    assert_eq!((&newest.actor, newest.request_id.as_str(), newest.after.is_none()), (&None, "a command", true));
}

/// Each alone and all together.
pub async fn every_filter_of_the_log_holds(shop: &Shop) {
    let (ama, operator) = (sample_users::actor(), Actor::operator("a command"));
    let user = shop.customer().await;
    shop.admin().await;
    let product = sample_products::product("Rose");
    let now = moments::now();
    shop.products.create(&product, &ama).await.unwrap();
    shop.users.set_blocked(&user.email, true, &ama, now).await.unwrap();
    shop.users.set_blocked(&user.email, false, &operator, now).await.unwrap();
    let (code, email) = (product.code.as_str().to_owned(), user.email.as_str().to_owned());
    let (created, blocked, unblocked) =
        (("create".to_owned(), code.clone()), ("block".to_owned(), email.clone()), ("unblock".to_owned(), email.clone()));
    let all = AuditQuery::default;
    let about = |text: &str| AuditQuery { subject: Some(SearchText::parse(text).unwrap()), ..all() };
    let id = AuditedId::parse(&user.id.to_string()).ok();
    for (query, expected) in [
        (all(), vec![&unblocked, &blocked, &created]),
        (AuditQuery { entity: word("user"), ..all() }, vec![&unblocked, &blocked]),
        (AuditQuery { entity: word("order"), ..all() }, vec![]),
        (AuditQuery { action: word("create"), ..all() }, vec![&created]),
        (AuditQuery { actor: ama.email.clone(), ..all() }, vec![&blocked, &created]),
        (AuditQuery { entity: word("user"), entity_id: id, ..all() }, vec![&unblocked, &blocked]),
        (about(&code), vec![&created]),
        (about(&code.to_lowercase()), vec![&created]),
        (about(&email[..email.len() - 3]), vec![&unblocked, &blocked]),
        (about(&email[1..]), vec![]),
        (about("%"), vec![]),
        (about("\u{10ffff}"), vec![]),
        (AuditQuery { actor: ama.email.clone(), action: word("block"), ..about(&email) }, vec![&blocked]),
    ] {
        let expected: Vec<_> = expected.into_iter().cloned().collect();
        assert_eq!(told(&entries(shop, &query).await), expected, "{query:?}");
    }
}
