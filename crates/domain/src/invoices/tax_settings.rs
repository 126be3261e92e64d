//! The settings of taxes: the shop's registration for VAT, the rates, and the form of tax invoices.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::invoices::tin::Tin;
use crate::invoices::vat::{VatPercent, VatRate, VatRounding};
use crate::shared::edit::Edit;
use crate::shared::faults::{Fault, Faults, InvalidValue};
use crate::shared::json::{checked_json, number, text_json, words};
use crate::shared::text::Text;

/// The prefixes of the two series whose form is fixed.
pub(super) const INVOICE: &str = "INV-";
pub(super) const CREDIT_NOTE: &str = "CRN-";

/// The most rates.
pub const MAX_RATES: usize = 50;

/// The registration of the shop for VAT.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VatPlan {
    /// Whether prices include VAT.
    pub registered: bool,
    pub tin: Option<Tin>,
    /// The name and the address that the shop is registered with.
    pub name: Option<Text<1, 200>>,
    pub address: Option<Text<1, 300>>,
    pub unit_code: Option<Text<1, 40>>,
    /// Oldest first.
    pub rates: Vec<VatRate>,
}

words! {
    /// How the date of a tax invoice is written.
    #[derive(Default)]
    pub enum DateForm or "must be iso or dayMonthYear" {
        /// `2026-11-28`
        #[default]
        Iso = "iso",
        /// `28/11/2026`
        DayMonthYear = "dayMonthYear",
    }
}

number! {
    /// The fewest digits of a number.
    pub struct NumberDigits: u8 = 4..=9, or "must be 4 to 9"
}

/// The beginning of the numbers of tax invoices: letters, digits and hyphens, of which the last is no digit, so that two numbers of the
/// series are never one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberPrefix(String);

/// The form of tax invoices, which the shop's accountant confirms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TaxInvoiceForm {
    pub prefix: NumberPrefix,
    pub digits: NumberDigits,
    pub date_form: DateForm,
    pub rounding: VatRounding,
}

/// The parts of [`TaxSettings`], before their agreement is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TaxPlan {
    pub vat: VatPlan,
    pub tax_invoice: TaxInvoiceForm,
}

/// Settings of taxes whose parts agree (contract-commerce, sections 7 and 10). The default shop is not registered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "TaxPlan")]
pub struct TaxSettings(TaxPlan);

checked_json!(TaxSettings, TaxPlan);

/// The fields that an edit of the settings gives; `None` leaves a field unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaxEdit {
    pub registered: Option<bool>,
    pub tin: Edit<Tin>,
    pub name: Edit<Text<1, 200>>,
    pub address: Edit<Text<1, 300>>,
    pub unit_code: Edit<Text<1, 40>>,
    pub rates: Option<Vec<VatRate>>,
    pub prefix: Option<NumberPrefix>,
    pub digits: Option<NumberDigits>,
    pub date_form: Option<DateForm>,
    pub rounding: Option<VatRounding>,
}

/// Not registered; the rate of Sri Lanka since 2024.
impl Default for VatPlan {
    fn default() -> Self {
        let rate = VatPercent::parse(18).ok().zip(NaiveDate::from_ymd_opt(2024, 1, 1));
        let rates = rate.into_iter().map(|(percent, from)| VatRate { percent, from }).collect();
        Self { registered: false, tin: None, name: None, address: None, unit_code: None, rates }
    }
}

/// `TIN-000001`
impl Default for TaxInvoiceForm {
    fn default() -> Self {
        Self {
            prefix: NumberPrefix("TIN-".to_owned()),
            digits: NumberDigits(6),
            date_form: DateForm::default(),
            rounding: VatRounding::default(),
        }
    }
}

impl NumberPrefix {
    pub const INVALID: InvalidValue =
        InvalidValue("must be 1 to 20 letters A-Z, digits and hyphens, end with a letter or hyphen, and not be INV- or CRN-");

    /// Checks a prefix.
    ///
    /// # Errors
    /// For other characters, a digit at its end, or the prefix of another series.
    pub fn parse(text: &str) -> Result<Self, InvalidValue> {
        let is_known = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-';
        let ends_well = text.bytes().next_back().is_some_and(|b| !b.is_ascii_digit());
        let is_free = ![INVOICE, CREDIT_NOTE].contains(&text);
        if text.len() <= 20 && ends_well && is_free && text.bytes().all(is_known) { Ok(Self(text.to_owned())) } else { Err(Self::INVALID) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

text_json!(NumberPrefix, NumberPrefix::parse);

impl DateForm {
    /// The date as it is printed.
    #[must_use]
    pub fn written(self, day: NaiveDate) -> String {
        match self {
            Self::Iso => day.format("%Y-%m-%d").to_string(),
            Self::DayMonthYear => day.format("%d/%m/%Y").to_string(),
        }
    }
}

impl TaxSettings {
    /// Checks that the parts agree, and sorts the rates.
    ///
    /// # Errors
    /// [`Faults`] with each disagreement.
    pub fn new(mut plan: TaxPlan) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        let mut require = |field: &str, is_there: bool| {
            if plan.vat.registered && !is_there {
                faults.push(Fault::new(format!("vat.{field}"), "is required for a shop that is registered for VAT"));
            }
        };
        require("tin", plan.vat.tin.is_some());
        require("name", plan.vat.name.is_some());
        require("address", plan.vat.address.is_some());
        require("rates", !plan.vat.rates.is_empty());
        let days: BTreeSet<NaiveDate> = plan.vat.rates.iter().map(|rate| rate.from).collect();
        if days.len() != plan.vat.rates.len() {
            faults.push(Fault::new("vat.rates", "must have one rate for each day"));
        }
        if plan.vat.rates.len() > MAX_RATES {
            faults.push(Fault::new("vat.rates", format!("must have at most {MAX_RATES} rates")));
        }
        plan.vat.rates.sort_by_key(|rate| rate.from);
        Faults::check(faults).map(|()| Self(plan))
    }

    #[must_use]
    pub const fn plan(&self) -> &TaxPlan {
        &self.0
    }

    /// The rate of one of the shop's days; `None` where the shop is not registered, and before the first rate.
    #[must_use]
    pub fn vat_on(&self, day: NaiveDate) -> Option<VatPercent> {
        let VatPlan { registered, rates, .. } = &self.0.vat;
        let rate = rates.iter().rev().find(|rate| rate.from <= day)?;
        registered.then_some(rate.percent)
    }

    /// The settings after an edit.
    ///
    /// # Errors
    /// [`Faults`] where the parts do not agree.
    pub fn edited(&self, edit: TaxEdit) -> Result<Self, Faults> {
        let TaxPlan { vat, tax_invoice } = self.0.clone();
        let vat = VatPlan {
            registered: edit.registered.unwrap_or(vat.registered),
            tin: edit.tin.apply(vat.tin),
            name: edit.name.apply(vat.name),
            address: edit.address.apply(vat.address),
            unit_code: edit.unit_code.apply(vat.unit_code),
            rates: edit.rates.unwrap_or(vat.rates),
        };
        let tax_invoice = TaxInvoiceForm {
            prefix: edit.prefix.unwrap_or(tax_invoice.prefix),
            digits: edit.digits.unwrap_or(tax_invoice.digits),
            date_form: edit.date_form.unwrap_or(tax_invoice.date_form),
            rounding: edit.rounding.unwrap_or(tax_invoice.rounding),
        };
        Self::new(TaxPlan { vat, tax_invoice })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn rate(percent: i64, from: &str) -> VatRate {
        VatRate { percent: VatPercent::parse(percent).unwrap(), from: day(from) }
    }

    fn registered() -> TaxEdit {
        TaxEdit {
            registered: Some(true),
            tin: Edit::Set(Tin::parse("134567890").unwrap()),
            name: Edit::Set(Text::parse("Araliya (Pvt) Ltd").unwrap()),
            address: Edit::Set(Text::parse("27 Flower Road").unwrap()),
            ..TaxEdit::default()
        }
    }

    #[test]
    fn a_registered_shop_says_who_it_is() {
        let edit = TaxEdit { registered: Some(true), rates: Some(Vec::new()), ..TaxEdit::default() };
        let faults = TaxSettings::default().edited(edit).unwrap_err();
        assert_eq!(
            faults.iter().map(|fault| fault.field.as_str()).collect::<Vec<_>>(),
            ["vat.tin", "vat.name", "vat.address", "vat.rates"]
        );
        assert!(TaxSettings::default().edited(registered()).is_ok());
    }

    #[test]
    fn the_rate_is_that_of_the_day() {
        let rates = vec![rate(18, "2024-01-01"), rate(15, "2022-09-01"), rate(20, "2027-04-01")];
        let edit = TaxEdit { rates: Some(rates.clone()), ..registered() };
        let settings = TaxSettings::default().edited(edit).unwrap();
        for (on, percent) in
            [("2022-08-31", None), ("2022-09-01", Some(15)), ("2023-12-31", Some(15)), ("2027-03-31", Some(18)), ("2027-04-01", Some(20))]
        {
            assert_eq!(settings.vat_on(day(on)).map(|rate| i64::from(rate.get())), percent, "{on}");
        }
        assert_eq!(TaxSettings::default().vat_on(day("2026-01-01")), None, "the default shop is not registered");
        let twice = TaxEdit { rates: Some(vec![rate(18, "2024-01-01"), rate(20, "2024-01-01")]), ..TaxEdit::default() };
        assert!(TaxSettings::default().edited(twice).is_err());
    }

    #[test]
    fn an_edit_leaves_what_it_does_not_name() {
        let settings = TaxSettings::default().edited(registered()).unwrap();
        assert_eq!(settings.edited(TaxEdit::default()), Ok(settings.clone()));
        let digits = NumberDigits::parse(9).unwrap();
        let edited = settings.edited(TaxEdit { digits: Some(digits), ..TaxEdit::default() }).unwrap();
        assert_eq!((edited.plan().tax_invoice.digits, &edited.plan().vat), (digits, &settings.plan().vat));
    }

    #[test]
    fn numbers_of_two_series_are_never_one_text() {
        for prefix in ["TIN-", "A", "2026-INV-", "T1X"] {
            assert!(NumberPrefix::parse(prefix).is_ok(), "{prefix}");
        }
        for prefix in ["", "INV-", "CRN-", "T1", "tin-", "T/", &"A".repeat(21)] {
            assert_eq!(NumberPrefix::parse(prefix), Err(NumberPrefix::INVALID), "{prefix}");
        }
    }
}
