//! The people of these tests, the same ones throughout a run.

use std::sync::LazyLock;

use domain::accounts::session::{Principal, Session};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::NewUser;
pub(crate) use testkit::sample_users::registered;
use testkit::{moments, sample_users};

static CUSTOMER: LazyLock<Principal> = LazyLock::new(|| principal(sample_users::customer()));
static STRANGER: LazyLock<Principal> = LazyLock::new(|| principal(sample_users::customer()));
static STAFF: LazyLock<[Principal; 5]> = LazyLock::new(|| StaffRole::ALL.map(|role| principal(sample_users::staff(role))));

/// The user of the token `customer`.
pub(crate) fn customer() -> Principal {
    CUSTOMER.clone()
}

/// The user of the token `stranger`: another customer.
pub(crate) fn stranger() -> Principal {
    STRANGER.clone()
}

/// The user of the token `admin`: an owner.
pub(crate) fn admin() -> Principal {
    staff(StaffRole::Owner)
}

/// The member of staff with this role. The token is the role's spelling, but for the owner's.
pub(crate) fn staff(role: StaffRole) -> Principal {
    STAFF.iter().find(|principal| principal.user.staff_role == Some(role)).unwrap().clone()
}

/// All users with a live session.
pub(crate) fn all() -> impl Iterator<Item = Principal> {
    [customer(), stranger()].into_iter().chain(STAFF.iter().cloned())
}

fn principal(new: NewUser) -> Principal {
    let user = registered(new);
    // They confirmed their sessions, but where a test says otherwise.
    let session = Session { confirmed_at: Some(moments::now()), ..sample_users::session_of(&user) };
    assert!(session.is_live(user.user_type, moments::now()));
    Principal { user, session }
}
