//! The settings of payments as they are stored.

use domain::delivery::district::District;
use domain::payments::payment_settings::{BankAccount, MethodTerms, PaymentPlan, PaymentSettings};
use domain::shared::money::Money;
use domain::shared::text::Text;
use serde::{Deserialize, Serialize};

use crate::error::{DbError, stored};

/// The stored form; absent fields have their defaults.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct StoredPayments {
    cod: StoredTerms,
    bank_transfer: StoredTerms,
    payhere: StoredTerms,
    bank_account: Option<StoredAccount>,
    cod_fee_cents: i64,
    cod_confirm_above_cents: Option<i64>,
    confirm_refunds_above_cents: Option<i64>,
    payhere_minutes: u16,
    bank_transfer_hours: u16,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct StoredTerms {
    enabled: bool,
    min_cents: Option<i64>,
    max_cents: Option<i64>,
    districts: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredAccount {
    bank: String,
    #[serde(default)]
    branch: Option<String>,
    holder: String,
    number: String,
}

impl Default for StoredPayments {
    fn default() -> Self {
        Self::of(&PaymentSettings::default())
    }
}

impl StoredPayments {
    pub(super) fn of(settings: &PaymentSettings) -> Self {
        let plan = settings.plan();
        Self {
            cod: terms_of(&plan.cod),
            bank_transfer: terms_of(&plan.bank_transfer),
            payhere: terms_of(&plan.payhere),
            bank_account: plan.bank_account.as_ref().map(|account| StoredAccount {
                bank: account.bank.as_str().to_owned(),
                branch: account.branch.as_ref().map(|branch| branch.as_str().to_owned()),
                holder: account.holder.as_str().to_owned(),
                number: account.number.as_str().to_owned(),
            }),
            cod_fee_cents: plan.cod_fee.cents(),
            cod_confirm_above_cents: plan.cod_confirm_above.map(Money::cents),
            confirm_refunds_above_cents: plan.confirm_refunds_above.map(Money::cents),
            payhere_minutes: plan.payhere_minutes,
            bank_transfer_hours: plan.bank_transfer_hours,
        }
    }

    pub(super) fn settings(self) -> Result<PaymentSettings, DbError> {
        let plan = PaymentPlan {
            cod: read_terms(self.cod)?,
            bank_transfer: read_terms(self.bank_transfer)?,
            payhere: read_terms(self.payhere)?,
            bank_account: self.bank_account.map(read_account).transpose()?,
            cod_fee: money(self.cod_fee_cents)?,
            cod_confirm_above: self.cod_confirm_above_cents.map(money).transpose()?,
            confirm_refunds_above: self.confirm_refunds_above_cents.map(money).transpose()?,
            payhere_minutes: self.payhere_minutes,
            bank_transfer_hours: self.bank_transfer_hours,
        };
        stored("settings of payments", PaymentSettings::new(plan))
    }
}

fn terms_of(terms: &MethodTerms) -> StoredTerms {
    StoredTerms {
        enabled: terms.enabled,
        min_cents: terms.min.map(Money::cents),
        max_cents: terms.max.map(Money::cents),
        districts: terms.districts.iter().map(ToString::to_string).collect(),
    }
}

fn read_terms(terms: StoredTerms) -> Result<MethodTerms, DbError> {
    Ok(MethodTerms {
        enabled: terms.enabled,
        min: terms.min_cents.map(money).transpose()?,
        max: terms.max_cents.map(money).transpose()?,
        districts: terms.districts.iter().map(|name| stored("district", District::parse(name))).collect::<Result<_, _>>()?,
    })
}

fn read_account(account: StoredAccount) -> Result<BankAccount, DbError> {
    Ok(BankAccount {
        bank: stored("bank", Text::parse_known(&account.bank))?,
        branch: stored("branch of a bank", account.branch.as_deref().map(Text::parse_known).transpose())?,
        holder: stored("holder of an account", Text::parse_known(&account.holder))?,
        number: stored("number of an account", Text::parse_known(&account.number))?,
    })
}

fn money(cents: i64) -> Result<Money, DbError> {
    stored("amount", Money::from_cents(cents))
}
