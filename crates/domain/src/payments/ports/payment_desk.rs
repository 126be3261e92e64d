//! The lists of payments that staff work through.

use async_trait::async_trait;

use crate::orders::order::Order;
use crate::payments::slip::{Slip, SlipState};
use crate::shared::page::{PageAnswer, PageRequest};
use crate::shared::ports::PortError;

/// A slip of the list, and its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSlip {
    pub slip: Slip,
    /// The order that it pays.
    pub order: Order,
}

/// Lists the payments that wait for staff.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PaymentDesk: Send + Sync {
    /// One page of the slips in this state, oldest first.
    async fn slips(&self, state: SlipState, page: &PageRequest) -> Result<PageAnswer<ListedSlip>, PortError>;

    /// One page of the orders of which money has to go back or is on its way, oldest order first. A refund of unknown outcome is on
    /// its way.
    async fn refunds(&self, page: &PageRequest) -> Result<PageAnswer<Order>, PortError>;
}
