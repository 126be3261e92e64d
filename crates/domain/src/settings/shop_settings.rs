//! The sections of the settings, each with a version.

use serde::Serialize;

use crate::accounts::security_settings::{SecuritySettings, SecuritySettingsEdit};
use crate::delivery::delivery_settings::{DeliveryEdit, DeliverySettings};
use crate::invoices::tax_settings::{TaxEdit, TaxSettings};
use crate::messages::mail_settings::{MailSettings, MailSettingsEdit};
use crate::orders::order_settings::{OrderSettings, OrderSettingsEdit};
use crate::payments::payment_settings::{PaymentEdit, PaymentSettings};
use crate::shared::faults::Faults;
use crate::shared::json::words;
use crate::shared::versioned::{SettingsVersion, Versioned};

/// Declares the sections: field, variant, name, settings, edit, and what an edit makes of the settings.
macro_rules! sections {
    ($($(#[$of_field:meta])* $field:ident: $section:ident = $name:literal, $settings:ty, $edit:ty, |$value:ident, $change:ident| $edited:expr;)+) => {
        /// All settings; sections that are not stored have their defaults (contract-commerce, section 10).
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct ShopSettings {
            $($(#[$of_field])* pub $field: Versioned<$settings>,)+
        }

        words! {
            pub enum SectionName {
                $($section = $name,)+
            }
        }

        /// A section; its JSON is the stored form.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum Section {
            $($section($settings),)+
        }

        /// An edit of one section.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum SettingsEdit {
            $($section($edit),)+
        }

        impl Section {
            #[must_use]
            pub const fn name(&self) -> SectionName {
                match self {
                    $(Self::$section(_) => SectionName::$section,)+
                }
            }
        }

        impl SettingsEdit {
            /// The section that it edits.
            #[must_use]
            pub const fn name(&self) -> SectionName {
                match self {
                    $(Self::$section(_) => SectionName::$section,)+
                }
            }
        }

        impl ShopSettings {
            #[must_use]
            #[allow(clippy::clone_on_copy, reason = "some sections are not Copy")]
            pub fn section(&self, name: SectionName) -> Section {
                match name {
                    $(SectionName::$section => Section::$section(self.$field.value.clone()),)+
                }
            }

            /// The same settings with this section.
            #[must_use]
            pub fn with(mut self, section: Section, version: SettingsVersion) -> Self {
                match section {
                    $(Section::$section(value) => self.$field = Versioned { version, value },)+
                }
                self
            }

            #[must_use]
            pub const fn version(&self, name: SectionName) -> SettingsVersion {
                match name {
                    $(SectionName::$section => self.$field.version,)+
                }
            }

            /// The edited section.
            ///
            /// # Errors
            /// [`Faults`] where its parts do not agree after the edit.
            pub fn edited(&self, edit: SettingsEdit) -> Result<Section, Faults> {
                match edit {
                    $(SettingsEdit::$section($change) => {
                        let $value = &self.$field.value;
                        $edited.map(Section::$section)
                    })+
                }
            }
        }
    };
}

sections! {
    /// Zones, methods and rates of delivery.
    delivery: Delivery = "delivery", DeliverySettings, DeliveryEdit, |value, edit| value.edited(edit);
    /// Methods, limits and fees of payment.
    payments: Payments = "payments", PaymentSettings, PaymentEdit, |value, edit| value.edited(edit);
    orders: Orders = "orders", OrderSettings, OrderSettingsEdit, |value, edit| Ok(value.edited(edit));
    /// The mails that customers get.
    mails: Mails = "mails", MailSettings, MailSettingsEdit, |value, edit| Ok(value.edited(&edit));
    /// VAT and the form of tax invoices.
    tax: Tax = "tax", TaxSettings, TaxEdit, |value, edit| value.edited(edit);
    /// Of whom a second factor is required.
    security: Security = "security", SecuritySettings, SecuritySettingsEdit, |value, edit| Ok(value.edited(edit));
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
