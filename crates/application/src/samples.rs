//! Samples for the tests of use cases, besides the builders of `testkit`.

use std::sync::Arc;

use domain::accounts::session::Principal;
use domain::accounts::user::{NewUser, User};
use domain::reports::audit::Actor;
use domain::shared::ids::UserId;
use domain::shared::ports::{Clock, IdSource, MockClock, MockIdSource, PortError};
use testkit::{moments, sample_orders, sample_users};

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
    }
}

/// A customer with a session.
pub(crate) fn customer() -> Principal {
    signed_in(registered(sample_users::customer()))
}

/// An administrator with a session.
pub(crate) fn admin() -> Principal {
    signed_in(registered(sample_users::admin()))
}

fn signed_in(user: User) -> Principal {
    let session = sample_users::session_of(&user);
    Principal { user, session }
}

/// An administrator at work.
pub(crate) fn actor(principal: &Principal) -> Actor {
    Actor { user_id: Some(principal.user.id), email: Some(principal.user.email.clone()), request_id: "a request".to_owned() }
}

/// A clock that always returns the same time.
pub(crate) fn clock() -> Arc<dyn Clock> {
    let mut clock = MockClock::new();
    clock.expect_now().return_const(moments::now());
    Arc::new(clock)
}

/// Identifiers that differ.
pub(crate) fn ids() -> Arc<dyn IdSource> {
    let mut ids = MockIdSource::new();
    ids.expect_uuid().returning(|| UserId::uuid(sample_users::customer().id));
    ids.expect_order_id().returning(sample_orders::order_id);
    ids.expect_secret().returning(|| "a secret".to_owned());
    Arc::new(ids)
}

/// An unavailable database.
pub(crate) fn away() -> PortError {
    PortError::unavailable("connection refused")
}
