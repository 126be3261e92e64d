//! Addresses, options and couriers of deliveries in JSON (contract-commerce, section 1).

use chrono::NaiveDate;
use domain::delivery::address::{DeliveryAddress, PostalCode};
use domain::delivery::address_book::AddressEntry;
use domain::delivery::delivery_option::DeliveryOption;
use domain::delivery::district::District;
use domain::delivery::tracking::Courier;
use domain::shared::phone::PhoneNumber;
use domain::shared::text::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::body::object_only;
use crate::extract::field_errors::FieldErrors;
use crate::response::money_json::MoneyJson;
use crate::response::problem::Problem;

/// Declares a request with the parts of an address after fields `before` them and before those `after` them, and their parsing.
macro_rules! address_request {
    ($(#[$attribute:meta])* $scope:vis struct $request:ident { $($before:tt)* } and { $($after:tt)* }) => {
        $(#[$attribute])*
        $scope struct $request {
            $($before)*
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
            $($after)*
        }

        impl $request {
            /// The address; mistakes are noted below `place`, such as `deliveryAddress.`. Blank optional parts are absent.
            pub(crate) fn address(&self, place: &str, errors: &mut FieldErrors) -> Option<DeliveryAddress> {
                let field = |name: &str| format!("{place}{name}");
                let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
                let line1 = errors.required(&field("line1"), self.line1.as_deref(), Text::parse);
                let line2 = errors.optional(&field("line2"), given(&self.line2).as_deref(), Text::parse);
                let city = errors.required(&field("city"), self.city.as_deref(), Text::parse);
                let district = errors.required(&field("district"), self.district.as_deref(), District::parse);
                let postal_code = errors.optional(&field("postalCode"), given(&self.postal_code).as_deref(), PostalCode::parse);
                Some(DeliveryAddress { line1: line1?, line2, city: city?, district: district?, postal_code })
            }
        }
    };
}

address_request! {
    /// The address of a delivery in its parts.
    #[derive(Debug, Deserialize, ToSchema)]
    #[serde(rename_all = "camelCase", remote = "Self")]
    pub struct DeliveryAddressRequest {} and {}
}

object_only!(DeliveryAddressRequest);

address_request! {
    /// An address to keep.
    #[derive(Debug, Deserialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub(super) struct AddressRequest {
        /// The user's name for it, such as Home.
        #[schema(max_length = 50)]
        label: Option<String>,
        /// The recipient's name.
        #[schema(required = true, nullable = false, max_length = 200, pattern = r"\S")]
        name: Option<String>,
        /// The recipient's phone number: 7 to 20 of digits, spaces, `+ - ( )`.
        #[schema(required = true, nullable = false, min_length = 7, max_length = 20, pattern = "^[0-9 +()-]*[0-9][0-9 +()-]*$")]
        phone: Option<String>,
    } and {
        /// Whether a checkout begins with it. The first address is the default in any case, and the default one stays it until another
        /// becomes it.
        is_default: Option<bool>,
    }
}

impl AddressRequest {
    /// The entry, or a 422 with every wrong field.
    pub(super) fn parse(self) -> Result<AddressEntry, Problem> {
        let mut errors = FieldErrors::default();
        let label = self.label.as_deref().filter(|label| !label.trim().is_empty());
        let label = errors.optional("label", label, Text::parse);
        let name = errors.required("name", self.name.as_deref(), Text::parse);
        let phone = errors.required("phone", self.phone.as_deref(), PhoneNumber::parse);
        let address = self.address("", &mut errors);
        match (name, phone, address, errors.is_empty()) {
            (Some(name), Some(phone), Some(address), true) => {
                Ok(AddressEntry { label, name, phone, address, is_default: self.is_default.unwrap_or(false) })
            }
            _ => Err(errors.into_problem()),
        }
    }
}

/// The address of a delivery in its parts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliveryAddress)]
pub struct DeliveryAddressJson {
    line1: String,
    #[schema(required = true)]
    line2: Option<String>,
    city: String,
    district: &'static str,
    #[schema(required = true)]
    postal_code: Option<String>,
}

impl From<DeliveryAddress> for DeliveryAddressJson {
    fn from(address: DeliveryAddress) -> Self {
        Self {
            line1: address.line1.into_string(),
            line2: address.line2.map(Text::into_string),
            city: address.city.into_string(),
            district: address.district.as_str(),
            postal_code: address.postal_code.map(|code| code.as_str().to_owned()),
        }
    }
}

/// A method of delivery with its price and days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliveryOption)]
pub struct DeliveryOptionJson {
    /// standard, express or pickup.
    method: &'static str,
    label: &'static str,
    /// The full charge.
    charge: MoneyJson,
    /// The part of it that is free.
    discount: MoneyJson,
    /// The first day on which an order that is placed now arrives.
    estimated_from: NaiveDate,
    /// The last day.
    estimated_to: NaiveDate,
}

impl From<DeliveryOption> for DeliveryOptionJson {
    fn from(option: DeliveryOption) -> Self {
        Self {
            method: option.method.as_str(),
            label: option.method.label(),
            charge: MoneyJson(option.charge.full),
            discount: MoneyJson(option.charge.waived),
            estimated_from: option.estimate.from,
            estimated_to: option.estimate.to,
        }
    }
}

/// A courier, and where it shows a parcel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Courier)]
pub(crate) struct CourierJson {
    name: String,
    /// An https address with `{number}` in the place of the tracking number.
    tracking_url: String,
}

impl From<&Courier> for CourierJson {
    fn from(courier: &Courier) -> Self {
        Self { name: courier.name.as_str().to_owned(), tracking_url: courier.tracking.as_str().to_owned() }
    }
}
