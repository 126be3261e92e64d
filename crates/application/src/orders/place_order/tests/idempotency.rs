//! Orders that are sent again with their key.

use super::*;

/// The fingerprint of an order as the store receives it.
async fn fingerprint_sent(checkout: &Checkout) -> RequestFingerprint {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut orders = MockOrderRepository::new();
    orders.expect_place().returning(move |draft| {
        sender.send(draft.claim.clone().unwrap().fingerprint).unwrap();
        Ok(placed(draft.clone()))
    });
    use_case(selling_at(&[1_200]), orders).place(&customer().into(), checkout).await.unwrap();
    receiver.recv().unwrap()
}

#[tokio::test]
async fn the_fingerprint_of_an_order_is_its_products_and_delivery() {
    let original = with_key(checkout());
    let fingerprint = fingerprint_sent(&original).await;
    let seen = Checkout { expected_total: Some(sample_products::rupees(2_400)), ..original.clone() };
    assert_eq!(fingerprint_sent(&seen).await, fingerprint, "the total is a condition, not a part of it");
    let split = [1, 1].map(|units| CartLine { code: code("rose"), quantity: sample_orders::quantity(units) });
    let split = Checkout { cart: Cart::from_lines(split).unwrap(), ..original.clone() };
    assert_eq!(fingerprint_sent(&split).await, fingerprint, "two lines of one product are one");
    let noted = Checkout { customer_note: CustomerNote::parse("ring twice").ok(), ..original.clone() };
    assert_ne!(fingerprint_sent(&noted).await, fingerprint);
    let mut elsewhere = original;
    elsewhere.shipping.phone = domain::shared::phone::PhoneNumber::parse("0771234567").unwrap();
    assert_ne!(fingerprint_sent(&elsewhere).await, fingerprint);
}

/// A store that refuses with `answer`, though the key placed an order with `fingerprint` before.
fn placed_before(answer: Placement, fingerprint: RequestFingerprint, order: Order) -> MockOrderRepository {
    let mut orders = MockOrderRepository::new();
    orders.expect_place().returning(move |_| Ok(answer.clone()));
    orders.expect_placed_with().once().returning(move |_, _| Ok(Some((fingerprint.clone(), order.clone()))));
    orders
}

#[tokio::test]
async fn a_refused_repetition_answers_the_first_order() {
    let who = customer();
    let first = sample_orders::draft(&who.user, &[]).into_order();
    let asked = Checkout { expected_total: Some(sample_products::rupees(2_400)), ..with_key(checkout()) };
    let fingerprint = fingerprint_sent(&asked).await;
    // Its own order took the last unit; the price has changed since; the product was deleted.
    let out_of_stock = placed_before(Placement::OutOfStock(Vec::new()), fingerprint.clone(), first.clone());
    let mut nothing_sold = MockProductRepository::new();
    nothing_sold.expect_offers().returning(|_| Ok(Vec::new()));
    for (catalogue, orders) in [
        (selling_at(&[1_200]), out_of_stock),
        (selling_at(&[1_300]), placed_before(Placement::KeyReused, fingerprint.clone(), first.clone())),
        (nothing_sold, placed_before(Placement::KeyReused, fingerprint.clone(), first.clone())),
    ] {
        let answer = use_case(catalogue, orders).place(&who.clone().into(), &asked).await.unwrap();
        assert_eq!((answer.replayed, &answer.order), (true, &first));
    }
}

#[tokio::test]
async fn a_repetition_that_the_store_recognises_is_marked() {
    let replayed = |draft: OrderDraft| Placement::Replayed(draft.into_order());
    let answer = use_case(selling_at(&[1_200]), answering(vec![replayed])).place(&customer().into(), &with_key(checkout())).await.unwrap();
    assert!(answer.replayed);
}

#[tokio::test]
async fn a_key_used_for_something_else_is_refused_even_when_the_order_would_be_anyway() {
    let who = customer();
    let first = sample_orders::draft(&who.user, &[]).into_order();
    for answer in [Placement::OutOfStock(Vec::new()), Placement::KeyReused] {
        let orders = placed_before(answer, RequestFingerprint("another order".into()), first.clone());
        let refused = use_case(selling_at(&[1_200]), orders).place(&who.clone().into(), &with_key(checkout())).await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Invalid, "order.key_reused"));
    }
}

#[tokio::test]
async fn a_refused_order_leaves_its_key_free() {
    let mut orders = MockOrderRepository::new();
    orders.expect_place().returning(|_| Ok(Placement::OutOfStock(Vec::new())));
    orders.expect_placed_with().returning(|_, _| Ok(None));
    let refused = use_case(selling_at(&[1_200]), orders).place(&customer().into(), &with_key(checkout())).await;
    assert!(matches!(refused, Err(PlaceOrderError::OutOfStock(_))));
}
