//! A shop whose database is away.

use domain::accounts::ports::MockSecondFactorStore;
use domain::content::repository::MockContentRepository;
use domain::settings::ports::MockSettingsStore;
use domain::setup::ports::MockSetupStore;
use domain::shared::ports::PortError;

use super::Shop;

impl Shop {
    /// A shop whose database is away, but for sessions.
    pub(crate) fn away() -> Self {
        fn away<T, E: From<PortError>>() -> Result<T, E> {
            Err(PortError::unavailable("could not connect to 10.1.2.3:5432").into())
        }
        let mut shop = Self::new();
        shop.sessions.expect_end_others().returning(|_, _, _, _| away());
        shop.users.expect_update_profile().returning(|_, _, _, _| away());
        shop.users.expect_update_profile_as_admin().returning(|_, _, _, _, _| away());
        shop.directory.expect_by_email().returning(|_| away());
        shop.directory.expect_list().returning(|_, _| away());
        shop.directory.expect_activity().returning(|_| away());
        shop.sessions.expect_revoke().returning(|_, _| away());
        shop.catalogue.expect_list().returning(|_, _| away());
        shop.catalogue.expect_by_code().returning(|_, _| away());
        shop.search.expect_find().returning(|_| away());
        shop.search.expect_facets().returning(|_| away());
        shop.search.expect_suggest().returning(|_| away());
        shop.products.expect_create().returning(|_, _| away());
        shop.products.expect_update().returning(|_, _, _, _| away());
        shop.products.expect_delete().returning(|_, _, _| away());
        shop.ledger.expect_adjust().returning(|_, _, _, _| away());
        shop.ledger.expect_movements().returning(|_, _| away());
        shop.orders.expect_change().returning(|_, _, _, _| away());
        shop.attention.expect_list().returning(|_, _| away());
        shop.payments.expect_slips().returning(|_, _| away());
        shop.payments.expect_refunds().returning(|_| away());
        shop.attention.expect_close().returning(|_, _, _, _| away());
        shop.inbox.expect_list().returning(|_, _| away());
        shop.inbox.expect_set_state().returning(|_, _, _, _| away());
        shop.order_reader.expect_list().returning(|_| away());
        shop.order_reader.expect_by_id().returning(|_| away());
        shop.overview.expect_figures().returning(|_, _| away());
        shop.overview.expect_revenue().returning(|_| away());
        shop.overview.expect_waiting().returning(away);
        shop.checklist.expect_checklist().returning(away);
        shop.backup_runs.expect_newest().returning(|_| away());
        shop.mail_hold.expect_release().returning(|_, _| away());
        let mut setup = MockSetupStore::new();
        setup.expect_is_open().returning(away);
        shop.setup = Some(Box::new(setup));
        shop.order_reader.expect_counts().returning(|_| away());
        shop.order_reader.expect_history().returning(|_| away());
        shop.order_reader.expect_purchases().returning(|_| away());
        shop.audit_log.expect_list().returning(|_| away());
        shop.reviews.expect_list().returning(|_| away());
        shop.images.expect_get().returning(|_| away());
        shop.reviews.expect_delete().returning(|_, _, _| away());
        shop.outbox.expect_enqueue().returning(|_| away());
        shop.outbox.expect_undelivered().returning(|_| away());
        shop.renderer.expect_render().returning(|_, _, _, _| away());
        shop.staff.expect_list().returning(away);
        shop.staff.expect_remove().returning(|_, _, _| away());
        shop.invitations.expect_open().returning(|_| away());
        shop.invitations.expect_withdraw().returning(|_, _, _| away());
        shop.addresses.expect_list().returning(|_| away());
        shop.addresses.expect_remove().returning(|_, _| away());
        shop.sessions.expect_list().returning(|_, _| away());
        shop.sessions.expect_user_of().returning(|_| away());
        shop.codes.expect_draw_secret().returning(|| None);
        shop.codes.expect_draw_recovery_codes().returning(|| None);
        let mut second_factors = MockSecondFactorStore::new();
        second_factors.expect_status().returning(|_| away());
        second_factors.expect_remove().returning(|_| away());
        shop.second_factors = Some(Box::new(second_factors));
        let mut shop_settings = MockSettingsStore::new();
        shop_settings.expect_load().returning(away);
        shop.shop_settings = Some(shop_settings);
        let mut content = MockContentRepository::new();
        content.expect_published().returning(away);
        content.expect_drafts().returning(away);
        content.expect_document().returning(|_| away());
        content.expect_versions().returning(|_, _| away());
        shop.content = Some(Box::new(content));
        shop
    }
}
