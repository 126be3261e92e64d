//! What waits for staff: the number of rows of each list that shows it, in one statement.

use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order_filters::OrderQuery;
use domain::reports::overview::Waiting;
use domain::shared::page::TotalCount;

use crate::error::DbError;
use crate::orders::bounded_count;
use crate::query::cursor::COUNT_LIMIT;
use crate::query::sql::Sql;

#[derive(Clone, Copy, Debug, diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    to_pack: i64,
    #[diesel(sql_type = BigInt)]
    to_call: i64,
    #[diesel(sql_type = BigInt)]
    slips_to_check: i64,
    #[diesel(sql_type = BigInt)]
    refunds_due: i64,
    #[diesel(sql_type = BigInt)]
    returns: i64,
    #[diesel(sql_type = BigInt)]
    attention: i64,
    #[diesel(sql_type = BigInt)]
    messages: i64,
}

/// The orders of which money has to go back that no refund under way returns, and those with a refund of which staff tell the outcome. Both
/// parts are read from partial indexes.
const TO_REFUND: &str = "SELECT p.order_id FROM order_payments p WHERE p.refund_due_cents > 0 AND p.refund_due_cents > coalesce(( \
     SELECT sum(r.amount_cents) FROM refunds r WHERE r.order_id = p.order_id AND r.state IN ('requested', 'sending', 'unknown')), 0) \
     UNION SELECT r.order_id FROM refunds r WHERE r.state = 'unknown'";

/// An expression: the number of these rows, counted up to the limit.
fn bounded(rows: &'static str) -> Sql {
    Sql::new("(SELECT count(*) FROM (").sql(rows).sql(" LIMIT ").bind(COUNT_LIMIT).sql(") AS counted)")
}

/// All counts, of one moment.
pub(super) async fn all(connection: &AsyncPgConnection) -> Result<Waiting, DbError> {
    let statement = Sql::new("SELECT ")
        .append(bounded_count(&OrderQuery { is_to_pack: true, ..OrderQuery::default() }))
        .sql(" AS to_pack, ")
        .append(bounded_count(&OrderQuery { to_call: true, ..OrderQuery::default() }))
        .sql(" AS to_call, ")
        .append(bounded("SELECT s.id FROM payment_slips s WHERE s.state = 'inReview'"))
        .sql(" AS slips_to_check, ")
        .append(bounded(TO_REFUND))
        .sql(" AS refunds_due, ")
        .append(bounded("SELECT DISTINCT r.order_id FROM order_returns r WHERE r.state IN ('requested', 'approved')"))
        .sql(" AS returns, ")
        .append(bounded("SELECT a.id FROM attention a WHERE a.closed_at IS NULL"))
        .sql(" AS attention, ")
        .append(bounded("SELECT m.id FROM contact_messages m WHERE m.done_at IS NULL"))
        .sql(" AS messages");
    let row: Row = statement.get_result(&mut &*connection).await?;
    Ok(Waiting {
        to_pack: TotalCount::from_bounded(row.to_pack),
        to_call: TotalCount::from_bounded(row.to_call),
        slips_to_check: TotalCount::from_bounded(row.slips_to_check),
        refunds_due: TotalCount::from_bounded(row.refunds_due),
        returns: TotalCount::from_bounded(row.returns),
        attention: TotalCount::from_bounded(row.attention),
        messages: TotalCount::from_bounded(row.messages),
    })
}
