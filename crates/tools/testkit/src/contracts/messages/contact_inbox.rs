//! The contract of [`domain::messages::contact::ContactInbox`].

use chrono::TimeDelta;
use domain::messages::contact::{ContactMessage, ContactMessageId, ContactState, ContactText, ReceivedMessage, wait_after};
use domain::reports::audit_log::AuditQuery;
use domain::shared::page::{PageRequest, TotalCount};

use crate::contracts::Shop;
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
    shop.inbox.list(state, &PageRequest::default()).await.unwrap().items
}

/// Notes the message as done, a minute after [`moments::now`].
async fn finish(shop: &Shop, id: ContactMessageId) -> ReceivedMessage {
    shop.inbox.set_state(id, ContactState::Done, &sample_users::actor(), moments::seconds_later(60)).await.unwrap()
}

/// The others change nothing, and no second audit entry is made.
pub async fn of_many_who_finish_a_message_one_is_noted(shop: &Shop) {
    message(shop, 0).await;
    let id = in_state(shop, ContactState::Open).await[0].id;
    let finishing = (0..8).map(|second| {
        let shop = shop.clone();
        let at = moments::seconds_later(second);
        tokio::spawn(async move { shop.inbox.set_state(id, ContactState::Done, &sample_users::actor(), at).await.unwrap() })
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
    let listed = shop.inbox.list(ContactState::Open, &PageRequest::default()).await.unwrap();
    let waiting = shop.overview.waiting().await.unwrap();
    assert_eq!((waiting.messages, listed.total), (TotalCount::Exactly(2), TotalCount::Exactly(2)));
}
