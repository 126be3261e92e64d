//! The accounts whose sessions and second factor a user may handle: their own; for owners the sessions of staff, and every second factor.

use std::sync::Arc;

use domain::accounts::permission::Permission;
use domain::accounts::ports::UserDirectory;
use domain::accounts::session::Principal;
use domain::accounts::user::{User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;

use crate::accounts::require_second_factor::RequireSecondFactor;
use crate::error::ReadError;

feature_error! {
    /// Why an account is out of reach.
    pub enum AccountAccessError {
        NotYours => Forbidden, "auth.not_an_admin", "Unauthorized Access";
        NotFound => NotFound, "user.not_found", "There is no staff member with this email.";
        NoUser => NotFound, "user.not_found", "There is no user with this email.";
    }
}

impl From<ReadError> for AccountAccessError {
    fn from(ReadError::Port(error): ReadError) -> Self {
        Self::Port(error)
    }
}

/// Finds the accounts that a user may handle.
#[derive(Clone)]
pub struct AccountAccess {
    pub directory: Arc<dyn UserDirectory>,
    /// Knows of whom a second factor is required: who lacks one handles their own account alone.
    pub require: RequireSecondFactor,
}

impl AccountAccess {
    /// Whether `who` handles the sessions and second factors of staff.
    ///
    /// # Errors
    /// [`ReadError`] when a port fails.
    pub(crate) async fn manages_staff(&self, who: &Principal) -> Result<bool, ReadError> {
        Ok(who.may(Permission::ManageStaff) && !self.require.is_lacking(&who.user).await?)
    }

    /// The account with `email`, or that of `who` where none is named.
    ///
    /// # Errors
    /// [`AccountAccessError`] when it is out of reach or a port fails.
    pub(crate) async fn account(&self, who: &Principal, email: Option<&EmailAddress>) -> Result<User, AccountAccessError> {
        let Some(email) = email.filter(|email| **email != who.user.email) else { return Ok(who.user.clone()) };
        if !self.manages_staff(who).await? {
            return Err(AccountAccessError::NotYours);
        }
        let found = self.directory.by_email(email).await?;
        found.filter(|user| user.user_type == UserType::Admin).ok_or(AccountAccessError::NotFound)
    }

    /// The same for a second factor, which owners handle for customers too: a customer who lost the app has nobody else to ask.
    ///
    /// # Errors
    /// [`AccountAccessError`] when it is out of reach or a port fails.
    pub(crate) async fn enrolled(&self, who: &Principal, email: Option<&EmailAddress>) -> Result<User, AccountAccessError> {
        let Some(email) = email.filter(|email| **email != who.user.email) else { return Ok(who.user.clone()) };
        if !self.manages_staff(who).await? {
            return Err(AccountAccessError::NotYours);
        }
        self.directory.by_email(email).await?.ok_or(AccountAccessError::NoUser)
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::{MockSecondFactorStore, MockUserDirectory};
    use domain::accounts::staff_role::StaffRole;
    use domain::settings::ports::MockSettingsStore;
    use domain::settings::shop_settings::ShopSettings;

    use super::*;
    use crate::samples::{admin, customer, staff};
    use crate::settings::current_settings::CurrentSettings;

    fn access(found: Option<User>) -> AccountAccess {
        let mut directory = MockUserDirectory::new();
        directory.expect_by_email().returning(move |_| Ok(found.clone()));
        let mut settings = MockSettingsStore::new();
        settings.expect_load().returning(|| Ok(ShopSettings::default()));
        let require = RequireSecondFactor::new(CurrentSettings::new(Arc::new(settings)), Arc::new(MockSecondFactorStore::new()));
        AccountAccess { directory: Arc::new(directory), require }
    }

    async fn reached(who: &Principal, email: Option<&EmailAddress>, found: Option<User>) -> Result<User, AccountAccessError> {
        access(found).account(who, email).await
    }

    #[tokio::test]
    async fn owners_handle_the_second_factor_of_everybody() {
        let (who, boss) = (customer(), admin());
        let email = Some(&who.user.email);
        assert_eq!(access(Some(who.user.clone())).enrolled(&boss, email).await.unwrap(), who.user);
        assert!(matches!(access(None).enrolled(&boss, email).await, Err(AccountAccessError::NoUser)));
        for role in [StaffRole::Manager, StaffRole::Support] {
            let refused = access(Some(who.user.clone())).enrolled(&staff(role), email).await;
            assert!(matches!(refused, Err(AccountAccessError::NotYours)), "{role:?}");
        }
        assert_eq!(access(None).enrolled(&who, email).await.unwrap(), who.user, "their own");
    }

    #[tokio::test]
    async fn everyone_reaches_their_own_account_and_staff_reach_those_of_staff() {
        let (who, boss, colleague) = (customer(), admin(), admin().user);
        for own in [None, Some(&who.user.email)] {
            assert_eq!(reached(&who, own, None).await.unwrap(), who.user);
        }
        let other = Some(&colleague.email);
        assert!(matches!(reached(&who, other, Some(colleague.clone())).await, Err(AccountAccessError::NotYours)));
        assert_eq!(reached(&boss, other, Some(colleague.clone())).await.unwrap(), colleague);
        assert!(matches!(reached(&boss, Some(&who.user.email), Some(who.user.clone())).await, Err(AccountAccessError::NotFound)));
        assert!(matches!(reached(&boss, other, None).await, Err(AccountAccessError::NotFound)));
    }
}
