//! Payments that the release before recorded beside this one.

use chrono::TimeDelta;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_orders, sample_products};

/// As that release records a payment, returns it, clears it, and cancels a paid order.
#[tokio::test]
async fn they_are_booked_once_that_release_is_gone() {
    let database = TestDatabase::create().await;
    let (postgres, client) = (database.postgres().await, database.client().await);
    let shop = Shop::of(database.postgres().await);
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await;
    let mut orders = Vec::new();
    for _ in 0..4 {
        orders.push(shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 2)])).await);
    }
    let [paid, returned, unpaid, invented] = orders.as_slice() else { panic!("{orders:?}") };
    let record = async |order: &domain::orders::order::Order, values: &str| {
        client.execute(&format!("UPDATE orders SET {values} WHERE id = $1"), &[&order.id.as_str()]).await.unwrap();
    };
    record(unpaid, "payment_id = 'cash'").await;
    assert_eq!(postgres.book_former_payments(moments::now()).await.unwrap(), 1);
    record(paid, "payment_id = 'A-1'").await;
    record(returned, "payment_id = 'A-2', refunded = true").await;
    record(unpaid, "payment_id = NULL").await;
    record(invented, "refunded = true").await;
    assert_eq!(postgres.book_former_payments(moments::now()).await.unwrap(), 4);

    let figures = async |order| {
        let order = shop.order(order).await;
        let payment = order.payment_id.as_ref().map(|id| id.as_str().to_owned());
        (payment, order.refunded, order.figures().held_cents)
    };
    assert_eq!(figures(paid).await, (Some("A-1".to_owned()), false, 240_000));
    assert_eq!(figures(returned).await, (Some("A-2".to_owned()), true, 0));
    assert_eq!(figures(unpaid).await, (None, false, 0));
    assert_eq!(figures(invented).await, (None, false, 0), "nothing was returned where nothing came");
    assert_eq!(postgres.book_former_payments(moments::now()).await.unwrap(), 0);
    assert_eq!(postgres.check_invariants().await.unwrap(), []);
}

/// Also one that is recorded after the order was found: it is looked at again under its lock.
#[tokio::test]
async fn an_order_that_the_release_before_has_as_paid_does_not_expire() {
    let database = TestDatabase::create().await;
    let (client, shop) = (database.client().await, Shop::of(database.postgres().await));
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::prepaid(&shop.customer().await, &product)).await;
    let late = moments::now() + TimeDelta::hours(49);
    assert_eq!(shop.expiring.overdue(late).await.unwrap(), std::slice::from_ref(&order.id));
    client.execute("UPDATE orders SET payment_id = 'cash' WHERE id = $1", &[&order.id.as_str()]).await.unwrap();
    assert!(!shop.expire(&order.id, late).await);
    assert_eq!(shop.expiring.overdue(late).await.unwrap(), []);
    client.execute("UPDATE orders SET payment_id = NULL WHERE id = $1", &[&order.id.as_str()]).await.unwrap();
    assert!(shop.expire(&order.id, late).await);
}
