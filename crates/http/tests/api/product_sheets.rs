//! Products as sheets: importing, trying out, exporting.

use std::fmt::Write as _;

use actix_web::test::TestRequest;
use domain::catalog::product_import::Plan;
use domain::shared::ports::PortError;
use serde_json::{Value, json};

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get};

const SHEET: &str = "productId,productName,price,stock\r\nSUN-50,Sun cream,1200.50,10\r\nSUN-30,Sun milk,900,4\r\n";
/// A stock that has changed since the sheet was made, and a row with wrong cells.
const WRONG: &str = "productId,price,stock,expectedStock\r\nSUN-30,,9,5\r\n-x,\"1,0\",,\r\nSUN-50,1200.50,,\r\n";

fn import(query: &str, sheet: impl Into<String>, by: &str) -> TestRequest {
    let request =
        TestRequest::post().uri(&format!("/api/products/import{query}")).insert_header(("Content-Type", "text/csv; charset=utf-8"));
    request.set_payload(sheet.into()).by(by)
}

/// A shop with the products of [`SHEET`], its owner, and the answer to their import.
async fn imported() -> (PgShop, SignedIn, Answer) {
    let shop = PgShop::open().await;
    let owner = shop.admin().await;
    let answer = shop.answer(import("", SHEET, &owner.token)).await;
    (shop, owner, answer)
}

fn report(answer: &Value, expected: &Value) {
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&answer[field], value, "{field} of {answer}");
    }
}

#[actix_web::test]
async fn a_sheet_is_imported_with_its_stock_movements() {
    let (shop, owner, answer) = imported().await;
    assert_eq!((answer.status, answer.is_personal()), (200, true), "{}", answer.text());
    let message = "The products were imported successfully";
    let expected = json!({"message": message, "dryRun": false, "rows": 2, "created": 2, "updated": 0, "unchanged": 0, "problems": [],
        "newProducts": [], "changes": [], "notices": []});
    assert_eq!(answer.json(), expected);
    let again = shop.answer(import("", SHEET.replace(",10", ",25"), &owner.token)).await;
    report(&again.json(), &json!({"created": 0, "updated": 1, "unchanged": 1}));
    let movements = shop.walk("/api/products/SUN-50/stock-movements", 100, Some(&owner)).await;
    for (movement, (delta, after)) in movements.iter().zip([(15, 25), (10, 10)]) {
        report(movement, &json!({"reason": "import", "delta": delta, "stockAfter": after, "actorEmail": owner.user.email.as_str()}));
    }
}

#[actix_web::test]
async fn progress_comes_line_by_line() {
    let shop = PgShop::open().await;
    let owner = shop.admin().await.token;
    let request = import("", SHEET, &owner).insert_header(("Accept", "application/x-ndjson, application/json;q=0.5"));
    let answer = shop.answer(request).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/x-ndjson"));
    assert_eq!((answer.header("x-accel-buffering"), answer.is_personal()), ("no", true));
    let lines: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[..3],
        [json!({"step": "checking"}), json!({"step": "writing", "done": 0, "total": 2}), json!({"step": "writing", "done": 2, "total": 2})]
    );
    assert_eq!((lines.len(), &lines[3]["status"], &lines[3]["body"]["created"]), (4, &json!(200), &json!(2)));
}

#[actix_web::test]
async fn a_failure_on_the_way_is_the_last_line() {
    let mut shop = Shop::new();
    shop.products.expect_plan_import().returning(|_, _| Ok(Plan::default()));
    shop.products.expect_import().returning(|_, _, _, _| Err(PortError::unavailable("gone").into()));
    let answer = shop.answer(import("", SHEET, "admin").insert_header(("Accept", "application/x-ndjson"))).await;
    let last: Value = serde_json::from_str(answer.text().lines().last().unwrap()).unwrap();
    assert_eq!((&last["status"], &last["body"]["code"]), (&json!(503), &json!("service.unavailable")));
    assert_eq!(last["body"]["message"], "Nothing was imported due to an error. Please try again.");
    assert_eq!(last["body"]["requestId"], answer.header("x-request-id"));
}

#[actix_web::test]
async fn trying_out_lists_every_problem_and_a_refused_sheet_does_the_same() {
    let (shop, owner, _) = imported().await;
    let problem =
        |row: u32, column: &str, id: &str, message: &str| json!({"row": row, "column": column, "productId": id, "message": message});
    let problems = [
        problem(2, "price", "SUN-30", "is required"),
        problem(2, "stock", "SUN-30", "was 5 when the sheet was made and is 4 now"),
        problem(3, "productId", "-x", "must be 1 to 64 letters, digits, _ or -, starting with a letter or digit"),
        problem(3, "price", "-x", "must have a point before its decimals: write 1.0"),
    ];
    let found = json!({"rows": 3, "created": 0, "updated": 0, "unchanged": 1, "problems": problems, "newProducts": [], "changes": [], "notices": []});
    let tried = shop.answer(import("?dryRun=true", WRONG, &owner.token)).await;
    assert_eq!(tried.status, 200, "{}", tried.text());
    report(&tried.json(), &json!({"message": "The file has problems. Nothing was imported.", "dryRun": true}));
    report(&tried.json(), &found);
    let refused = shop.answer(import("?dryRun=false", WRONG, &owner.token)).await;
    assert_eq!(refused.problem(422), "import.refused");
    report(&refused.json(), &json!({"message": "Nothing was imported: the file has problems."}));
    report(&refused.json(), &found);
}

#[actix_web::test]
async fn trying_out_lists_new_and_changed_products_and_changes_nothing() {
    let (shop, owner, _) = imported().await;
    let sheet = format!("{}SUN-15,Sun oil,500,1\r\n", SHEET.replace("1200.50,10", "1300,9"));
    let tried = shop.answer(import("?dryRun=true", sheet, &owner.token)).await;
    let expected = json!({
        "message": "The file can be imported.", "created": 1, "updated": 1, "unchanged": 1, "problems": [],
        "newProducts": [{"productId": "SUN-15", "productName": "Sun oil"}],
        "changes": [{"productId": "SUN-50", "productName": "Sun cream", "columns": ["price", "lastPrice", "stock"]}],
    });
    report(&tried.json(), &expected);
    assert_eq!(shop.answer(get("/api/products/SUN-15")).await.status, 404);
    report(&shop.answer(get("/api/products/SUN-50")).await.json(), &json!({"price": 1200.5, "stock": 10, "version": 1}));
}

#[actix_web::test]
async fn what_is_no_sheet_is_refused_before_anything_else() {
    for (sheet, sentence) in [
        ("", "The file is empty."),
        ("productId,colour\nA,red\n", "The file has columns that are not known: \"colour\"."),
        ("productId\n", "The file has no rows below its header."),
    ] {
        for accept in ["*/*", "application/x-ndjson"] {
            let answer = Shop::new().answer(import("", sheet, "admin").insert_header(("Accept", accept))).await;
            assert_eq!(answer.problem(422), "import.unreadable");
            assert!(answer.json()["errors"]["file"][0].as_str().unwrap().starts_with(sentence), "{}", answer.text());
        }
    }
    assert_eq!(Shop::new().answer(import("?dryRun=maybe", SHEET, "admin")).await.wrong_fields(), ["dryRun"]);
}

#[actix_web::test]
async fn bodies_have_their_kind_and_limit() {
    let other = import("", SHEET, "admin").insert_header(("Content-Type", "application/json"));
    assert_eq!(Shop::new().answer(other).await.problem(415), "request.unsupported_media_type");
    let zipped = import("", SHEET, "admin").insert_header(("Content-Encoding", "gzip"));
    assert_eq!(Shop::new().answer(zipped).await.problem(415), "request.unsupported_encoding");
    let large = format!("productId,description\nA,{}\n", "x".repeat(10 * 1024 * 1024));
    assert_eq!(Shop::new().answer(import("", large, "admin")).await.problem(413), "request.too_large");
    let declared = import("", SHEET, "admin").insert_header(("Content-Length", "10485761"));
    assert_eq!(Shop::new().answer(declared).await.problem(413), "request.too_large");
}

#[actix_web::test]
async fn the_whole_catalogue_is_exported() {
    let (shop, owner, _) = imported().await;
    let mut sheet = "productId,productName,price,stock\r\nF-1,\"=Sun, \"\"cream\"\"\",1,1\r\n".to_owned();
    (0..500).for_each(|number| write!(sheet, "P-{number},හිරු කිරි,1,1\r\n").unwrap());
    assert_eq!(shop.answer(import("", sheet, &owner.token)).await.status, 200);
    let answer = shop.answer(get("/api/products/export").by(&owner.token)).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"products.csv\"");
    assert!(answer.is_personal());
    let text = answer.text();
    assert!(text.starts_with("\u{feff}productId,productName,"), "{text}");
    assert!(text.contains(",\"'=Sun, \"\"cream\"\"\",") && text.contains(",\"හිරු කිරි\","), "{text}");
    assert_eq!(text.split("\r\n").count(), 1 + 503 + 1, "more than one page of them, and the end of the last line");
}

#[actix_web::test]
async fn an_export_that_cannot_begin_is_refused() {
    assert_eq!(Shop::away().await.answer(get("/api/products/export").by("admin")).await.problem(503), "service.unavailable");
}
