//! The settings of delivery: zones, methods, rates, working days and couriers.

use std::collections::BTreeSet;

use chrono::{NaiveDate, NaiveTime};

use crate::delivery::delivery_method::DeliveryMethod;
use crate::delivery::district::District;
use crate::delivery::rate::{DeliveryDays, Rate, Tariff};
use crate::delivery::tracking::Courier;
use crate::delivery::zone::{Zone, ZoneName, ZoneOf};
use crate::shared::faults::{Fault, Faults};
use crate::shared::money::Money;

/// The most holidays: one for every day of a year.
pub const MAX_HOLIDAYS: usize = 366;
/// The most couriers.
pub const MAX_COURIERS: usize = 20;

/// The parts of [`DeliverySettings`], before their agreement is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliverySettings(DeliveryPlan);

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
impl Default for DeliverySettings {
    fn default() -> Self {
        let days = DeliveryDays::new(1, 3).unwrap_or(DeliveryDays::SAME_DAY);
        let free = Tariff::Flat(Money::ZERO);
        Self(DeliveryPlan {
            zones: Vec::new(),
            methods: BTreeSet::from([DeliveryMethod::Standard]),
            default_method: DeliveryMethod::Standard,
            rates: vec![Rate { zone: ZoneOf::Rest, method: DeliveryMethod::Standard, tariff: free, free_from: None, days }],
            holidays: BTreeSet::new(),
            cut_off: NaiveTime::from_hms_opt(14, 0, 0).unwrap_or(NaiveTime::MIN),
            couriers: Vec::new(),
        })
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
mod tests {
    use super::*;
    use crate::delivery::tracking::{CourierName, TrackingTemplate};

    fn zone(name: &str, districts: &[District]) -> Zone {
        Zone { name: ZoneName::parse(name).unwrap(), districts: districts.iter().copied().collect() }
    }

    fn rate(zone: &str, method: DeliveryMethod) -> Rate {
        let days = DeliveryDays::new(1, 2).unwrap();
        Rate { zone: ZoneOf::parse(zone).unwrap(), method, tariff: Tariff::Flat(Money::ZERO), free_from: None, days }
    }

    fn plan() -> DeliveryPlan {
        DeliverySettings::default().plan().clone()
    }

    fn fields(plan: DeliveryPlan) -> Vec<String> {
        DeliverySettings::new(plan).map(|_| Vec::new()).unwrap_or_else(|faults| faults.iter().map(|fault| fault.field.clone()).collect())
    }

    #[test]
    fn the_default_shop_delivers_free_everywhere() {
        let settings = DeliverySettings::default();
        assert_eq!(DeliverySettings::new(settings.plan().clone()), Ok(settings.clone()));
        for district in [None].into_iter().chain(District::ALL.map(Some)) {
            let offered = settings.offered(district);
            assert_eq!(offered.iter().map(|rate| rate.method).collect::<Vec<_>>(), [DeliveryMethod::Standard]);
            assert_eq!(offered[0].charge(1, Money::MAX).map(super::super::rate::Charge::paid), Ok(Money::ZERO));
        }
        assert_eq!(settings.plan().cut_off.to_string(), "14:00:00");
        assert_eq!((settings.plan().rates[0].days.min(), settings.plan().rates[0].days.max()), (1, 3));
    }

    #[test]
    fn a_method_is_offered_where_its_zone_has_a_rate() {
        use DeliveryMethod::{Express, Pickup, Standard};
        let plan = DeliveryPlan {
            zones: vec![zone("West", &[District::Colombo, District::Gampaha]), zone("North", &[District::Jaffna])],
            methods: BTreeSet::from([Standard, Express]),
            rates: vec![rate("West", Express), rate("West", Standard), rate("West", Pickup), rate("rest", Standard)],
            ..plan()
        };
        let settings = DeliverySettings::new(plan).unwrap();
        let offered = |district| settings.offered(district).iter().map(|rate| rate.method).collect::<Vec<_>>();
        assert_eq!(offered(Some(District::Colombo)), [Standard, Express], "a method that is switched off is not offered");
        assert_eq!(offered(Some(District::Jaffna)), [], "its zone has no rate");
        assert_eq!(offered(Some(District::Kandy)), [Standard]);
        assert_eq!(offered(None), [Standard]);
    }

    #[test]
    fn charges_differ_where_a_zone_has_another_charge_or_none() {
        use DeliveryMethod::{Express, Pickup, Standard};
        assert!(!DeliverySettings::default().charges_differ(Standard), "a shop without zones");
        let dear = Rate { tariff: Tariff::Flat(Money::MAX), ..rate("West", Standard) };
        let slow = Rate { days: DeliveryDays::new(5, 9).unwrap(), ..rate("West", Standard) };
        let differ = |west: Vec<Rate>| {
            let rates = west.into_iter().chain([rate("rest", Standard), rate("rest", Express)]).collect();
            let zones = vec![zone("West", &[District::Colombo])];
            let plan = DeliveryPlan { zones, methods: BTreeSet::from([Standard, Express]), rates, ..plan() };
            let settings = DeliverySettings::new(plan).unwrap();
            [Standard, Express, Pickup].map(|method| settings.charges_differ(method))
        };
        assert_eq!(differ(vec![dear]), [true, true, false]);
        assert_eq!(differ(vec![slow, rate("West", Express)]), [false; 3], "days alone need no district");
        let free = Rate { free_from: Some(Money::ZERO), ..rate("West", Standard) };
        assert_eq!(differ(vec![free, rate("West", Pickup)]), [true; 3]);
    }

    #[test]
    fn a_district_is_in_one_zone() {
        let twice = DeliveryPlan { zones: vec![zone("A", &[District::Galle]), zone("B", &[District::Galle, District::Matara])], ..plan() };
        assert_eq!(fields(twice), ["zones[1].districts"]);
        let named_alike = DeliveryPlan { zones: vec![zone("A", &[District::Galle]), zone("a", &[District::Matara])], ..plan() };
        assert_eq!(fields(named_alike), ["zones[1].name"]);
        assert_eq!(fields(DeliveryPlan { zones: vec![zone("A", &[])], ..plan() }), ["zones[0].districts"]);
    }

    #[test]
    fn a_zone_and_method_have_one_rate() {
        use DeliveryMethod::{Express, Standard};
        let standard = || rate("rest", Standard);
        assert_eq!(fields(DeliveryPlan { rates: vec![standard(), standard()], ..plan() }), ["rates[1].method"]);
        assert_eq!(fields(DeliveryPlan { rates: vec![rate("Nowhere", Standard)], ..plan() }), ["rates[0].zone"]);
        let stepless = Rate { tariff: Tariff::ByValue { steps: Vec::new() }, ..standard() };
        assert_eq!(fields(DeliveryPlan { rates: vec![stepless], ..plan() }), ["rates[0].tariff"]);
        assert_eq!(fields(DeliveryPlan { default_method: Express, ..plan() }), ["defaultMethod"]);
    }

    #[test]
    fn couriers_differ_in_name() {
        let courier =
            || Courier { name: CourierName::parse("Lanka").unwrap(), tracking: TrackingTemplate::parse("https://a.lk/{number}").unwrap() };
        assert_eq!(fields(DeliveryPlan { couriers: vec![courier(), courier()], ..plan() }), ["couriers[1].name"]);
    }

    #[test]
    fn an_edit_leaves_what_it_does_not_name() {
        let settings = DeliverySettings::default();
        assert_eq!(settings.edited(DeliveryEdit::default()), Ok(settings.clone()));
        let zones = vec![zone("West", &[District::Colombo])];
        let edited = settings.edited(DeliveryEdit { zones: Some(zones.clone()), ..DeliveryEdit::default() }).unwrap();
        assert_eq!(*edited.plan(), DeliveryPlan { zones, ..plan() });
        let wrong = settings.edited(DeliveryEdit { default_method: Some(DeliveryMethod::Pickup), ..DeliveryEdit::default() });
        assert_eq!(wrong.unwrap_err().iter().count(), 1);
    }
}
