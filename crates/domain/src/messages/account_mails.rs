//! The mails about accounts. Their links are signed when they are sent.

use chrono::{DateTime, Utc};

use crate::accounts::email_verification;
use crate::accounts::email_verification::EmailClaim;
use crate::accounts::seen_sign_in::SeenSignIn;
use crate::accounts::staff_invitation::{self, NewInvitation};
use crate::messages::mail_message::{InvitationNews, MailMessage};
use crate::messages::outbox::{DedupeKey, NewMail};
use crate::messages::security_notice::SecurityNews;
use crate::shared::email::EmailAddress;
use crate::shared::ids::UserId;

/// The mail with a link that verifies the address of this account, queued at `now`. At most one is queued for an account within a
/// minute.
#[must_use]
pub fn verification(user: UserId, email: &EmailAddress, now: DateTime<Utc>) -> NewMail {
    let minute = now.timestamp().div_euclid(60);
    let claim = EmailClaim { user, email: email.clone(), until: now + email_verification::VALID_FOR };
    NewMail {
        key: DedupeKey::new("verify", &format!("{user}:{minute}")),
        to: Some(email.clone()),
        message: MailMessage::Verify(claim),
        at: now,
    }
}

/// The mail with the link of an invitation.
#[must_use]
pub fn invitation(new: &NewInvitation, invited_by: &EmailAddress) -> NewMail {
    let until = new.at + staff_invitation::VALID_FOR;
    let news = InvitationNews { id: new.id, role: new.role, invited_by: invited_by.clone(), until };
    NewMail {
        key: DedupeKey::new("invitation", &new.id.to_string()),
        to: Some(new.email.clone()),
        message: MailMessage::Invitation(news),
        at: new.at,
    }
}

/// The alert about a sign-in of staff.
#[must_use]
pub fn sign_in_alert(sign_in: &SeenSignIn) -> NewMail {
    NewMail {
        key: DedupeKey::new("signInAlert", &sign_in.session.to_string()),
        to: Some(sign_in.user.email.clone()),
        message: MailMessage::SignInAlert(sign_in.news.clone()),
        at: sign_in.news.at,
    }
}

impl SecurityNews {
    /// The mail to one recipient. `cause` names the event among all of its kind, such as the version of the settings.
    #[must_use]
    pub fn mail(&self, to: &EmailAddress, cause: &str) -> NewMail {
        NewMail {
            key: DedupeKey::new("securityNotice", &format!("{cause}:{to}")),
            to: Some(to.clone()),
            message: MailMessage::Security(Box::new(self.clone())),
            at: self.at,
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::accounts::staff_invitation::InvitationSecret;
    use crate::accounts::staff_role::StaffRole;
    use crate::messages::mail_kind::MailKind;
    use crate::messages::mail_settings::MailSettings;
    use crate::messages::security_notice::SecurityEvent;
    use crate::shared::ids::InvitationId;

    fn mail_at(second: i64) -> NewMail {
        let email = EmailAddress::parse("nimali@example.com").unwrap();
        verification(UserId::new(Uuid::from_u128(7)), &email, DateTime::from_timestamp(1_772_586_000 + second, 0).unwrap())
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

    #[test]
    fn each_invitation_is_mailed_once_without_its_secret() {
        let (email, owner) = (EmailAddress::parse("nimali@example.com").unwrap(), EmailAddress::parse("owner@example.com").unwrap());
        let mail = |id| {
            let (id, secret) = (InvitationId::new(Uuid::from_u128(id)), InvitationSecret::new("hunter2".to_owned()));
            invitation(&NewInvitation { id, email: email.clone(), role: StaffRole::Support, secret, at: DateTime::UNIX_EPOCH }, &owner)
        };
        assert_eq!((mail(1).key, mail(1).to), (mail(1).key, Some(email.clone())));
        assert_ne!(mail(1).key, mail(2).key);
        assert!(!format!("{:?}", mail(1)).contains("hunter2"));
        let MailMessage::Invitation(news) = mail(1).message else { panic!("another mail") };
        assert_eq!((news.role, (news.until - mail(1).at).num_hours()), (StaffRole::Support, 72));
    }

    #[test]
    fn each_recipient_of_an_event_gets_one_mail_that_no_setting_stops() {
        let at = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let news = SecurityNews { at, by: None, event: SecurityEvent::PasswordSet };
        let [one, two] = ["a@b.lk", "b@b.lk"].map(|email| news.mail(&EmailAddress::parse(email).unwrap(), "payments:3"));
        assert_eq!(one.key.as_str(), "securityNotice:payments:3:a@b.lk");
        assert_ne!(one.key, two.key);
        assert!(MailSettings::without(MailKind::ALL).sends(one.message.kind()));
    }
}
