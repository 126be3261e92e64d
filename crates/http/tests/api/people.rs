//! The people of these tests, the same ones throughout a run.

use std::sync::LazyLock;

use domain::accounts::session::{Principal, Session};
use domain::accounts::user::{NewUser, User};
use testkit::{moments, sample_users};

static CUSTOMER: LazyLock<Principal> = LazyLock::new(|| principal(sample_users::customer()));
static STRANGER: LazyLock<Principal> = LazyLock::new(|| principal(sample_users::customer()));
static ADMIN: LazyLock<Principal> = LazyLock::new(|| principal(sample_users::admin()));

/// The user of the token `customer`.
pub(crate) fn customer() -> Principal {
    CUSTOMER.clone()
}

/// The user of the token `stranger`: another customer.
pub(crate) fn stranger() -> Principal {
    STRANGER.clone()
}

/// The user of the token `admin`.
pub(crate) fn admin() -> Principal {
    ADMIN.clone()
}

/// A user as the shop keeps them.
pub(crate) fn registered(new: NewUser) -> User {
    User {
        id: new.id,
        email: new.email,
        first_name: new.first_name,
        last_name: new.last_name,
        profile_picture: new.profile_picture,
        user_type: new.user_type,
        is_blocked: false,
        created_at: new.created_at,
        last_login: None,
        email_verified: false,
    }
}

fn principal(new: NewUser) -> Principal {
    let user = registered(new);
    let session: Session = sample_users::session_of(&user);
    assert!(session.is_live(user.user_type, moments::now()));
    Principal { user, session }
}
