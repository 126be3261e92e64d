//! Sample settings.

use std::collections::BTreeSet;

use chrono::{NaiveDate, NaiveTime};
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::delivery_settings::{DeliveryPlan, DeliverySettings};
use domain::delivery::district::District;
use domain::delivery::rate::{DeliveryDays, Rate, Tariff, ValueStep, WeightStep};
use domain::delivery::tracking::{Courier, CourierName, TrackingTemplate};
use domain::delivery::zone::{Zone, ZoneName, ZoneOf};
use domain::invoices::tax_settings::{TaxEdit, TaxSettings};
use domain::invoices::tin::Tin;
use domain::messages::mail_message::MailKind;
use domain::messages::mail_settings::MailSettings;
use domain::orders::new_customer::{NewCustomerLimits, OpenOrders, UnitsPerOrder};
use domain::orders::order_settings::{OrderSettings, ReturnDays};
use domain::payments::payment_settings::{BankAccount, MethodLimits, PaymentPlan, PaymentSettings};
use domain::shared::edit::Edit;
use domain::shared::language::Language;
use domain::shared::order_prefix::OrderPrefix;
use domain::shared::text::Text;

use crate::sample_products::rupees;

/// A rate that takes 1 to 2 working days.
#[must_use]
pub fn rate(zone: &str, method: DeliveryMethod, tariff: Tariff, free_from: Option<i64>) -> Rate {
    let days = DeliveryDays::new(1, 2).unwrap();
    Rate { zone: ZoneOf::parse(zone).unwrap(), method, tariff, free_from: free_from.map(rupees), days }
}

/// A shop that charges for delivery. `Colombo and Gampaha`: 250, free from 5,000; express 450 up to 1 kg, 100 for each further
/// kilogram; pick-up free. The rest: 400, from 2,000 on 300, from 10,000 on nothing. 1 January 2027 is a holiday.
#[must_use]
pub fn delivery() -> DeliverySettings {
    use DeliveryMethod::{Express, Pickup, Standard};
    let west = "Colombo and Gampaha";
    let weight = Tariff::ByWeight { steps: vec![WeightStep { up_to_grams: 1_000, amount: rupees(450) }], per_extra_kg: rupees(100) };
    let step = |(from, amount): (i64, i64)| ValueStep { from: rupees(from), amount: rupees(amount) };
    let value = Tariff::ByValue { steps: [(0, 400), (2_000, 300), (10_000, 0)].map(step).to_vec() };
    let districts = BTreeSet::from([District::Colombo, District::Gampaha]);
    let plan = DeliveryPlan {
        zones: vec![Zone { name: ZoneName::parse(west).unwrap(), districts }],
        methods: BTreeSet::from([Standard, Express, Pickup]),
        default_method: Standard,
        rates: vec![
            rate(west, Standard, Tariff::Flat { amount: rupees(250) }, Some(5_000)),
            rate(west, Express, weight, None),
            rate(west, Pickup, Tariff::Flat { amount: rupees(0) }, None),
            rate("rest", Standard, value, None),
        ],
        holidays: BTreeSet::from([NaiveDate::from_ymd_opt(2027, 1, 1).unwrap()]),
        cut_off: NaiveTime::from_hms_opt(15, 30, 0).unwrap(),
        couriers: vec![Courier {
            name: CourierName::parse("Lanka Courier").unwrap(),
            tracking: TrackingTemplate::parse("https://courier.example/track?id={number}").unwrap(),
        }],
    };
    DeliverySettings::new(plan).unwrap()
}

/// A shop with cash on delivery up to 20,000 for a fee of 150, bank transfers in Colombo and Kandy, and the gateway from 100 on.
#[must_use]
pub fn payments() -> PaymentSettings {
    let enabled = || MethodLimits { enabled: true, ..MethodLimits::default() };
    let plan = PaymentPlan {
        cod: MethodLimits { max: Some(rupees(20_000)), ..enabled() },
        bank_transfer: MethodLimits { districts: BTreeSet::from([District::Colombo, District::Kandy]), ..enabled() },
        payhere: MethodLimits { min: Some(rupees(100)), ..enabled() },
        bank_account: Some(BankAccount {
            bank: Text::parse("Bank of Ceylon").unwrap(),
            branch: Text::parse("Cinnamon Gardens").ok(),
            holder: Text::parse("Araliya (Pvt) Ltd").unwrap(),
            number: Text::parse("0012345678").unwrap(),
        }),
        cod_fee: rupees(150),
        cod_confirm_above: Some(rupees(15_000)),
        confirm_refunds_above: Some(rupees(25_000)),
        payhere_minutes: 45,
        bank_transfer_hours: 72,
    };
    PaymentSettings::new(plan).unwrap()
}

/// A shop that takes orders of guests, takes goods back for 14 days whatever the reason, and gives new customers 2 open orders of 20 units.
#[must_use]
pub fn orders() -> OrderSettings {
    let new_customer = NewCustomerLimits { orders: OpenOrders::parse(2).unwrap(), units: UnitsPerOrder::parse(20).unwrap() };
    let (return_days, prefix) = (ReturnDays::parse(14).unwrap(), OrderPrefix::parse("NELUM").ok());
    OrderSettings { guest_checkout: true, return_days, changed_mind: true, new_customer, prefix }
}

/// A shop that also writes in Sinhala, and whose customers are told neither that half of their time is over nor that a parcel left.
#[must_use]
pub fn mails() -> MailSettings {
    MailSettings::without([MailKind::Reminder, MailKind::Shipped]).offering([Language::Sinhala])
}

/// A shop that is registered for VAT of 18 %.
#[must_use]
pub fn tax() -> TaxSettings {
    let edit = TaxEdit {
        registered: Some(true),
        tin: Edit::Set(Tin::parse("134567890").unwrap()),
        name: Edit::Set(Text::parse("Araliya (Pvt) Ltd").unwrap()),
        address: Edit::Set(Text::parse("27 Flower Road, Colombo 07").unwrap()),
        ..TaxEdit::default()
    };
    TaxSettings::default().edited(edit).unwrap()
}
