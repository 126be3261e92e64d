//! A shop whose database is away.

use std::pin::Pin;
use std::sync::Arc;

use application::ports::Stores;
use domain::shared::ports::PortError;
use testkit::postgres::TestDatabase;

use super::Shop;

fn away<T, E: From<PortError>>() -> Result<T, E> {
    Err(PortError::unavailable("away").into())
}

/// Repositories that have lost their database.
async fn lost() -> Stores {
    let database = TestDatabase::create().await;
    Stores::of(&Arc::new(database.postgres().await))
}

impl Shop {
    /// A shop whose repositories have lost their database. Sessions are found still, and settings are the defaults.
    pub(crate) fn away() -> Pin<Box<dyn Future<Output = Self>>> {
        Box::pin(async {
            let mut shop = Self { stores: Some(lost().await), ..Self::new() };
            shop.sessions.expect_end_others().returning(|_, _, _, _| away());
            shop.sessions.expect_revoke().returning(|_, _| away());
            shop.sessions.expect_list().returning(|_, _| away());
            shop.sessions.expect_user_of().returning(|_| away());
            shop.search.expect_find().returning(|_| away());
            shop.search.expect_facets().returning(|_| away());
            shop.search.expect_suggest().returning(|_| away());
            shop.codes.expect_draw_secret().returning(|| None);
            shop.codes.expect_draw_recovery_codes().returning(|| None);
            shop
        })
    }
}
