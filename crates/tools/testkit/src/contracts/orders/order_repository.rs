//! The contract of [`domain::orders::ports::OrderRepository`] to one caller; for many at once see [`crate::contracts::orders::order_repository::order_concurrency`].

use domain::accounts::email_verification::EmailClaim;
use domain::catalog::product::{DetailsEdit, Product};
use domain::catalog::product_change::{ProductChange, StockChange};
use domain::orders::error::OrderError;
use domain::orders::new_customer::{NewCustomerLimit, NewCustomerLimits};
use domain::orders::order::{Order, OrderDraft, Shortage};
use domain::orders::order_edit::OrderEdit;
use domain::orders::ports::PlaceOrderOutcome;
use domain::payments::ledger::Booked;
use domain::shared::edit::{Edit, Saved};
use domain::shared::idempotency::{IdempotencyClaim, KeyOwner, RequestFingerprint};
use domain::shared::ids::UserId;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::{OrderNotes, PaymentId};

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// The order is stored as it was decided.
pub async fn an_order_takes_the_stock(shop: &Shop) {
    let user = shop.customer().await;
    let (first, second) = (shop.add(sample_products::full_product()).await, shop.add(sample_products::product("Plain")).await);
    let draft = sample_orders::draft(&user, &[(&second, 10), (&first, 3)]);
    let order = shop.place(&draft).await;
    assert_eq!(order, draft.into_order());
    assert_eq!(shop.order_reader.by_id(&order.id).await.unwrap(), Some(order));
    assert_eq!((shop.stock(&first).await, shop.stock(&second).await), (7, 0));
    let after = shop.product(&first).await.unwrap();
    assert_eq!((after.version, after.updated_at), (1, first.updated_at), "a sale is no edit");
    assert_eq!(shop.order_reader.by_id(&sample_orders::order_id()).await.unwrap(), None);
}

/// All shortages are listed at once, in the order of the lines.
pub async fn every_shortage_is_named_and_nothing_is_taken(shop: &Shop) {
    let user = shop.customer().await;
    let (plenty, few, none) = (
        shop.add(sample_products::product("Plenty")).await,
        shop.add(sample_products::with_stock(2, sample_products::product("Few"))).await,
        shop.add(sample_products::with_stock(0, sample_products::product("None"))).await,
    );
    let draft = sample_orders::draft(&user, &[(&none, 1), (&plenty, 10), (&few, 3)]);
    assert_eq!(shop.orders.place(&draft).await.unwrap(), PlaceOrderOutcome::OutOfStock(vec![short(&none, 1, 0), short(&few, 3, 2)]));
    assert_eq!((shop.stock(&plenty).await, shop.stock(&few).await), (10, 2));
    assert_eq!(shop.order_reader.by_id(&draft.id).await.unwrap(), None);
}

/// A lower or higher price, or a deleted product, refuses the order.
pub async fn an_offer_that_changed_is_refused(shop: &Shop) {
    let user = shop.customer().await;
    let (changed, gone) = (shop.add(sample_products::product("Changed")).await, shop.add(sample_products::product("Gone")).await);
    let (of_changed, of_gone) = (sample_orders::draft(&user, &[(&changed, 1)]), sample_orders::draft(&user, &[(&changed, 1), (&gone, 1)]));
    shop.products.delete(&gone.code, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(shop.orders.place(&of_gone).await.unwrap(), PlaceOrderOutcome::OfferChanged);
    let details = DetailsEdit { last_price: Edit::Set(sample_products::rupees(1_199)), ..DetailsEdit::default() };
    let change = ProductChange { details, ..ProductChange::default() };
    shop.products.update(&changed.code, &change, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(shop.orders.place(&of_changed).await.unwrap(), PlaceOrderOutcome::OfferChanged);
    assert_eq!(shop.stock(&changed).await, 10);
}

/// A blocked or deleted customer is refused, although all else is valid.
pub async fn a_blocked_or_deleted_customer_is_refused(shop: &Shop) {
    let (user, gone) = (shop.customer().await, shop.customer().await);
    let product = shop.add(sample_products::product("Rose")).await;
    shop.users.set_blocked(&user.email, true, &sample_users::actor(), moments::now()).await.unwrap();
    shop.users.delete(&gone.email, &sample_users::actor(), moments::now()).await.unwrap();
    for user in [user, gone] {
        for claim in [None, Some(sample_orders::claim("one rose"))] {
            let draft = OrderDraft { claim, ..sample_orders::draft(&user, &[(&product, 1)]) };
            assert_eq!(shop.orders.place(&draft).await.unwrap(), PlaceOrderOutcome::CustomerRefused);
        }
    }
    assert_eq!(shop.stock(&product).await, 10);
}

/// The second draft with a number is asked for another number.
pub async fn an_order_number_is_used_once(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    let first = shop.place(&sample_orders::draft(&user, &[(&product, 1)])).await;
    let second = OrderDraft { id: first.id.clone(), ..sample_orders::draft(&user, &[(&product, 2)]) };
    assert_eq!(shop.orders.place(&second).await.unwrap(), PlaceOrderOutcome::OrderIdTaken);
    assert_eq!(shop.stock(&product).await, 9);
    assert_eq!(shop.order(&first).await, first);
}

/// A repetition returns the first order; another fingerprint is refused, and another user has their own keys.
pub async fn a_key_places_one_order(shop: &Shop) {
    let (user, other) = (shop.customer().await, shop.customer().await);
    let product = shop.add(sample_products::product("Rose")).await;
    let claim = sample_orders::claim("two roses");
    let draft = |user, fingerprint: &str| OrderDraft {
        claim: Some(IdempotencyClaim { fingerprint: RequestFingerprint(fingerprint.to_owned()), ..claim.clone() }),
        ..sample_orders::draft(user, &[(&product, 2)])
    };
    assert_eq!(shop.orders.placed_with(&KeyOwner::User(user.id), &claim.key).await.unwrap(), None);
    let order = shop.place(&draft(&user, "two roses")).await;
    for _ in 0..2 {
        assert_eq!(shop.orders.place(&draft(&user, "two roses")).await.unwrap(), PlaceOrderOutcome::Replayed(order.clone()));
    }
    assert_eq!(shop.orders.place(&draft(&user, "three roses")).await.unwrap(), PlaceOrderOutcome::KeyReused);
    assert_eq!(shop.stock(&product).await, 8);
    let known = shop.orders.placed_with(&KeyOwner::User(user.id), &claim.key).await.unwrap();
    assert_eq!(known, Some((RequestFingerprint("two roses".to_owned()), order.clone())));
    let others = shop.place(&draft(&other, "two roses")).await;
    assert_ne!(others.id, order.id);
    assert_eq!(shop.orders.placed_with(&KeyOwner::User(UserId::new(unique::uuid())), &claim.key).await.unwrap(), None);
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    let replayed = shop.orders.place(&draft(&user, "two roses")).await.unwrap();
    assert_eq!(replayed, PlaceOrderOutcome::Replayed(Order { status: OrderStatus::Cancelled, ..order }), "the order as it is now");
}

/// The next attempt can use the key.
pub async fn a_refused_order_leaves_its_key_free(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::with_stock(1, sample_products::product("Rose"))).await;
    let claim = Some(sample_orders::claim("roses"));
    let refused = OrderDraft { claim: claim.clone(), ..sample_orders::draft(&user, &[(&product, 2)]) };
    assert!(matches!(shop.orders.place(&refused).await.unwrap(), PlaceOrderOutcome::OutOfStock(_)));
    let smaller = OrderDraft { claim, ..sample_orders::draft(&user, &[(&product, 1)]) };
    shop.place(&smaller).await;
}

/// Stock moves once in each direction, through any sequence of states.
pub async fn cancelling_restocks_and_reinstating_takes_again(shop: &Shop) {
    let user = shop.customer().await;
    let (first, second) = (shop.add(sample_products::product("First")).await, shop.add(sample_products::product("Second")).await);
    let order = shop.place(&sample_orders::draft(&user, &[(&first, 4), (&second, 10)])).await;
    let mut last = order.status;
    for (status, left) in [
        (OrderStatus::Shipped, (6, 0)),
        (OrderStatus::Cancelled, (10, 10)),
        (OrderStatus::Cancelled, (10, 10)),
        (OrderStatus::Completed, (6, 0)),
        (OrderStatus::Processing, (6, 0)),
        (OrderStatus::Cancelled, (10, 10)),
    ] {
        let changed = shop.set_status(&order, status).await.unwrap();
        let fulfilment = shop.order(&order).await.fulfilment;
        let expected = Order { status, fulfilment, ..order.clone() };
        let is_new = std::mem::replace(&mut last, status) != status;
        assert_eq!(changed, Saved { value: expected, is_changed: is_new });
        assert_eq!((shop.stock(&first).await, shop.stock(&second).await), left, "{status}");
        assert_eq!(shop.order(&order).await.status, status);
    }
}

/// All shortages are listed; no stock is taken and no field changes.
pub async fn reinstating_is_refused_where_stock_is_short_or_gone(shop: &Shop) {
    let user = shop.customer().await;
    let (kept, short_of, gone) = (
        shop.add(sample_products::product("Kept")).await,
        shop.add(sample_products::product("Short")).await,
        shop.add(sample_products::product("Gone")).await,
    );
    let order = shop.place(&sample_orders::draft(&user, &[(&gone, 1), (&kept, 5), (&short_of, 6)])).await;
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    shop.place(&sample_orders::draft(&user, &[(&short_of, 5)])).await;
    shop.products.delete(&gone.code, &sample_users::actor(), moments::now()).await.unwrap();
    let change =
        OrderEdit { status: Some(OrderStatus::Processing), notes: Some(OrderNotes::parse("back").unwrap()), ..OrderEdit::default() };
    let refused = shop.edit(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap_err();
    let OrderError::OutOfStock(lines) = refused else { panic!("{refused:?}") };
    assert_eq!(lines, [short(&gone, 1, 0), short(&short_of, 6, 5)]);
    assert_eq!((shop.stock(&kept).await, shop.stock(&short_of).await), (10, 5));
    let after = shop.order(&order).await;
    assert_eq!((after.status, after.notes), (OrderStatus::Cancelled, OrderNotes::default()));
}

/// Notes, payment and refund change independently.
pub async fn a_change_changes_only_what_it_says(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    let mut order = shop.place(&sample_orders::draft(&user, &[(&product, 1)])).await;
    let (none, by) = (OrderEdit::default, sample_users::actor());
    for change in [
        OrderEdit { notes: Some(OrderNotes::parse("ring twice").unwrap()), ..none() },
        OrderEdit { payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()), ..none() },
        OrderEdit { refunded: Some(true), ..none() },
        OrderEdit { status: Some(OrderStatus::Shipped), ..none() },
        OrderEdit { refunded: Some(false), notes: Some(OrderNotes::default()), ..none() },
        OrderEdit { payment_id: Edit::Clear, ..none() },
    ] {
        order = change.clone().apply(order, &Booked::by(&by, moments::now())).unwrap();
        let answer = shop.edit(&order.id, &change, &by, moments::now()).await.unwrap();
        assert_eq!(answer, Saved { value: order.clone(), is_changed: true });
        assert_eq!(shop.order(&order).await, order);
    }
    assert_eq!(shop.stock(&product).await, 9);
}

/// The draft, with the default limits of new customers.
pub(super) fn new_customers(draft: OrderDraft) -> OrderDraft {
    OrderDraft { new_customer: Some(NewCustomerLimits::default()), ..draft }
}

/// Cancelled orders do not count; a completed order or a verified address ends the limits.
pub async fn a_new_customer_has_limits(shop: &Shop) {
    let product = shop.add(sample_products::with_stock(1_000, sample_products::product("Rose"))).await;
    let (user, other) = (shop.customer().await, shop.customer().await);
    let place = async |user, units| shop.orders.place(&new_customers(sample_orders::draft(user, &[(&product, units)]))).await.unwrap();
    let beyond = |limit| PlaceOrderOutcome::NewCustomer(limit);
    assert_eq!(place(&user, 31).await, beyond(NewCustomerLimit::Units));
    let mut orders = Vec::new();
    for units in [30, 1, 1] {
        let PlaceOrderOutcome::Placed(order) = place(&user, units).await else { panic!("{units} units were refused") };
        orders.push(order);
    }
    assert_eq!(place(&user, 1).await, beyond(NewCustomerLimit::Orders));
    assert_eq!(shop.stock(&product).await, 968, "a refused order takes nothing");
    shop.set_status(&orders[0], OrderStatus::Shipped).await.unwrap();
    assert_eq!(place(&user, 1).await, beyond(NewCustomerLimit::Orders), "a parcel on its way is open");
    shop.set_status(&orders[1], OrderStatus::Cancelled).await.unwrap();
    assert!(matches!(place(&user, 1).await, PlaceOrderOutcome::Placed(_)));
    shop.set_status(&orders[0], OrderStatus::Completed).await.unwrap();
    assert!(matches!(place(&user, 31).await, PlaceOrderOutcome::Placed(_)), "the customer is known now");
    let unverified = place(&other, 31).await;
    let claim = EmailClaim { user: other.id, email: other.email.clone(), until: moments::now() };
    shop.verifier.verify(&claim, moments::now()).await.unwrap();
    let verified = place(&other, 31).await;
    assert_eq!(unverified, beyond(NewCustomerLimit::Units));
    assert!(matches!(verified, PlaceOrderOutcome::Placed(_)), "{verified:?}");
}

/// A form that is saved without a change writes nothing, not even an event.
pub async fn a_change_to_what_is_there_writes_no_order(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 1)])).await;
    let said = OrderEdit {
        expected_status: None,
        status: Some(order.status),
        notes: Some(order.notes.clone()),
        refunded: Some(false),
        payment_id: Edit::Clear,
        ..OrderEdit::default()
    };
    for change in [said, OrderEdit::default()] {
        let answer = shop.edit(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap();
        assert_eq!(answer, Saved { value: order.clone(), is_changed: false });
    }
    assert_eq!(shop.order_reader.history(&order.id).await.unwrap().unwrap().len(), 1);
}

/// The item keeps name, picture and price; cancelling restocks the remaining products.
pub async fn a_deleted_product_leaves_its_copy(shop: &Shop) {
    let user = shop.customer().await;
    let (gone, kept) = (shop.add(sample_products::full_product()).await, shop.add(sample_products::product("Kept")).await);
    let mut order = shop.place(&sample_orders::draft(&user, &[(&gone, 2), (&kept, 2)])).await;
    shop.products.delete(&gone.code, &sample_users::actor(), moments::now()).await.unwrap();
    order.items[0].product_id = None;
    assert_eq!(shop.order(&order).await, order);
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    assert_eq!(shop.stock(&kept).await, 10);
}

/// Restocking stops at the maximum stock, and movements count only the units added.
pub async fn restocking_never_overfills_a_shelf(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 5)])).await;
    let full = StockChange { to: sample_products::stock(999_998), expected: None };
    let change = ProductChange { stock: Some(full), ..ProductChange::default() };
    shop.products.update(&product.code, &change, &sample_users::actor(), moments::now()).await.unwrap();
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    assert_eq!(shop.stock(&product).await, 1_000_000);
}

fn short(product: &Product, requested: i64, available: i64) -> Shortage {
    Shortage {
        code: product.code.clone(),
        name: product.details.name.clone(),
        requested: sample_orders::quantity(requested),
        available: sample_products::stock(available),
    }
}
