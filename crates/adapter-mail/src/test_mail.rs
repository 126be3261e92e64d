//! A mail, a clock and ids for the tests of this crate.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, Utc};
use domain::messages::ports::{Mail, MailSender, MailSubject};
use domain::shared::email::EmailAddress;
use domain::shared::order_id::OrderId;
use domain::shared::order_prefix::OrderPrefix;
use domain::shared::ports::{Clock, IdSource};
use uuid::Uuid;

use crate::compose::Composer;
use crate::sender::Sender;

/// 8 in the morning of 1 March 2026.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(1_772_352_000, 0).unwrap()
    }
}

/// 1, 2, 3 …
#[derive(Default)]
struct CountingIds(AtomicU64);

impl IdSource for CountingIds {
    fn uuid(&self) -> Uuid {
        Uuid::from_u128(u128::from(self.0.fetch_add(1, Ordering::Relaxed)))
    }

    fn order_id(&self, prefix: OrderPrefix) -> OrderId {
        OrderId::new(prefix, self.0.fetch_add(1, Ordering::Relaxed))
    }

    fn secret(&self) -> String {
        self.0.fetch_add(1, Ordering::Relaxed).to_string()
    }
}

pub(crate) fn composer() -> Composer {
    let sender = Sender::parse("Araliya <shop@example.com>").unwrap();
    Composer { sender: Some(sender), clock: Arc::new(FixedClock), ids: Arc::new(CountingIds::default()) }
}

pub(crate) fn mail(subject: &str, text: &str) -> Mail {
    let to = EmailAddress::parse("nimali@example.com").unwrap();
    let address = EmailAddress::parse("hello@araliya.example").unwrap();
    let from = MailSender { name: "Araliya".to_owned(), address, is_published: false };
    Mail { from, to, reply_to: None, subject: MailSubject::one_line(subject), text: text.to_owned(), html: None, message_id: None }
}
