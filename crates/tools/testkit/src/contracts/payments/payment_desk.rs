//! The contract of [`domain::orders::payment::repository::PaymentRepository`], and of the attention of one order.

use domain::orders::order::Order;
use domain::orders::payment::repository::ListedSlip;
use domain::payments::attention::AttentionError;
use domain::payments::ledger::EntrySource;
use domain::payments::refund::RefundVia;
use domain::payments::slip::SlipState;
use domain::shared::ids::SlipId;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::{ListError, Page, PageAnswer, PageRequest};

use crate::contracts::Shop;
use crate::contracts::paging::{each_list_takes_its_own_cursors, refuses_malformed_cursors, walk};
use crate::contracts::payments::payment_repository::{charge, paid, refund};
use crate::contracts::payments::slips::{accepted, changed, ordered, rejected, uploaded_at};
use crate::{moments, unique};

async fn slips(shop: &Shop, state: SlipState) -> Vec<ListedSlip> {
    walk(2, async |request| shop.payments.slips(state, &request).await.unwrap()).await
}

fn ids(listed: &[ListedSlip]) -> Vec<SlipId> {
    listed.iter().map(|listed| listed.slip.id).collect()
}

async fn to_refund(shop: &Shop) -> Vec<Order> {
    walk(1, async |request| shop.payments.refunds(&request).await.unwrap()).await
}

fn answer_of<T>(list: Result<Page<T>, ListError>) -> PageAnswer<T> {
    match list {
        Ok(page) => PageAnswer::Page(page),
        Err(ListError::InvalidCursor(_)) => PageAnswer::InvalidCursor,
        Err(error) => panic!("{error:?}"),
    }
}

async fn cancelled(shop: &Shop, order: &Order) {
    shop.set_status(order, OrderStatus::Cancelled).await.unwrap();
}

/// With their orders, as these are now; a reviewed one is in another list.
pub async fn slips_in_review_are_listed_oldest_first(shop: &Shop) {
    let (order, other) = (ordered(shop).await, ordered(shop).await);
    let newest = uploaded_at(shop, &order, "one", moments::seconds_later(20)).await;
    let oldest = uploaded_at(shop, &other, "two", moments::now()).await;
    let between = uploaded_at(shop, &order, "three", moments::seconds_later(10)).await;
    let listed = slips(shop, SlipState::InReview).await;
    assert_eq!(ids(&listed), [oldest, between, newest]);
    assert_eq!(listed[1].order, shop.order(&order).await);
    changed(shop, &order, &rejected(between)).await;
    changed(shop, &other, &accepted(oldest, &other, &unique::tag())).await;
    assert_eq!(ids(&slips(shop, SlipState::InReview).await), [newest]);
    assert_eq!(ids(&slips(shop, SlipState::Rejected).await), [between]);
    assert_eq!(ids(&slips(shop, SlipState::Accepted).await), [oldest]);
}

/// An order that is paid, or of which nothing is held, is not listed.
pub async fn an_order_to_refund_is_listed_until_the_money_is_back(shop: &Shop) {
    let (order, other, kept) = (paid(shop).await, paid(shop).await, paid(shop).await);
    ordered(shop).await;
    cancelled(shop, &order).await;
    let twice = changed(shop, &other, &charge(other.total, EntrySource::Hand, "again")).await;
    let mut expected = vec![shop.order(&order).await, twice];
    expected.sort_by(|a, b| (a.placed_at, &a.id).cmp(&(b.placed_at, &b.id)));
    assert_eq!(to_refund(shop).await, expected);
    for order in [order, other] {
        changed(shop, &order, &refund(kept.total.cents(), RefundVia::ByHand, &unique::tag())).await;
    }
    assert_eq!(to_refund(shop).await, []);
}

/// Also where nothing is due, as of a goodwill refund.
pub async fn a_refund_on_its_way_is_listed(shop: &Shop) {
    let order = ordered(shop).await;
    changed(shop, &order, &charge(order.total, EntrySource::Gateway, &unique::tag())).await;
    assert_eq!(to_refund(shop).await, []);
    let under_way = changed(shop, &order, &refund(100, RefundVia::Gateway, &unique::tag())).await;
    assert_eq!(under_way.figures().refund_due_cents(), 100, "the credit lowers what is owed");
    assert_eq!(to_refund(shop).await, [under_way]);
}

/// No list takes the cursor of another one, or a text that is none.
pub async fn a_cursor_of_these_lists_belongs_to_its_list(shop: &Shop) {
    let order = ordered(shop).await;
    for state in [SlipState::InReview, SlipState::Rejected] {
        for second in 0..2 {
            let slip = uploaded_at(shop, &order, &unique::tag(), moments::seconds_later(second)).await;
            if state == SlipState::Rejected {
                changed(shop, &order, &rejected(slip)).await;
            }
        }
    }
    let list = async |state, request: PageRequest| answer_of(shop.payments.slips(state, &request).await);
    each_list_takes_its_own_cursors(&[SlipState::InReview, SlipState::Rejected], list).await;
    refuses_malformed_cursors(async |request| answer_of(shop.payments.slips(SlipState::InReview, &request).await)).await;
    refuses_malformed_cursors(async |request| answer_of(shop.payments.refunds(&request).await)).await;
}

/// Of the others nothing is listed, and the cursor is not that of all.
pub async fn the_attention_of_one_order_is_listed(shop: &Shop) {
    let (order, other) = (paid(shop).await, paid(shop).await);
    for order in [&order, &other] {
        cancelled(shop, order).await;
        for _ in 0..2 {
            changed(shop, order, &charge(order.total, EntrySource::Hand, &unique::tag())).await;
        }
    }
    let listed = walk(1, async |request| shop.attention.list(Some(&order.id), &request).await.unwrap()).await;
    // Each charge came late.
    assert_eq!(listed.iter().map(|item| item.order.as_ref()).collect::<Vec<_>>(), [Some(&order.id); 2]);
    let one = PageRequest { limit: domain::shared::page::PageLimit::parse(1).unwrap(), after: None };
    let first = shop.attention.list(None, &one).await.unwrap();
    let foreign = PageRequest { after: first.next, ..one };
    assert!(matches!(shop.attention.list(Some(&order.id), &foreign).await, Err(AttentionError::InvalidCursor(_))));
}
