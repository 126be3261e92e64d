//! The terms of delivery and payment that the storefront shows, in JSON (contract-commerce, sections 1 and 10).

use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::district::District;
use domain::delivery::zone::Zone;
use domain::payments::payment_method::PaymentMethod;
use domain::settings::shop_settings::ShopSettings;
use serde::Serialize;
use utoipa::ToSchema;

use crate::messages::language_json::{self, LanguageJson};
use crate::orders::delivery_json::payment_label;
use crate::response::money_json::MoneyJson;
use crate::settings::payment_settings_json::BankAccountJson;
use crate::settings::rates_json::RateJson;

/// The terms of the shop at present.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShopTerms)]
pub(crate) struct ShopTermsJson {
    /// The 25 districts, in the order of their names.
    districts: [&'static str; District::ALL.len()],
    /// Whether price or methods differ between districts, so that a checkout asks for one.
    needs_district: bool,
    delivery: ShopDeliveryJson,
    payment: ShopPaymentJson,
    /// Whether visitors order without an account.
    guest_checkout: bool,
    /// The days after the delivery in which a return is asked for; 0: the shop takes nothing back.
    return_days: u16,
    /// Whether a change of mind is a reason for a return.
    changed_mind: bool,
    /// The languages in which customers can have their mails; English is the first.
    mail_languages: Vec<LanguageJson>,
    /// Whether mails of the shop reach its customers: a mail server is connected.
    mail_connected: bool,
}

/// The terms of delivery.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShopDelivery)]
struct ShopDeliveryJson {
    /// The methods that the shop offers somewhere.
    methods: Vec<NamedMethodJson>,
    /// The method of an order that names none: standard, express or pickup.
    default_method: &'static str,
    /// An order placed after this time of the shop's day counts as placed on the next working day.
    #[schema(example = "14:00")]
    cut_off: String,
    /// The districts of each zone; all others belong to the zone `rest`.
    zones: Vec<ShopZoneJson>,
    /// The rates of the methods that the shop offers.
    rates: Vec<RateJson>,
}

/// A method, and the name that a customer reads.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NamedMethod)]
struct NamedMethodJson {
    method: &'static str,
    label: &'static str,
}

/// Districts with the same rates.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShopZone)]
struct ShopZoneJson {
    name: String,
    districts: Vec<&'static str>,
}

/// The terms of payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShopPayment)]
struct ShopPaymentJson {
    /// The methods that the shop offers.
    methods: Vec<ShopPaymentMethodJson>,
    /// The account for transfers; null where the shop takes none.
    #[schema(required = true)]
    bank_account: Option<BankAccountJson>,
}

/// A method of payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShopPaymentMethod)]
struct ShopPaymentMethodJson {
    /// cod, bankTransfer or payhere.
    method: &'static str,
    label: &'static str,
    fee: MoneyJson,
    /// The least total.
    #[schema(required = true)]
    min: Option<MoneyJson>,
    /// The largest total.
    #[schema(required = true)]
    max: Option<MoneyJson>,
    /// The districts in which it is offered; all where the list is empty.
    districts: Vec<&'static str>,
}

impl ShopTermsJson {
    /// The terms of a shop with these settings; `has_gateway` is whether it is connected to the gateway of payments.
    pub(crate) fn of(settings: &ShopSettings, has_gateway: bool, mail_connected: bool) -> Self {
        let payments = settings.payments.value.plan();
        let is_offered = |method: &PaymentMethod| payments.limits(*method).enabled && (has_gateway || *method != PaymentMethod::PayHere);
        let offered: Vec<PaymentMethod> = PaymentMethod::ALL.into_iter().filter(is_offered).collect();
        let orders = settings.orders.value;
        Self {
            districts: District::ALL.map(District::as_str),
            needs_district: !settings.delivery.value.plan().zones.is_empty()
                || offered.iter().any(|method| !payments.limits(*method).districts.is_empty()),
            delivery: delivery_of(settings),
            payment: ShopPaymentJson {
                bank_account: payments.bank_account.as_ref().filter(|_| payments.bank_transfer.enabled).map(Into::into),
                methods: offered.into_iter().map(|method| payment_of(settings, method)).collect(),
            },
            guest_checkout: orders.guest_checkout,
            return_days: orders.return_days.get(),
            changed_mind: orders.changed_mind,
            mail_languages: language_json::offered(&settings.mails.value),
            mail_connected,
        }
    }
}

fn delivery_of(settings: &ShopSettings) -> ShopDeliveryJson {
    let plan = settings.delivery.value.plan();
    let method = |method: &DeliveryMethod| NamedMethodJson { method: method.as_str(), label: method.label() };
    let zone = |zone: &Zone| ShopZoneJson {
        name: zone.name.as_str().to_owned(),
        districts: zone.districts.iter().map(|district| district.as_str()).collect(),
    };
    ShopDeliveryJson {
        methods: plan.methods.iter().map(method).collect(),
        default_method: plan.default_method.as_str(),
        cut_off: plan.cut_off.format("%H:%M").to_string(),
        zones: plan.zones.iter().map(zone).collect(),
        rates: plan.rates.iter().filter(|rate| plan.methods.contains(&rate.method)).map(Into::into).collect(),
    }
}

fn payment_of(settings: &ShopSettings, method: PaymentMethod) -> ShopPaymentMethodJson {
    let payments = &settings.payments.value;
    let terms = payments.plan().limits(method);
    ShopPaymentMethodJson {
        method: method.as_str(),
        label: payment_label(method),
        fee: MoneyJson(payments.fee(method)),
        min: terms.min.map(MoneyJson),
        max: terms.max.map(MoneyJson),
        districts: terms.districts.iter().map(|district| district.as_str()).collect(),
    }
}
