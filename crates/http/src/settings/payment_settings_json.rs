//! The settings of payments in JSON.

use domain::delivery::district::District;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::{BankAccount, MethodLimits, PaymentEdit};
use domain::settings::shop_settings::ShopSettings;
use domain::shared::edit::Edit;
use domain::shared::money::Money;
use domain::shared::text::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::body::object_only;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::extract::json_null::present;
use crate::response::money_json::{MoneyJson, RawNumber};

/// The settings of payments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentSettings)]
pub struct PaymentSettingsJson {
    /// Counts the edits of the section.
    version: u32,
    /// All methods, those that are not enabled too.
    payment_methods: Vec<MethodTermsJson>,
    /// The account to which customers transfer money.
    #[schema(required = true)]
    bank_account: Option<BankAccountJson>,
    /// The fee of cash on delivery.
    cod_fee: MoneyJson,
    /// Orders above this total are confirmed by telephone before they are packed; null asks for no call.
    #[schema(required = true)]
    cod_confirm_above: Option<MoneyJson>,
    /// Refunds of one order above this sum need a session that was confirmed with the password; null asks for none.
    #[schema(required = true)]
    confirm_refunds_above: Option<MoneyJson>,
    expiries: ExpiriesJson,
    /// Whether the server is connected to the gateway: without it, payhere is not offered even where it is enabled.
    gateway_configured: bool,
}

/// The limits of a method of payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentMethodTerms)]
struct MethodTermsJson {
    /// cod, bankTransfer or payhere.
    method: &'static str,
    enabled: bool,
    /// The least total.
    #[schema(required = true)]
    min: Option<MoneyJson>,
    /// The largest total.
    #[schema(required = true)]
    max: Option<MoneyJson>,
    /// The districts in which it is offered; all where the list is empty.
    districts: Vec<&'static str>,
}

/// The account to which customers transfer money.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BankAccount)]
pub struct BankAccountJson {
    bank: String,
    #[schema(required = true)]
    branch: Option<String>,
    holder: String,
    number: String,
}

/// The time in which an order is paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Expiries)]
struct ExpiriesJson {
    payhere_minutes: u16,
    bank_transfer_hours: u16,
}

impl From<&BankAccount> for BankAccountJson {
    fn from(account: &BankAccount) -> Self {
        Self {
            bank: account.bank.as_str().to_owned(),
            branch: account.branch.as_ref().map(|branch| branch.as_str().to_owned()),
            holder: account.holder.as_str().to_owned(),
            number: account.number.as_str().to_owned(),
        }
    }
}

impl PaymentSettingsJson {
    /// The section; `gateway_configured` is whether the server is connected to the gateway.
    pub(super) fn of(settings: &ShopSettings, gateway_configured: bool) -> Self {
        let plan = settings.payments.value.plan();
        let terms = |method: PaymentMethod| {
            let MethodLimits { enabled, min, max, districts } = plan.limits(method);
            MethodTermsJson {
                method: method.as_str(),
                enabled: *enabled,
                min: min.map(MoneyJson),
                max: max.map(MoneyJson),
                districts: districts.iter().map(|district| district.as_str()).collect(),
            }
        };
        Self {
            version: settings.payments.version.get(),
            payment_methods: PaymentMethod::ALL.map(terms).into(),
            bank_account: plan.bank_account.as_ref().map(Into::into),
            cod_fee: MoneyJson(plan.cod_fee),
            cod_confirm_above: plan.cod_confirm_above.map(MoneyJson),
            confirm_refunds_above: plan.confirm_refunds_above.map(MoneyJson),
            expiries: ExpiriesJson { payhere_minutes: plan.payhere_minutes, bank_transfer_hours: plan.bank_transfer_hours },
            gateway_configured,
        }
    }
}

/// An edit of the settings of payments. Absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentSettingsUpdate {
    /// The version that the caller saw; another present one is 409 `settings.changed`.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 2_147_483_647)]
    pub(super) version: Option<i64>,
    /// The methods to change; the others stay as they are.
    #[schema(max_items = 3)]
    payment_methods: Option<Vec<MethodTermsUpdate>>,
    /// Null clears it.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<BankAccountUpdate>, required = false)]
    bank_account: Option<Option<BankAccountUpdate>>,
    cod_fee: Option<RawNumber>,
    /// Null clears it.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<RawNumber>, required = false)]
    cod_confirm_above: Option<Option<RawNumber>>,
    /// Null clears it.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<RawNumber>, required = false)]
    confirm_refunds_above: Option<Option<RawNumber>>,
    expiries: Option<ExpiriesUpdate>,
}

/// New limits of a method of payment; an absent limit is none.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct MethodTermsUpdate {
    /// cod, bankTransfer or payhere.
    #[schema(required = true, nullable = false, pattern = "^(cod|bankTransfer|payhere)$")]
    method: Option<String>,
    #[schema(required = true, nullable = false)]
    enabled: Option<bool>,
    min: Option<RawNumber>,
    max: Option<RawNumber>,
    #[schema(max_items = 25)]
    districts: Option<Vec<String>>,
}

object_only!(MethodTermsUpdate);

/// A new account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct BankAccountUpdate {
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    bank: Option<String>,
    #[schema(max_length = 100)]
    branch: Option<String>,
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    holder: Option<String>,
    #[schema(required = true, nullable = false, max_length = 40, pattern = r"\S")]
    number: Option<String>,
}

object_only!(BankAccountUpdate);

/// New times in which an order is paid.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct ExpiriesUpdate {
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 15, maximum = 120)]
    payhere_minutes: Option<i64>,
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 1, maximum = 720)]
    bank_transfer_hours: Option<i64>,
}

object_only!(ExpiriesUpdate);

impl PaymentSettingsUpdate {
    /// The edit; mistakes are noted per field.
    pub(super) fn parse(self, errors: &mut FieldErrors) -> PaymentEdit {
        let expiries = self.expiries.unwrap_or(ExpiriesUpdate { payhere_minutes: None, bank_transfer_hours: None });
        let mut edit = PaymentEdit {
            bank_account: match self.bank_account {
                None => Edit::Keep,
                Some(None) => Edit::Clear,
                Some(Some(account)) => parse_account(&account, errors).map_or(Edit::Keep, Edit::Set),
            },
            cod_fee: errors.optional("codFee", self.cod_fee, RawNumber::money),
            cod_confirm_above: optional_amount("codConfirmAbove", self.cod_confirm_above, errors),
            confirm_refunds_above: optional_amount("confirmRefundsAbove", self.confirm_refunds_above, errors),
            payhere_minutes: errors.optional("expiries.payhereMinutes", expiries.payhere_minutes, |n| within(n, 15, 120)),
            bank_transfer_hours: errors.optional("expiries.bankTransferHours", expiries.bank_transfer_hours, |n| within(n, 1, 720)),
            ..PaymentEdit::default()
        };
        for (index, terms) in self.payment_methods.unwrap_or_default().into_iter().enumerate() {
            let Some((method, terms)) = parse_terms(&format!("paymentMethods[{index}]"), terms, errors) else { continue };
            let place = match method {
                PaymentMethod::Cod => &mut edit.cod,
                PaymentMethod::BankTransfer => &mut edit.bank_transfer,
                PaymentMethod::PayHere => &mut edit.payhere,
            };
            if place.replace(terms).is_some() {
                errors.add(format!("paymentMethods[{index}].method"), "must be named once");
            }
        }
        edit
    }
}

/// An amount that null clears.
fn optional_amount(field: &str, given: Option<Option<RawNumber>>, errors: &mut FieldErrors) -> Edit<Money> {
    match given {
        None => Edit::Keep,
        Some(None) => Edit::Clear,
        Some(Some(amount)) => errors.optional(field, Some(amount), RawNumber::money).map_or(Edit::Keep, Edit::Set),
    }
}

fn parse_terms(place: &str, terms: MethodTermsUpdate, errors: &mut FieldErrors) -> Option<(PaymentMethod, MethodLimits)> {
    let field = |name: &str| format!("{place}.{name}");
    let method = errors.required(&field("method"), terms.method.as_deref(), PaymentMethod::parse);
    let enabled = errors.required(&field("enabled"), terms.enabled, Ok::<_, &str>);
    let (min, max) =
        (errors.optional(&field("min"), terms.min, RawNumber::money), errors.optional(&field("max"), terms.max, RawNumber::money));
    let districts = terms.districts.unwrap_or_default();
    let districts =
        districts.iter().filter_map(|name| errors.optional(&field("districts"), Some(name.as_str()), District::parse)).collect();
    Some((method?, MethodLimits { enabled: enabled?, min, max, districts }))
}

fn parse_account(account: &BankAccountUpdate, errors: &mut FieldErrors) -> Option<BankAccount> {
    let bank = errors.required("bankAccount.bank", account.bank.as_deref(), Text::parse);
    let branch = account.branch.as_deref().filter(|branch| !branch.trim().is_empty());
    let branch = errors.optional("bankAccount.branch", branch, Text::parse);
    let holder = errors.required("bankAccount.holder", account.holder.as_deref(), Text::parse);
    let number = errors.required("bankAccount.number", account.number.as_deref(), Text::parse);
    Some(BankAccount { bank: bank?, branch, holder: holder?, number: number? })
}

fn within(number: i64, min: u16, max: u16) -> Result<u16, String> {
    let fits = u16::try_from(number).ok().filter(|number| (min..=max).contains(number));
    fits.ok_or_else(|| format!("must be {min} to {max}"))
}
