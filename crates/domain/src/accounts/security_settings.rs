//! The settings of security: whose accounts need a second factor (contract-owner, section 2).

use crate::accounts::staff_role::StaffRole;
use crate::accounts::user::User;

/// Whose accounts need a second factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RequiredOf {
    /// No account needs one.
    #[default]
    Nobody,
    Owners,
    /// Those of all staff.
    Staff,
}

impl RequiredOf {
    pub const ALL: [Self; 3] = [Self::Nobody, Self::Owners, Self::Staff];

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nobody => "none",
            Self::Owners => "owners",
            Self::Staff => "staff",
        }
    }

    /// Reads the contract's spelling; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    fn requirements_are_spelled_as_in_the_contract() {
        assert_eq!(RequiredOf::ALL.map(RequiredOf::as_str), ["none", "owners", "staff"]);
        for one in RequiredOf::ALL {
            assert_eq!(RequiredOf::parse(one.as_str()), Some(one));
        }
        assert_eq!(RequiredOf::parse("Staff"), None);
    }

    #[test]
    fn an_edit_without_a_value_changes_nothing() {
        let settings = SecuritySettings { require_second_factor: RequiredOf::Staff };
        assert_eq!(settings.edited(SecuritySettingsEdit::default()), settings);
        let edit = SecuritySettingsEdit { require_second_factor: Some(RequiredOf::Nobody) };
        assert_eq!(settings.edited(edit), SecuritySettings::default());
    }
}
