//! How entering and leaving `cancelled`, and goods that come back, change the stock of an order's products.

use std::collections::BTreeMap;

use crate::catalog::stock_movement::MovementReason;
use crate::orders::order::{OrderItem, Shortage};
use crate::orders::status_change::StockEffect;
use crate::shared::ids::ProductId;
use crate::shared::quantity::Stock;

/// The new stock of one product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockChange {
    pub product_id: ProductId,
    /// Its stock before.
    pub from: Stock,
    /// Its stock after.
    pub to: Stock,
    /// The reason for the ledger of stock.
    pub reason: MovementReason,
}

/// The changes of stock that `effect` makes to the products of an order. `stock` holds the present stock of the products that
/// still exist. Restocking skips deleted products, and adds at most the units that fit below [`Stock::MAX`].
///
/// # Errors
/// A [`Shortage`] for each line that cannot be taken again; a deleted product has 0 units.
pub fn stock_changes(
    effect: StockEffect,
    items: &[OrderItem],
    stock: &BTreeMap<ProductId, Stock>,
) -> Result<Vec<StockChange>, Vec<Shortage>> {
    let present = |item: &OrderItem| item.product_id.and_then(|id| Some((id, *stock.get(&id)?)));
    match effect {
        StockEffect::None => Ok(Vec::new()),
        StockEffect::Restock | StockEffect::Return => {
            let reason = if effect == StockEffect::Return { MovementReason::Return } else { MovementReason::Cancellation };
            Ok(items.iter().filter_map(|item| Some(restock(item, present(item)?, reason))).collect())
        }
        StockEffect::Take => {
            let taken: Vec<_> = items.iter().map(|item| take(item, present(item))).collect();
            if taken.iter().all(Result::is_ok) {
                return Ok(taken.into_iter().flatten().collect());
            }
            Err(taken.into_iter().filter_map(Result::err).collect())
        }
    }
}

fn restock(item: &OrderItem, (product_id, from): (ProductId, Stock), reason: MovementReason) -> StockChange {
    StockChange { product_id, from, to: from.put_back(item.quantity), reason }
}

fn take(item: &OrderItem, present: Option<(ProductId, Stock)>) -> Result<StockChange, Shortage> {
    let change = present.and_then(|(product_id, from)| {
        Some(StockChange { product_id, from, to: from.take(item.quantity)?, reason: MovementReason::Reinstatement })
    });
    change.ok_or_else(|| Shortage {
        code: item.code.clone(),
        name: item.name.clone(),
        requested: item.quantity,
        available: present.map_or_else(Stock::default, |(_, stock)| stock),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::catalog::product_code::ProductCode;
    use crate::shared::money::Money;
    use crate::shared::quantity::Quantity;
    use crate::shared::text::ProductName;

    fn id(n: usize) -> ProductId {
        ProductId::new(Uuid::from_u128(u128::try_from(n).unwrap()))
    }

    /// The item of product `n`; `None` for the id of a deleted product.
    fn item(n: usize, units: i64, is_there: bool) -> OrderItem {
        OrderItem {
            product_id: is_there.then(|| id(n)),
            code: ProductCode::parse(&format!("p{n}")).unwrap(),
            name: ProductName::parse("Rose water").unwrap(),
            image: None,
            price: Money::from_cents(100).unwrap(),
            quantity: Quantity::parse(units).unwrap(),
            discount: Money::ZERO,
        }
    }

    fn stock(units: i64) -> Stock {
        Stock::parse(units).unwrap()
    }

    #[test]
    fn restocking_skips_deleted_products_and_never_exceeds_the_largest_stock() {
        let items = [item(1, 3, true), item(2, 5, false), item(3, 7, true), item(4, 9, true)];
        let there = BTreeMap::from([(id(1), stock(2)), (id(3), stock(999_999))]);
        let reason = MovementReason::Cancellation;
        let expected = vec![
            StockChange { product_id: id(1), from: stock(2), to: stock(5), reason },
            StockChange { product_id: id(3), from: stock(999_999), to: Stock::MAX, reason },
        ];
        assert_eq!(stock_changes(StockEffect::Restock, &items, &there), Ok(expected));
    }

    #[test]
    fn taking_again_names_each_line_without_enough_stock() {
        let items = [item(1, 3, true), item(2, 5, false), item(3, 7, true), item(4, 9, true)];
        let there = BTreeMap::from([(id(1), stock(3)), (id(3), stock(6))]);
        let short = stock_changes(StockEffect::Take, &items, &there).unwrap_err();
        let short: Vec<_> = short.iter().map(|s| (s.code.as_str(), s.requested.get(), s.available.get())).collect();
        assert_eq!(short, [("p2", 5, 0), ("p3", 7, 6), ("p4", 9, 0)]);
    }

    proptest! {
        #[test]
        fn taking_again_undoes_restocking(
            rows in prop::collection::vec((1_i64..=1_000, 0_i64..=999_000), 0..10),
        ) {
            let items: Vec<_> = rows.iter().enumerate().map(|(n, (units, _))| item(n, *units, true)).collect();
            let before: BTreeMap<_, _> = rows.iter().enumerate().map(|(n, (_, units))| (id(n), stock(*units))).collect();
            let restocked = stock_changes(StockEffect::Restock, &items, &before).unwrap();
            let after: BTreeMap<_, _> = restocked.iter().map(|change| (change.product_id, change.to)).collect();
            let taken = stock_changes(StockEffect::Take, &items, &after).unwrap();
            prop_assert_eq!(taken.iter().map(|change| (change.product_id, change.to)).collect::<BTreeMap<_, _>>(), before);
        }

        #[test]
        fn an_order_that_keeps_its_units_changes_no_stock(units in 1_i64..=1_000) {
            let there = BTreeMap::from([(id(1), stock(5))]);
            prop_assert_eq!(stock_changes(StockEffect::None, &[item(1, units, true)], &there), Ok(Vec::new()));
        }
    }
}
