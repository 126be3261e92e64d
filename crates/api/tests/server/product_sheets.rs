//! Imports of products on a running shop: 5,000 rows at once while orders are placed.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;

use crate::checkout::{count, fresh_key, order_of, place, product, stock};
use crate::shop::Shop;
use crate::users::{admin, customers};

/// The rows of a large sheet.
const MANY: usize = 5_000;
/// The rows of a small sheet.
const SOME: usize = 500;
/// Timeout of an import, for a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);
const HEADER: &str = "productId,productName,altNames,description,price,lastPrice,stock,brand,category\r\n";

/// A row of a supplier's sheet, in three scripts.
fn row(number: usize, price: &str) -> String {
    let names = format!("\"Temple Flower {number},අරලිය {number}\"");
    let about = format!("\"A light balm no. {number} for hands and lips, made of jasmine, coconut oil and beeswax.\nமல்லிகை எண்ணெய்.\"");
    format!("BULK-{number},Araliya Balm {number},{names},{about},{price},1150.50,40,Pinibindu,Skincare\r\n")
}

fn sheet(rows: usize, price: impl Fn(usize) -> String) -> String {
    (1..=rows).fold(HEADER.to_owned(), |mut sheet, number| {
        sheet.write_str(&row(number, &price(number))).expect("a text");
        sheet
    })
}

async fn send(server: &Instance, owner: &SignedInUser, dry_run: bool, sheet: String) -> Answer {
    let request = server.post(&format!("/api/products/import?dryRun={dry_run}")).signed_in_as(owner);
    request.header("Content-Type", "text/csv").timeout(PATIENCE).body(sheet).ask().await
}

/// The same with progress: the lines of the answer.
async fn watch(server: &Instance, owner: &SignedInUser, sheet: String) -> Vec<Value> {
    let request = server.post("/api/products/import").signed_in_as(owner).header("Content-Type", "text/csv");
    let answer = request.header("Accept", "application/x-ndjson").timeout(PATIENCE).body(sheet).ask().await;
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    answer.text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

async fn products(shop: &Shop) -> i64 {
    count(shop, "SELECT count(*) FROM products").await
}

#[tokio::test(flavor = "multi_thread")]
async fn three_bad_rows_of_five_thousand_stop_the_sheet_and_without_them_it_is_in() {
    let shop = Shop::new().await;
    let (owner, server) = (admin(&shop).await, shop.start("a").await);
    let bad = sheet(MANY, |number| match number {
        7 => String::new(),
        2_500 => "12.50x".to_owned(),
        5_000 => "1000".to_owned(),
        _ => "1250".to_owned(),
    });
    for dry_run in [true, false] {
        let answer = send(&server, &owner, dry_run, bad.clone()).await;
        let report = if dry_run { answer.expect_status(200) } else { answer.expect_problem(422, "import.refused") };
        let problem =
            |row: u64, id: &str, column: &str, message: &str| json!({"row": row, "productId": id, "column": column, "message": message});
        let problems = json!([
            problem(8, "BULK-7", "price", "is required"),
            problem(2_501, "BULK-2500", "price", "must be an amount such as 4500 or 4500.50"),
            problem(5_001, "BULK-5000", "lastPrice", "must not be above the price"),
        ]);
        assert_eq!((&report["problems"], &report["rows"]), (&problems, &json!(MANY)));
        assert_eq!((&report["created"], &report["updated"]), (&json!(MANY - 3), &json!(0)));
    }
    assert_eq!((products(&shop).await, count(&shop, "SELECT count(*) FROM audit_log").await), (0, 0), "nothing at all");

    let begun = Instant::now();
    let lines = watch(&server, &owner, sheet(MANY, |_| "1250".to_owned())).await;
    eprintln!("{MANY} new products took {:?}", begun.elapsed());
    let (last, steps) = lines.split_last().expect("a line");
    assert_eq!((&last["status"], &last["body"]["created"]), (&json!(200), &json!(MANY)), "{last}");
    assert_eq!(steps[0], json!({"step": "checking"}));
    let written: Vec<u64> = steps[1..].iter().map(|step| step["done"].as_u64().expect("a number")).collect();
    assert!(written.len() > 10 && written.is_sorted() && written.last() == Some(&5_000), "{written:?}");
    assert_eq!(products(&shop).await, 5_000);
    assert_eq!(count(&shop, "SELECT count(*) FROM stock_movements WHERE reason = 'import' AND delta = 40").await, 5_000);
    assert_eq!(count(&shop, "SELECT count(*) FROM audit_log WHERE entity = 'product' AND action = 'create'").await, 5_000);
    let found = server.get("/api/products/search/balm%204321").ask().await.expect_status(200);
    assert_eq!(found[0]["productId"], "BULK-4321");
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_exported_can_be_imported_and_changes_nothing() {
    let shop = Shop::new().await;
    let (owner, server) = (admin(&shop).await, shop.start("a").await);
    send(&server, &owner, false, sheet(SOME, |_| "1250".to_owned())).await.expect_status(200);
    let exported = server.get("/api/products/export").signed_in_as(&owner).ask().await;
    assert_eq!((exported.status.as_u16(), exported.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert!(exported.text.contains("අරලිය 500") && exported.text.matches("\r\n").count() == SOME + 1);
    let again = send(&server, &owner, false, exported.text.clone()).await.expect_status(200);
    assert_eq!((&again["unchanged"], &again["created"], &again["updated"]), (&json!(SOME), &json!(0), &json!(0)));

    let begun = Instant::now();
    let dearer = exported.text.replace(",1250.00,1150.50,", ",1300.00,1150.50,");
    let answer = send(&server, &owner, false, dearer).await.expect_status(200);
    eprintln!("{SOME} new prices took {:?}", begun.elapsed());
    assert_eq!((&answer["updated"], &answer["unchanged"]), (&json!(SOME), &json!(0)));
    let product = server.get("/api/products/BULK-17").ask().await.expect_status(200);
    assert_eq!((&product["price"], &product["version"], &product["stock"]), (&json!(1_300), &json!(2), &json!(40)));
    let stale = exported.text.replace(",1250.00,1150.50,", ",1400.00,1150.50,");
    let refused = send(&server, &owner, false, stale).await.expect_problem(422, "import.refused");
    assert_eq!(refused["problems"].as_array().map(Vec::len), Some(SOME), "each was edited since");
    shop.is_in_order("a").await;
}

/// Places an order, repeated under its key while the answer is 503: on a busy machine 40 orders of one product take longer than the
/// 2 s of an order.
async fn place_until_answered(server: &Instance, buyer: &SignedInUser, key: &str, order: &Value) -> Answer {
    let begun = Instant::now();
    loop {
        let answer = place(server, buyer, key, order).ask().await;
        if answer.status != 503 || begun.elapsed() > PATIENCE {
            return answer;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn imports_and_orders_on_two_servers_lose_nothing() {
    let shop = Shop::new().await;
    let owner = admin(&shop).await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    send(&one, &owner, false, sheet(SOME, |_| "1250".to_owned())).await.expect_status(200);
    let loose = product(&shop, "A rose", 100).await;
    let buyers = customers(&shop, 40).await;
    let exported = server_sheet(&one, &owner).await;

    let codes: Vec<String> = (0..40).map(|n| format!("BULK-{}", 1 + n % 20)).collect();
    let order = |index: usize| order_of(&[(codes[index].as_str(), 1), (&loose, 1), (codes[39 - index].as_str(), 1)]);
    let keys: Vec<String> = buyers.iter().map(|_| fresh_key()).collect();
    let orders = buyers.iter().zip(&keys).enumerate().map(|(index, (buyer, key))| {
        let (server, order) = (if index % 2 == 0 { &one } else { &other }, order(index));
        async move { place_until_answered(server, buyer, key, &order).await }
    });
    let branded = |brand: &str| exported.replace(",\"Pinibindu\",", &format!(",\"{brand}\","));
    let imports = [(&one, branded("Nilmala")), (&other, branded("Kiripol"))].map(|(server, sheet)| send(server, &owner, false, sheet));
    let (placed, imported) = tokio::join!(join_all(orders), join_all(imports));

    for answer in &placed {
        assert!(answer.status == 201 || answer.status == 200, "{}", answer.text);
    }
    let mut outcomes: Vec<u16> = imported.iter().map(|answer| answer.status.as_u16()).collect();
    outcomes.sort_unstable();
    assert_eq!(outcomes, [200, 422], "the second sheet was made before the first one was in");
    assert_eq!(stock(&one, &loose).await, 60);
    assert_eq!(count(&shop, "SELECT sum(stock)::bigint FROM products WHERE code LIKE 'BULK-%'").await, 500 * 40 - 80);
    assert_eq!(count(&shop, "SELECT count(DISTINCT brand) FROM products WHERE code LIKE 'BULK-%'").await, 1);
    shop.is_in_order("a").await;
}

async fn server_sheet(server: &Instance, owner: &SignedInUser) -> String {
    server.get("/api/products/export").signed_in_as(owner).ask().await.text
}
