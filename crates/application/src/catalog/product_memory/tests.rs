use domain::catalog::product::Product;
use testkit::sample_products;

use super::*;
use crate::samples;

fn listed(name: &str, total_sales: u64) -> Arc<ListedProduct> {
    let product = Product { total_sales, ..samples::kept(sample_products::product(name)) };
    Arc::new(ListedProduct::new(product, samples::write_product).unwrap())
}

fn knows(memory: &ProductMemory, product: &ListedProduct) -> bool {
    memory.get(&product.id).is_some()
}

#[test]
fn a_product_is_kept_until_it_changes() {
    let (memory, [edited, sold, other]) = (ProductMemory::default(), ["Rose water", "Rose oil", "Rose soap"].map(|name| listed(name, 0)));
    memory.keep([&edited, &sold, &other].into_iter(), memory.moment());
    assert_eq!(memory.get(&edited.id), Some(edited.clone()));
    memory.forget(&ChangedProducts::Known { edited: vec![edited.id], sold: vec![sold.id] });
    assert_eq!([&edited, &sold, &other].map(|product| knows(&memory, product)), [false, false, true]);
    memory.forget(&ChangedProducts::Unknown);
    assert!(!knows(&memory, &other));
}

#[test]
fn a_product_that_was_read_before_a_change_is_not_kept_after_it() {
    let (memory, product) = (ProductMemory::default(), listed("Rose water", 0));
    let before = memory.moment();
    memory.forget(&ChangedProducts::none());
    memory.keep([&product].into_iter(), before);
    assert!(knows(&memory, &product), "no product changed");
    for changed in [ChangedProducts::Known { edited: vec![], sold: vec![product.id] }, ChangedProducts::Unknown] {
        let before = memory.moment();
        memory.forget(&changed);
        memory.keep([&product].into_iter(), before);
        assert!(!knows(&memory, &product), "{changed:?}");
    }
}

#[test]
fn products_with_sales_expire_sooner() {
    let (now, id) = (Instant::now(), listed("Rose water", 0).id);
    for (sales, expected) in [(0, Some(KEPT)), (1, Some(KEPT_WITH_SALES))] {
        let product = listed("Rose water", sales);
        assert_eq!(BySales.expire_after_create(&id, &product, now), expected);
        assert_eq!(BySales.expire_after_update(&id, &product, now, None), expected);
    }
}

#[test]
fn the_memory_is_bounded_by_bytes() {
    let (products, size) = (["Rose water", "Rose oil", "Rose soap"].map(|name| listed(name, 0)), listed("Rose water", 0).size() + OVERHEAD);
    let kept = of_bytes(u64::try_from(2 * size).unwrap() + 50);
    for product in &products {
        kept.insert(product.id, product.clone());
        kept.run_pending_tasks();
    }
    assert_eq!(kept.entry_count(), 2);
}
