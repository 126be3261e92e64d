//! The methods of delivery that a cart can choose among, with price and days.

use chrono::{DateTime, Utc};

use crate::delivery::delivery_method::DeliveryMethod;
use crate::delivery::delivery_settings::DeliverySettings;
use crate::delivery::district::District;
use crate::delivery::rate::DeliveryFee;
use crate::delivery::working_days::Estimate;
use crate::shared::calendar::ShopCalendar;
use crate::shared::money::{Money, MoneyError};

/// A parcel to deliver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// Its district, where it is known.
    pub district: Option<District>,
    pub grams: u64,
    /// The value of the goods after promotions.
    pub value: Money,
}

/// A method that is offered for a parcel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryOption {
    pub method: DeliveryMethod,
    pub charge: DeliveryFee,
    /// The days on which the parcel arrives.
    pub estimate: Estimate,
}

/// The method is not offered for the parcel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not offered for this district")]
pub struct NotOffered;

impl DeliveryOption {
    /// The methods that are offered for a parcel ordered at an instant, in the order of the methods.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] where a price is past [`Money::MAX`].
    pub fn all(settings: &DeliverySettings, parcel: &Parcel, now: DateTime<Utc>, calendar: ShopCalendar) -> Result<Vec<Self>, MoneyError> {
        let option = |rate: &crate::delivery::rate::Rate| {
            let charge = rate.charge(parcel.grams, parcel.value)?;
            Ok(Self { method: rate.method, charge, estimate: Estimate::of(now, calendar, settings.plan(), rate.days) })
        };
        settings.offered(parcel.district).into_iter().map(option).collect()
    }

    /// The option with the wanted method; without a wish the one with the default method, else the cheapest. `None` where nothing
    /// is wanted and nothing offered.
    ///
    /// # Errors
    /// [`NotOffered`] where the wanted method is none of the options.
    pub fn choose(options: &[Self], wanted: Option<DeliveryMethod>, default: DeliveryMethod) -> Result<Option<Self>, NotOffered> {
        let with = |method: DeliveryMethod| options.iter().find(|option| option.method == method).copied();
        match wanted {
            Some(method) => with(method).map(Some).ok_or(NotOffered),
            None => Ok(with(default).or_else(|| options.iter().min_by_key(|option| option.charge.paid()).copied())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(method: DeliveryMethod, cents: i64) -> DeliveryOption {
        let full = Money::from_cents(cents).unwrap();
        let day = chrono::NaiveDate::MIN;
        DeliveryOption { method, charge: DeliveryFee { full, waived: Money::ZERO }, estimate: Estimate { from: day, to: day } }
    }

    #[test]
    fn the_default_method_is_chosen_else_the_cheapest() {
        use DeliveryMethod::{Express, Pickup, Standard};
        let options = [option(Standard, 300), option(Express, 200), option(Pickup, 200)];
        let chosen = |options: &[DeliveryOption], wanted, default| {
            DeliveryOption::choose(options, wanted, default).map(|option| option.map(|option| option.method))
        };
        assert_eq!(chosen(&options, None, Standard), Ok(Some(Standard)));
        assert_eq!(chosen(&options[1..], None, Standard), Ok(Some(Express)), "of equal prices the first");
        assert_eq!(chosen(&options, Some(Pickup), Standard), Ok(Some(Pickup)));
        assert_eq!(chosen(&options[..1], Some(Pickup), Standard), Err(NotOffered));
        assert_eq!(chosen(&[], None, Standard), Ok(None));
    }

    #[test]
    fn a_free_delivery_is_the_cheapest() {
        use DeliveryMethod::{Express, Pickup};
        let free = DeliveryOption { charge: DeliveryFee { full: Money::MAX, waived: Money::MAX }, ..option(Pickup, 0) };
        let chosen = DeliveryOption::choose(&[option(Express, 1), free], None, DeliveryMethod::Standard).unwrap().unwrap();
        assert_eq!(chosen.method, Pickup);
    }
}
