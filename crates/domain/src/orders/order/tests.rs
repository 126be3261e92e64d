//! Totals, and the first state of an order.

use super::*;
use crate::orders::samples::draft;

fn item(price: i64, units: i64) -> OrderItem {
    OrderItem {
        product_id: None,
        code: ProductCode::parse("p").unwrap(),
        name: ProductName::parse("P").unwrap(),
        image: None,
        price: Money::from_cents(price).unwrap(),
        quantity: Quantity::parse(units).unwrap(),
        discount: Money::ZERO,
    }
}

fn order() -> Order {
    OrderDraft { items: vec![item(150, 2)], ..draft() }.into_order()
}

#[test]
fn a_total_is_the_sum_of_price_times_quantity() {
    assert_eq!(total_of(&[]), Ok(Money::ZERO));
    assert_eq!(total_of(&[item(450_050, 3), item(1, 1_000_000)]).map(Money::cents), Ok(2_350_150));
    assert_eq!(total_of(&[item(100_000_000_000, 1), item(1, 1)]), Err(MoneyError::TooLarge));
    assert_eq!(total_of(&[item(100_000_000_000, 1_000_000)]), Err(MoneyError::TooLarge));
}

#[test]
fn an_order_begins_in_processing_unpaid() {
    let order = order();
    assert_eq!(order.status, OrderStatus::Processing);
    assert_eq!((order.payment_id, order.refunded, order.notes.is_empty()), (None, false, true));
    assert_eq!(order.user_id, draft().user_id);
}
