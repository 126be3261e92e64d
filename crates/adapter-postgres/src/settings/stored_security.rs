//! The settings of security as they are stored.

use domain::accounts::security_settings::{RequiredOf, SecuritySettings};
use serde::{Deserialize, Serialize};

use crate::error::{DbError, known};

/// The stored form; absent fields have their defaults.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct StoredSecurity {
    require_second_factor: String,
}

impl Default for StoredSecurity {
    fn default() -> Self {
        Self::of(SecuritySettings::default())
    }
}

impl StoredSecurity {
    pub(super) fn of(settings: SecuritySettings) -> Self {
        Self { require_second_factor: settings.require_second_factor.as_str().to_owned() }
    }

    pub(super) fn settings(&self) -> Result<SecuritySettings, DbError> {
        let require_second_factor = known("requirement of a second factor", RequiredOf::parse(&self.require_second_factor))?;
        Ok(SecuritySettings { require_second_factor })
    }
}
