//! Samples for the tests of use cases, besides the builders of `testkit`.

use std::sync::{Arc, Mutex};

use domain::accounts::actor::Actor;
use domain::accounts::session::Principal;
use domain::accounts::staff_role::StaffRole;
use domain::catalog::ports::{CatalogueChange, ChangedProducts, FeedBatch, FeedCursor, MockChangeFeed, MockSearchIndex};
use domain::orders::guest_orders::{GuestOrders, MockGuestOrders};
use domain::shared::ids::UserId;
use domain::shared::order_id::OrderId;
use domain::shared::ports::{Clock, IdSource, MockClock, MockIdSource, PortError};
pub(crate) use testkit::sample_users::registered;
use testkit::sample_users::signed_in;
use testkit::{moments, sample_users, unique};

use crate::catalog::catalogue_follower::CatalogueFollower;

/// A customer with a session.
pub(crate) fn customer() -> Principal {
    signed_in(sample_users::customer())
}

/// An administrator with a session: an owner.
pub(crate) fn admin() -> Principal {
    staff(StaffRole::Owner)
}

/// A member of staff with a session.
pub(crate) fn staff(role: StaffRole) -> Principal {
    signed_in(sample_users::staff(role))
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

pub(crate) fn ids() -> Arc<dyn IdSource> {
    let mut ids = MockIdSource::new();
    ids.expect_uuid().returning(|| UserId::uuid(sample_users::customer().id));
    ids.expect_order_id().returning(|prefix| OrderId::new(prefix, unique::bits()));
    ids.expect_secret().returning(|| "a secret".to_owned());
    Arc::new(ids)
}

/// A store without orders of guests and without blocked accounts.
pub(crate) fn no_guests() -> Arc<dyn GuestOrders> {
    let mut guests = MockGuestOrders::new();
    guests.expect_access().returning(|_| Ok(None));
    guests.expect_is_blocked().returning(|_, _| Ok(false));
    Arc::new(guests)
}

pub(crate) fn away() -> PortError {
    PortError::unavailable("connection refused")
}

/// News of this moment: a change of this kind to no product that is named.
pub(crate) fn batch(cursor: &str, change: Option<CatalogueChange>) -> FeedBatch {
    FeedBatch { cursor: FeedCursor(cursor.to_owned()), change, products: ChangedProducts::none() }
}

/// An index that begins at this cursor and takes all batch.
pub(crate) fn index_at(cursor: Option<&str>) -> MockSearchIndex {
    let cursor = Arc::new(Mutex::new(cursor.map(|cursor| FeedCursor(cursor.to_owned()))));
    let (mut index, present) = (MockSearchIndex::new(), cursor.clone());
    index.expect_cursor().returning(move || present.lock().unwrap().clone());
    index.expect_apply().returning(move |batch| {
        *cursor.lock().unwrap() = Some(batch.cursor.clone());
        Ok(())
    });
    index
}

/// A follower of this catalogue, with an index that has everything.
pub(crate) fn follower_of(changes: MockChangeFeed) -> CatalogueFollower {
    CatalogueFollower::new(Arc::new(changes), Arc::new(index_at(None)))
}

/// A follower of a catalogue that does not change and is read `times` times.
pub(crate) fn follower(times: usize) -> CatalogueFollower {
    let mut changes = MockChangeFeed::new();
    changes.expect_since().times(times).returning(|_| Ok(batch("1", None)));
    follower_of(changes)
}

/// A follower of a catalogue that does not answer.
pub(crate) fn follower_of_nothing() -> CatalogueFollower {
    let mut changes = MockChangeFeed::new();
    changes.expect_since().returning(|_| Err(away()));
    follower_of(changes)
}
