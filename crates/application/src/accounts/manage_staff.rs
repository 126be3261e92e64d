//! Listing staff, changing their roles, and removing them.

use std::sync::Arc;

use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::ports::{ChangeStaffOutcome, StaffAccount, StaffAccounts};
use domain::accounts::staff_role::StaffRole;
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ports::Clock;

use crate::error::ReadError;

feature_error! {
    /// Why an account of staff was not changed.
    pub enum ChangeStaffError {
        NotFound => NotFound, "staff.not_found", "There is no member of staff with this email.";
        LastOwner => Conflict, "staff.last_owner", "The shop needs an owner. Make somebody else an owner first.";
    } or Lacking(Lacking)
}

/// Lists and changes accounts of staff, for owners.
#[derive(Clone)]
pub struct ManageStaff {
    staff: Arc<dyn StaffAccounts>,
    clock: Arc<dyn Clock>,
}

impl ManageStaff {
    /// Wires the use case.
    #[must_use]
    pub fn new(staff: Arc<dyn StaffAccounts>, clock: Arc<dyn Clock>) -> Self {
        Self { staff, clock }
    }

    /// All staff by name.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn list(&self) -> Result<Vec<StaffAccount>, ReadError> {
        Ok(self.staff.list().await?)
    }

    /// Gives the member of staff with this address another role and ends their sessions.
    ///
    /// # Errors
    /// [`ChangeStaffError`] when a rule or a port refuses.
    pub async fn change_role(&self, by: &Actor, email: &EmailAddress, role: StaffRole) -> Result<StaffAccount, ChangeStaffError> {
        outcome(self.staff.change_role(email, role, by, self.clock.now()).await?)
    }

    /// Makes the member of staff with this address a customer and ends their sessions.
    ///
    /// # Errors
    /// [`ChangeStaffError`] when a rule or a port refuses.
    pub async fn remove(&self, by: &Actor, email: &EmailAddress) -> Result<(), ChangeStaffError> {
        outcome(self.staff.remove(email, by, self.clock.now()).await?).map(drop)
    }
}

fn outcome(outcome: ChangeStaffOutcome) -> Result<StaffAccount, ChangeStaffError> {
    match outcome {
        ChangeStaffOutcome::Changed(account) => Ok(account),
        ChangeStaffOutcome::NotFound => Err(ChangeStaffError::NotFound),
        ChangeStaffOutcome::LastOwner => Err(ChangeStaffError::LastOwner),
        ChangeStaffOutcome::OwnersOnly => Err(ChangeStaffError::Lacking(Lacking(Permission::ManageStaff))),
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::MockStaffAccounts;
    use domain::shared::error::FeatureError as _;

    use super::*;
    use crate::samples::{actor, admin, clock, staff};

    async fn change(answer: ChangeStaffOutcome) -> (Result<StaffAccount, ChangeStaffError>, Result<(), ChangeStaffError>) {
        let mut accounts = MockStaffAccounts::new();
        let (role, removal) = (answer.clone(), answer);
        accounts.expect_change_role().returning(move |_, _, _, _| Ok(role.clone()));
        accounts.expect_remove().returning(move |_, _, _| Ok(removal.clone()));
        let (manage, by) = (ManageStaff::new(Arc::new(accounts), clock()), actor(&admin()));
        let email = staff(StaffRole::Support).user.email;
        (manage.change_role(&by, &email, StaffRole::Manager).await, manage.remove(&by, &email).await)
    }

    #[tokio::test]
    async fn the_stores_answers_are_passed_on() {
        let account = StaffAccount { user: staff(StaffRole::Manager).user, has_second_factor: false };
        let (role, removal) = change(ChangeStaffOutcome::Changed(account.clone())).await;
        assert!(role.unwrap() == account && removal.is_ok());
        for (answer, code) in [
            (ChangeStaffOutcome::NotFound, "staff.not_found"),
            (ChangeStaffOutcome::LastOwner, "staff.last_owner"),
            (ChangeStaffOutcome::OwnersOnly, "auth.role_forbidden"),
        ] {
            let (role, removal) = change(answer).await;
            assert_eq!((role.unwrap_err().code(), removal.unwrap_err().code()), (code, code));
        }
    }
}
