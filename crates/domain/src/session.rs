//! Signed-in browsers and how long they last.

use chrono::{DateTime, TimeDelta, Utc};

use crate::ids::{SessionId, UserId};
use crate::user::{User, UserType};

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
    /// Whose it is; the token's `sub`.
    pub user_id: UserId,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it was last used (to the minute: it is not written at every request).
    pub last_used_at: DateTime<Utc>,
    /// Its absolute end; the token's `exp`.
    pub expires_at: DateTime<Utc>,
    /// When it was ended early, if it was.
    pub revoked_at: Option<DateTime<Utc>>,
}

impl Session {
    /// A session beginning at `now`.
    #[must_use]
    pub fn begin(id: SessionId, user: &User, now: DateTime<Utc>) -> Self {
        let expires_at = now + SessionPolicy::of(user.user_type).absolute;
        Self { id, user_id: user.id, created_at: now, last_used_at: now, expires_at, revoked_at: None }
    }

    /// Whether a request at `now` may be made with it, by a user who is of `user_type` now.
    #[must_use]
    pub fn is_live(&self, user_type: UserType, now: DateTime<Utc>) -> bool {
        let policy = SessionPolicy::of(user_type);
        self.revoked_at.is_none()
            && now < self.expires_at
            && now < self.created_at + policy.absolute
            && now < self.last_used_at + policy.idle
    }
}

/// The user behind a request, as they are now, and the session they came with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    /// The user.
    pub user: User,
    /// Their session.
    pub session: Session,
}

impl Principal {
    /// Whether they run the shop.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.user.user_type == UserType::Admin
    }
}
