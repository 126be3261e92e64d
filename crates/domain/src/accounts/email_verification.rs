//! Verifying that a user reads mail at the address of the account (contract-commerce, section 5).

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::address_claim::AddressClaim;
use crate::messages::mail_message::MailMessage;
use crate::messages::outbox::{DedupeKey, NewMail};
use crate::shared::email::EmailAddress;
use crate::shared::ids::UserId;

/// A link is valid for this time.
pub const VALID_FOR: TimeDelta = TimeDelta::hours(48);

/// The link that carries a signed claim. `public_url` is the shop's address without a trailing slash. The token is in the fragment,
/// which browsers do not send to servers.
#[must_use]
pub fn link(public_url: &str, token: &str) -> String {
    format!("{public_url}/verify-email#token={token}")
}

/// The mail with a link for this account, queued at `now`. At most one is queued for an account within a minute.
#[must_use]
pub fn mail(user: UserId, email: &EmailAddress, now: DateTime<Utc>) -> NewMail {
    let minute = now.timestamp().div_euclid(60);
    NewMail {
        key: DedupeKey::new("verify", &format!("{user}:{minute}")),
        to: Some(email.clone()),
        message: MailMessage::Verify(AddressClaim { user, email: email.clone(), until: now + VALID_FOR }),
        at: now,
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn mail_at(second: i64) -> NewMail {
        let email = EmailAddress::parse("nimali@example.com").unwrap();
        mail(UserId::new(Uuid::from_u128(7)), &email, DateTime::from_timestamp(1_772_586_000 + second, 0).unwrap())
    }

    #[test]
    fn a_link_leads_to_the_shop_and_carries_the_token_behind_the_hash() {
        assert_eq!(link("https://shop.example", "a.b.c"), "https://shop.example/verify-email#token=a.b.c");
    }

    #[test]
    fn a_claim_ends_after_two_days() {
        let MailMessage::Verify(claim) = mail_at(0).message else { panic!("another mail") };
        assert_eq!((claim.until - mail_at(0).at).num_hours(), 48);
        assert_eq!(Some(claim.email), mail_at(0).to);
    }

    #[test]
    fn an_account_is_mailed_once_a_minute() {
        assert_eq!(mail_at(0).key, mail_at(59).key);
        assert_ne!(mail_at(0).key, mail_at(60).key);
    }
}
