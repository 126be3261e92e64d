//! The contract of [`domain::orders::ports::OrderReader`].

use std::cmp::Reverse;

use domain::orders::order::{Order, OrderDraft, OrderQuery};
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_event::{EventKind, OrderEvent};
use domain::orders::order_status::OrderStatus;
use domain::orders::ports::CustomerTotals;
use domain::shared::page::{PageRequest, TotalCount};
use domain::shared::text::{OrderNotes, RecipientName, SearchText};

use crate::contracts::Shop;
use crate::contracts::paging::{each_list_takes_its_own_cursors, refuses_malformed_cursors, walk};
use crate::contracts::shop::page;
use crate::{moments, sample_orders, sample_products, sample_users};

/// The order is total, also for orders placed at the same time.
pub async fn orders_are_listed_newest_first_with_their_items(shop: &Shop) {
    let user = shop.customer().await;
    let products = [shop.add(sample_products::product("Rose")).await, shop.add(sample_products::full_product()).await];
    let mut placed = Vec::new();
    for (second, units) in [(3, 1), (1, 2), (2, 1), (2, 1), (2, 1), (9, 1)] {
        let lines = [(&products[1], 1), (&products[0], units)];
        let draft = OrderDraft { placed_at: moments::seconds_later(second), ..sample_orders::draft(&user, &lines) };
        placed.push(shop.place(&draft).await);
    }
    placed.sort_by_key(|o| Reverse((o.placed_at, o.id.clone())));
    for limit in [1, 2, 3, 6, 7] {
        let list =
            |request| async move { page(shop.order_reader.list(&OrderQuery { page: request, ..OrderQuery::default() }).await.unwrap()) };
        assert_eq!(walk(limit, list).await, placed);
    }
    refuses_malformed_cursors(|page: PageRequest| async move {
        shop.order_reader.list(&OrderQuery { page, ..OrderQuery::default() }).await.unwrap()
    })
    .await;
}

/// A cursor of one filter is refused by another.
pub async fn a_cursor_of_orders_belongs_to_its_filter(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    for _ in 0..3 {
        shop.place(&sample_orders::draft(&user, &[(&product, 1)])).await;
    }
    let all = OrderQuery::default;
    let text = |text: &str| OrderQuery { text: Some(SearchText::parse(text).unwrap()), ..all() };
    let lists = [
        all(),
        OrderQuery { owner: Some(user.id), ..all() },
        OrderQuery { customer: Some(user.email.clone()), ..all() },
        OrderQuery { status: Some(OrderStatus::Processing), ..all() },
        text("example.com"),
        text("example"),
    ];
    each_list_takes_its_own_cursors(
        &lists,
        |query, page| async move { shop.order_reader.list(&OrderQuery { page, ..query }).await.unwrap() },
    )
    .await;
}

/// Each filter alone, and all together.
pub async fn owner_status_and_text_narrow_the_list(shop: &Shop) {
    let (nimal, renée) = (shop.customer().await, shop.customer().await);
    let product = shop.add(sample_products::product("Rose")).await;
    let order = |user, name| {
        let mut draft = sample_orders::draft(user, &[(&product, 1)]);
        draft.shipping.name = RecipientName::parse(name).unwrap();
        draft
    };
    let first = shop.place(&order(&nimal, "Nimal 100%")).await;
    let second = shop.place(&order(&nimal, "රේණුකා")).await;
    let third = shop.place(&order(&renée, "Renée")).await;
    cancel(shop, &second).await;
    let all = OrderQuery::default;
    let text = |text: &str| OrderQuery { text: Some(SearchText::parse(text).unwrap()), ..all() };
    let number = first.id.as_str();
    let middle: String = number.chars().skip(5).take(6).collect();
    let misread = number.to_lowercase().replace('0', "o").replace('1', "i");
    let mail: String = renée.email.as_str().chars().take(9).collect();
    for (query, wanted) in [
        (all(), vec![&first, &second, &third]),
        (OrderQuery { owner: Some(nimal.id), ..all() }, vec![&first, &second]),
        (OrderQuery { status: Some(OrderStatus::Cancelled), ..all() }, vec![&second]),
        (OrderQuery { status: Some(OrderStatus::Processing), owner: Some(nimal.id), ..all() }, vec![&first]),
        (text(number), vec![&first]),
        (text(&middle.to_lowercase()), vec![&first]),
        (text(&misread), vec![&first]),
        (text("renee"), vec![&third]),
        (text("ණුකා"), vec![&second]),
        (text(&mail), vec![&third]),
        (text("100%"), vec![&first]),
        (text("%"), vec![&first]),
        (text("_"), vec![]),
        (text("' OR 1=1"), vec![]),
        (text(" "), vec![&first, &second, &third]),
        (OrderQuery { owner: Some(renée.id), ..text("nimal") }, vec![]),
    ] {
        let mut found: Vec<_> = page(shop.order_reader.list(&query).await.unwrap()).items.into_iter().map(|o| o.id).collect();
        let mut wanted: Vec<_> = wanted.into_iter().map(|o| o.id.clone()).collect();
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted, "{query:?}");
    }
}

/// Orders are found after their account was deleted; sums leave out cancelled orders.
pub async fn a_customers_orders_are_those_placed_with_their_address(shop: &Shop) {
    let (nimal, other) = (shop.customer().await, shop.customer().await);
    let product = shop.add(sample_products::product("Rose")).await;
    assert_eq!(shop.order_reader.purchases(&nimal.email).await.unwrap(), CustomerTotals::default());
    let mut placed = Vec::new();
    for second in [1, 5, 3] {
        let draft = sample_orders::draft(&nimal, &[(&product, second)]);
        placed.push(shop.place(&OrderDraft { placed_at: moments::seconds_later(second), ..draft }).await);
    }
    shop.place(&sample_orders::draft(&other, &[(&product, 1)])).await;
    cancel(shop, &placed[2]).await;
    let sums = CustomerTotals { orders: 2, cancelled: 1, spent_cents: 6 * 120_000, last_order_at: Some(moments::seconds_later(5)) };
    for gone in [false, true] {
        if gone {
            shop.users.delete(&nimal.email, &sample_users::actor(), moments::now()).await.unwrap();
        }
        let query = |status| OrderQuery { customer: Some(nimal.email.clone()), status, ..OrderQuery::default() };
        let ids = |orders: &[Order]| orders.iter().map(|o| o.id.clone()).collect::<Vec<_>>();
        let found = page(shop.order_reader.list(&query(None)).await.unwrap());
        assert_eq!(found.total, TotalCount::Exactly(3));
        assert_eq!(ids(&found.items), [&placed[1], &placed[2], &placed[0]].map(|o| o.id.clone()));
        let found = page(shop.order_reader.list(&query(Some(OrderStatus::Cancelled))).await.unwrap()).items;
        assert_eq!(ids(&found), [placed[2].id.clone()]);
        assert_eq!(shop.order_reader.purchases(&nimal.email).await.unwrap(), sums);
    }
}

/// The history has the placing and every change of the status, each with its actor; other changes are not in it.
pub async fn an_order_tells_what_happened_to_it(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 1)])).await;
    let by = sample_users::actor();
    for (second, status) in [(1, Some(OrderStatus::Shipped)), (2, None), (3, Some(OrderStatus::Shipped)), (4, Some(OrderStatus::Cancelled))]
    {
        let notes = OrderNotes::parse(&format!("step {second}")).ok();
        let change = OrderEdit { status, notes, ..OrderEdit::default() };
        shop.edit(&order.id, &change, &by, moments::seconds_later(second)).await.unwrap();
    }
    let placed = OrderEvent {
        at: moments::now(),
        actor: Some(user.email),
        from: None,
        to: OrderStatus::Processing,
        request_id: None,
        kind: EventKind::Status,
    };
    let step = |second, from, to| OrderEvent {
        at: moments::seconds_later(second),
        actor: by.email.clone(),
        from: Some(from),
        to,
        request_id: Some(by.request_id.clone()),
        kind: EventKind::Status,
    };
    let steps = [placed, step(1, OrderStatus::Processing, OrderStatus::Shipped), step(4, OrderStatus::Shipped, OrderStatus::Cancelled)];
    assert_eq!(shop.order_reader.history(&order.id).await.unwrap().unwrap(), steps);
    assert_eq!(shop.order_reader.history(&sample_orders::order_id()).await.unwrap(), None);
}

async fn cancel(shop: &Shop, order: &Order) {
    shop.set_status(order, OrderStatus::Cancelled).await.unwrap();
}
