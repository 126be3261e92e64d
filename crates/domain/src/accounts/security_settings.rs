//! The settings of security: whose accounts need a second factor (contract-owner, section 2).

use serde::{Deserialize, Serialize};

use crate::accounts::staff_role::StaffRole;
use crate::accounts::user::User;
use crate::shared::json::words;

words! {
    /// Whose accounts need a second factor.
    #[derive(Default)]
    pub enum RequiredOf {
        /// No account needs one.
        #[default]
        Nobody = "none",
        Owners = "owners",
        /// Those of all staff.
        Staff = "staff",
    }
}

impl RequiredOf {
    /// Whether it is required of this user.
    #[must_use]
    pub fn includes(self, user: &User) -> bool {
        match self {
            Self::Nobody => false,
            Self::Owners => user.staff_role == Some(StaffRole::Owner),
            Self::Staff => user.staff_role.is_some(),
        }
    }
}

/// The settings of security. The default requires nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SecuritySettings {
    /// Whose accounts need a second factor.
    pub require_second_factor: RequiredOf,
}

/// An edit of the settings of security; `None` leaves a value as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SecuritySettingsEdit {
    /// Whose accounts need a second factor.
    pub require_second_factor: Option<RequiredOf>,
}

impl SecuritySettings {
    /// The settings after an edit.
    #[must_use]
    pub fn edited(self, edit: SecuritySettingsEdit) -> Self {
        Self { require_second_factor: edit.require_second_factor.unwrap_or(self.require_second_factor) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_without_a_value_changes_nothing() {
        let settings = SecuritySettings { require_second_factor: RequiredOf::Staff };
        assert_eq!(settings.edited(SecuritySettingsEdit::default()), settings);
        let edit = SecuritySettingsEdit { require_second_factor: Some(RequiredOf::Nobody) };
        assert_eq!(settings.edited(edit), SecuritySettings::default());
    }
}
