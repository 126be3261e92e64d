//! The settings of payments: methods, limits, fees and the time in which an order is paid.

use std::collections::BTreeSet;
use std::fmt;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::delivery::district::District;
use crate::payments::payment_method::PaymentMethod;
use crate::shared::edit::Edit;
use crate::shared::faults::{Fault, Faults};
use crate::shared::json::checked_json;
use crate::shared::money::Money;
use crate::shared::text::Text;

/// The limits of one method (contract-commerce, section 2).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MethodLimits {
    /// Whether the shop offers it.
    pub enabled: bool,
    /// The least total.
    #[serde(rename = "minCents")]
    pub min: Option<Money>,
    #[serde(rename = "maxCents")]
    pub max: Option<Money>,
    /// The districts in which it is offered; all where the set is empty.
    pub districts: BTreeSet<District>,
}

/// The account to which customers transfer money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAccount {
    pub bank: Text<1, 100>,
    pub branch: Option<Text<1, 100>>,
    pub holder: Text<1, 100>,
    pub number: Text<1, 40>,
}

/// The parts of [`PaymentSettings`], before their agreement is checked. In the stored form, absent parts have their defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PaymentPlan {
    /// Cash on delivery; its `max` is the limit of cash on delivery.
    pub cod: MethodLimits,
    pub bank_transfer: MethodLimits,
    pub payhere: MethodLimits,
    /// The shop's account; bank transfer needs it.
    pub bank_account: Option<BankAccount>,
    /// The fee of cash on delivery.
    #[serde(rename = "codFeeCents")]
    pub cod_fee: Money,
    /// Orders above this total are not packed before the customer confirmed them by telephone; `None` asks for no call.
    #[serde(rename = "codConfirmAboveCents")]
    pub cod_confirm_above: Option<Money>,
    /// Refunds of one order above this sum need a session that was confirmed with the password; `None` asks for none.
    #[serde(rename = "confirmRefundsAboveCents")]
    pub confirm_refunds_above: Option<Money>,
    /// The minutes in which an order is paid by the gateway.
    pub payhere_minutes: u16,
    /// The hours in which an order is paid by bank transfer.
    pub bank_transfer_hours: u16,
}

/// Settings of payments whose parts agree (contract-commerce, sections 2 and 10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PaymentPlan")]
pub struct PaymentSettings(PaymentPlan);

checked_json!(PaymentSettings, PaymentPlan);

/// The fields that an edit of the settings gives; `None` leaves a field unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PaymentEdit {
    pub cod: Option<MethodLimits>,
    pub bank_transfer: Option<MethodLimits>,
    pub payhere: Option<MethodLimits>,
    pub bank_account: Edit<BankAccount>,
    pub cod_fee: Option<Money>,
    pub cod_confirm_above: Edit<Money>,
    pub confirm_refunds_above: Edit<Money>,
    pub payhere_minutes: Option<u16>,
    pub bank_transfer_hours: Option<u16>,
}

/// The times in which orders are paid by the prepaid methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimesToPay {
    pub bank_transfer: TimeDelta,
    pub payhere: TimeDelta,
}

impl Default for TimesToPay {
    fn default() -> Self {
        PaymentSettings::default().times_to_pay()
    }
}

impl TimesToPay {
    /// The time of a method; `None` for cash on delivery, which does not expire.
    #[must_use]
    pub const fn by(&self, method: PaymentMethod) -> Option<TimeDelta> {
        match method {
            PaymentMethod::Cod => None,
            PaymentMethod::BankTransfer => Some(self.bank_transfer),
            PaymentMethod::PayHere => Some(self.payhere),
        }
    }
}

/// The fewest and the most minutes for a payment by the gateway: an attempt gets 15, and no order waits longer than two hours.
const PAYHERE_MINUTES: std::ops::RangeInclusive<u16> = 15..=120;
/// The fewest and the most hours for a bank transfer: 30 days.
const BANK_TRANSFER_HOURS: std::ops::RangeInclusive<u16> = 1..=720;

/// The sum of the refunds of one order above which the default shop asks for a confirmed session: LKR 20,000.
const CONFIRM_REFUNDS_ABOVE_CENTS: i64 = 2_000_000;

impl PaymentPlan {
    #[must_use]
    pub const fn limits(&self, method: PaymentMethod) -> &MethodLimits {
        match method {
            PaymentMethod::Cod => &self.cod,
            PaymentMethod::BankTransfer => &self.bank_transfer,
            PaymentMethod::PayHere => &self.payhere,
        }
    }
}

/// Holder, number, bank and branch in one line.
impl fmt::Display for BankAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}", self.holder, self.number, self.bank)?;
        self.branch.iter().try_for_each(|branch| write!(f, ", {branch}"))
    }
}

impl PaymentSettings {
    /// Checks that the parts agree.
    ///
    /// # Errors
    /// [`Faults`] with each disagreement.
    pub fn new(plan: PaymentPlan) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        let mut fault = |field: &str, sentence: &str| faults.push(Fault::new(field, sentence));
        if !PaymentMethod::ALL.into_iter().any(|method| plan.limits(method).enabled) {
            fault("paymentMethods", "must have at least one method that is enabled");
        }
        for method in PaymentMethod::ALL {
            let limits = plan.limits(method);
            if limits.min.is_some_and(|min| limits.max.is_some_and(|max| min > max)) {
                fault("paymentMethods", &format!("must have a min of {method} that is not above its max"));
            }
        }
        if plan.bank_transfer.enabled && plan.bank_account.is_none() {
            fault("bankAccount", "is required for bank transfers");
        }
        if !PAYHERE_MINUTES.contains(&plan.payhere_minutes) {
            fault("expiries.payhereMinutes", "must be 15 to 120");
        }
        if !BANK_TRANSFER_HOURS.contains(&plan.bank_transfer_hours) {
            fault("expiries.bankTransferHours", "must be 1 to 720");
        }
        Faults::check(faults).map(|()| Self(plan))
    }

    #[must_use]
    pub const fn plan(&self) -> &PaymentPlan {
        &self.0
    }

    /// The settings after an edit.
    ///
    /// # Errors
    /// [`Faults`] where the parts do not agree.
    pub fn edited(&self, edit: PaymentEdit) -> Result<Self, Faults> {
        let now = self.0.clone();
        Self::new(PaymentPlan {
            cod: edit.cod.unwrap_or(now.cod),
            bank_transfer: edit.bank_transfer.unwrap_or(now.bank_transfer),
            payhere: edit.payhere.unwrap_or(now.payhere),
            bank_account: edit.bank_account.apply(now.bank_account),
            cod_fee: edit.cod_fee.unwrap_or(now.cod_fee),
            cod_confirm_above: edit.cod_confirm_above.apply(now.cod_confirm_above),
            confirm_refunds_above: edit.confirm_refunds_above.apply(now.confirm_refunds_above),
            payhere_minutes: edit.payhere_minutes.unwrap_or(now.payhere_minutes),
            bank_transfer_hours: edit.bank_transfer_hours.unwrap_or(now.bank_transfer_hours),
        })
    }

    /// The method of an order that names none: cash on delivery, or the first one that is enabled.
    #[must_use]
    pub fn default_method(&self) -> PaymentMethod {
        PaymentMethod::ALL.into_iter().find(|method| self.0.limits(*method).enabled).unwrap_or_default()
    }

    #[must_use]
    pub const fn fee(&self, method: PaymentMethod) -> Money {
        match method {
            PaymentMethod::Cod => self.0.cod_fee,
            PaymentMethod::BankTransfer | PaymentMethod::PayHere => Money::ZERO,
        }
    }

    #[must_use]
    pub fn times_to_pay(&self) -> TimesToPay {
        let bank_transfer = TimeDelta::hours(i64::from(self.0.bank_transfer_hours));
        TimesToPay { bank_transfer, payhere: TimeDelta::minutes(i64::from(self.0.payhere_minutes)) }
    }

    /// The time in which an order is paid; `None` for cash on delivery, which does not expire.
    #[must_use]
    pub fn time_to_pay(&self, method: PaymentMethod) -> Option<TimeDelta> {
        self.times_to_pay().by(method)
    }
}

/// The default shop: cash on delivery without limit or fee.
impl Default for PaymentPlan {
    fn default() -> Self {
        Self {
            cod: MethodLimits { enabled: true, ..MethodLimits::default() },
            bank_transfer: MethodLimits::default(),
            payhere: MethodLimits::default(),
            bank_account: None,
            cod_fee: Money::ZERO,
            cod_confirm_above: None,
            confirm_refunds_above: Money::from_cents(CONFIRM_REFUNDS_ABOVE_CENTS).ok(),
            payhere_minutes: 30,
            bank_transfer_hours: 48,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> PaymentPlan {
        PaymentSettings::default().plan().clone()
    }

    fn enabled() -> MethodLimits {
        MethodLimits { enabled: true, ..MethodLimits::default() }
    }

    fn fields(plan: PaymentPlan) -> Vec<String> {
        PaymentSettings::new(plan).map(|_| Vec::new()).unwrap_or_else(|faults| faults.iter().map(|fault| fault.field.clone()).collect())
    }

    #[test]
    fn the_default_shop_takes_cash_without_limit_or_fee() {
        let settings = PaymentSettings::default();
        assert_eq!(PaymentSettings::new(plan()), Ok(settings.clone()));
        assert_eq!(PaymentMethod::ALL.map(|method| settings.plan().limits(method).enabled), [true, false, false]);
        assert_eq!(settings.default_method(), PaymentMethod::Cod);
        assert_eq!(PaymentMethod::ALL.map(|method| settings.fee(method)), [Money::ZERO; 3]);
        let times = PaymentMethod::ALL.map(|method| settings.time_to_pay(method));
        assert_eq!(times, [None, Some(TimeDelta::hours(48)), Some(TimeDelta::minutes(30))]);
    }

    #[test]
    fn refunds_above_20_000_ask_for_a_confirmation_until_the_owner_says_otherwise() {
        let settings = PaymentSettings::default();
        assert_eq!(settings.plan().confirm_refunds_above, Some(Money::from_cents(2_000_000).unwrap()));
        let never = PaymentEdit { confirm_refunds_above: Edit::Clear, ..PaymentEdit::default() };
        assert_eq!(settings.edited(never).unwrap().plan().confirm_refunds_above, None);
    }

    #[test]
    fn without_cash_the_first_enabled_method_is_the_default() {
        let settings = PaymentSettings::new(PaymentPlan { cod: MethodLimits::default(), payhere: enabled(), ..plan() }).unwrap();
        assert_eq!(settings.default_method(), PaymentMethod::PayHere);
    }

    #[test]
    fn parts_that_do_not_agree_are_named() {
        let (one, two) = (Money::from_cents(1).unwrap(), Money::from_cents(2).unwrap());
        assert_eq!(fields(PaymentPlan { cod: MethodLimits::default(), ..plan() }), ["paymentMethods"]);
        assert_eq!(fields(PaymentPlan { cod: MethodLimits { min: Some(two), max: Some(one), ..enabled() }, ..plan() }), ["paymentMethods"]);
        assert_eq!(fields(PaymentPlan { bank_transfer: enabled(), ..plan() }), ["bankAccount"]);
        assert_eq!(fields(PaymentPlan { payhere_minutes: 14, ..plan() }), ["expiries.payhereMinutes"]);
        assert_eq!(fields(PaymentPlan { bank_transfer_hours: 721, ..plan() }), ["expiries.bankTransferHours"]);
    }

    #[test]
    fn an_edit_leaves_what_it_does_not_name() {
        let settings = PaymentSettings::default();
        assert_eq!(settings.edited(PaymentEdit::default()), Ok(settings.clone()));
        let fee = Money::from_cents(10_000).unwrap();
        let edit = PaymentEdit { cod_fee: Some(fee), cod_confirm_above: Edit::Set(fee), ..PaymentEdit::default() };
        let edited = settings.edited(edit).unwrap();
        assert_eq!(*edited.plan(), PaymentPlan { cod_fee: fee, cod_confirm_above: Some(fee), ..plan() });
        assert_eq!(edited.fee(PaymentMethod::Cod), fee);
        let cleared = edited.edited(PaymentEdit { cod_confirm_above: Edit::Clear, ..PaymentEdit::default() }).unwrap();
        assert_eq!(cleared.plan().cod_confirm_above, None);
    }
}
