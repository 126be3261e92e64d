use testkit::sample_products;

use super::*;

fn product(total_sales: u64) -> Arc<Product> {
    Arc::new(Product { total_sales, ..Product::from(sample_products::product("Rose water")) })
}

fn knows(cache: &ProductCache, product: &Product) -> bool {
    cache.get(&[product.id]) != [None]
}

#[test]
fn a_product_is_kept_until_it_changes() {
    let (cache, [edited, sold, other]) = (ProductCache::default(), [(); 3].map(|()| product(0)));
    cache.insert(&[edited.clone(), sold.clone(), other.clone()], cache.generation());
    assert_eq!(cache.get(&[edited.id]), [Some(edited.clone())]);
    cache.invalidate(&ChangedProducts::Known { edited: vec![edited.id], sold: vec![sold.id] });
    assert_eq!([&edited, &sold, &other].map(|product| knows(&cache, product)), [false, false, true]);
    cache.invalidate(&ChangedProducts::Unknown);
    assert!(!knows(&cache, &other));
}

#[test]
fn a_product_that_was_read_before_a_change_is_not_kept_after_it() {
    let (cache, product) = (ProductCache::default(), product(0));
    let before = cache.generation();
    cache.invalidate(&ChangedProducts::none());
    cache.insert(std::slice::from_ref(&product), before);
    assert!(knows(&cache, &product), "no product changed");
    for changed in [ChangedProducts::Known { edited: vec![], sold: vec![product.id] }, ChangedProducts::Unknown] {
        let before = cache.generation();
        cache.invalidate(&changed);
        cache.insert(std::slice::from_ref(&product), before);
        assert!(!knows(&cache, &product), "{changed:?}");
    }
}

#[test]
fn products_with_sales_expire_sooner() {
    let (cache, now) = (ProductCache::default(), Instant::now());
    for (sales, ttl) in [(0, TTL), (1, TTL_WITH_SALES)] {
        let product = product(sales);
        for (read_at, is_known) in [(now.checked_sub(ttl).unwrap(), false), (now, true)] {
            cache.entries.insert(product.id, Entry::new(&product, read_at));
            assert_eq!(knows(&cache, &product), is_known, "{sales} sold");
        }
    }
}

#[test]
fn the_capacity_is_in_bytes() {
    let (count, size) = (100, size_of_product(&product(0)) + OVERHEAD);
    let entries = of_bytes(u64::try_from(count / 2 * size).unwrap());
    for _ in 0..count {
        let product = product(0);
        entries.insert(product.id, Entry::new(&product, Instant::now()));
    }
    assert!((count / 4..=count / 2).contains(&entries.len()), "{}", entries.len());
}
