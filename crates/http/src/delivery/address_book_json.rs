//! Addresses of a user in JSON.

use domain::delivery::address_book::{AddressEntry, SavedAddress};
use domain::shared::phone::PhoneNumber;
use domain::shared::text::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::field_errors::FieldErrors;
use crate::orders::delivery_json::{DeliveryAddressJson, DeliveryAddressRequest};
use crate::response::problem::Problem;

/// An address to keep.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddressRequest {
    /// The user's name for it, such as Home.
    #[schema(max_length = 50)]
    label: Option<String>,
    /// The recipient's name.
    #[schema(required = true, nullable = false, max_length = 200, pattern = r"\S")]
    name: Option<String>,
    /// The recipient's phone number: 7 to 20 of digits, spaces, `+ - ( )`.
    #[schema(required = true, nullable = false, min_length = 7, max_length = 20, pattern = "^[0-9 +()-]*[0-9][0-9 +()-]*$")]
    phone: Option<String>,
    /// House and street.
    #[schema(required = true, nullable = false, max_length = 200, pattern = r"\S")]
    line1: Option<String>,
    #[schema(max_length = 200)]
    line2: Option<String>,
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    city: Option<String>,
    /// One of the 25 districts of `GET /api/shop`.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    district: Option<String>,
    /// 5 digits.
    #[schema(max_length = 5)]
    postal_code: Option<String>,
    /// Whether a checkout begins with it. The first address is the default in any case, and the default one stays it until another
    /// becomes it.
    is_default: Option<bool>,
}

impl AddressRequest {
    /// The entry, or a 422 with every wrong field.
    ///
    /// # Errors
    /// The 422.
    pub(super) fn parse(self) -> Result<AddressEntry, Problem> {
        let mut errors = FieldErrors::default();
        let label = self.label.filter(|label| !label.trim().is_empty());
        let label = errors.optional("label", label.as_deref(), Text::parse);
        let name = errors.required("name", self.name.as_deref(), Text::parse);
        let phone = errors.required("phone", self.phone.as_deref(), PhoneNumber::parse);
        let address = DeliveryAddressRequest::of(self.line1, self.line2, self.city, self.district, self.postal_code);
        let address = address.parse("", &mut errors);
        match (name, phone, address, errors.is_empty()) {
            (Some(name), Some(phone), Some(address), true) => {
                Ok(AddressEntry { label, name, phone, address, is_default: self.is_default.unwrap_or(false) })
            }
            _ => Err(errors.into_problem()),
        }
    }
}

/// An address in the user's book.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Address)]
pub struct AddressJson {
    address_id: String,
    #[schema(required = true)]
    label: Option<String>,
    name: String,
    phone: String,
    #[serde(flatten)]
    address: DeliveryAddressJson,
    /// Exactly one address of a user is the default.
    is_default: bool,
}

impl From<SavedAddress> for AddressJson {
    fn from(saved: SavedAddress) -> Self {
        let AddressEntry { label, name, phone, address, is_default } = saved.entry;
        Self {
            address_id: saved.id.to_string(),
            label: label.map(Text::into_string),
            name: name.into_string(),
            phone: phone.as_str().to_owned(),
            address: address.into(),
            is_default,
        }
    }
}

/// An address after a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressResponse {
    /// The sentence to show.
    pub message: &'static str,
    /// The address as it is now.
    pub address: AddressJson,
}
