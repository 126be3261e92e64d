//! People as a third-party sign-in provider knows them, and which accounts they may enter (contract, Users).

use crate::accounts::user::{User, UserType, keeps_password};
use crate::shared::email::EmailAddress;
use crate::shared::error::refusal;
use crate::shared::text::{PersonName, Text};

/// The lasting id of a person at the provider: its `sub`.
pub type SubjectId = Text<1, 255>;
/// A provider, named by the host of its sign-in page. A `sub` has a meaning at one provider only.
pub type ProviderName = Text<1, 255>;

/// A person at one provider.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    pub provider: ProviderName,
    pub id: SubjectId,
}

/// A person whom the provider identified to this shop, with an address that it verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedIdentity {
    /// The person at the provider.
    pub subject: Subject,
    /// Their address, verified by the provider.
    pub email: EmailAddress,
    /// Whether the provider is Google itself. What another provider says about `gmail.com` or `hd` does not prove who owns the
    /// address.
    pub is_from_google: bool,
    /// The domain that the provider hosts for the account's organisation (Google's `hd`), if it names one.
    pub hosted_domain: Option<String>,
    pub first_name: PersonName,
    pub last_name: PersonName,
}

/// The domain whose mail Google itself delivers.
const GMAIL: &str = "gmail.com";

impl ProvedIdentity {
    /// Whether the provider is authoritative for the address (contract, Users): the provider is Google, and the domain of the
    /// address is `gmail.com` or the domain that Google hosts for the account. For other addresses Google verified the owner in
    /// the past, and the owner may have changed. An account of a hosted domain can have a secondary address in another domain,
    /// so `hd` counts for its own domain only.
    #[must_use]
    pub fn is_authoritative(&self) -> bool {
        let domain = self.email.as_str().rsplit_once('@').map_or("", |(_, domain)| domain);
        let is_hosted = self.hosted_domain.as_deref().is_some_and(|hosted| hosted.eq_ignore_ascii_case(domain));
        self.is_from_google && (is_hosted || domain == GMAIL)
    }
}

refusal! {
    /// Why a person may not enter an account.
    pub enum IdentityRefusal {
        Admin => Forbidden, "auth.provider_admin", "Administrators log in with their password.";
        Blocked => Forbidden, "auth.blocked", "Your account has been blocked. Contact support.";
        /// The account has the person's address, and may belong to another person.
        EmailTaken => Conflict, "user.email_taken", "An account with this email already exists. Please log in with your password.";
    }
}

/// An account with the address of a person who is not linked to any account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkCandidate {
    /// The user of the account.
    pub user: User,
    /// Whether the user proved to read mail at the address.
    pub email_verified: bool,
    /// Whether it is linked to another person at the provider.
    pub is_linked: bool,
}

/// How an account is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Whether its password and sessions are removed: they may belong to a person who registered with the address of another.
    pub drop_password: bool,
}

/// Checks whether a person may enter the account to which they are linked.
///
/// # Errors
/// [`IdentityRefusal::Admin`] or [`IdentityRefusal::Blocked`].
pub const fn check_account(user: &User) -> Result<(), IdentityRefusal> {
    match (user.user_type, user.is_blocked) {
        (UserType::Admin, _) => Err(IdentityRefusal::Admin),
        (UserType::Customer, true) => Err(IdentityRefusal::Blocked),
        (UserType::Customer, false) => Ok(()),
    }
}

/// Decides whether a person is linked to the account that has their address.
///
/// # Errors
/// [`IdentityRefusal`] when they may not.
pub fn decide_link(identity: &ProvedIdentity, candidate: &LinkCandidate) -> Result<Link, IdentityRefusal> {
    check_account(&candidate.user)?;
    if candidate.is_linked || !(candidate.email_verified || identity.is_authoritative()) {
        return Err(IdentityRefusal::EmailTaken);
    }
    Ok(Link { drop_password: !keeps_password(candidate.email_verified) })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use crate::accounts::staff_role::StaffRole;
    use crate::shared::ids::UserId;

    fn identity(email: &str, is_from_google: bool, hosted_domain: Option<&str>) -> ProvedIdentity {
        ProvedIdentity {
            subject: Subject { provider: Text::parse("accounts.example").unwrap(), id: Text::parse("1").unwrap() },
            email: EmailAddress::parse(email).unwrap(),
            is_from_google,
            hosted_domain: hosted_domain.map(ToOwned::to_owned),
            first_name: PersonName::parse("Nimali").unwrap(),
            last_name: PersonName::parse("Perera").unwrap(),
        }
    }

    fn candidate(user_type: UserType, is_blocked: bool, email_verified: bool, is_linked: bool) -> LinkCandidate {
        let user = User {
            id: UserId::new(Uuid::nil()),
            email: EmailAddress::parse("nimali@example.com").unwrap(),
            first_name: PersonName::parse("Nimali").unwrap(),
            last_name: PersonName::parse("Perera").unwrap(),
            profile_picture: None,
            user_type,
            staff_role: (user_type == UserType::Admin).then_some(StaffRole::Owner),
            is_blocked,
            created_at: DateTime::UNIX_EPOCH,
            last_login: None,
            email_verified: false,
            language: crate::shared::language::Language::English,
        };
        LinkCandidate { user, email_verified, is_linked }
    }

    #[test]
    fn google_alone_speaks_for_gmail_and_for_the_very_domain_it_hosts() {
        for (email, hosted, authoritative) in [
            ("nimali@gmail.com", None, true),
            ("Nimali@GMail.com", None, true),
            ("nimali@gmail.com", Some("example.com"), true),
            ("nimali@example.com", Some("example.com"), true),
            ("nimali@example.com", Some("Example.COM"), true),
            ("nimali@example.com", Some("another.example"), false),
            ("nimali@example.com", Some("com"), false),
            ("nimali@mail.example.com", Some("example.com"), false),
            ("nimali@example.com", Some("mail.example.com"), false),
            ("nimali@example.com", Some(""), false),
            ("nimali@example.com", None, false),
            ("nimali@gmail.com.example.com", None, false),
            ("nimali@notgmail.com", None, false),
        ] {
            assert_eq!(identity(email, true, hosted).is_authoritative(), authoritative, "{email} {hosted:?}");
            assert!(!identity(email, false, hosted).is_authoritative(), "another provider: {email} {hosted:?}");
        }
    }

    #[test]
    fn an_account_is_linked_only_where_its_owner_is_sure() {
        use UserType::{Admin, Customer};
        let keep = Ok(Link { drop_password: false });
        let drop = Ok(Link { drop_password: true });
        for (user_type, blocked, verified, linked, authoritative, decision) in [
            (Customer, false, true, false, false, keep),
            (Customer, false, true, false, true, keep),
            (Customer, false, false, false, true, drop),
            (Customer, false, false, false, false, Err(IdentityRefusal::EmailTaken)),
            (Customer, false, true, true, true, Err(IdentityRefusal::EmailTaken)),
            (Customer, true, true, false, true, Err(IdentityRefusal::Blocked)),
            (Customer, true, false, true, false, Err(IdentityRefusal::Blocked)),
            (Admin, false, true, false, true, Err(IdentityRefusal::Admin)),
            (Admin, true, true, false, true, Err(IdentityRefusal::Admin)),
            (Admin, false, false, false, false, Err(IdentityRefusal::Admin)),
        ] {
            let candidate = candidate(user_type, blocked, verified, linked);
            assert_eq!(
                decide_link(&identity("nimali@example.com", authoritative, Some("example.com")), &candidate),
                decision,
                "{candidate:?} {authoritative}"
            );
        }
    }
}
