//! The sections of the settings, each with a version.

use serde::Serialize;

use crate::accounts::security_settings::{SecuritySettings, SecuritySettingsEdit};
use crate::delivery::delivery_settings::{DeliveryEdit, DeliverySettings};
use crate::messages::mail_settings::{MailSettings, MailSettingsEdit};
use crate::orders::order_settings::{OrderSettings, OrderSettingsEdit};
use crate::payments::payment_settings::{PaymentEdit, PaymentSettings};
use crate::shared::faults::Faults;
use crate::shared::json::words;
use crate::shared::versioned::{SettingsVersion, Versioned};

/// All settings; sections that are not stored have their defaults (contract-commerce, section 10).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShopSettings {
    /// Zones, methods and rates of delivery.
    pub delivery: Versioned<DeliverySettings>,
    /// Methods, limits and fees of payment.
    pub payments: Versioned<PaymentSettings>,
    pub orders: Versioned<OrderSettings>,
    /// The mails that customers get.
    pub mails: Versioned<MailSettings>,
    /// Of whom a second factor is required.
    pub security: Versioned<SecuritySettings>,
}

words! {
    /// The name of a section.
    pub enum SectionName {
        Delivery = "delivery",
        Payments = "payments",
        Orders = "orders",
        Mails = "mails",
        Security = "security",
    }
}

/// A section; its JSON is the stored form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Section {
    /// The settings of delivery.
    Delivery(DeliverySettings),
    /// The settings of payments.
    Payments(PaymentSettings),
    /// The settings of orders.
    Orders(OrderSettings),
    /// The settings of mails.
    Mails(MailSettings),
    /// The settings of security.
    Security(SecuritySettings),
}

impl Section {
    #[must_use]
    pub const fn name(&self) -> SectionName {
        match self {
            Self::Delivery(_) => SectionName::Delivery,
            Self::Payments(_) => SectionName::Payments,
            Self::Orders(_) => SectionName::Orders,
            Self::Mails(_) => SectionName::Mails,
            Self::Security(_) => SectionName::Security,
        }
    }
}

/// An edit of one section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingsEdit {
    /// Of the settings of delivery.
    Delivery(DeliveryEdit),
    /// Of the settings of payments.
    Payments(PaymentEdit),
    /// Of the settings of orders.
    Orders(OrderSettingsEdit),
    /// Of the settings of mails.
    Mails(MailSettingsEdit),
    /// Of the settings of security.
    Security(SecuritySettingsEdit),
}

impl SettingsEdit {
    /// The section that it edits.
    #[must_use]
    pub const fn name(&self) -> SectionName {
        match self {
            Self::Delivery(_) => SectionName::Delivery,
            Self::Payments(_) => SectionName::Payments,
            Self::Orders(_) => SectionName::Orders,
            Self::Mails(_) => SectionName::Mails,
            Self::Security(_) => SectionName::Security,
        }
    }
}

impl ShopSettings {
    #[must_use]
    pub fn section(&self, name: SectionName) -> Section {
        match name {
            SectionName::Delivery => Section::Delivery(self.delivery.value.clone()),
            SectionName::Payments => Section::Payments(self.payments.value.clone()),
            SectionName::Orders => Section::Orders(self.orders.value),
            SectionName::Mails => Section::Mails(self.mails.value.clone()),
            SectionName::Security => Section::Security(self.security.value),
        }
    }

    /// The same settings with this section.
    #[must_use]
    pub fn with(mut self, section: Section, version: SettingsVersion) -> Self {
        match section {
            Section::Delivery(value) => self.delivery = Versioned { version, value },
            Section::Payments(value) => self.payments = Versioned { version, value },
            Section::Orders(value) => self.orders = Versioned { version, value },
            Section::Mails(value) => self.mails = Versioned { version, value },
            Section::Security(value) => self.security = Versioned { version, value },
        }
        self
    }

    /// The version of a section.
    #[must_use]
    pub const fn version(&self, name: SectionName) -> SettingsVersion {
        match name {
            SectionName::Delivery => self.delivery.version,
            SectionName::Payments => self.payments.version,
            SectionName::Orders => self.orders.version,
            SectionName::Mails => self.mails.version,
            SectionName::Security => self.security.version,
        }
    }

    /// The edited section.
    ///
    /// # Errors
    /// [`Faults`] where its parts do not agree after the edit.
    pub fn edited(&self, edit: SettingsEdit) -> Result<Section, Faults> {
        match edit {
            SettingsEdit::Delivery(edit) => self.delivery.value.edited(edit).map(Section::Delivery),
            SettingsEdit::Payments(edit) => self.payments.value.edited(edit).map(Section::Payments),
            SettingsEdit::Orders(edit) => Ok(Section::Orders(self.orders.value.edited(edit))),
            SettingsEdit::Mails(edit) => Ok(Section::Mails(self.mails.value.edited(&edit))),
            SettingsEdit::Security(edit) => Ok(Section::Security(self.security.value.edited(edit))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_edited_alone() {
        let settings = ShopSettings::default();
        let edit = SettingsEdit::Orders(OrderSettingsEdit { guest_checkout: Some(true), ..OrderSettingsEdit::default() });
        let expected = Section::Orders(OrderSettings { guest_checkout: true, ..OrderSettings::default() });
        assert_eq!(settings.edited(edit), Ok(expected.clone()));
        assert_eq!(expected.name().as_str(), "orders");
        for name in SectionName::ALL {
            assert_eq!(settings.section(name).name(), name);
            assert_eq!(settings.version(name), SettingsVersion::default());
        }
    }
}
