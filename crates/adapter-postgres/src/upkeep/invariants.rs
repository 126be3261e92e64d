//! The invariants of the shop's data, and the check that finds where one is broken.
//!
//! Transactions and constraints keep them. `api doctor` checks them after a crash, a restored backup or a manual change.

use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::stock_alert::LOW_STOCK;
use domain::orders::quantity::Stock;
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::settings::set_for_transaction;
use crate::query::sql::Sql;

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The broken rule.
    pub rule: &'static str,
    /// The row, and the difference.
    pub detail: String,
}

#[derive(diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// The most findings of one rule.
const LIMIT: &str = " LIMIT 20";

/// Each rule and the statement that finds the rows that break it, one `detail` each. Its parameters are `$1`, the most units of a low
/// stock, and `$2`, the most units of a stock.
const RULES: [(&str, &str); 27] = [
    ("stock is the sum of its movements", include_str!("invariants/stock.sql")),
    ("a product's last recorded price is its present one", include_str!("invariants/prices.sql")),
    ("an order has items", include_str!("invariants/order_without_items.sql")),
    ("an order's total is the sum of its lines, delivery and fee", include_str!("invariants/total.sql")),
    ("an order's total is the sum of its explanation", include_str!("invariants/explanation.sql")),
    ("a district is in one zone, and one method is the default", include_str!("invariants/zones.sql")),
    ("one address of a user is the default", include_str!("invariants/addresses.sql")),
    ("an order has taken its units, a cancelled one none", include_str!("invariants/units.sql")),
    ("an item repeats its order's moment and whether it is cancelled", include_str!("invariants/copies.sql")),
    ("an order stands where its history says", include_str!("invariants/history.sql")),
    ("each step of an order's history begins where the last one ended", include_str!("invariants/steps.sql")),
    ("an order is remembered under one key", include_str!("invariants/keys.sql")),
    ("a key and its order belong to the same customer", include_str!("invariants/owners_of_keys.sql")),
    ("a blocked or deleted user has no live session", include_str!("invariants/sessions.sql")),
    ("an owner can sign in", include_str!("invariants/owners.sql")),
    ("what is counted beside a table is what is in it", include_str!("invariants/tallies.sql")),
    ("an order is found by whom it is addressed to, and counted there", include_str!("invariants/contacts.sql")),
    ("a product with little stock is listed with it, and no other", include_str!("invariants/scarce.sql")),
    ("what a product sold is the sum of its items", include_str!("invariants/product_sales.sql")),
    ("a day's takings are those of its orders", include_str!("invariants/sales_days.sql")),
    ("every mail that an order owes is in the outbox", include_str!("invariants/mails.sql")),
    ("the figures of a payment are those of its ledger", include_str!("invariants/payment_figures.sql")),
    ("no more is refunded than was charged", include_str!("invariants/refunds.sql")),
    ("a payment at the gateway is charged once", include_str!("invariants/gateway_payments.sql")),
    ("an unpaid order is cancelled within an hour after its time", include_str!("invariants/expired.sql")),
    ("the versions of a document are counted from 1", include_str!("invariants/content_versions.sql")),
    ("the pictures of content are kept", include_str!("invariants/content_pictures.sql")),
];

/// The statement timeout of a check, which reads all rows and may take longer than any request.
const STATEMENT_TIMEOUT: &str = "30min";

impl Postgres {
    /// Checks every rule with one statement each, and answers at most 20 findings of a rule. Reads one snapshot and takes no locks on
    /// rows, so it may run while the shop is open.
    ///
    /// # Errors
    /// [`PortError`] when the database fails.
    pub async fn check_invariants(&self) -> Result<Vec<Finding>, PortError> {
        let mut connection = self.connection().await?;
        let findings: Result<_, DbError> = connection.build_transaction().read_only().repeatable_read().run(check).await;
        Ok(findings?)
    }
}

async fn check(connection: &mut AsyncPgConnection) -> Result<Vec<Finding>, DbError> {
    set_for_transaction(connection, "statement_timeout", STATEMENT_TIMEOUT).await?;
    let mut findings = Vec::new();
    for (rule, statement) in RULES {
        let limits = [i64::from(LOW_STOCK).into(), i64::from(Stock::MAX.get()).into()];
        let rows: Vec<Row> = Sql::of(statement, limits).sql(LIMIT).load(connection).await?;
        findings.extend(rows.into_iter().map(|row| Finding { rule, detail: row.detail }));
    }
    Ok(findings)
}
