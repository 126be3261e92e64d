//! Reading how the whole shop does.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::reports::overview::OverviewFigures;
use crate::reports::revenue::RevenueSums;
use crate::reports::sales_period::SalesPeriod;
use crate::reports::waiting::Waiting;
use crate::shared::ports::PortError;

/// Reads the dashboard's counts and sums. The cost of a call does not grow with the shop.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait OverviewReader: Send + Sync {
    /// The figures of a period; `now` is the end of the 30 days that sales are counted over for alerts.
    async fn figures(&self, period: &SalesPeriod, now: DateTime<Utc>) -> Result<OverviewFigures, PortError>;

    /// The sums of a period that the revenue figures need; the same as in [`OverviewReader::figures`].
    async fn revenue(&self, period: &SalesPeriod) -> Result<RevenueSums, PortError>;

    /// What waits for staff. Each number is the total of the list that shows it.
    async fn waiting(&self) -> Result<Waiting, PortError>;
}
