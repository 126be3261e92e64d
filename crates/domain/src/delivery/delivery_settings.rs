//! The settings of delivery: zones, methods, rates, working days and couriers.

use std::collections::BTreeSet;

use chrono::{NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};

use crate::delivery::delivery_method::DeliveryMethod;
use crate::delivery::district::District;
use crate::delivery::rate::{DeliveryDays, Rate, Tariff};
use crate::delivery::tracking::Courier;
use crate::delivery::zone::{Zone, ZoneName, ZoneOf};
use crate::shared::faults::{Fault, Faults};
use crate::shared::json::checked_json;
use crate::shared::money::Money;

/// The most holidays: one for every day of a year.
pub const MAX_HOLIDAYS: usize = 366;
/// The most couriers.
pub const MAX_COURIERS: usize = 20;

/// The parts of [`DeliverySettings`], before their agreement is checked. In the stored form, absent parts have their defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeliveryPlan {
    /// Zones; districts of none belong to the zone `rest`.
    pub zones: Vec<Zone>,
    /// The methods that the shop offers.
    pub methods: BTreeSet<DeliveryMethod>,
    /// The method of an order that names none.
    pub default_method: DeliveryMethod,
    /// At most one for each zone and method. A method without a rate in a zone is not offered there.
    pub rates: Vec<Rate>,
    /// Days, besides Saturdays and Sundays, on which nothing is sent or delivered.
    pub holidays: BTreeSet<NaiveDate>,
    /// An order placed after this time of the shop's day counts as placed on the next working day.
    pub cut_off: NaiveTime,
    pub couriers: Vec<Courier>,
}

/// Settings of delivery whose parts agree (contract-commerce, sections 1 and 10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "DeliveryPlan")]
pub struct DeliverySettings(DeliveryPlan);

checked_json!(DeliverySettings, DeliveryPlan);

/// The fields that an edit of the settings gives; `None` leaves a field unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DeliveryEdit {
    pub zones: Option<Vec<Zone>>,
    pub methods: Option<BTreeSet<DeliveryMethod>>,
    pub default_method: Option<DeliveryMethod>,
    pub rates: Option<Vec<Rate>>,
    pub holidays: Option<BTreeSet<NaiveDate>>,
    pub cut_off: Option<NaiveTime>,
    pub couriers: Option<Vec<Courier>>,
}

impl DeliverySettings {
    /// Checks that the parts agree.
    ///
    /// # Errors
    /// [`Faults`] with each disagreement.
    pub fn new(plan: DeliveryPlan) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        check_zones(&plan, &mut faults);
        check_methods(&plan, &mut faults);
        check_rates(&plan, &mut faults);
        if plan.holidays.len() > MAX_HOLIDAYS {
            faults.push(Fault::new("holidays", format!("must have at most {MAX_HOLIDAYS} days")));
        }
        check_couriers(&plan, &mut faults);
        Faults::check(faults).map(|()| Self(plan))
    }

    #[must_use]
    pub const fn plan(&self) -> &DeliveryPlan {
        &self.0
    }

    /// The settings after an edit.
    ///
    /// # Errors
    /// [`Faults`] where the parts do not agree.
    pub fn edited(&self, edit: DeliveryEdit) -> Result<Self, Faults> {
        let now = self.0.clone();
        Self::new(DeliveryPlan {
            zones: edit.zones.unwrap_or(now.zones),
            methods: edit.methods.unwrap_or(now.methods),
            default_method: edit.default_method.unwrap_or(now.default_method),
            rates: edit.rates.unwrap_or(now.rates),
            holidays: edit.holidays.unwrap_or(now.holidays),
            cut_off: edit.cut_off.unwrap_or(now.cut_off),
            couriers: edit.couriers.unwrap_or(now.couriers),
        })
    }

    /// The zone of a district; orders without a district are in the zone `rest`.
    #[must_use]
    pub fn zone_of(&self, district: Option<District>) -> ZoneOf {
        let zone = district.and_then(|district| self.0.zones.iter().find(|zone| zone.districts.contains(&district)));
        zone.map_or(ZoneOf::Rest, |zone| ZoneOf::Named(zone.name.clone()))
    }

    /// Whether the charge of a method differs between zones, or some do not have it: an order then needs a district. Orders without one are
    /// in the zone `rest`. Days alone need none.
    #[must_use]
    pub fn charges_differ(&self, method: DeliveryMethod) -> bool {
        let rate_in = |zone: Option<&ZoneName>| {
            let is_of = |of: &ZoneOf| match (of, zone) {
                (ZoneOf::Rest, None) => true,
                (ZoneOf::Named(name), Some(zone)) => name == zone,
                _ => false,
            };
            let rate = self.0.rates.iter().find(|rate| rate.method == method && is_of(&rate.zone));
            rate.map(|rate| (&rate.tariff, rate.free_from))
        };
        let elsewhere = rate_in(None);
        self.0.zones.iter().any(|zone| rate_in(Some(&zone.name)) != elsewhere)
    }

    /// The rates of the methods that are offered in a district, in the order of the methods.
    #[must_use]
    pub fn offered(&self, district: Option<District>) -> Vec<&Rate> {
        let zone = self.zone_of(district);
        let rate_of = |method: &DeliveryMethod| self.0.rates.iter().find(|rate| rate.zone == zone && rate.method == *method);
        self.0.methods.iter().filter_map(rate_of).collect()
    }
}

/// The default shop: standard delivery is free everywhere and takes 1 to 3 working days, orders after 14:00 count as tomorrow's.
impl Default for DeliveryPlan {
    fn default() -> Self {
        let days = DeliveryDays::new(1, 3).unwrap_or(DeliveryDays::SAME_DAY);
        let free = Tariff::Flat { amount: Money::ZERO };
        Self {
            zones: Vec::new(),
            methods: BTreeSet::from([DeliveryMethod::Standard]),
            default_method: DeliveryMethod::Standard,
            rates: vec![Rate { zone: ZoneOf::Rest, method: DeliveryMethod::Standard, tariff: free, free_from: None, days }],
            holidays: BTreeSet::new(),
            cut_off: NaiveTime::from_hms_opt(14, 0, 0).unwrap_or(NaiveTime::MIN),
            couriers: Vec::new(),
        }
    }
}

fn check_zones(plan: &DeliveryPlan, faults: &mut Vec<Fault>) {
    let mut taken = BTreeSet::new();
    for (index, zone) in plan.zones.iter().enumerate() {
        let earlier = plan.zones.iter().take(index);
        if earlier.clone().any(|other| other.name.as_str().eq_ignore_ascii_case(zone.name.as_str())) {
            faults.push(Fault::new(format!("zones[{index}].name"), "must be another name than those of the zones before"));
        }
        if zone.districts.is_empty() {
            faults.push(Fault::new(format!("zones[{index}].districts"), "must have at least one district"));
        }
        for district in zone.districts.iter().filter(|district| !taken.insert(**district)) {
            faults.push(Fault::new(format!("zones[{index}].districts"), format!("must not have {district}, which is in a zone before")));
        }
    }
}

fn check_methods(plan: &DeliveryPlan, faults: &mut Vec<Fault>) {
    if !plan.methods.contains(&plan.default_method) {
        faults.push(Fault::new("defaultMethod", "must be one of the methods that the shop offers"));
    }
}

fn check_rates(plan: &DeliveryPlan, faults: &mut Vec<Fault>) {
    for (index, rate) in plan.rates.iter().enumerate() {
        let field = |name: &str| format!("rates[{index}].{name}");
        if let ZoneOf::Named(name) = &rate.zone
            && !plan.zones.iter().any(|zone| zone.name == *name)
        {
            faults.push(Fault::new(field("zone"), "must be rest or the name of a zone"));
        }
        if plan.rates.iter().take(index).any(|other| other.zone == rate.zone && other.method == rate.method) {
            faults.push(Fault::new(field("method"), "must have one rate in each zone"));
        }
        if let Err(error) = rate.tariff.check() {
            faults.push(Fault::new(field("tariff"), error.to_string()));
        }
    }
}

fn check_couriers(plan: &DeliveryPlan, faults: &mut Vec<Fault>) {
    if plan.couriers.len() > MAX_COURIERS {
        faults.push(Fault::new("couriers", format!("must be at most {MAX_COURIERS}")));
    }
    for (index, courier) in plan.couriers.iter().enumerate() {
        if plan.couriers.iter().take(index).any(|other| other.name == courier.name) {
            faults.push(Fault::new(format!("couriers[{index}].name"), "must be another name than those of the couriers before"));
        }
    }
}

#[cfg(test)]
mod tests;
