//! Another method of payment for an order that is placed.

use chrono::{DateTime, Utc};

use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::orders::order::Order;
use crate::orders::order_delivery::{OrderDelivery, OrderPricing};
use crate::payments::order_payment::{OrderPayment, PaymentRefusal};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::payment_option::{Payable, PaymentOption};
use crate::payments::payment_settings::{PaymentSettings, TimesToPay};
use crate::shared::money::{Money, MoneyError};

impl Order {
    /// A method of payment for this order, with its fee, and the reason where it is not available. The limits of the settings hold for
    /// the total without the fee of the present method.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] where the total with the fee is past [`Money::MAX`].
    pub fn payment_option(
        &self,
        settings: &PaymentSettings,
        has_gateway: bool,
        method: PaymentMethod,
    ) -> Result<PaymentOption, MoneyError> {
        let fee = self.delivery.pricing.as_ref().map_or(Money::ZERO, |pricing| pricing.payment_fee);
        let payable = Payable { total: self.total.minus(fee)?, district: self.delivery.district, has_gateway };
        PaymentOption::of(settings, &payable, method)
    }

    /// The unpaid, unpacked order with another method of payment, whose fee takes the place of the present one, and in the period that
    /// this method has ([`crate::payments::payment_period`]). The method that it has already changes nothing.
    ///
    /// # Errors
    /// [`PaymentRefusal::MethodFixed`] where the order is paid, being paid, packed, sent or cancelled, and
    /// [`PaymentRefusal::TotalTooLarge`].
    pub fn paid_by(self, method: PaymentMethod, fee: Money, times: &TimesToPay, now: DateTime<Utc>) -> Result<Self, PaymentRefusal> {
        if self.fulfilment_status() != FulfilmentStatus::Unfulfilled || !self.payment.is_method_open(self.owed()) {
            return Err(PaymentRefusal::MethodFixed);
        }
        if method == self.payment.method {
            return Ok(self);
        }
        let priced = OrderPricing::with_method(self.delivery.pricing.clone(), self.total, method, fee);
        let (pricing, total) = priced.map_err(|_| PaymentRefusal::TotalTooLarge)?;
        let delivery = OrderDelivery { pricing, ..self.delivery.clone() };
        let period = self.payment_period().changed(self.payment.method, method, times, now);
        let payment = OrderPayment { method, ..self.payment.clone() }.in_period(period);
        Ok(Self { total, delivery, ..self }.with_payment(payment))
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::orders::explanation::{ExplanationCode, ExplanationLine};
    use crate::orders::fulfilment::Parcel;
    use crate::orders::fulfilment_step::{FulfilmentStep, StepChange};
    use crate::orders::payment::samples::order;
    use crate::payments::ledger::NewEntry;
    use crate::payments::samples::{booked, cents, charge};
    use crate::shared::order_status::OrderStatus;

    fn times() -> TimesToPay {
        PaymentSettings::default().times_to_pay()
    }

    /// The order with another method, chosen when it was placed.
    fn paid_by(order: Order, method: PaymentMethod, fee: Money) -> Result<Order, PaymentRefusal> {
        order.paid_by(method, fee, &times(), booked().at)
    }

    fn after(hours: i64) -> Option<DateTime<Utc>> {
        booked().at.checked_add_signed(TimeDelta::hours(hours))
    }

    fn sum(order: &Order) -> i64 {
        order.explanation().iter().map(|line| line.cents).sum()
    }

    #[test]
    fn only_the_fee_of_cash_on_delivery_is_repriced() {
        let plain = order(OrderStatus::Processing);
        let transfer = paid_by(plain.clone(), PaymentMethod::BankTransfer, Money::ZERO).unwrap();
        assert_eq!((transfer.total, transfer.labeled_total(), transfer.payment.expires_at), (plain.total, plain.total, after(48)));
        let cash = paid_by(transfer.clone(), PaymentMethod::Cod, cents(15_000)).unwrap();
        assert_eq!((cash.total, cash.labeled_total(), cash.payment.expires_at), (cents(138_450), cents(138_450), None));
        assert_eq!(cash.explanation().last(), Some(&ExplanationLine::cod_fee(15_000)));
        let card = paid_by(cash.clone(), PaymentMethod::PayHere, Money::ZERO).unwrap();
        assert_eq!((card.total, card.payment.method), (plain.total, PaymentMethod::PayHere));
        assert!(card.explanation().iter().all(|line| line.code != ExplanationCode::CodFee));
        for order in [&transfer, &cash, &card] {
            assert_eq!(sum(order), order.total.cents());
        }
    }

    #[test]
    fn the_present_method_keeps_its_fee_and_its_time() {
        let cash = paid_by(order(OrderStatus::Processing), PaymentMethod::BankTransfer, Money::ZERO).unwrap();
        assert_eq!(paid_by(cash.clone(), PaymentMethod::BankTransfer, cents(1)), Ok(cash));
    }

    #[test]
    fn the_method_of_a_packed_or_paid_order_is_fixed() {
        let step = StepChange { step: FulfilmentStep::Packed, parcel: Parcel::default(), is_cash_collected: true };
        let packed = step.apply(order(OrderStatus::Processing), &booked()).unwrap();
        let mut paid = order(OrderStatus::Processing);
        let entry: NewEntry = charge(1, "A");
        paid.payment.ledger.book(entry, &booked());
        for order in [packed, paid, order(OrderStatus::Shipped), order(OrderStatus::Cancelled)] {
            assert_eq!(paid_by(order, PaymentMethod::BankTransfer, Money::ZERO), Err(PaymentRefusal::MethodFixed));
        }
    }

    #[test]
    fn a_total_past_the_largest_amount_is_refused() {
        let mut transfer = paid_by(order(OrderStatus::Processing), PaymentMethod::BankTransfer, Money::ZERO).unwrap();
        transfer.total = Money::MAX;
        assert_eq!(paid_by(transfer, PaymentMethod::Cod, cents(1)), Err(PaymentRefusal::TotalTooLarge));
    }
}
