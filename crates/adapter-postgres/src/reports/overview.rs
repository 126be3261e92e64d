//! The dashboard's figures: counts kept beside the tables, sums kept per product and day, and short index scans. No statement
//! scans a whole table.

mod best_sellers;
mod counts;
mod takings;

use async_trait::async_trait;
use diesel_async::AsyncPgConnection;
use domain::reports::overview::{OverviewFigures, OverviewReader, RECENT_ORDERS, Waiting};
use domain::reports::revenue::RevenueSums;
use domain::reports::sales_period::SalesPeriod;
use domain::shared::error::ReadError;
use futures_util::try_join;

use crate::connection::pool::Postgres;
use crate::connection::replica::Read;
use crate::error::DbError;
use crate::orders;
use crate::reports::waiting;
pub(crate) use takings::{OF_DAY, table_of};

#[async_trait]
impl OverviewReader for Postgres {
    async fn figures(&self, period: &SalesPeriod) -> Result<OverviewFigures, ReadError> {
        Ok(self.read(Read::Report, |connection| async move { figures(&connection, period).await }).await?)
    }

    async fn revenue(&self, period: &SalesPeriod) -> Result<RevenueSums, ReadError> {
        Ok(self.read(Read::Report, |connection| async move { revenue(&connection, period).await }).await?)
    }

    async fn waiting(&self) -> Result<Waiting, ReadError> {
        Ok(waiting::all(&*self.connection().await?).await?)
    }
}

async fn figures(connection: &AsyncPgConnection, period: &SalesPeriod) -> Result<OverviewFigures, DbError> {
    // One round trip: the statements are pipelined.
    let (counts, days, pending_refunds, recent_orders, best_sellers) = try_join!(
        counts::all(connection),
        takings::of_days(connection, period.days()),
        takings::pending_refunds(connection),
        orders::newest(connection, RECENT_ORDERS),
        best_sellers::of_period(connection, period),
    )?;
    let counts::Counts { orders, customers } = counts;
    Ok(OverviewFigures { orders, customers, days, pending_refunds, recent_orders, best_sellers })
}

async fn revenue(connection: &AsyncPgConnection, period: &SalesPeriod) -> Result<RevenueSums, DbError> {
    let (days, pending_refunds) = try_join!(takings::of_days(connection, period.days()), takings::pending_refunds(connection))?;
    Ok(RevenueSums { days, pending_refunds })
}
