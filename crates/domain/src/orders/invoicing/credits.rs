//! What an order was credited: each credit becomes a credit note.

use crate::invoices::document::CreditReason;
use crate::orders::order::Order;
use crate::orders::returns::order_return::{Return, ReturnItem, ReturnState};
use crate::payments::refund::{Refund, RefundState};
use crate::shared::money::Money;
use crate::shared::quantity::Quantity;

/// An amount that was taken off the total of an order that is placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    pub reason: CreditReason,
    /// The number of the refund or the return within the order.
    pub number: u32,
    /// The sum of units, delivery and the rest.
    pub amount: Money,
    /// The units that came back.
    pub units: Vec<CreditedUnits>,
    /// What of the amount is for the delivery and the fee of the method of payment.
    pub delivery: Money,
}

/// Units of one line of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditedUnits {
    /// The place of the line in the order.
    pub line: usize,
    pub quantity: Quantity,
    pub amount: Money,
}

impl Order {
    /// The credits of the order. A refund that is under way may still fail, so its credit counts once it is settled.
    #[must_use]
    pub fn credits(&self) -> Vec<Credit> {
        let goodwill = self.payment.refunds.iter().filter_map(goodwill);
        goodwill.chain(self.returns.iter().filter_map(returned)).collect()
    }
}

fn goodwill(refund: &Refund) -> Option<Credit> {
    let is_credited = refund.state == RefundState::Settled && refund.credit > Money::ZERO;
    let credit =
        Credit { reason: CreditReason::Goodwill, number: refund.number, amount: refund.credit, units: Vec::new(), delivery: Money::ZERO };
    is_credited.then_some(credit)
}

fn returned(of: &Return) -> Option<Credit> {
    let units = |item: &ReturnItem| {
        let quantity = Quantity::parse(i64::from(item.restocked.saturating_add(item.written_off))).ok()?;
        Some(CreditedUnits { line: item.position, quantity, amount: item.credit })
    };
    let credit = Credit {
        reason: CreditReason::Return,
        number: of.number,
        amount: of.credit,
        units: of.items.iter().filter_map(units).collect(),
        delivery: of.delivery_credit,
    };
    (of.state == ReturnState::Received && of.credit > Money::ZERO).then_some(credit)
}
