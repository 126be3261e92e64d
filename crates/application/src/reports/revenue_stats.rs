//! The dashboard's revenue figures.

use std::sync::Arc;

use domain::orders::ports::OrderReader;
use domain::reports::revenue::{RevenueStats as Stats, RevenueWindows};
use domain::shared::calendar::ShopCalendar;
use domain::shared::ports::Clock;

use crate::error::ReadError;

/// Sums up revenue.
#[derive(Clone)]
pub struct RevenueStats {
    orders: Arc<dyn OrderReader>,
    calendar: ShopCalendar,
    clock: Arc<dyn Clock>,
}

impl RevenueStats {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: Arc<dyn OrderReader>, calendar: ShopCalendar, clock: Arc<dyn Clock>) -> Self {
        Self { orders, calendar, clock }
    }

    /// Today's figures and the week's growth, in the shop's zone.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<Stats, ReadError> {
        let windows = RevenueWindows::at(self.clock.now(), self.calendar);
        Ok(self.orders.revenue(&windows).await?.into())
    }
}
