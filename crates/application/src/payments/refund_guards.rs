//! The rule for refunds that a session asks for.

use std::sync::Arc;

use domain::accounts::session::Principal;
use domain::payments::refund_guard::RefundGuard;
use domain::shared::ports::{Clock, PortError};

use crate::settings::current_settings::CurrentSettings;

/// Knows the rule of the present settings.
#[derive(Clone)]
pub struct RefundGuards {
    pub settings: CurrentSettings,
    pub clock: Arc<dyn Clock>,
}

impl RefundGuards {
    /// The rule for the session of `who`.
    ///
    /// # Errors
    /// [`PortError`] when the store of the settings fails.
    pub async fn of(&self, who: &Principal) -> Result<RefundGuard, PortError> {
        let settings = self.settings.get().await?;
        let is_confirmed = who.session.confirmed_until(self.clock.now()).is_some();
        Ok(RefundGuard { above: settings.payments.value.plan().confirm_refunds_above, is_confirmed })
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::session::{CONFIRMED_FOR, Session};
    use domain::payments::payment_settings::PaymentSettings;
    use domain::settings::ports::MockSettingsStore;
    use domain::settings::shop_settings::ShopSettings;
    use testkit::moments;

    use super::*;
    use crate::samples::{admin, clock};

    #[tokio::test]
    async fn a_session_has_ten_minutes_for_refunds_above_the_limit_of_the_settings() {
        let mut store = MockSettingsStore::new();
        store.expect_load().returning(|| Ok(ShopSettings::default()));
        let guards = RefundGuards { settings: CurrentSettings::new(Arc::new(store)), clock: clock() };
        let who = admin();
        let above = PaymentSettings::default().plan().confirm_refunds_above;
        assert!(above.is_some());
        for (confirmed_at, is_confirmed) in [(None, false), (Some(moments::now() - CONFIRMED_FOR), false), (Some(moments::now()), true)] {
            let who = Principal { session: Session { confirmed_at, ..who.session.clone() }, ..who.clone() };
            assert_eq!(guards.of(&who).await.unwrap(), RefundGuard { above, is_confirmed });
        }
    }
}
