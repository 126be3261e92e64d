//! How many there are of each kind.

use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::reports::overview::{CustomerCounts, OrderCounts};
use domain::shared::order_status::OrderStatus;

use crate::error::{DbError, stored};
use crate::query::sql::Sql;

/// Orders and users by kind.
pub(crate) struct Counts {
    pub(crate) orders: OrderCounts,
    pub(crate) customers: CustomerCounts,
}

#[derive(Clone, Debug, diesel::QueryableByName)]
struct TallyRow {
    #[diesel(sql_type = Text)]
    subject: String,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// All counts, of one moment.
pub(crate) async fn all(connection: &AsyncPgConnection) -> Result<Counts, DbError> {
    let rows: Vec<TallyRow> =
        Sql::new("SELECT subject, kind, sum(n)::bigint AS n FROM tallies GROUP BY 1, 2").load(&mut &*connection).await?;
    let count = |subject: &str, kind: &str| {
        let row = rows.iter().find(|row| row.subject == subject && row.kind == kind);
        stored("count", u64::try_from(row.map_or(0, |row| row.n)))
    };
    let of_status = |status: OrderStatus| count("orders", status.as_str());
    Ok(Counts {
        orders: OrderCounts {
            processing: of_status(OrderStatus::Processing)?,
            shipped: of_status(OrderStatus::Shipped)?,
            completed: of_status(OrderStatus::Completed)?,
            cancelled: of_status(OrderStatus::Cancelled)?,
        },
        customers: CustomerCounts {
            active: count("users", "active")?,
            blocked: count("users", "blocked")?,
            administrators: count("users", "admin")?,
        },
    })
}
