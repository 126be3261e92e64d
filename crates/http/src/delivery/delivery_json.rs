//! Addresses, options and couriers of deliveries in JSON (contract-commerce, section 1).

use chrono::NaiveDate;
use domain::delivery::address::{DeliveryAddress, PostalCode};
use domain::delivery::delivery_option::DeliveryOption;
use domain::delivery::district::District;
use domain::delivery::tracking::Courier;
use domain::shared::text::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::body::object_only;
use crate::extract::field_errors::FieldErrors;
use crate::response::money_json::MoneyJson;

/// The address of a delivery in its parts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct DeliveryAddressRequest {
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
}

object_only!(DeliveryAddressRequest);

impl DeliveryAddressRequest {
    /// The parts as they were sent.
    pub(crate) fn of(
        line1: Option<String>,
        line2: Option<String>,
        city: Option<String>,
        district: Option<String>,
        postal_code: Option<String>,
    ) -> Self {
        Self { line1, line2, city, district, postal_code }
    }

    /// The address; mistakes are noted below `place`, such as `deliveryAddress`. Blank optional parts are absent.
    pub(crate) fn parse(&self, place: &str, errors: &mut FieldErrors) -> Option<DeliveryAddress> {
        let field = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
        let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let line1 = errors.required(&field("line1"), self.line1.as_deref(), Text::parse);
        let line2 = errors.optional(&field("line2"), given(&self.line2).as_deref(), Text::parse);
        let city = errors.required(&field("city"), self.city.as_deref(), Text::parse);
        let district = errors.required(&field("district"), self.district.as_deref(), District::parse);
        let postal_code = errors.optional(&field("postalCode"), given(&self.postal_code).as_deref(), PostalCode::parse);
        Some(DeliveryAddress { line1: line1?, line2, city: city?, district: district?, postal_code })
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
