//! The methods of payment that an order can choose among, with fee and the reason where one is not available.

use crate::delivery::district::District;
use crate::payments::payment_method::PaymentMethod;
use crate::payments::payment_settings::PaymentSettings;
use crate::shared::money::{Money, MoneyError};

/// Why a method that the shop offers is not available for an order. `Display` is the sentence that a customer reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentRefusal {
    /// The shop does not offer it.
    #[error("is not offered by this shop")]
    NotOffered,
    /// The total is below the least one.
    #[error("is for orders of {} or more", .0.with_currency())]
    BelowMin(Money),
    /// The total is above the largest one.
    #[error("is for orders of up to {}", .0.with_currency())]
    AboveMax(Money),
    /// It is offered in other districts.
    #[error("is not offered in this district")]
    OtherDistricts,
}

/// A method that the shop offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaymentOption {
    pub method: PaymentMethod,
    pub fee: Money,
    /// Why it is not available for the order; `None` where it is.
    pub refusal: Option<PaymentRefusal>,
}

/// The order that is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payable {
    /// The total without the fee of a method.
    pub total: Money,
    /// The district, where it is known.
    pub district: Option<District>,
    /// Whether the shop is connected to the gateway.
    pub has_gateway: bool,
}

impl PaymentOption {
    /// The methods that the shop offers, in the order of the methods.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] where a total with its fee is past [`Money::MAX`].
    pub fn all(settings: &PaymentSettings, payable: &Payable) -> Result<Vec<Self>, MoneyError> {
        let offered = PaymentMethod::ALL.into_iter().filter(|method| is_offered(settings, payable, *method));
        offered.map(|method| Self::of(settings, payable, method)).collect()
    }

    /// A method of an order.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] where the total with the fee is past [`Money::MAX`].
    pub fn of(settings: &PaymentSettings, payable: &Payable, method: PaymentMethod) -> Result<Self, MoneyError> {
        let (limits, fee) = (settings.plan().limits(method), settings.fee(method));
        let total = payable.total.plus(fee)?;
        let is_elsewhere = !limits.districts.is_empty() && payable.district.is_none_or(|district| !limits.districts.contains(&district));
        let refusal = if !is_offered(settings, payable, method) {
            Some(PaymentRefusal::NotOffered)
        } else if let Some(min) = limits.min.filter(|min| total < *min) {
            Some(PaymentRefusal::BelowMin(min))
        } else if let Some(max) = limits.max.filter(|max| total > *max) {
            Some(PaymentRefusal::AboveMax(max))
        } else {
            is_elsewhere.then_some(PaymentRefusal::OtherDistricts)
        };
        Ok(Self { method, fee, refusal })
    }
}

fn is_offered(settings: &PaymentSettings, payable: &Payable, method: PaymentMethod) -> bool {
    settings.plan().limits(method).enabled && (method != PaymentMethod::PayHere || payable.has_gateway)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::payment_settings::{MethodLimits, PaymentPlan};

    fn rupees(amount: i64) -> Money {
        Money::from_cents(amount * 100).unwrap()
    }

    fn settings() -> PaymentSettings {
        let enabled = || MethodLimits { enabled: true, ..MethodLimits::default() };
        let plan = PaymentPlan {
            cod: MethodLimits { min: Some(rupees(500)), max: Some(rupees(20_000)), districts: [District::Kandy].into(), ..enabled() },
            payhere: enabled(),
            cod_fee: rupees(150),
            ..PaymentSettings::default().plan().clone()
        };
        PaymentSettings::new(plan).unwrap()
    }

    fn cod(total: i64, district: Option<District>) -> Option<PaymentRefusal> {
        let payable = Payable { total: rupees(total), district, has_gateway: true };
        PaymentOption::of(&settings(), &payable, PaymentMethod::Cod).unwrap().refusal
    }

    /// Acceptance 6, in the domain.
    #[test]
    fn the_limits_hold_for_what_the_customer_pays() {
        let kandy = Some(District::Kandy);
        assert_eq!(cod(19_850, kandy), None, "with the fee of 150 exactly the limit");
        assert_eq!(cod(19_851, kandy), Some(PaymentRefusal::AboveMax(rupees(20_000))));
        assert_eq!(cod(350, kandy), None);
        assert_eq!(cod(349, kandy), Some(PaymentRefusal::BelowMin(rupees(500))));
        for (max, text) in [(0, "LKR. 0.00"), (999, "LKR. 999.00"), (20_000, "LKR. 20,000.00"), (1_000_000_000, "LKR. 1,000,000,000.00")] {
            assert_eq!(PaymentRefusal::AboveMax(rupees(max)).to_string(), format!("is for orders of up to {text}"));
        }
    }

    #[test]
    fn a_method_of_some_districts_needs_one_of_them() {
        assert_eq!(cod(1_000, Some(District::Galle)), Some(PaymentRefusal::OtherDistricts));
        assert_eq!(cod(1_000, None), Some(PaymentRefusal::OtherDistricts));
    }

    #[test]
    fn the_gateway_is_offered_where_the_shop_is_connected() {
        let methods = |has_gateway| {
            let payable = Payable { total: rupees(1), district: None, has_gateway };
            PaymentOption::all(&settings(), &payable).unwrap().iter().map(|option| option.method).collect::<Vec<_>>()
        };
        assert_eq!(methods(true), [PaymentMethod::Cod, PaymentMethod::PayHere]);
        assert_eq!(methods(false), [PaymentMethod::Cod]);
        let payable = Payable { total: rupees(1), district: None, has_gateway: false };
        for method in [PaymentMethod::PayHere, PaymentMethod::BankTransfer] {
            assert_eq!(PaymentOption::of(&settings(), &payable, method).unwrap().refusal, Some(PaymentRefusal::NotOffered));
        }
    }

    #[test]
    fn a_total_past_the_limit_is_refused() {
        let payable = Payable { total: Money::MAX, district: None, has_gateway: true };
        assert_eq!(PaymentOption::all(&settings(), &payable), Err(MoneyError::TooLarge));
    }
}
