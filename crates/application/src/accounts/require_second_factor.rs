//! Whether a user lacks a second factor that the shop's settings require.

use std::sync::Arc;

use domain::accounts::ports::SecondFactorStore;
use domain::accounts::user::{User, UserType};

use crate::error::ReadError;
use crate::settings::current_settings::CurrentSettings;

/// Compares users with the requirement in the settings.
#[derive(Clone)]
pub struct RequireSecondFactor {
    settings: CurrentSettings,
    store: Arc<dyn SecondFactorStore>,
}

impl RequireSecondFactor {
    /// Wires the use case.
    #[must_use]
    pub fn new(settings: CurrentSettings, store: Arc<dyn SecondFactorStore>) -> Self {
        Self { settings, store }
    }

    /// Whether a second factor is required of this user. Nothing is read for a customer.
    ///
    /// # Errors
    /// [`ReadError`] when the settings cannot be read.
    pub async fn is_required(&self, user: &User) -> Result<bool, ReadError> {
        if user.user_type == UserType::Customer {
            return Ok(false);
        }
        Ok(self.settings.get().await?.security.value.require_second_factor.includes(user))
    }

    /// Whether it is required and they have none.
    ///
    /// # Errors
    /// [`ReadError`] when a port fails.
    pub async fn is_lacking(&self, user: &User) -> Result<bool, ReadError> {
        Ok(self.is_required(user).await? && self.store.status(user.id).await?.enabled_at.is_none())
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::MockSecondFactorStore;
    use domain::accounts::second_factor::SecondFactorStatus;
    use domain::accounts::security_settings::{RequiredOf, SecuritySettings};
    use domain::settings::ports::MockSettingsStore;
    use domain::settings::shop_settings::{ShopSettings, Versioned};
    use testkit::moments;

    use super::*;
    use crate::samples::{admin, away, customer};

    async fn is_lacking(user: &User, required_of: RequiredOf, has_one: bool) -> bool {
        let (mut settings, mut store) = (MockSettingsStore::new(), MockSecondFactorStore::new());
        let value = SecuritySettings { require_second_factor: required_of };
        settings.expect_load().returning(move || {
            let security = Versioned { value, ..Versioned::default() };
            Ok(ShopSettings { security, ..ShopSettings::default() })
        });
        let enabled_at = has_one.then(moments::now);
        store.expect_status().returning(move |_| Ok(SecondFactorStatus { enabled_at, recovery_codes_left: 0 }));
        let required = RequireSecondFactor::new(CurrentSettings::new(Arc::new(settings)), Arc::new(store));
        required.is_lacking(user).await.unwrap()
    }

    #[tokio::test]
    async fn it_is_required_of_staff_alone_and_where_the_settings_say_so() {
        for required_of in RequiredOf::ALL {
            for has_one in [true, false] {
                assert!(!is_lacking(&customer().user, required_of, has_one).await);
                let expected = required_of != RequiredOf::Nobody && !has_one;
                assert_eq!(is_lacking(&admin().user, required_of, has_one).await, expected, "{required_of:?}");
            }
        }
    }

    #[tokio::test]
    async fn settings_that_cannot_be_read_let_no_staff_in() {
        let mut settings = MockSettingsStore::new();
        settings.expect_load().returning(|| Err(away()));
        let settings = CurrentSettings::new(Arc::new(settings));
        let required = RequireSecondFactor::new(settings, Arc::new(MockSecondFactorStore::new()));
        assert!(required.is_lacking(&admin().user).await.is_err());
        assert!(!required.is_lacking(&customer().user).await.unwrap());
    }
}
