//! The goods of a return arrive: they are restocked or written off, and credited.

use chrono::{DateTime, Utc};

use crate::accounts::session::Principal;
use crate::catalog::product_code::ProductCode;
use crate::orders::error::{OrderError, OrderRefusal};
use crate::orders::order::{Order, OrderItem};
use crate::orders::order_change::{Audit, OrderChange};
use crate::orders::returns::order_return::{Return, ReturnItem, ReturnState, ReturnStep};
use crate::payments::order_payment::OrderPayment;
use crate::shared::money::Money;
use crate::shared::order_status::OrderStatus;

/// The units of a product that came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedItem {
    pub code: ProductCode,
    /// Those that are sold again.
    pub restocked: u32,
    /// Those that are not.
    pub written_off: u32,
}

impl OrderItem {
    /// What the first `units` of it are worth that come back: the worth of all is exactly what was paid (contract-commerce, section 3).
    #[must_use]
    pub fn worth_of(&self, units: u32) -> Money {
        let units = units.min(self.quantity.get());
        let worth = self.net_total().cents().checked_mul(units.into()).map_or(0, |cents| cents / i64::from(self.quantity.get()));
        Money::from_cents(worth).unwrap_or(Money::ZERO)
    }
}

impl Order {
    /// Receives the goods of an approved return of a delivered order. Fewer units than were asked for may have come; what did not come stays
    /// with the customer.
    ///
    /// # Errors
    /// [`OrderError::NoReturn`], [`OrderError::ReturnItems`] for another product or nothing, [`OrderError::ReturnUnits`] for more units than
    /// were asked for, and [`OrderError::Refused`] for a return that is not approved, whose order is not delivered, or of whose order a
    /// refund of goodwill is under way.
    pub fn receive_return(
        &self,
        number: u32,
        received: &[ReceivedItem],
        who: &Principal,
        now: DateTime<Utc>,
    ) -> Result<OrderChange, OrderError> {
        let mut after = self.clone();
        let of = self.open_return(&mut after, number, &[ReturnState::Approved])?;
        if self.status != OrderStatus::Completed {
            return Err(self.refused(OrderRefusal::WrongReturnStep));
        }
        // Its credit takes the room of that of the goods, and is lost if it fails.
        if self.payment.refunds.iter().any(|refund| refund.state.is_under_way() && refund.credit > Money::ZERO) {
            return Err(self.refused(OrderRefusal::RefundUnderWay));
        }
        self.enter(of, received)?;
        of.state = ReturnState::Received;
        of.received_at = Some(now);
        after.credit_return(number);
        Ok(OrderChange { audit: Audit::Order, ..self.by_return_step(after, ReturnStep::Received, Some(number), who, now) })
    }

    /// Enters the units that came back, and what they are worth after those that came back before.
    fn enter(&self, of: &mut Return, received: &[ReceivedItem]) -> Result<(), OrderError> {
        for ReceivedItem { code, restocked, written_off } in received {
            let asked = of.items.iter_mut().find(|item| self.items.get(item.position).is_some_and(|bought| bought.code == *code));
            let item = asked.ok_or(OrderError::ReturnItems)?;
            item.restocked = item.restocked.saturating_add(*restocked);
            item.written_off = item.written_off.saturating_add(*written_off);
            if item.returned() > item.quantity {
                return Err(OrderError::ReturnUnits);
            }
        }
        if of.items.iter().all(|item| item.returned() == 0) {
            return Err(OrderError::ReturnItems);
        }
        for item in &mut of.items {
            item.credit = self.credit_of(item);
        }
        Ok(())
    }

    fn credit_of(&self, item: &ReturnItem) -> Money {
        let before = self.returned_units(item.position);
        let worth = |units| self.items.get(item.position).map_or(Money::ZERO, |bought| bought.worth_of(units));
        worth(before.saturating_add(item.returned())).minus(worth(before)).unwrap_or(Money::ZERO)
    }

    /// Credits the received return: its goods, and delivery and fee where nothing of the order is kept and the shop is at fault for all of
    /// it. No order is credited more than it costs.
    fn credit_return(&mut self, number: u32) {
        let delivery = if self.is_all_returned_by_fault() { self.delivery_and_fee() } else { Money::ZERO };
        let room = self.total.cents().saturating_sub(self.payment.credits_cents()).max(0);
        let Some(of) = self.returns.iter_mut().find(|one| one.number == number) else { return };
        let goods = of.items.iter().fold(0_i64, |sum, item| sum.saturating_add(item.credit.cents()));
        let credit = goods.saturating_add(delivery.cents()).min(room);
        of.credit = Money::from_cents(credit).unwrap_or(Money::ZERO);
        // Where an earlier credit left too little room, the goods come first.
        of.delivery_credit = Money::from_cents(credit.saturating_sub(goods).max(0)).unwrap_or(Money::ZERO);
        let returned_goods = self.payment.returned_goods.plus(of.credit).unwrap_or(self.payment.returned_goods);
        self.payment = OrderPayment { returned_goods, ..std::mem::take(&mut self.payment) };
    }

    fn is_all_returned_by_fault(&self) -> bool {
        let is_returned = |(position, item): (usize, &OrderItem)| self.returned_units(position) >= item.quantity.get();
        let mut received = self.returns.iter().filter(|one| one.state == ReturnState::Received);
        self.items.iter().enumerate().all(is_returned) && received.all(|one| one.reason.is_fault_of_shop())
    }

    /// What was paid for delivery and by the fee of the method of payment.
    fn delivery_and_fee(&self) -> Money {
        let fee = self.delivery.pricing.as_ref().map_or(Money::ZERO, |pricing| pricing.payment_fee);
        self.delivery_charge().paid().plus(fee).unwrap_or(Money::ZERO)
    }
}
