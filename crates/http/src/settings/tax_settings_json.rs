//! The settings of taxes in JSON.

use chrono::NaiveDate;
use domain::invoices::tax_settings::{DateForm, MAX_RATES, NumberDigits, NumberPrefix, TaxEdit, TaxInvoiceForm, TaxPlan, VatPlan};
use domain::invoices::tin::Tin;
use domain::invoices::vat::{VatPercent, VatRate, VatRounding};
use domain::settings::shop_settings::ShopSettings;
use domain::shared::edit::Edit;
use domain::shared::text::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::body::{object_only, present};
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::extract::query_params::parse_day;
use crate::response::word_json::word_json;

word_json! {
    /// How the date of a tax invoice is written: 2026-11-28, or 28/11/2026.
    pub DateFormJson as DateForm of DateForm
}

word_json! {
    /// What of a tax invoice is rounded to the cent: the VAT of the document, or that of each line.
    pub VatRoundingJson as VatRounding of VatRounding
}

/// A rate of VAT.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VatRate)]
pub struct VatRateJson {
    /// In whole per cent.
    percent: u8,
    /// The first of the shop's days on which it holds.
    from: NaiveDate,
}

/// The shop's registration for VAT.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VatRegistration)]
pub struct VatRegistrationJson {
    /// Whether prices include VAT.
    registered: bool,
    #[schema(required = true)]
    tin: Option<String>,
    #[schema(required = true)]
    name: Option<String>,
    #[schema(required = true)]
    address: Option<String>,
    #[schema(required = true)]
    unit_code: Option<String>,
    /// Oldest first.
    rates: Vec<VatRateJson>,
}

/// The form of tax invoices. The shop's accountant confirms it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaxInvoiceForm)]
pub struct TaxInvoiceFormJson {
    /// The beginning of their numbers.
    prefix: String,
    /// The fewest digits of their numbers.
    digits: u8,
    date_form: DateFormJson,
    rounding: VatRoundingJson,
}

/// The settings of taxes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaxSettings)]
pub struct TaxSettingsJson {
    /// Counts the edits of the section.
    version: u32,
    vat: VatRegistrationJson,
    tax_invoice: TaxInvoiceFormJson,
}

impl From<&ShopSettings> for TaxSettingsJson {
    fn from(settings: &ShopSettings) -> Self {
        let TaxPlan { vat, tax_invoice } = settings.tax.value.plan().clone();
        let VatPlan { registered, tin, name, address, unit_code, rates } = vat;
        let TaxInvoiceForm { prefix, digits, date_form, rounding } = tax_invoice;
        let rate = |rate: VatRate| VatRateJson { percent: rate.percent.get(), from: rate.from };
        Self {
            version: settings.tax.version.get(),
            vat: VatRegistrationJson {
                registered,
                tin: tin.map(|tin| tin.to_string()),
                name: name.map(Text::into_string),
                address: address.map(Text::into_string),
                unit_code: unit_code.map(Text::into_string),
                rates: rates.into_iter().map(rate).collect(),
            },
            tax_invoice: TaxInvoiceFormJson {
                prefix: prefix.as_str().to_owned(),
                digits: digits.get(),
                date_form: date_form.into(),
                rounding: rounding.into(),
            },
        }
    }
}

/// An edit of the settings of taxes. Absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxSettingsUpdate {
    /// The version that the caller saw; another present one is 409 `settings.changed`.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 2_147_483_647)]
    pub(super) version: Option<i64>,
    vat: Option<VatRegistrationUpdate>,
    tax_invoice: Option<TaxInvoiceFormUpdate>,
}

/// An edit of the registration. Absent fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct VatRegistrationUpdate {
    registered: Option<bool>,
    /// 9 digits; null clears it.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false, pattern = "^[0-9]{9}$")]
    tin: Option<Option<String>>,
    /// Null clears it.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false, max_length = 200, pattern = r"\S")]
    name: Option<Option<String>>,
    /// Null clears it.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false, max_length = 300, pattern = r"\S")]
    address: Option<Option<String>>,
    /// Null clears it.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false, max_length = 40, pattern = r"\S")]
    unit_code: Option<Option<String>>,
    /// All rates.
    #[schema(max_items = 50)]
    rates: Option<Vec<VatRateUpdate>>,
}

object_only!(VatRegistrationUpdate);

/// A rate of VAT.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct VatRateUpdate {
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 1, maximum = 99)]
    percent: Option<i64>,
    /// The first of the shop's days on which it holds.
    #[schema(required = true, nullable = false, value_type = NaiveDate)]
    from: Option<String>,
}

object_only!(VatRateUpdate);

/// An edit of the form of tax invoices. Absent fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
struct TaxInvoiceFormUpdate {
    #[schema(pattern = "^[A-Z0-9-]{0,19}[A-Z-]$")]
    prefix: Option<String>,
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 4, maximum = 9)]
    digits: Option<i64>,
    #[schema(value_type = Option<DateFormJson>)]
    date_form: Option<String>,
    #[schema(value_type = Option<VatRoundingJson>)]
    rounding: Option<String>,
}

object_only!(TaxInvoiceFormUpdate);

impl TaxSettingsUpdate {
    /// The edit; mistakes are noted per field.
    pub(super) fn parse(self, errors: &mut FieldErrors) -> TaxEdit {
        let VatRegistrationUpdate { registered, tin, name, address, unit_code, rates } = self.vat.unwrap_or_default();
        let TaxInvoiceFormUpdate { prefix, digits, date_form, rounding } = self.tax_invoice.unwrap_or_default();
        TaxEdit {
            registered,
            tin: cleared("vat.tin", tin, errors, Tin::parse),
            name: cleared("vat.name", name, errors, Text::parse),
            address: cleared("vat.address", address, errors, Text::parse),
            unit_code: cleared("vat.unitCode", unit_code, errors, Text::parse),
            rates: rates.map(|rates| parse_rates(rates, errors)),
            prefix: errors.optional("taxInvoice.prefix", prefix.as_deref(), NumberPrefix::parse),
            digits: errors.optional("taxInvoice.digits", digits, NumberDigits::parse),
            date_form: errors.optional("taxInvoice.dateForm", date_form.as_deref(), DateForm::parse),
            rounding: errors.optional("taxInvoice.rounding", rounding.as_deref(), VatRounding::parse),
        }
    }
}

/// A text that null clears.
fn cleared<T, E: std::fmt::Display>(
    field: &str,
    given: Option<Option<String>>,
    errors: &mut FieldErrors,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Edit<T> {
    match given {
        None => Edit::Keep,
        Some(None) => Edit::Clear,
        Some(Some(text)) => errors.optional(field, Some(text.as_str()), parse).map_or(Edit::Keep, Edit::Set),
    }
}

fn parse_rates(rates: Vec<VatRateUpdate>, errors: &mut FieldErrors) -> Vec<VatRate> {
    let mut parsed = Vec::new();
    for (index, rate) in rates.into_iter().take(MAX_RATES.saturating_add(1)).enumerate() {
        let percent = errors.required(&format!("vat.rates[{index}].percent"), rate.percent, VatPercent::parse);
        let from = errors.required(&format!("vat.rates[{index}].from"), rate.from.as_deref(), parse_day);
        parsed.extend(percent.zip(from).map(|(percent, from)| VatRate { percent, from }));
    }
    parsed
}
