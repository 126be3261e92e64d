//! People as a third-party sign-in provider knows them, and which accounts they may enter (contract, Users).

use crate::email::EmailAddress;
use crate::text::{PersonName, Text};
use crate::user::{User, UserType};

/// Who somebody is at the provider, for good: its `sub`.
pub type SubjectId = Text<1, 255>;
/// Which provider it is, by the host of its sign-in page: a `sub` means nothing elsewhere.
pub type ProviderName = Text<1, 255>;

/// Who somebody is at one provider.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// The provider.
    pub provider: ProviderName,
    /// The person.
    pub id: SubjectId,
}

/// Somebody whom the provider vouches for, to this shop, with an address it has verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedIdentity {
    /// Who they are at the provider.
    pub subject: Subject,
    /// Their address, verified by the provider.
    pub email: EmailAddress,
    /// Whether the address is in a domain that the provider runs for its owner (Google's `hd`).
    pub in_hosted_domain: bool,
    /// Their given name.
    pub first_name: PersonName,
    /// Their family name.
    pub last_name: PersonName,
}

/// Domains whose mail the provider delivers itself.
const OWN_DOMAINS: [&str; 2] = ["gmail.com", "googlemail.com"];

impl ProvedIdentity {
    /// Whether the provider is authoritative for the address. Others it verified once, and they may have changed hands
    /// since.
    #[must_use]
    pub fn is_authoritative(&self) -> bool {
        let domain = self.email.as_str().rsplit_once('@').map_or("", |(_, domain)| domain);
        self.in_hosted_domain || OWN_DOMAINS.contains(&domain)
    }
}

/// Why somebody is not let into an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdentityRefusal {
    /// It is an administrator's.
    Admin,
    /// It is blocked.
    Blocked,
    /// It has the address, and may be somebody else's.
    EmailTaken,
}

/// An account that has the address of somebody whom no account is linked to yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkCandidate {
    /// Whose it is.
    pub user: User,
    /// Whether they have shown that they read mail at the address.
    pub email_verified: bool,
    /// Whether it is linked to somebody else at the provider.
    pub is_linked: bool,
}

/// How an account is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Whether its password and its sessions go: they may be those of somebody who registered with an address that was
    /// never theirs.
    pub drop_password: bool,
}

/// Whether somebody may enter an account they are linked to.
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

/// Decides whether somebody may take over the account that has their address.
///
/// # Errors
/// [`IdentityRefusal`] when they may not.
pub fn decide_link(identity: &ProvedIdentity, candidate: &LinkCandidate) -> Result<Link, IdentityRefusal> {
    check_account(&candidate.user)?;
    if candidate.is_linked || !(candidate.email_verified || identity.is_authoritative()) {
        return Err(IdentityRefusal::EmailTaken);
    }
    Ok(Link { drop_password: !candidate.email_verified })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use crate::ids::UserId;

    fn identity(email: &str, in_hosted_domain: bool) -> ProvedIdentity {
        ProvedIdentity {
            subject: Subject { provider: Text::parse("accounts.example").unwrap(), id: Text::parse("1").unwrap() },
            email: EmailAddress::parse(email).unwrap(),
            in_hosted_domain,
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
            is_blocked,
            created_at: DateTime::UNIX_EPOCH,
            last_login: None,
        };
        LinkCandidate { user, email_verified, is_linked }
    }

    #[test]
    fn the_provider_speaks_for_its_own_domains_and_those_it_hosts() {
        for (email, hosted, authoritative) in [
            ("nimali@gmail.com", false, true),
            ("nimali@googlemail.com", false, true),
            ("nimali@example.com", true, true),
            ("nimali@example.com", false, false),
            ("nimali@gmail.com.example.com", false, false),
            ("nimali@notgmail.com", false, false),
        ] {
            assert_eq!(identity(email, hosted).is_authoritative(), authoritative, "{email} {hosted}");
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
            assert_eq!(decide_link(&identity("nimali@example.com", authoritative), &candidate), decision, "{candidate:?} {authoritative}");
        }
    }
}
