//! The folder of the index: damaged, outdated, in use, not usable.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use domain::catalog::ports::{ProductSearch as _, SearchIndex as _};
use domain::catalog::product::{NewProduct, Prices};
use domain::catalog::product_query::{ProductQuery, ProductSort};
use domain::shared::ids::ProductId;
use domain::shared::page::{PageLimit, PageRequest};
use testkit::sample_products;
use uuid::Uuid;

use crate::shop::{MemoryCatalogue, Shop};

fn id(number: u128) -> ProductId {
    ProductId::new(Uuid::from_u128(number << 64 | number))
}

fn rose(number: u128) -> NewProduct {
    let price = sample_products::rupees(i64::try_from(number * 37 % 101).unwrap() + 1);
    let product = NewProduct { id: id(number), ..sample_products::product(&format!("Rose {number}")) };
    sample_products::priced(price, price, product)
}

/// Whether the index finds exactly the products of the catalogue, at their prices.
pub(crate) async fn assert_is_right(shop: &Shop) {
    let page = PageRequest { limit: PageLimit::parse(500).unwrap(), after: None };
    let query = ProductQuery { sort: ProductSort::PriceUp, page, ..sample_products::search("rose") };
    let mut products = shop.catalogue.products();
    products.sort_by_key(|product| (product.details.prices.last_price(), product.id));
    let expected: Vec<ProductId> = products.iter().map(|product| product.id).collect();
    assert_eq!(shop.found(&query).await.ids, expected);
    for product in products.iter().take(3) {
        let found = shop.found(&sample_products::search(product.details.name.as_str())).await.ids;
        assert_eq!(found.first(), Some(&product.id), "{}", product.details.name.as_str());
    }
}

/// An index of several segments with deleted documents below `folder`.
async fn built(folder: &Path) -> Arc<MemoryCatalogue> {
    let catalogue = MemoryCatalogue::new();
    let shop = Shop::open(Arc::clone(&catalogue), Some(folder)).await;
    for first in [0, 15, 30, 45] {
        (first..first + 15).for_each(|number| catalogue.add(rose(number)));
        shop.catch_up().await;
    }
    // Four segments are merged, at the latest when the index is dropped: what follows stays a segment of its own.
    drop(shop);
    let shop = Shop::open(Arc::clone(&catalogue), Some(folder)).await;
    catalogue.delete(id(3));
    catalogue.edit(id(25), |details| details.prices = Prices::new(sample_products::rupees(500), None).unwrap());
    shop.catch_up().await;
    assert_is_right(&shop).await;
    drop(shop);
    catalogue
}

/// The one folder below the root.
fn folder_in(root: &Path) -> PathBuf {
    let folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(folders.len(), 1, "{folders:?}");
    folders[0].clone()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The damages that each file suffers in turn.
fn damages(file: &Path) -> Vec<Vec<u8>> {
    let content = fs::read(file).unwrap();
    // The list of segments has no checksum: it is damaged in more places.
    let step = if file.extension().is_some_and(|extension| extension == "json") { 29 } else { (content.len() / 2).max(1) };
    let flipped = (0..content.len()).step_by(step).map(|at| {
        let mut flipped = content.clone();
        flipped[at] ^= 1;
        flipped
    });
    let cut = [content.len() / 2, content.len().saturating_sub(1)].map(|length| content[..length].to_vec());
    cut.into_iter().chain(flipped).filter(|damaged| *damaged != content).collect()
}

/// A shop on a folder that no process uses any more. A process that another test of this program starts holds copies of all locks until
/// it runs its own program.
async fn reopened(catalogue: &Arc<MemoryCatalogue>, folder: &Path) -> Shop {
    let mut shop = Shop::open(Arc::clone(catalogue), Some(folder)).await;
    for _ in 0..20 {
        if shop.index.cursor().await.is_some() {
            break;
        }
        drop(shop);
        tokio::time::sleep(Duration::from_millis(50)).await;
        shop = Shop::open(Arc::clone(catalogue), Some(folder)).await;
    }
    shop
}

#[tokio::test]
async fn damage_costs_a_rebuild_and_never_a_wrong_answer() {
    let root = tempfile::tempdir().unwrap();
    let good = root.path().join("good");
    let catalogue = built(&good).await;
    let index = folder_in(&good).join("index");
    let files: Vec<_> = fs::read_dir(&index).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(files.len() > 10, "{files:?}");
    let mut tried = 0;
    for file in files {
        for damaged in damages(&index.join(&file)) {
            let bad = root.path().join(format!("bad-{tried}"));
            copy(&good, &bad);
            fs::write(folder_in(&bad).join("index").join(&file), damaged).unwrap();
            let shop = Shop::open(Arc::clone(&catalogue), Some(&bad)).await;
            shop.catch_up().await;
            assert_is_right(&shop).await;
            drop(shop);
            let again = reopened(&catalogue, &bad).await;
            assert!(again.index.cursor().await.is_some(), "{file:?} is repaired on disk");
            again.catch_up().await;
            assert_is_right(&again).await;
            drop(again);
            fs::remove_dir_all(bad).unwrap();
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}

/// Overwrites the files of all segments in place, so that the mapped pages change.
fn overwrite(index: &Path, byte: u8) {
    let files = fs::read_dir(index).unwrap().map(|entry| entry.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension != "json" && extension != "lock")) {
        let length = usize::try_from(fs::metadata(&file).unwrap().len()).unwrap();
        fs::File::options().write(true).open(file).unwrap().write_all(&vec![byte; length]).unwrap();
    }
}

/// A disk that loses what was written: the open index is overwritten below the searches.
#[tokio::test]
async fn a_search_that_meets_damage_fails_and_has_the_index_built_again() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = built(root.path()).await;
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    shop.catch_up().await;
    assert_is_right(&shop).await;
    let index = folder_in(root.path()).join("index");
    let mut failed = 0;
    for byte in [0_u8, 0x7f, 0x80, 0x01, 0x55] {
        overwrite(&index, byte);
        // What words found before the damage is in memory and stays right, so each of these is new.
        for text in ["rose", "rose 7", "ros", "r", "sunscreen", "rosw"].map(|text| format!("{text}{byte}")) {
            failed += u32::from(shop.index.find(&sample_products::search(&text)).await.is_err());
        }
    }
    assert!(failed > 0, "a search notices");
    shop.catch_up().await;
    assert_is_right(&shop).await;
    let names: Vec<_> =
        fs::read_dir(folder_in(root.path())).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.len() == 3 && names.contains(&"index".to_owned()), "{names:?}");
    // The new index is kept in step and opened like any other.
    catalogue.add(rose(61));
    assert_is_right(&shop).await;
    drop(shop);
    let read = catalogue.read();
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    shop.catch_up().await;
    assert_is_right(&shop).await;
    assert_eq!(catalogue.read(), read);
}

#[tokio::test]
async fn an_index_without_its_files_or_with_others_is_built_again() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = built(root.path()).await;
    let folder = folder_in(root.path());
    fs::remove_dir_all(folder.join("index")).unwrap();
    fs::create_dir_all(folder.join("index.new")).unwrap();
    fs::write(folder.join("index.new").join("meta.json"), "left over").unwrap();
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    assert_eq!(shop.index.cursor().await, None);
    shop.catch_up().await;
    assert_is_right(&shop).await;
    assert!(!folder.join("index.new").exists());
    drop(shop);
    fs::remove_dir_all(folder.join("index")).unwrap();
    fs::write(folder.join("index"), "a file").unwrap();
    let shop = Shop::open(catalogue, Some(root.path())).await;
    shop.catch_up().await;
    assert_is_right(&shop).await;
}

#[tokio::test]
async fn what_was_indexed_is_not_read_again_and_the_mark_is_kept() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = built(root.path()).await;
    let read = catalogue.read();
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    assert_eq!(shop.index.cursor().await.unwrap().0, "5");
    shop.catch_up().await;
    assert_eq!(catalogue.read(), read, "no product is read");
    assert_is_right(&shop).await;
    drop(shop);
    // While no process looks, products change.
    catalogue.edit(id(7), |details| details.prices = Prices::new(sample_products::rupees(900), None).unwrap());
    catalogue.delete(id(8));
    let batch = catalogue.unknown_batch();
    catalogue.confirm();
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    shop.index.apply(&batch).await.unwrap();
    assert_eq!(catalogue.read(), read + 2);
    assert_is_right(&shop).await;
}

#[tokio::test]
async fn outdated_folders_are_deleted_and_others_stay() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = built(root.path()).await;
    let present = folder_in(root.path());
    let name = present.file_name().unwrap().to_str().unwrap().to_owned();
    let (version, of) = name.split_once('-').unwrap();
    let newer = format!("{}-{of}", version.parse::<u32>().unwrap() + 1);
    let other = format!("{version}-{}", Uuid::from_u128(99));
    let used = format!("{version}-{}", Uuid::from_u128(98));
    for name in [&format!("0-{of}"), &newer, &other, &used, &"notes".to_owned()] {
        copy(&present, &root.path().join(name));
    }
    let lock = fs::File::create(root.path().join(&used).join("lock")).unwrap();
    lock.try_lock().unwrap();
    let shop = Shop::open(catalogue, Some(root.path())).await;
    let mut left: Vec<_> = fs::read_dir(root.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let mut expected = vec![name, newer, used, "notes".to_owned()];
    left.sort();
    expected.sort();
    assert_eq!(left, expected);
    shop.catch_up().await;
    assert_is_right(&shop).await;
}

#[tokio::test]
async fn another_catalogue_has_another_folder() {
    let root = tempfile::tempdir().unwrap();
    let first = built(root.path()).await;
    let in_use = Shop::open(Arc::clone(&first), Some(root.path())).await;
    // A restored backup: the same ids and versions with other texts, under another id.
    let restored = MemoryCatalogue::with_id(Uuid::from_u128(2));
    for product in first.products() {
        let mut product = product;
        product.details.prices = Prices::new(sample_products::rupees(7), None).unwrap();
        restored.put(product);
    }
    let shop = Shop::open(restored, Some(root.path())).await;
    assert_eq!(shop.index.cursor().await, None);
    shop.catch_up().await;
    assert_is_right(&shop).await;
    in_use.catch_up().await;
    assert_is_right(&in_use).await;
}

#[tokio::test]
async fn a_folder_in_use_or_unusable_means_an_index_in_memory() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = built(root.path()).await;
    let first = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    first.catch_up().await;
    let second = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    assert_eq!(second.index.cursor().await, None, "in memory it begins empty");
    let file = root.path().join("file");
    fs::write(&file, "").unwrap();
    let third = Shop::open(Arc::clone(&catalogue), Some(&file.join("search"))).await;
    catalogue.add(rose(77));
    let batch = catalogue.batch();
    for shop in [&first, &second, &third] {
        shop.index.apply(&batch).await.unwrap();
    }
    catalogue.confirm();
    for shop in [&first, &second, &third] {
        assert_is_right(shop).await;
    }
}
