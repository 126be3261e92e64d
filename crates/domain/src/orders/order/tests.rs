//! Totals, and the first state of an order.

use uuid::Uuid;

use super::*;

fn item(price: i64, units: i64) -> OrderItem {
    OrderItem {
        product_id: None,
        code: ProductCode::parse("p").unwrap(),
        name: ProductName::parse("P").unwrap(),
        image: None,
        price: Money::from_cents(price).unwrap(),
        quantity: Quantity::parse(units).unwrap(),
    }
}

fn order() -> Order {
    OrderDraft {
        id: OrderId::from_random(7),
        user_id: UserId::new(Uuid::nil()),
        email: EmailAddress::parse("nimali@example.com").unwrap(),
        items: vec![item(150, 2)],
        shipping: Shipping {
            name: RecipientName::parse("Nimali").unwrap(),
            address: ShippingAddress::parse("1 Galle Road").unwrap(),
            phone: PhoneNumber::parse("0771234567").unwrap(),
        },
        total: Money::from_cents(300).unwrap(),
        delivery: OrderDelivery::default(),
        settings: None,
        placed_at: DateTime::UNIX_EPOCH,
        claim: None,
        customer_note: None,
        time_to_pay: None,
        confirm_above: None,
        new_customer: None,
        mails: Vec::new(),
    }
    .into_order()
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
    assert_eq!(order.user_id, Some(UserId::new(Uuid::nil())));
}
