use domain::catalog::product::Product;
use testkit::sample_products;

use super::*;
use crate::samples;

fn listed(name: &str, total_sales: u64) -> Arc<ListedProduct> {
    let product = Product { total_sales, ..Product::from(sample_products::product(name)) };
    Arc::new(ListedProduct::new(product, samples::write_product).unwrap())
}

fn knows(memory: &ProductMemory, product: &ListedProduct) -> bool {
    memory.get(&[product.id]) != [None]
}

#[test]
fn a_product_is_kept_until_it_changes() {
    let (memory, [edited, sold, other]) = (ProductMemory::default(), ["Rose water", "Rose oil", "Rose soap"].map(|name| listed(name, 0)));
    memory.keep([&edited, &sold, &other].into_iter(), memory.moment());
    assert_eq!(memory.get(&[edited.id]), [Some(edited.clone())]);
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
    let (memory, now) = (ProductMemory::default(), Instant::now());
    for (sales, time) in [(0, KEPT), (1, KEPT_WITH_SALES)] {
        let product = listed("Rose water", sales);
        assert_eq!(Kept::new(&product, now).until, now + time);
        for (read_at, is_known) in [(now.checked_sub(time).unwrap(), false), (now, true)] {
            memory.0.kept.insert(product.id, Kept::new(&product, read_at));
            assert_eq!(knows(&memory, &product), is_known, "{sales} sold");
        }
    }
}

#[test]
fn the_memory_is_bounded_by_bytes() {
    let (count, size) = (100, listed("Rose water", 0).size() + OVERHEAD);
    let kept = of_bytes(u64::try_from(count / 2 * size).unwrap());
    for _ in 0..count {
        let product = listed("Rose water", 0);
        kept.insert(product.id, Kept::new(&product, Instant::now()));
    }
    assert!((count / 4..=count / 2).contains(&kept.len()), "{}", kept.len());
}
