//! The contract of [`domain::messages::ports::ContactInbox`].

use chrono::TimeDelta;
use domain::messages::contact::{ContactDone, ContactMessage, ContactMessageId, ContactState, ContactText, ReceivedMessage, wait_after};
use domain::reports::audit_log::{AuditQuery, AuditedId};
use domain::shared::page::{PageRequest, TotalCount};

use crate::contracts::Shop;
use crate::contracts::paging::{each_list_takes_its_own_cursors, refuses_malformed_cursors, walk};
use crate::contracts::shop::page;
use crate::{moments, sample_users, unique};

/// Stores a message of `second` seconds after [`moments::now`].
async fn message(shop: &Shop, second: i64) -> ContactMessage {
    let message = ContactMessage {
        name: sample_users::name("Nimali"),
        email: sample_users::email(),
        message: ContactText::parse(&format!("Do you deliver to Jaffna?\n{}", unique::tag())).unwrap(),
        sent_at: moments::seconds_later(second),
    };
    shop.inbox.store(&message).await.unwrap();
    message
}

/// Taking it puts it off; mailing it ends it.
pub async fn a_message_is_due_until_it_is_mailed(shop: &Shop) {
    let sent = message(shop, 0).await;
    let due = |second| shop.inbox.take_due(moments::seconds_later(second), 10);
    assert_eq!(due(-1).await.unwrap(), []);
    let taken = due(0).await.unwrap();
    let [(id, kept)] = taken.as_slice() else { panic!("one message: {taken:?}") };
    assert_eq!(*kept, sent);
    assert_eq!(due(59).await.unwrap(), []);
    assert_eq!(due(60).await.unwrap().len(), 1, "a minute after the first attempt");
    assert_eq!(due(60 + 119).await.unwrap(), []);
    assert_eq!(due(60 + 120).await.unwrap().len(), 1, "two minutes after the second");
    for _ in 0..2 {
        shop.inbox.mark_mailed(*id, moments::seconds_later(200)).await.unwrap();
    }
    assert_eq!(due(1_000_000).await.unwrap(), []);
}

/// No instance mails what another one is mailing.
pub async fn two_who_take_at_once_get_different_messages(shop: &Shop) {
    for second in 0..40 {
        message(shop, second).await;
    }
    let taking = (0..8).map(|_| {
        let shop = shop.clone();
        tokio::spawn(async move { shop.inbox.take_due(moments::seconds_later(40), 10).await.unwrap() })
    });
    let taken = futures_util::future::try_join_all(taking).await.unwrap();
    let mut ids: Vec<_> = taken.iter().flatten().map(|(id, _)| *id).collect();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "one message was taken twice");
    let rest = shop.inbox.take_due(moments::seconds_later(40), 100).await.unwrap().len();
    assert_eq!(count + rest, 40, "none was left out");
}

/// Up to a limit.
pub async fn the_longest_waiting_come_first(shop: &Shop) {
    let (second, first, _third) = (message(shop, 2).await, message(shop, 1).await, message(shop, 3).await);
    let taken = shop.inbox.take_due(moments::seconds_later(10), 2).await.unwrap();
    let taken: Vec<_> = taken.into_iter().map(|(_, message)| message).collect();
    assert_eq!(taken, [first, second]);
}

/// After days of attempts; the message itself stays.
pub async fn in_the_end_the_mail_server_is_given_up(shop: &Shop) {
    message(shop, 0).await;
    let mut at = moments::now();
    for attempt in 1.. {
        assert_eq!(shop.inbox.take_due(at, 10).await.unwrap().len(), 1, "attempt {attempt}");
        let Some(wait) = wait_after(attempt) else { break };
        at += wait;
    }
    assert_eq!(shop.inbox.take_due(at + TimeDelta::days(365), 10).await.unwrap(), []);
}

/// The messages in a state, newest first.
async fn in_state(shop: &Shop, state: ContactState) -> Vec<ReceivedMessage> {
    page(shop.inbox.list(state, &PageRequest::default()).await.unwrap()).items
}

/// Notes the message as done, a minute after [`moments::now`].
async fn finish(shop: &Shop, id: ContactMessageId) -> ReceivedMessage {
    shop.inbox.set_state(id, ContactState::Done, &sample_users::actor(), moments::seconds_later(60)).await.unwrap().unwrap()
}

/// Also where several were sent at the same moment.
pub async fn messages_are_listed_newest_first_by_state(shop: &Shop) {
    for second in [3, 1, 2, 2, 9] {
        message(shop, second).await;
    }
    let all = in_state(shop, ContactState::Open).await;
    assert!(all.windows(2).all(|two| (two[0].message.sent_at, two[0].id) > (two[1].message.sent_at, two[1].id)), "{all:?}");
    for two in &all[1..3] {
        finish(shop, two.id).await;
    }
    for (state, expected) in [(ContactState::Open, [0, 3, 4].as_slice()), (ContactState::Done, &[1, 2])] {
        let expected: Vec<_> = expected.iter().map(|index| all[*index].id).collect();
        for limit in [1, 2, 5] {
            let list = |request| async move { page(shop.inbox.list(state, &request).await.unwrap()) };
            let listed = walk(limit, list).await;
            assert!(listed.iter().all(|received| received.state() == state));
            assert_eq!(listed.into_iter().map(|received| received.id).collect::<Vec<_>>(), expected);
        }
    }
    refuses_malformed_cursors(|page: PageRequest| async move { shop.inbox.list(ContactState::Open, &page).await.unwrap() }).await;
}

/// The list of open messages refuses a cursor of those that are done.
pub async fn a_cursor_of_messages_belongs_to_its_state(shop: &Shop) {
    for second in 0..4 {
        message(shop, second).await;
    }
    for done in &in_state(shop, ContactState::Open).await[..2] {
        finish(shop, done.id).await;
    }
    each_list_takes_its_own_cursors(&ContactState::ALL, |state, page| async move { shop.inbox.list(state, &page).await.unwrap() }).await;
}

/// When and by whom is kept while it is done, and each change is in the audit log.
pub async fn a_message_is_done_and_opened_again(shop: &Shop) {
    let (sent, by) = (message(shop, 0).await, sample_users::actor());
    let id = in_state(shop, ContactState::Open).await[0].id;
    let done = shop.inbox.set_state(id, ContactState::Done, &by, moments::seconds_later(60)).await.unwrap().unwrap();
    assert_eq!(
        done,
        ReceivedMessage { id, message: sent, done: Some(ContactDone { at: moments::seconds_later(60), by: by.email.clone() }) }
    );
    assert_eq!(in_state(shop, ContactState::Done).await, [done]);
    let open = shop.inbox.set_state(id, ContactState::Open, &by, moments::seconds_later(70)).await.unwrap().unwrap();
    assert_eq!((open.state(), in_state(shop, ContactState::Open).await), (ContactState::Open, vec![open]));
    let query = AuditQuery { entity_id: AuditedId::parse(&id.0.to_string()).ok(), ..AuditQuery::default() };
    let entries = shop.audit_log.list(&query).await.unwrap().items;
    let told: Vec<_> = entries.iter().map(|e| (e.action.as_str(), e.entity.as_str(), e.at, &e.actor)).collect();
    let update = |second| ("update", "message", moments::seconds_later(second), &by.email);
    assert_eq!(told, [update(70), update(60)]);
    let unknown = ContactMessageId(id.0 + 1_000);
    assert_eq!(shop.inbox.set_state(unknown, ContactState::Done, &by, moments::now()).await.unwrap(), None);
}

/// The others change nothing, and no second audit entry is made.
pub async fn of_many_who_finish_a_message_one_is_noted(shop: &Shop) {
    message(shop, 0).await;
    let id = in_state(shop, ContactState::Open).await[0].id;
    let finishing = (0..8).map(|second| {
        let shop = shop.clone();
        let at = moments::seconds_later(second);
        tokio::spawn(async move { shop.inbox.set_state(id, ContactState::Done, &sample_users::actor(), at).await.unwrap().unwrap() })
    });
    futures_util::future::try_join_all(finishing).await.unwrap();
    let entries = shop.audit_log.list(&AuditQuery::default()).await.unwrap().items;
    assert_eq!(entries.len(), 1, "{entries:?}");
    let done = in_state(shop, ContactState::Done).await;
    assert_eq!(done[0].done.as_ref().map(|done| done.at), Some(entries[0].at));
    assert_eq!(finish(shop, id).await, done[0]);
}

/// The dashboard counts them as their list does.
pub async fn open_messages_wait_for_staff(shop: &Shop) {
    for second in 0..3 {
        message(shop, second).await;
    }
    finish(shop, in_state(shop, ContactState::Open).await[0].id).await;
    let listed = page(shop.inbox.list(ContactState::Open, &PageRequest::default()).await.unwrap());
    let waiting = shop.overview.waiting().await.unwrap();
    assert_eq!((waiting.messages, listed.total), (TotalCount::Exactly(2), TotalCount::Exactly(2)));
}
