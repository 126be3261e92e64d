//! The invariants of the shop's data, and the check that finds where one is broken.
//!
//! Transactions and constraints keep them. `api doctor` checks them after a crash, a restored backup or a manual change.

use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::shared::ports::PortError;
use domain::shared::quantity::Stock;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::settings::set_for_transaction;
use crate::query::sql::Sql;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub rule: &'static str,
    /// The row, and the difference.
    pub detail: String,
    /// Whether [`Postgres::repair_invariants`] mends it.
    pub is_repairable: bool,
    /// What the repair does, or what a person is to look at.
    pub advice: &'static str,
}

#[derive(diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// The most findings of one rule.
const LIMIT: &str = " LIMIT 20";

/// A rule, the statement that finds the rows that break it, and what is done about them.
pub(super) struct Rule {
    pub(super) name: &'static str,
    /// The beginning of its statements, with what both check and repair compute; empty where they share nothing.
    pub(super) computed: &'static str,
    /// Finds the rows that break it, one `detail` each. Its parameter `$1` is the most units of a stock.
    check: &'static str,
    /// What is done about them.
    pub(super) remedy: Remedy,
}

/// What is done about a broken rule.
#[derive(Clone, Copy)]
pub(super) enum Remedy {
    /// The rows are computed again from others, or only end something.
    Repair {
        /// The statements, with semicolons in between and the parameter of the check.
        statements: &'static str,
        /// What they do, for people.
        what: &'static str,
    },
    /// A person has to decide; this says what to look at.
    Person(&'static str),
}

macro_rules! repaired {
    ($file:literal, $name:literal, $what:literal) => {
        repaired!($file, "", $name, $what)
    };
    ($file:literal, $computed:expr, $name:literal, $what:literal) => {
        Rule {
            name: $name,
            computed: $computed,
            check: include_str!(concat!("invariants/", $file, ".sql")),
            remedy: Remedy::Repair { statements: include_str!(concat!("repair/", $file, ".sql")), what: $what },
        }
    };
}

macro_rules! judged {
    ($file:literal, $name:literal, $advice:literal) => {
        Rule { name: $name, computed: "", check: include_str!(concat!("invariants/", $file, ".sql")), remedy: Remedy::Person($advice) }
    };
}

/// What the ledger says of each order, and which orders say something else (`different`).
pub(crate) const PAYMENT_FIGURES: &str = include_str!("computed/payment_figures.sql");

/// The rules. Copies stand before the sums that are made from them, which is the order of repairs.
#[rustfmt::skip]
pub(super) const RULES: [Rule; 30] = [
    judged!("stock", "stock is the sum of its movements",
        "Stock is money: count the shelf, and enter the difference in the back-office, Products, Stock."),
    judged!("prices", "a product's last recorded price is its present one",
        "A person has to say which price is right: save the product in the back-office with it."),
    judged!("order_without_items", "an order has items",
        "Its items are lost: look for them in a backup, and tell the customer."),
    judged!("total", "an order's total is the sum of its lines, delivery and fee",
        "Totals are what customers agreed to: compare with the mail about the order, and correct by a refund."),
    judged!("explanation", "an order's total is the sum of its explanation",
        "Totals are what customers agreed to: compare with the mail about the order, and correct by a refund."),
    judged!("line_discounts", "a promotion's discount is the sum of its lines'",
        "Totals are what customers agreed to: compare with the mail about the order, and correct by a refund."),
    judged!("promotion_uses", "a promotion's uses are counted, within its limit, and none is of a cancelled order",
        "Save the promotion in the back-office, which counts its uses again; an order that is named has to be cancelled or reinstated again."),
    judged!("zones", "a district is in one zone, and one method is the default",
        "Save the zones and methods in the back-office, Settings, Delivery."),
    repaired!("addresses", "one address of a user is the default",
        "Makes the oldest address of the user the default."),
    judged!("returns", "no more comes back of an item than was bought, and the item says what came",
        "Money and stock: compare the return with the goods on the shelf, and correct by a refund and in Products, Stock."),
    judged!("units", "an order has taken its units, a cancelled one none",
        "Stock is money: compare the order with its movements, count the shelf, and enter the difference in the back-office."),
    repaired!("copies", "an item repeats its order's moment and whether it is cancelled",
        "Copies the order's moment and status to its items."),
    judged!("history", "an order stands where its history says",
        "A person has to say where the order stands: ask who packs, and set the status in the back-office."),
    judged!("steps", "each step of an order's history begins where the last one ended",
        "History is never rewritten. Look who wrote to the table order_events besides the shop."),
    judged!("keys", "an order is remembered under one key",
        "A key keeps an order from being placed twice, so none is deleted; keys end by themselves."),
    repaired!("owners_of_keys", "a key and its order belong to the same customer",
        "Gives the key to the order's customer, or deletes it with a deleted customer."),
    repaired!("sessions", "a blocked or deleted user has no live session",
        "Ends the sessions."),
    judged!("owners", "an owner can sign in",
        "Unblock an owner, or make one: api admin create --email ..."),
    repaired!("contacts", include_str!("computed/contacts.sql"), "an order is found by whom it is addressed to, and counted there",
        "Finds the contact of each order by its text, and counts the orders of each contact again."),
    repaired!("tallies", include_str!("computed/tallies.sql"), "what is counted beside a table is what is in it",
        "Counts the rows again."),
    repaired!("product_sales", "what a product sold is the sum of its items",
        "Sums the items again."),
    repaired!("sales_days", "a day's takings are those of its orders",
        "Deletes the sum of the day, which is made again from its orders."),
    judged!("mails", "every mail that an order owes is in the outbox",
        "A mail that is late may confuse its reader: tell the customer yourself. The log says why it was not queued."),
    repaired!("payment_figures", PAYMENT_FIGURES, "the figures of a payment are those of its ledger",
        "Sums the ledger and the refunds again."),
    judged!("refunds", "no more is refunded than was charged",
        "Money: compare with the records of the gateway and of the bank, and ask the customer."),
    judged!("gateway_payments", "a payment at the gateway is charged once",
        "Money: compare with the record of the gateway, and reverse the second charge in the back-office."),
    judged!("expired", "an unpaid order is cancelled within an hour after its time",
        "The task expire_orders cancels it: read its failures in the log."),
    judged!("invoices", "invoices are numbered without gaps, and credited up to their total",
        "Documents are never changed or deleted: look who wrote to the tables invoices and invoice_series besides the shop."),
    judged!("content_versions", "the versions of a document are counted from 1",
        "Versions are never rewritten. Publish the document again from its draft."),
    repaired!("content_pictures", "the pictures of content are kept",
        "Keeps the picture, unless its file is gone."),
];

/// The statement timeout of a check, which reads all rows and may take longer than any request.
pub(super) const STATEMENT_TIMEOUT: &str = "30min";

impl Postgres {
    /// Checks every rule with one statement each, and answers at most 20 findings of a rule. Reads one snapshot and takes no locks on
    /// rows, so it may run while the shop is open.
    pub async fn check_invariants(&self) -> Result<Vec<Finding>, PortError> {
        let mut connection = self.connection().await?;
        let findings: Result<_, DbError> = connection.build_transaction().read_only().repeatable_read().run(check).await;
        Ok(findings?)
    }
}

async fn check(connection: &mut AsyncPgConnection) -> Result<Vec<Finding>, DbError> {
    set_for_transaction(connection, "statement_timeout", STATEMENT_TIMEOUT).await?;
    let mut findings = Vec::new();
    for rule in &RULES {
        findings.extend(rule.findings(connection).await?);
    }
    Ok(findings)
}

/// A statement with the parameter of the rules.
pub(super) fn with_limits(statement: &'static str) -> Sql {
    Sql::of(statement, [i64::from(Stock::MAX.get()).into()])
}

impl Rule {
    /// At most 20 rows that break the rule.
    pub(super) async fn findings(&self, connection: &mut AsyncPgConnection) -> Result<Vec<Finding>, DbError> {
        let rows: Vec<Row> = with_limits(self.computed).append(with_limits(self.check)).sql(LIMIT).load(connection).await?;
        let (is_repairable, advice) = match self.remedy {
            Remedy::Repair { what, .. } => (true, what),
            Remedy::Person(advice) => (false, advice),
        };
        Ok(rows.into_iter().map(|row| Finding { rule: self.name, detail: row.detail, is_repairable, advice }).collect())
    }
}
