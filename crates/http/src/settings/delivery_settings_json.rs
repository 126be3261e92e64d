//! The settings of delivery in JSON.

use std::collections::BTreeSet;

use chrono::{NaiveDate, NaiveTime};
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::delivery_settings::DeliveryEdit;
use domain::delivery::district::District;
use domain::delivery::tracking::{Courier, CourierName, TrackingTemplate};
use domain::delivery::zone::{Zone, ZoneName};
use domain::settings::shop_settings::ShopSettings;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::delivery::delivery_json::CourierJson;
use crate::extract::body::object_only;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::settings::rates_json::{RateJson, RateUpdate};

/// The settings of delivery.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliverySettings)]
pub struct DeliverySettingsJson {
    /// Counts the edits of the section.
    version: u32,
    /// Sets of districts; all other districts belong to the zone `rest`.
    zones: Vec<ZoneJson>,
    /// The methods that the shop offers: standard, express, pickup.
    methods: Vec<&'static str>,
    /// The method of an order that names none.
    default_method: &'static str,
    /// One rate for each zone and method; a method without a rate in a zone is not offered there.
    rates: Vec<RateJson>,
    /// Days, besides Saturdays and Sundays, on which nothing is sent or delivered.
    #[schema(example = json!(["2027-01-14"]))]
    holidays: Vec<NaiveDate>,
    /// An order placed after this time of the shop's day counts as placed on the next working day.
    #[schema(example = "14:00")]
    cut_off: String,
    couriers: Vec<CourierJson>,
}

/// Districts with the same rates.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliveryZone)]
struct ZoneJson {
    name: String,
    districts: Vec<&'static str>,
}

impl From<&ShopSettings> for DeliverySettingsJson {
    fn from(settings: &ShopSettings) -> Self {
        let plan = settings.delivery.value.plan();
        let zone = |zone: &Zone| ZoneJson {
            name: zone.name.as_str().to_owned(),
            districts: zone.districts.iter().map(|district| district.as_str()).collect(),
        };
        Self {
            version: settings.delivery.version.get(),
            zones: plan.zones.iter().map(zone).collect(),
            methods: plan.methods.iter().map(|method| method.as_str()).collect(),
            default_method: plan.default_method.as_str(),
            rates: plan.rates.iter().map(Into::into).collect(),
            holidays: plan.holidays.iter().copied().collect(),
            cut_off: plan.cut_off.format("%H:%M").to_string(),
            couriers: plan.couriers.iter().map(Into::into).collect(),
        }
    }
}

/// An edit of the settings of delivery. Absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct DeliverySettingsUpdate {
    /// The version that the caller saw; another present one is 409 `settings.changed`.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 2_147_483_647)]
    pub(super) version: Option<i64>,
    #[schema(max_items = 25)]
    zones: Option<Vec<ZoneUpdate>>,
    /// standard, express, pickup.
    #[schema(max_items = 3)]
    methods: Option<Vec<String>>,
    #[schema(pattern = "^(standard|express|pickup)$")]
    default_method: Option<String>,
    #[schema(max_items = 78)]
    rates: Option<Vec<RateUpdate>>,
    /// Days such as 2027-01-14.
    #[schema(max_items = 366)]
    holidays: Option<Vec<String>>,
    /// A time such as 14:00.
    #[schema(pattern = "^[0-2][0-9]:[0-5][0-9]$")]
    cut_off: Option<String>,
    #[schema(max_items = 20)]
    couriers: Option<Vec<CourierUpdate>>,
}

object_only!(DeliverySettingsUpdate);

/// A new zone.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct ZoneUpdate {
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    name: Option<String>,
    #[schema(required = true, nullable = false, max_items = 25)]
    districts: Option<Vec<String>>,
}

object_only!(ZoneUpdate);

/// A new courier.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct CourierUpdate {
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    name: Option<String>,
    /// An https address with `{number}` once, after the host, in the place of the tracking number.
    #[schema(
        required = true,
        nullable = false,
        max_length = 500,
        pattern = r"^https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+[/?#][!#-;=?-\[\]-z|~]*\{number\}[!#-;=?-\[\]-z|~]*$"
    )]
    tracking_url: Option<String>,
}

object_only!(CourierUpdate);

impl DeliverySettingsUpdate {
    /// The edit; mistakes are noted per field.
    pub(super) fn parse(self, errors: &mut FieldErrors) -> DeliveryEdit {
        DeliveryEdit {
            zones: each("zones", self.zones, errors, parse_zone),
            methods: each("methods", self.methods, errors, |place, name: String, errors| {
                errors.optional(place, Some(name.as_str()), DeliveryMethod::parse)
            }),
            default_method: errors.optional("defaultMethod", self.default_method.as_deref(), DeliveryMethod::parse),
            rates: each("rates", self.rates, errors, |place, rate: RateUpdate, errors| rate.parse(place, errors)),
            holidays: each("holidays", self.holidays, errors, |place, day: String, errors| {
                errors.optional(place, Some(day.as_str()), parse_day)
            }),
            cut_off: errors.optional("cutOff", self.cut_off.as_deref(), parse_time),
            couriers: each("couriers", self.couriers, errors, parse_courier),
        }
    }
}

/// The items of a list, each read by `parse` at its place, such as `zones[1]`; wrong ones are noted and left out.
fn each<T, V, C: FromIterator<V>>(
    list: &str,
    items: Option<Vec<T>>,
    errors: &mut FieldErrors,
    parse: impl Fn(&str, T, &mut FieldErrors) -> Option<V>,
) -> Option<C> {
    let items = items?.into_iter().enumerate();
    Some(items.filter_map(|(index, item)| parse(&format!("{list}[{index}]"), item, errors)).collect())
}

fn parse_zone(place: &str, zone: ZoneUpdate, errors: &mut FieldErrors) -> Option<Zone> {
    let name = errors.required(&format!("{place}.name"), zone.name.as_deref(), ZoneName::parse);
    let districts = errors.required(&format!("{place}.districts"), zone.districts.as_deref(), |names| {
        names.iter().map(|name| District::parse(name)).collect::<Result<BTreeSet<_>, _>>()
    });
    Some(Zone { name: name?, districts: districts? })
}

fn parse_courier(place: &str, courier: CourierUpdate, errors: &mut FieldErrors) -> Option<Courier> {
    let name = errors.required(&format!("{place}.name"), courier.name.as_deref(), CourierName::parse);
    let tracking = errors.required(&format!("{place}.trackingUrl"), courier.tracking_url.as_deref(), TrackingTemplate::parse);
    Some(Courier { name: name?, tracking: tracking? })
}

fn parse_day(text: &str) -> Result<NaiveDate, &'static str> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| "must be a day such as 2027-01-14")
}

fn parse_time(text: &str) -> Result<NaiveTime, &'static str> {
    NaiveTime::parse_from_str(text, "%H:%M").map_err(|_| "must be a time such as 14:00")
}
