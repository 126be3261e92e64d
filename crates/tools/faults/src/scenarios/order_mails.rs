//! The mail server is away while orders are placed, and the shop is killed while it sends their mails: none is lost.

use std::collections::BTreeMap;
use std::time::Duration;

use test_harness::instance::free_port;
use tokio::time::sleep;
use tokio_postgres::Client;

use super::Verdict;
use crate::database_server::count;
use crate::fixture::Fixture;
use crate::invariants;
use crate::mail_server::{MailServer, TakenMail};
use crate::paying;
use crate::report::Figures;

const ORDERS: usize = 12;
/// Mails of each order: to the customer and to the shop.
const MAILS: usize = 2;
/// Kills while mails are sent.
const KILLS: usize = 2;
/// Mails that the server takes between two kills.
const BETWEEN: usize = 6;
/// The time between taking a mail and saying so: a kill falls into it.
const PAUSE: Duration = Duration::from_millis(60);
/// The waits and leases of all mails are over.
const DUE: &str = "UPDATE mail_outbox SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL";
/// An address that was never verified gets few mails.
const VERIFIED: &str = "UPDATE users SET email_verified_at = now()";
const UNSENT: &str = "mail_outbox WHERE sent_at IS NULL";

/// Every mail arrives. One that was handed over and not noted before a kill arrives again with the same Message-ID: no more than one
/// for each kill, because a process sends one mail after the other.
pub(super) async fn away(fixture: &mut Fixture) -> Verdict {
    let port = free_port();
    fixture.shop.set("SMTP_URL", &format!("smtp://127.0.0.1:{port}"));
    let mut instance = fixture.open(&["a"]).await.remove(0);
    let superuser = fixture.database_server.client(&fixture.database).await;
    superuser.batch_execute(VERIFIED).await.expect("a statement that runs");
    paying::place(fixture, ORDERS).await;
    paying::reaches(&superuser, &format!("{UNSENT} AND kind <> 'verify'"), ORDERS * MAILS).await;
    paying::reaches(&superuser, &format!("{UNSENT} AND kind <> 'verify' AND answer IS NOT NULL"), 1).await;
    assert_eq!(count(&superuser, "mail_outbox WHERE sent_at IS NOT NULL AND kind <> 'verify'").await, 0, "a mail without a server");
    let owed = owed(&superuser).await;

    let server = MailServer::start(port, PAUSE).await;
    superuser.batch_execute(DUE).await.expect("a statement that runs");
    for kill in 1..=KILLS {
        taken(&server, kill * BETWEEN).await;
        instance = paying::restart(fixture, instance, &[DUE]).await;
    }
    paying::none_left(&superuser, UNSENT).await;
    let mut violations = wrong_mails(&owed, &server.mails());
    let again = server.mails().len().saturating_sub(owed.len());
    let note = format!("{} mails, {again} of them again after {KILLS} kills", owed.len());
    violations.extend(invariants::violations(fixture, &[instance]).await);
    (Figures { note, ..Figures::default() }, violations)
}

/// The Message-IDs of all unsent mails, each with its kind and order.
async fn owed(client: &Client) -> BTreeMap<String, String> {
    let rows = client.query(&format!("SELECT message_id::text, dedupe_key FROM {UNSENT}"), &[]).await.expect("a query that runs");
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// Waits until the server took this many mails.
async fn taken(server: &MailServer, mails: usize) {
    let waiting = async {
        while server.mails().len() < mails {
            sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(paying::PATIENCE, waiting).await.expect("mails that are sent");
}

/// Every owed mail was taken, no other one, and at most one for each kill again.
fn wrong_mails(owed: &BTreeMap<String, String>, taken: &[TakenMail]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = owed.keys().map(|id| (id.as_str(), 0)).collect();
    for mail in taken {
        *counts.entry(mail.id.as_str()).or_default() += 1;
    }
    let lost = counts.iter().filter(|(_, count)| **count == 0).map(|(id, _)| format!("each mail arrives: {} does not", owed[*id]));
    let other = counts.keys().filter(|id| !owed.contains_key(**id)).map(|id| format!("each mail has one Message-ID: {id} is another"));
    let again: usize = counts.values().map(|count| count.saturating_sub(1)).sum();
    let doubled = (again > KILLS).then(|| format!("mails arrive once: {again} came again after {KILLS} kills"));
    lost.chain(other).chain(doubled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_doubled_and_unknown_mails_are_found() {
        let owed = BTreeMap::from([("1".to_owned(), "placed:A".to_owned()), ("2".to_owned(), "order:A".to_owned())]);
        let taken =
            |ids: &[&str]| -> Vec<TakenMail> { ids.iter().map(|id| TakenMail { id: (*id).to_owned(), subject: String::new() }).collect() };
        for right in [vec!["1", "2"], vec!["1", "1", "2"], vec!["1", "2", "1", "2"]] {
            assert!(wrong_mails(&owed, &taken(&right)).is_empty(), "{right:?}");
        }
        for wrong in [vec!["1"], vec!["1", "2", "3"], vec!["1", "2", "2", "2", "1"]] {
            assert_eq!(wrong_mails(&owed, &taken(&wrong)).len(), 1, "{wrong:?}");
        }
    }
}
