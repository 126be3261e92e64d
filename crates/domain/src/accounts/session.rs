//! Signed-in browsers and how long they last.

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::permission::{Lacking, Permission};
use crate::accounts::session_origin::SessionOrigin;
use crate::accounts::user::{User, UserType};
use crate::shared::ids::{SessionId, UserId};

/// A confirmation with the password is good for this time (contract-owner, section 2).
pub const CONFIRMED_FOR: TimeDelta = TimeDelta::minutes(10);
/// The largest number of sessions that are listed.
pub const LISTED_SESSIONS: u16 = 100;

/// How long a session lives (contract, Conventions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionPolicy {
    /// Longest time without a request.
    pub idle: TimeDelta,
    /// Longest time in all.
    pub absolute: TimeDelta,
}

impl SessionPolicy {
    /// 14 idle days or 30 in all for a customer; 30 idle minutes or 12 hours for an administrator.
    #[must_use]
    pub const fn of(user_type: UserType) -> Self {
        match user_type {
            UserType::Customer => Self { idle: TimeDelta::days(14), absolute: TimeDelta::days(30) },
            UserType::Admin => Self { idle: TimeDelta::minutes(30), absolute: TimeDelta::hours(12) },
        }
    }
}

/// One signed-in browser of one user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Identity; the token's `sid`.
    pub id: SessionId,
    /// Its user; the token's `sub`.
    pub user_id: UserId,
    pub created_at: DateTime<Utc>,
    /// When it was last used (to the minute: it is not written at every request).
    pub last_used_at: DateTime<Utc>,
    /// Its absolute end; the token's `exp`.
    pub expires_at: DateTime<Utc>,
    /// When it was ended early, if it was.
    pub revoked_at: Option<DateTime<Utc>>,
    /// When its user last proved to be themselves, after signing in.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Where it began; `None` where that is not known.
    pub origin: Option<SessionOrigin>,
}

impl Session {
    /// A session beginning at `now`.
    #[must_use]
    pub fn begin(id: SessionId, user: &User, now: DateTime<Utc>) -> Self {
        let expires_at = now + SessionPolicy::of(user.user_type).absolute;
        let (revoked_at, confirmed_at, origin) = (None, None, None);
        Self { id, user_id: user.id, created_at: now, last_used_at: now, expires_at, revoked_at, confirmed_at, origin }
    }

    /// Whether a user who is of `user_type` now may make a request with it at `now`.
    #[must_use]
    pub fn is_live(&self, user_type: UserType, now: DateTime<Utc>) -> bool {
        let policy = SessionPolicy::of(user_type);
        self.revoked_at.is_none()
            && now < self.expires_at
            && now < self.created_at + policy.absolute
            && now < self.last_used_at + policy.idle
    }

    /// The end of the last confirmation, if it is in the future. Signing in is no confirmation.
    #[must_use]
    pub fn confirmed_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.confirmed_at.map(|at| at + CONFIRMED_FOR).filter(|until| now < *until)
    }
}

/// The present user of a request and the session it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    pub user: User,
    pub session: Session,
}

impl Principal {
    /// Whether they run the shop.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.user.user_type == UserType::Admin
    }

    /// Whether their role has this permission; no customer has any.
    #[must_use]
    pub fn may(&self, permission: Permission) -> bool {
        self.user.staff_role.is_some_and(|role| role.may(permission))
    }

    /// Asks for this permission.
    ///
    /// # Errors
    /// [`Lacking`] if their role does not have it.
    pub fn require(&self, permission: Permission) -> Result<(), Lacking> {
        if self.may(permission) { Ok(()) } else { Err(Lacking(permission)) }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::accounts::staff_role::StaffRole;
    use crate::shared::email::EmailAddress;
    use crate::shared::text::PersonName;

    fn now() -> DateTime<Utc> {
        "2026-03-01T08:00:00Z".parse().unwrap()
    }

    fn user(user_type: UserType) -> User {
        User {
            id: UserId::new(Uuid::nil()),
            email: EmailAddress::parse("nimali@example.com").unwrap(),
            first_name: PersonName::parse("Nimali").unwrap(),
            last_name: PersonName::parse("Perera").unwrap(),
            profile_picture: None,
            user_type,
            staff_role: (user_type == UserType::Admin).then_some(StaffRole::Manager),
            is_blocked: false,
            created_at: now(),
            last_login: None,
            email_verified: false,
            language: crate::shared::language::Language::English,
        }
    }

    fn session(user_type: UserType) -> Session {
        Session::begin(SessionId::new(Uuid::nil()), &user(user_type), now())
    }

    const TICK: TimeDelta = TimeDelta::microseconds(1);

    #[test]
    fn lives_as_long_as_the_contract_says() {
        for (user_type, idle, absolute) in [
            (UserType::Customer, TimeDelta::days(14), TimeDelta::days(30)),
            (UserType::Admin, TimeDelta::minutes(30), TimeDelta::hours(12)),
        ] {
            let fresh = session(user_type);
            assert_eq!(fresh.expires_at, now() + absolute);
            assert!(fresh.is_live(user_type, now()));
            assert!(fresh.is_live(user_type, now() + idle - TICK), "used within the idle time");
            assert!(!fresh.is_live(user_type, now() + idle), "idle for too long");
            let used = Session { last_used_at: now() + absolute - TICK, ..fresh };
            assert!(used.is_live(user_type, now() + absolute - TICK));
            assert!(!used.is_live(user_type, now() + absolute), "its absolute end");
        }
    }

    #[test]
    fn a_revoked_session_is_dead_at_once() {
        let revoked = Session { revoked_at: Some(now()), ..session(UserType::Customer) };
        assert!(!revoked.is_live(UserType::Customer, now()));
    }

    #[test]
    fn a_confirmation_is_good_for_ten_minutes_and_signing_in_is_none() {
        let fresh = session(UserType::Admin);
        assert_eq!(fresh.confirmed_until(now()), None);
        let confirmed = Session { confirmed_at: Some(now()), ..fresh };
        let until = now() + TimeDelta::minutes(10);
        assert_eq!(confirmed.confirmed_until(now()), Some(until));
        assert_eq!(confirmed.confirmed_until(until - TICK), Some(until));
        assert_eq!(confirmed.confirmed_until(until), None);
    }

    #[test]
    fn a_promoted_users_session_has_an_administrators_limits() {
        let begun_as_customer = session(UserType::Customer);
        assert!(!begun_as_customer.is_live(UserType::Admin, now() + TimeDelta::minutes(30)));
        let busy = Session { last_used_at: now() + TimeDelta::hours(12) - TICK, ..begun_as_customer };
        assert!(!busy.is_live(UserType::Admin, now() + TimeDelta::hours(12)));
    }

    #[test]
    fn a_demotion_lengthens_nothing() {
        let begun_as_admin = Session { last_used_at: now() + TimeDelta::hours(12) - TICK, ..session(UserType::Admin) };
        assert!(!begun_as_admin.is_live(UserType::Customer, now() + TimeDelta::hours(12)));
    }

    #[test]
    fn a_principal_has_the_users_present_role() {
        for user_type in [UserType::Customer, UserType::Admin] {
            let principal = Principal { user: user(user_type), session: session(UserType::Customer) };
            assert_eq!(principal.is_admin(), user_type == UserType::Admin);
            assert_eq!(principal.may(Permission::ReadOrders), user_type == UserType::Admin);
            assert_eq!(principal.require(Permission::ManageStaff), Err(Lacking(Permission::ManageStaff)));
        }
    }
}
