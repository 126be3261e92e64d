//! A process that is killed while it commits leaves an index of one commit, whole, with that commit's cursor.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use domain::catalog::ports::{CatalogueChange, ChangedProducts, FeedBatch, FeedCursor, SearchIndex as _};
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use domain::shared::ids::ProductId;
use testkit::{moments, sample_products};
use uuid::Uuid;

use crate::folder::assert_is_right;
use crate::shop::{MemoryCatalogue, Shop};

const FOLDER: &str = "TEST_KILLED_FOLDER";
const FIRST_STEP: &str = "TEST_KILLED_FIRST_STEP";
const PRODUCTS: u64 = 30;
const KILLS: u64 = 100;

/// The product that a step edits.
fn id(step: u64) -> ProductId {
    ProductId::new(Uuid::from_u64_pair(step % PRODUCTS, 1))
}

/// That product as the step leaves it; every fifth edit deletes it.
fn product(step: u64) -> Option<Product> {
    if step / PRODUCTS % 5 == 4 {
        return None;
    }
    let price = sample_products::rupees(i64::try_from(step * 7_919 % 997).unwrap() + 1);
    let new = sample_products::priced(price, price, sample_products::product(&format!("Rose {step}")));
    Some(Product {
        id: id(step),
        code: ProductCode::parse(&format!("R-{}", step % PRODUCTS)).unwrap(),
        version: i32::try_from(step).unwrap(),
        updated_at: moments::seconds_later(i64::try_from(step).unwrap()),
        ..Product::from(new)
    })
}

fn take_step(catalogue: &MemoryCatalogue, step: u64) {
    match product(step) {
        Some(product) => catalogue.put(product),
        None => catalogue.delete(id(step)),
    }
    catalogue.confirm();
}

/// The catalogue after a step.
fn catalogue_at(step: u64) -> Arc<MemoryCatalogue> {
    let catalogue = MemoryCatalogue::new();
    (step.saturating_sub(PRODUCTS)..=step).for_each(|step| take_step(&catalogue, step));
    catalogue
}

fn batch(step: u64) -> FeedBatch {
    let products = ChangedProducts::Known { edited: vec![id(step)], sold: Vec::new() };
    FeedBatch { cursor: FeedCursor(step.to_string()), change: Some(CatalogueChange::Content), products }
}

/// The process that is killed: it commits one step after another. Without the variables of the test below it does nothing.
#[tokio::test]
#[ignore = "is started by the test that kills it"]
async fn commits_until_it_is_killed() {
    let (Ok(folder), Ok(first)) = (std::env::var(FOLDER), std::env::var(FIRST_STEP)) else { return };
    let first: u64 = first.parse().unwrap();
    let catalogue = catalogue_at(first);
    let shop = Shop::open(Arc::clone(&catalogue), Some(Path::new(&folder))).await;
    for step in first + 1.. {
        take_step(&catalogue, step);
        shop.index.apply(&batch(step)).await.unwrap();
        println!("step {step}");
    }
}

fn start(folder: &Path, first: u64) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "killed::commits_until_it_is_killed", "--ignored", "--nocapture"]);
    command.env(FOLDER, folder).env(FIRST_STEP, first.to_string()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Waits for some commits, then kills the process after a further time.
fn kill(mut child: Child, commits: u64, after: Duration) {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let steps = lines.map_while(Result::ok).filter(|line| line.contains("step ")).take(usize::try_from(commits).unwrap()).count();
    assert_eq!(u64::try_from(steps).unwrap(), commits, "the process ended by itself");
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[tokio::test]
async fn a_hundred_kills_leave_a_whole_index() {
    let root = tempfile::tempdir().unwrap();
    let mut step = 0;
    for kills in 0..KILLS {
        let commits = 1 + kills % 3;
        kill(start(root.path(), step), commits, Duration::from_micros(kills * 7_919 % 30_000));
        let cursor = cursor_of(root.path()).await;
        assert!(cursor >= step + commits, "what was committed is there: {cursor} after {commits} commits behind {step}");
        // At the moment of the cursor, the catalogue has just what the index has.
        let catalogue = catalogue_at(cursor);
        let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
        shop.index.apply(&FeedBatch { products: ChangedProducts::none(), ..batch(cursor) }).await.unwrap();
        assert_eq!(catalogue.read(), 0, "after kill {kills} the index is at {cursor}");
        assert_is_right(&shop).await;
        step = cursor;
    }
}

/// The cursor of the index below a folder.
async fn cursor_of(root: &Path) -> u64 {
    let shop = Shop::open(MemoryCatalogue::new(), Some(root)).await;
    shop.index.cursor().await.map_or(0, |cursor| cursor.0.parse().unwrap())
}
