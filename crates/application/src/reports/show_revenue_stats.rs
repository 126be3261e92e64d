//! The dashboard's revenue figures.

use std::sync::Arc;

use domain::reports::ports::OverviewReader;
use domain::reports::revenue::RevenueStats;
use domain::reports::sales_period::{PeriodLength, SalesLine, SalesPeriod};
use domain::shared::calendar::ShopCalendar;
use domain::shared::ports::Clock;

use crate::error::ReadError;

#[derive(Clone)]
pub struct ShowRevenueStats {
    reader: Arc<dyn OverviewReader>,
    calendar: ShopCalendar,
    clock: Arc<dyn Clock>,
}

impl ShowRevenueStats {
    /// Wires the use case.
    #[must_use]
    pub fn new(reader: Arc<dyn OverviewReader>, calendar: ShopCalendar, clock: Arc<dyn Clock>) -> Self {
        Self { reader, calendar, clock }
    }

    /// Today's figures and the growth of the week, in the shop's zone.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<RevenueStats, ReadError> {
        let period = SalesPeriod::at(self.clock.now(), PeriodLength::Week, self.calendar);
        let sums = self.reader.revenue(&period).await?;
        Ok(RevenueStats::of(&SalesLine::of(&period, &sums.days), sums.pending_refunds))
    }
}
