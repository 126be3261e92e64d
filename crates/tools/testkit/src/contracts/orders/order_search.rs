//! The contract of [`domain::orders::ports::OrderReader`] on the search of staff by telephone number and payment reference.

use std::collections::BTreeSet;

use domain::catalog::product::Product;
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_filters::OrderQuery;
use domain::orders::payment::change::PaymentChange;
use domain::payments::figures::PaymentStatus;
use domain::payments::slip::SlipReview;
use domain::shared::order_id::OrderId;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::TotalCount;
use domain::shared::phone::PhoneNumber;
use domain::shared::text::{PaymentId, RecipientName, SearchText};

use super::order_filters::{change, charge, slip, started, told};
use crate::contracts::Shop;
use crate::contracts::shop::page;
use crate::{sample_orders, sample_products};

/// An order of a recipient with this name and telephone number.
async fn called(shop: &Shop, product: &Product, name: &str, phone: &str) -> Order {
    let mut draft = sample_orders::draft(&shop.customer().await, &[(product, 1)]);
    draft.shipping.name = RecipientName::parse(name).unwrap();
    draft.shipping.phone = PhoneNumber::parse(phone).unwrap();
    shop.place(&draft).await
}

async fn found(shop: &Shop, query: &OrderQuery, text: &str) -> Vec<OrderId> {
    let query = OrderQuery { text: Some(SearchText::parse(text).unwrap()), ..query.clone() };
    let listed = page(shop.order_reader.list(&query).await.unwrap());
    let count = shop.order_reader.counts(&[query]).await.unwrap();
    assert_eq!(count, [listed.total], "{text}");
    assert_eq!(listed.total, TotalCount::Exactly(u32::try_from(listed.items.len()).unwrap()), "{text}");
    listed.items.into_iter().map(|order| order.id).collect()
}

/// A prefix alone narrows nothing; a part of a number with the end of the prefix finds the orders that have both.
pub async fn an_order_is_found_by_its_number_with_any_prefix(shop: &Shop) {
    let (product, user) = (shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await, shop.customer().await);
    let mut placed = Vec::new();
    for number in ["ARA-7K3M-Q9TX", "NELUM-7K3M-Q9TX", "SU-7K3M-Q9TY", "SUM-ARAM-0000"] {
        let (id, name) = (OrderId::parse(number).unwrap(), RecipientName::parse("Nimal").unwrap());
        let mut draft = OrderDraft { id, ..sample_orders::draft(&user, &[(&product, 1)]) };
        draft.shipping.name = name;
        placed.push(shop.place(&draft).await.id);
    }
    let everywhere = OrderQuery::default();
    for query in [everywhere.clone(), OrderQuery { owner: Some(user.id), ..everywhere }] {
        for (text, expected) in [
            ("ARA-7K3M-Q9TX", vec![0]),
            ("nelum-7k3m-q9tx", vec![1]),
            ("um-7k3m", vec![1]),
            ("-7k3m", vec![0, 1, 2]),
            ("7k3m-q9t", vec![0, 1, 2]),
            ("q9ty", vec![2]),
            ("m-0", vec![3]),
            ("aram", vec![3]),
            ("ara-", vec![0, 1, 2, 3]),
            ("nelum", vec![]),
            ("ara-q9tx", vec![]),
        ] {
            let ids: BTreeSet<_> = found(shop, &query, text).await.into_iter().collect();
            assert_eq!(ids, expected.into_iter().map(|place: usize| placed[place].clone()).collect(), "{text}");
        }
    }
}

/// Staff write a telephone number as they like.
pub async fn an_order_is_found_by_its_telephone_number(shop: &Shop) {
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await;
    let spaced = called(shop, &product, "Nimal", "+94 77 123 4567").await;
    let plain = called(shop, &product, "0771234567", "0771234567").await;
    let other = called(shop, &product, "Kamala", "(011) 276-5432").await;
    let abroad = called(shop, &product, "Jane", "+1 202 555 0123").await;
    let query = OrderQuery::default();
    for text in ["0771234567", "+94 77 123 4567", "94771234567", "0094 77 1234567", "077 123", "+94771234", "771234567"] {
        let ids: BTreeSet<_> = found(shop, &query, text).await.into_iter().collect();
        assert_eq!(ids, BTreeSet::from([spaced.id.clone(), plain.id.clone()]), "{text}");
    }
    for text in ["+94 (77) 123\u{2011}45.67", "\u{202a}+94\u{a0}77\u{a0}123\u{a0}4567\u{202c}", "\u{feff}077.123.4567"] {
        let ids: BTreeSet<_> = found(shop, &query, text).await.into_iter().collect();
        assert_eq!(ids, BTreeSet::from([spaced.id.clone(), plain.id.clone()]), "{text:?}");
    }
    assert_eq!(found(shop, &query, "011 2765432").await, std::slice::from_ref(&other.id));
    assert_eq!(found(shop, &query, "2025550123").await, [abroad.id]);
    assert_eq!(found(shop, &query, "0771234568").await, []);
    let shipped = OrderQuery { status: Some(OrderStatus::Shipped), ..OrderQuery::default() };
    assert_eq!(found(shop, &shipped, "0112765432").await, []);
    shop.set_status(&other, OrderStatus::Shipped).await.unwrap();
    assert_eq!(found(shop, &shipped, "0112765432").await, [other.id]);
    let to_pack = OrderQuery { is_to_pack: true, ..OrderQuery::default() };
    assert_eq!(found(shop, &to_pack, "0771234567").await.len(), 2);
    assert_eq!(found(shop, &to_pack, "0112765432").await, []);
}

/// The words of a name in any order, with initials.
pub async fn an_order_is_found_by_the_words_of_a_name(shop: &Shop) {
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await;
    let nimal = called(shop, &product, "Nimal Perera", "0115555555").await;
    let other = called(shop, &product, "K. M. Fernando", "0115555556").await;
    let close = called(shop, &product, "W.A.Jayamaha", "0115555557").await;
    for query in [OrderQuery::default(), OrderQuery { is_to_pack: true, ..OrderQuery::default() }] {
        for text in ["perera nimal", "Perera N.", "N Perera", "nimal perera"] {
            assert_eq!(found(shop, &query, text).await, std::slice::from_ref(&nimal.id), "{text}");
        }
        for text in ["fernando k", "K.M. Fernando", "K M Fernando", "KM Fernando", "Fernando K.M."] {
            assert_eq!(found(shop, &query, text).await, std::slice::from_ref(&other.id), "{text}");
        }
        for text in ["W.A. Jayamaha", "W. A. Jayamaha", "WA Jayamaha", "Jayamaha W A"] {
            assert_eq!(found(shop, &query, text).await, std::slice::from_ref(&close.id), "{text}");
        }
        assert_eq!(found(shop, &query, "perera x").await, []);
    }
}

/// References of payments by hand, at the gateway and at the bank, in any case; a long one also by its beginning.
pub async fn an_order_is_found_by_its_payment_references(shop: &Shop) {
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await;
    let mut orders = Vec::new();
    for name in ["Hand", "Gateway", "Bank", "Attempt", "Cash"] {
        orders.push(called(shop, &product, name, "0115555555").await);
    }
    let total = orders[0].total;
    change(shop, &orders[0], charge(total.cents(), "Counter 17/A")).await;
    let attempt = started(shop, &orders[1]).await;
    told(shop, &attempt, 2, &attempt.amount.to_string(), "320025071278").await;
    let of_bank = slip(shop, &orders[2], Some("ft-2026-0042")).await;
    let unpaid = started(shop, &orders[3]).await;
    for (wanted, texts) in [
        (0, vec!["counter 17/a", "COUNTER 17/A", "Counter 1"]),
        (1, vec!["320025071278", "3200250", &attempt.id.to_string()]),
        (2, vec!["FT-2026-0042", "ft-2026", "\u{202a}FT\u{2011}2026\u{2011}0042\u{202c}"]),
        (3, vec![&unpaid.id.to_string(), &unpaid.id.to_string().to_lowercase()]),
    ] {
        for text in texts {
            assert_eq!(found(shop, &OrderQuery::default(), text).await, [orders[wanted].id.clone()], "{text}");
        }
    }
    assert_eq!(found(shop, &OrderQuery::default(), "ft-20").await, [], "a short text is a whole reference or none");
    assert_eq!(found(shop, &OrderQuery::default(), &format!("{}-9", orders[3].id)).await, []);
    let review = SlipReview::Accepted { amount: total, bank_reference: PaymentId::parse("BOC/77/2026").unwrap() };
    change(shop, &orders[2], PaymentChange::ReviewSlip { slip: of_bank, review }).await;
    assert_eq!(found(shop, &OrderQuery::default(), "boc/77/2026").await, [orders[2].id.clone()]);
    for taken in [FulfilmentStep::Packed, FulfilmentStep::HandedOver, FulfilmentStep::Delivered] {
        shop.take_step(&orders[4], taken).await.unwrap();
    }
    assert_eq!(shop.order(&orders[4]).await.payment_status(), PaymentStatus::Paid);
    assert_eq!(found(shop, &OrderQuery::default(), "cash on delivery").await, [], "the cash of a delivery has no name of its own");
    let owner = OrderQuery { owner: orders[0].user_id, ..OrderQuery::default() };
    assert_eq!(found(shop, &owner, "counter 17/a").await, [], "customers search by number and name");
}
