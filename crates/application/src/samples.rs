//! Samples for the tests of use cases, besides the builders of `testkit`.

use std::sync::{Arc, Mutex};

use domain::accounts::actor::Actor;
use domain::accounts::session::Principal;
use domain::accounts::staff_role::StaffRole;
use domain::catalog::ports::{CatalogueChange, CatalogueMark, CatalogueNews, ChangedProducts, MockCatalogueChanges, MockSearchIndex};
use domain::catalog::product::Product;
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

pub(crate) fn away() -> PortError {
    PortError::unavailable("connection refused")
}

/// News of this moment: a change of this kind to no product that is named.
pub(crate) fn news(mark: &str, change: Option<CatalogueChange>) -> CatalogueNews {
    CatalogueNews { mark: CatalogueMark(mark.to_owned()), change, products: ChangedProducts::none() }
}

/// An index that begins at this mark and takes all news.
pub(crate) fn index_at(mark: Option<&str>) -> MockSearchIndex {
    let mark = Arc::new(Mutex::new(mark.map(|mark| CatalogueMark(mark.to_owned()))));
    let (mut index, present) = (MockSearchIndex::new(), mark.clone());
    index.expect_mark().returning(move || present.lock().unwrap().clone());
    index.expect_apply().returning(move |news| {
        *mark.lock().unwrap() = Some(news.mark.clone());
        Ok(())
    });
    index
}

/// A follower of this catalogue, with an index that has everything.
pub(crate) fn follower_of(changes: MockCatalogueChanges) -> CatalogueFollower {
    CatalogueFollower::new(Arc::new(changes), Arc::new(index_at(None)))
}

/// A follower of a catalogue that does not change and is read `times` times.
pub(crate) fn follower(times: usize) -> CatalogueFollower {
    let mut changes = MockCatalogueChanges::new();
    changes.expect_since().times(times).returning(|_| Ok(news("1", None)));
    follower_of(changes)
}

/// A follower of a catalogue that does not answer.
pub(crate) fn follower_of_nothing() -> CatalogueFollower {
    let mut changes = MockCatalogueChanges::new();
    changes.expect_since().returning(|_| Err(away()));
    follower_of(changes)
}

/// Writes a product as its name.
pub(crate) fn write_product(product: &Product) -> Result<Box<str>, PortError> {
    Ok(product.details.name.as_str().into())
}
