//! The dashboard: how the whole shop does.

use std::sync::Arc;

use domain::reports::overview::Overview;
use domain::reports::ports::OverviewReader;
use domain::reports::sales_period::{PeriodLength, SalesPeriod};
use domain::shared::calendar::ShopCalendar;
use domain::shared::ports::Clock;

use crate::error::ReadError;

/// Sums up the shop.
#[derive(Clone)]
pub struct ShowOverview {
    reader: Arc<dyn OverviewReader>,
    calendar: ShopCalendar,
    clock: Arc<dyn Clock>,
}

impl ShowOverview {
    /// Wires the use case.
    #[must_use]
    pub fn new(reader: Arc<dyn OverviewReader>, calendar: ShopCalendar, clock: Arc<dyn Clock>) -> Self {
        Self { reader, calendar, clock }
    }

    /// The figures of the dashboard, for the days in the shop's zone that end with today.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self, length: PeriodLength) -> Result<Overview, ReadError> {
        let now = self.clock.now();
        let period = SalesPeriod::at(now, length, self.calendar);
        let figures = self.reader.figures(&period, now).await?;
        Ok(Overview::of(&period, figures))
    }
}

#[cfg(test)]
mod tests {
    use domain::reports::overview::OverviewFigures;
    use domain::reports::ports::MockOverviewReader;
    use domain::reports::sales_period::DaySales;
    use domain::shared::error::{ErrorKind, FeatureError as _};
    use testkit::moments;

    use super::*;
    use crate::samples;

    fn overview(reader: MockOverviewReader) -> ShowOverview {
        ShowOverview::new(Arc::new(reader), ShopCalendar::default(), samples::clock())
    }

    #[tokio::test]
    async fn the_period_ends_today_in_the_shops_zone() {
        let mut reader = MockOverviewReader::new();
        reader.expect_figures().withf(|_, now| *now == moments::now()).returning(|period, _| {
            let days = period.days().iter().map(|day| DaySales { orders: 1, revenue_cents: day.begins.timestamp() % 1_000 }).collect();
            Ok(OverviewFigures { days, ..OverviewFigures::default() })
        });
        let overview = overview(reader).run(PeriodLength::Week).await.unwrap();
        let dates: Vec<String> = overview.line.points.iter().map(|p| p.date.to_string()).collect();
        assert_eq!((dates[0].as_str(), dates[6].as_str(), dates.len()), ("2026-02-26", "2026-03-04", 7));
        assert_eq!(overview.line.before[6].date.to_string(), "2026-02-25");
        assert_eq!(overview.revenue.transactions_today, 1);
    }

    #[tokio::test]
    async fn a_store_that_is_away_is_unavailable() {
        let mut reader = MockOverviewReader::new();
        reader.expect_figures().returning(|_, _| Err(samples::away()));
        assert_eq!(overview(reader).run(PeriodLength::default()).await.unwrap_err().kind(), ErrorKind::Unavailable);
    }
}
