use super::*;
use crate::delivery::tracking::{CourierName, TrackingTemplate};

fn zone(name: &str, districts: &[District]) -> Zone {
    Zone { name: ZoneName::parse(name).unwrap(), districts: districts.iter().copied().collect() }
}

fn rate(zone: &str, method: DeliveryMethod) -> Rate {
    let days = DeliveryDays::new(1, 2).unwrap();
    Rate { zone: ZoneOf::parse(zone).unwrap(), method, tariff: Tariff::Flat { amount: Money::ZERO }, free_from: None, days }
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
        assert_eq!(offered[0].charge(1, Money::MAX).map(crate::delivery::rate::DeliveryFee::paid), Ok(Money::ZERO));
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
    let dear = Rate { tariff: Tariff::Flat { amount: Money::MAX }, ..rate("West", Standard) };
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
