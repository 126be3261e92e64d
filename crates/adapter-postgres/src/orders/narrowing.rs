//! The filters of a list of orders as conditions on the order `o`.
//!
//! A condition on the payment is told by rows of other tables. Where few orders can meet it, [`candidates`] names them from a partial
//! index, so that a page and its count read these orders and not the whole list.

use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order_filters::{OrderQuery, PaymentFilter, ReturnFilter};
use domain::payments::figures::PaymentStatus;

use crate::query::sql::Sql;

/// The status of the payment of order `o`, as `domain::payments::figures::PaymentStatus::of` gives it. The figures are those that
/// `order_payments` keeps; an order without a row was charged nothing.
const PAYMENT_STATUS: &str = "(SELECT CASE \
     WHEN p.order_id IS NULL THEN CASE WHEN o.total_cents = 0 THEN 'paid' ELSE 'unpaid' END \
     WHEN p.returned_cents > 0 AND EXISTS (SELECT FROM payment_ledger back WHERE back.order_id = o.id AND back.kind = 'chargeback' \
     AND NOT EXISTS (SELECT FROM payment_ledger undone WHERE undone.order_id = back.order_id AND undone.kind = 'reversal' \
     AND undone.of_number = back.number)) THEN 'chargedBack' \
     WHEN p.charged_cents > 0 AND p.charged_cents <= p.returned_cents THEN 'refunded' \
     WHEN p.returned_cents > 0 THEN 'partiallyRefunded' \
     WHEN (p.charged_cents > 0 OR o.total_cents = 0) AND (o.status = 'cancelled' OR p.charged_cents >= o.total_cents - p.credits_cents) \
     THEN 'paid' \
     WHEN p.charged_cents > 0 THEN 'partiallyPaid' \
     WHEN p.is_pending OR EXISTS (SELECT FROM payment_slips slip WHERE slip.order_id = o.id AND slip.state = 'inReview') THEN 'pending' \
     ELSE 'unpaid' END \
     FROM (VALUES (1)) AS one LEFT JOIN order_payments p ON p.order_id = o.id) = ";

/// Whether money of order `o` is due: `amountDue` is above 0 (contract-commerce, section 2).
const IS_DUE: &str = "o.status <> 'cancelled' AND coalesce((SELECT greatest(o.total_cents - p.credits_cents, 0) - p.charged_cents \
     + p.returned_cents FROM order_payments p WHERE p.order_id = o.id), o.total_cents) > 0";

/// Whether order `o` is not packed and not cancelled.
const IS_UNPACKED: &str = "o.status = 'processing' AND NOT EXISTS (SELECT FROM order_fulfilment f WHERE f.order_id = o.id \
     AND f.stage IN ('packed', 'readyForPickup'))";

/// Whether order `o` may be packed as far as its payment goes: a prepaid order of which money is due is not packed (contract-commerce,
/// section 8). Looked up for each order: an anti join would read all payments for a few orders.
const IS_NOT_DUE_BEFORE: &str = "coalesce((SELECT p.method = 'cod' OR greatest(o.total_cents - p.credits_cents, 0) \
     <= p.charged_cents - p.returned_cents FROM order_payments p WHERE p.order_id = o.id), true)";

/// Whether order `o` is paid on delivery, above its limit and not confirmed
/// (`domain::payments::cod_confirmation::CodCall::state`).
const IS_UNCONFIRMED: &str = "coalesce((SELECT p.method = 'cod' AND p.confirm_above_cents < o.total_cents \
     AND p.customer_reached IS DISTINCT FROM true FROM order_payments p WHERE p.order_id = o.id), false)";

const HAS_SLIP: &str = "EXISTS (SELECT FROM payment_slips slip WHERE slip.order_id = o.id AND slip.state = 'inReview')";
/// Whether money of order `o` has to go back that no refund under way returns.
const HAS_REFUND_DUE: &str = "EXISTS (SELECT FROM order_payments p WHERE p.order_id = o.id AND p.refund_due_cents > coalesce(( \
     SELECT sum(r.amount_cents) FROM refunds r WHERE r.order_id = o.id AND r.state IN ('requested', 'sending', 'unknown')), 0))";
const HAS_ATTENTION: &str = "EXISTS (SELECT FROM attention a WHERE a.order_id = o.id AND a.closed_at IS NULL)";

/// ` AND …` for every filter of the query but its text.
pub(super) fn narrowed(query: &OrderQuery) -> Sql {
    by_index(query).append(by_work(query))
}

/// The filters that an index of `orders` tells.
pub(super) fn by_index(query: &OrderQuery) -> Sql {
    let mut sql = Sql::default();
    if let Some(owner) = query.owner {
        sql = sql.sql(" AND o.user_id = ").bind(owner.uuid());
    }
    if let Some(customer) = &query.customer {
        sql = sql.sql(" AND o.email = ").bind(customer.as_str().to_owned());
    }
    if let Some(status) = query.status {
        sql = sql.sql(" AND o.status = ").bind(status.as_str().to_owned());
    }
    if let Some(from) = query.placed.from {
        sql = sql.sql(" AND o.placed_at >= ").bind(from);
    }
    if let Some(until) = query.placed.until {
        sql = sql.sql(" AND o.placed_at < ").bind(until);
    }
    sql
}

/// The filters by packing, payment, returns and attention, which rows of other tables tell.
pub(super) fn by_work(query: &OrderQuery) -> Sql {
    let mut sql = query.fulfilment.map_or_else(Sql::default, at_point);
    if query.is_to_pack {
        sql = sql.sql(" AND ").sql(IS_UNPACKED).sql(" AND ").sql(IS_NOT_DUE_BEFORE).sql(" AND NOT ").sql(IS_UNCONFIRMED);
    }
    if query.to_call {
        sql = sql.sql(" AND ").sql(IS_UNPACKED).sql(" AND ").sql(IS_UNCONFIRMED);
    }
    if let Some(payment) = query.payment {
        sql = sql.sql(" AND ").append(by_payment(payment));
    }
    if let Some(returns) = query.returns {
        sql = sql
            .sql(" AND EXISTS (SELECT FROM order_returns r WHERE r.order_id = o.id AND r.state = ")
            .bind(returns.as_str().to_owned())
            .sql(")");
    }
    match query.has_attention {
        Some(true) => sql.sql(" AND ").sql(HAS_ATTENTION),
        Some(false) => sql.sql(" AND NOT ").sql(HAS_ATTENTION),
        None => sql,
    }
}

fn by_payment(payment: PaymentFilter) -> Sql {
    match payment {
        // Said beside the status, because the planner can compare whole tables by it.
        PaymentFilter::Is(PaymentStatus::Unpaid) => {
            let uncharged = "NOT EXISTS (SELECT FROM order_payments c WHERE c.order_id = o.id AND c.charged_cents > 0) AND ";
            Sql::new(uncharged).sql(PAYMENT_STATUS).bind(PaymentStatus::Unpaid.as_str().to_owned())
        }
        PaymentFilter::Is(status) => Sql::new(PAYMENT_STATUS).bind(status.as_str().to_owned()),
        PaymentFilter::Due => Sql::new(IS_DUE),
        PaymentFilter::RefundDue => Sql::new(HAS_REFUND_DUE),
        PaymentFilter::SlipInReview => Sql::new(HAS_SLIP),
    }
}

/// ` AND …` for the orders at this point that are not cancelled. A recorded stage counts only where it belongs to the order's status
/// (`domain::orders::fulfilment::OrderFulfilment`).
fn at_point(point: FulfilmentStatus) -> Sql {
    let status = point.order_status();
    let sql = Sql::new(" AND o.status = ").bind(status.as_str().to_owned());
    let (not, stages) = if point == FulfilmentStatus::of(status) {
        ("NOT ", FulfilmentStatus::ALL.into_iter().filter(|other| *other != point && other.order_status() == status).collect())
    } else {
        ("", vec![point])
    };
    let stages: Vec<String> = stages.into_iter().map(|stage| stage.as_str().to_owned()).collect();
    let sql = sql.sql(" AND ").sql(not).sql("EXISTS (SELECT FROM order_fulfilment f WHERE f.order_id = o.id AND f.stage = ANY (");
    sql.bind(stages).sql("))")
}

/// Whether the query has a filter beside those by status and text.
pub(super) fn is_narrow(query: &OrderQuery) -> bool {
    let is_by_fulfilment = query.fulfilment.is_some() || query.is_to_pack || query.to_call;
    let is_by_work = is_by_fulfilment || query.payment.is_some() || query.returns.is_some() || query.has_attention.is_some();
    query.owner.is_some() || query.customer.is_some() || is_by_work || !query.placed.is_open()
}

/// A statement that answers the numbers of all orders that can meet the filters by attention, returns and payment. `None` where any order can,
/// and where the orders are those of one customer, which are few.
pub(super) fn candidates(query: &OrderQuery) -> Option<&'static str> {
    if query.owner.is_some() || query.customer.is_some() {
        return None;
    }
    if query.has_attention == Some(true) {
        return Some("SELECT a.order_id FROM attention a WHERE a.closed_at IS NULL AND a.order_id IS NOT NULL");
    }
    match query.returns {
        Some(ReturnFilter::Requested) => return Some("SELECT r.order_id FROM order_returns r WHERE r.state = 'requested'"),
        Some(ReturnFilter::Approved) => return Some("SELECT r.order_id FROM order_returns r WHERE r.state = 'approved'"),
        None => {}
    }
    match query.payment? {
        PaymentFilter::Is(PaymentStatus::ChargedBack) => Some("SELECT l.order_id FROM payment_ledger l WHERE l.kind = 'chargeback'"),
        PaymentFilter::Is(PaymentStatus::Refunded | PaymentStatus::PartiallyRefunded) => {
            Some("SELECT p.order_id FROM order_payments p WHERE p.returned_cents > 0")
        }
        PaymentFilter::Is(PaymentStatus::Paid) => Some(
            "SELECT p.order_id FROM order_payments p WHERE p.charged_cents > 0 UNION SELECT z.id FROM orders z WHERE z.total_cents = 0",
        ),
        PaymentFilter::Is(PaymentStatus::PartiallyPaid) => Some("SELECT p.order_id FROM order_payments p WHERE p.charged_cents > 0"),
        PaymentFilter::Is(PaymentStatus::Pending) => Some(
            "SELECT p.order_id FROM order_payments p WHERE p.is_pending \
             UNION SELECT s.order_id FROM payment_slips s WHERE s.state = 'inReview'",
        ),
        PaymentFilter::SlipInReview => Some("SELECT s.order_id FROM payment_slips s WHERE s.state = 'inReview'"),
        PaymentFilter::RefundDue => Some("SELECT p.order_id FROM order_payments p WHERE p.refund_due_cents > 0"),
        PaymentFilter::Is(PaymentStatus::Unpaid) | PaymentFilter::Due => None,
    }
}
