//! Sample users, sessions, identities and actors.

use domain::accounts::actor::Actor;
use domain::accounts::identity::{ProvedIdentity, ProviderName, Subject, SubjectId};
use domain::accounts::session::{Principal, Session};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, PasswordHash, User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::language::Language;
use domain::shared::text::PersonName;

use crate::{moments, unique};

/// A unique address.
#[must_use]
pub fn email() -> EmailAddress {
    EmailAddress::parse(&format!("{}@example.com", unique::tag())).unwrap()
}

/// A person's name.
#[must_use]
pub fn name(text: &str) -> PersonName {
    PersonName::parse(text).unwrap()
}

#[must_use]
pub fn customer() -> NewUser {
    NewUser {
        id: UserId::new(unique::uuid()),
        email: email(),
        first_name: name("Nimali"),
        last_name: name("Perera"),
        profile_picture: None,
        user_type: UserType::Customer,
        staff_role: None,
        password_hash: Some(PasswordHash::new("$argon2id$test".to_owned())),
        created_at: moments::now(),
        sends_verification: false,
    }
}

/// A new administrator: an owner.
#[must_use]
pub fn admin() -> NewUser {
    staff(StaffRole::Owner)
}

/// A new member of staff with this role.
#[must_use]
pub fn staff(role: StaffRole) -> NewUser {
    NewUser { first_name: name("Ayesha"), last_name: name("Silva"), user_type: UserType::Admin, staff_role: Some(role), ..customer() }
}

/// An identity that Google verified, with this address; Google is authoritative for addresses of `gmail.com` only.
#[must_use]
pub fn proved(email: EmailAddress) -> ProvedIdentity {
    ProvedIdentity {
        subject: Subject { provider: ProviderName::parse("accounts.example").unwrap(), id: SubjectId::parse(&unique::tag()).unwrap() },
        email,
        is_from_google: true,
        hosted_domain: None,
        first_name: name("Nimali"),
        last_name: name("Perera"),
    }
}

/// The new account of an identity.
#[must_use]
pub fn newcomer(identity: &ProvedIdentity) -> NewUser {
    NewUser { email: identity.email.clone(), password_hash: None, ..customer() }
}

/// A user as the shop keeps them.
#[must_use]
pub fn registered(new: NewUser) -> User {
    User {
        id: new.id,
        email: new.email,
        first_name: new.first_name,
        last_name: new.last_name,
        profile_picture: new.profile_picture,
        user_type: new.user_type,
        staff_role: new.staff_role,
        is_blocked: false,
        created_at: new.created_at,
        last_login: None,
        email_verified: false,
        language: Language::English,
    }
}

/// A user with a session.
#[must_use]
pub fn signed_in(new: NewUser) -> Principal {
    let user = registered(new);
    Principal { session: session_of(&user), user }
}

/// A new session of a user.
#[must_use]
pub fn session_of(user: &User) -> Session {
    Session::begin(SessionId::new(unique::uuid()), user, moments::now())
}

/// The operator at the command line, who may change accounts of staff.
#[must_use]
pub fn operator() -> Actor {
    Actor::operator("a command")
}

/// An administrator as actor; the account need not exist.
#[must_use]
pub fn actor() -> Actor {
    Actor { user_id: Some(UserId::new(unique::uuid())), email: Some(email()), request_id: unique::tag() }
}
