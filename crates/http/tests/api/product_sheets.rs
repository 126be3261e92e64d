//! Products as sheets: importing, trying out, exporting.

use std::sync::{Arc, Mutex};

use actix_web::test::TestRequest;
use domain::catalog::ports::{ImportCounts, ImportProductsOutcome, ImportStep};
use domain::catalog::product_import::{Column, Import, ImportRow, Plan};
use domain::shared::page::{Cursor, Page, PageAnswer, TotalCount};
use domain::shared::ports::PortError;
use serde_json::{Value, json};
use testkit::sample_products;

use crate::people::admin;
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{By as _, get};

const SHEET: &str = "productId,productName,price,stock\r\nSUN-50,Sun cream,1200.50,10\r\nSUN-30,Sun milk,900,4\r\n";

fn import(query: &str, sheet: impl Into<String>) -> TestRequest {
    let request =
        TestRequest::post().uri(&format!("/api/products/import{query}")).insert_header(("Content-Type", "text/csv; charset=utf-8"));
    request.set_payload(sheet.into()).by("admin")
}

/// A shop in which every sheet can be imported.
fn importing() -> (Shop, Arc<Mutex<Vec<Arc<Import>>>>) {
    let (seen, mut shop) = (Arc::new(Mutex::new(Vec::new())), Shop::new());
    let sink = seen.clone();
    shop.importer.expect_check().returning(|_, _| Ok(Plan::default()));
    shop.importer.expect_import().returning(move |import, by, _, watcher| {
        assert_eq!(by.email, Some(admin().user.email));
        for done in [0, import.len()] {
            watcher(ImportStep::Writing { done, total: import.len() });
        }
        sink.lock().unwrap().push(import.clone());
        Ok(ImportProductsOutcome::Imported(ImportCounts { created: 1, updated: 1, unchanged: 0 }))
    });
    (shop, seen)
}

#[actix_web::test]
async fn a_sheet_is_imported() {
    let (shop, seen) = importing();
    let answer = shop.answer(import("", SHEET)).await;
    assert_eq!((answer.status, answer.is_personal()), (200, true), "{}", answer.text());
    let message = "The products were imported successfully";
    let report = json!({"message": message, "dryRun": false, "rows": 2, "created": 1, "updated": 1, "unchanged": 0, "problems": [],
        "newProducts": [], "changes": [], "notices": []});
    assert_eq!(answer.json(), report);
    let codes: Vec<String> = seen.lock().unwrap()[0].codes().iter().map(ToString::to_string).collect();
    assert_eq!(codes, ["SUN-50", "SUN-30"]);
}

#[actix_web::test]
async fn progress_comes_line_by_line() {
    let (shop, _) = importing();
    let answer = shop.answer(import("", SHEET).insert_header(("Accept", "application/x-ndjson, application/json;q=0.5"))).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/x-ndjson"));
    assert_eq!((answer.header("x-accel-buffering"), answer.is_personal()), ("no", true));
    let lines: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[..3],
        [json!({"step": "checking"}), json!({"step": "writing", "done": 0, "total": 2}), json!({"step": "writing", "done": 2, "total": 2})]
    );
    assert_eq!((lines.len(), &lines[3]["status"], &lines[3]["body"]["created"]), (4, &json!(200), &json!(1)));
}

#[actix_web::test]
async fn a_failure_on_the_way_is_the_last_line() {
    let mut shop = Shop::new();
    shop.importer.expect_check().returning(|_, _| Ok(Plan::default()));
    shop.importer.expect_import().returning(|_, _, _, _| Err(PortError::unavailable("gone")));
    let answer = shop.answer(import("", SHEET).insert_header(("Accept", "application/x-ndjson"))).await;
    let last: Value = serde_json::from_str(answer.text().lines().last().unwrap()).unwrap();
    assert_eq!((&last["status"], &last["body"]["code"]), (&json!(503), &json!("service.unavailable")));
    assert_eq!(last["body"]["requestId"], answer.header("x-request-id"));
}

/// A shop that finds something wrong with one row.
fn finding() -> Shop {
    let mut shop = Shop::new();
    shop.importer.expect_check().returning(|import, _| {
        let code = import.codes().pop().unwrap();
        let problems = vec![ImportRow::of(3, code).problem(Column::Stock, "was 5 when the sheet was made and is 4 now")];
        Ok(Plan { unchanged: 1, problems, ..Plan::default() })
    });
    shop
}

fn problem(row: u32, column: Option<&str>, id: &str, message: &str) -> Value {
    json!({"row": row, "column": column, "productId": id, "message": message})
}

#[actix_web::test]
async fn trying_out_tells_everything_and_does_nothing() {
    let answer = finding().answer(import("?dryRun=true", format!("{SHEET}-x,,\"1,0\",\r\n"))).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let problems = [
        problem(3, Some("stock"), "SUN-30", "was 5 when the sheet was made and is 4 now"),
        problem(4, Some("productId"), "-x", "must be 1 to 64 letters, digits, _ or -, starting with a letter or digit"),
        problem(4, Some("price"), "-x", "must have a point before its decimals: write 1.0"),
    ];
    let message = "The file has problems. Nothing was imported.";
    let report = json!({"message": message, "dryRun": true, "rows": 3, "created": 0, "updated": 0, "unchanged": 1, "problems": problems,
        "newProducts": [], "changes": [], "notices": []});
    assert_eq!(answer.json(), report);
}

#[actix_web::test]
async fn a_refused_sheet_tells_what_trying_out_tells() {
    let answer = finding().answer(import("?dryRun=false", format!("{SHEET}SUN-15,,x,\r\n"))).await;
    assert_eq!(answer.problem(422), "import.refused");
    let body = answer.json();
    assert_eq!((&body["rows"], &body["unchanged"], &body["created"]), (&json!(3), &json!(1), &json!(0)));
    let rows: Vec<_> = body["problems"].as_array().unwrap().iter().map(|p| p["row"].as_u64().unwrap()).collect();
    assert_eq!((rows, &body["message"]), (vec![3, 4], &json!("Nothing was imported: the file has problems.")));
}

#[actix_web::test]
async fn what_is_no_sheet_is_refused_before_anything_else() {
    for (sheet, sentence) in [
        ("", "The file is empty."),
        ("productId,colour\nA,red\n", "The file has columns that are not known: \"colour\"."),
        ("productId\n", "The file has no rows below its header."),
    ] {
        for accept in ["*/*", "application/x-ndjson"] {
            let answer = Shop::new().answer(import("", sheet).insert_header(("Accept", accept))).await;
            assert_eq!(answer.problem(422), "import.unreadable");
            assert!(answer.json()["errors"]["file"][0].as_str().unwrap().starts_with(sentence), "{}", answer.text());
        }
    }
    assert_eq!(Shop::new().answer(import("?dryRun=maybe", SHEET)).await.wrong_fields(), ["dryRun"]);
}

#[actix_web::test]
async fn bodies_have_their_kind_and_limit() {
    let other = import("", SHEET).insert_header(("Content-Type", "application/json"));
    assert_eq!(Shop::new().answer(other).await.problem(415), "request.unsupported_media_type");
    let zipped = import("", SHEET).insert_header(("Content-Encoding", "gzip"));
    assert_eq!(Shop::new().answer(zipped).await.problem(415), "request.unsupported_encoding");
    let large = format!("productId,description\nA,{}\n", "x".repeat(10 * 1024 * 1024));
    assert_eq!(Shop::new().answer(import("", large)).await.problem(413), "request.too_large");
    let declared = import("", SHEET).insert_header(("Content-Length", "10485761"));
    assert_eq!(Shop::new().answer(declared).await.problem(413), "request.too_large");
}

#[actix_web::test]
async fn the_catalogue_is_exported_piece_by_piece() {
    let mut shop = Shop::new();
    shop.catalogue.expect_list().times(2).returning(|query, _| {
        assert_eq!(query.page.limit.get(), 500);
        let (name, next) = match &query.page.after {
            None => ("=Sun, \"cream\"", Some(Cursor("more".into()))),
            Some(after) => {
                assert_eq!(after.0, "more");
                ("හිරු කිරි", None)
            }
        };
        Ok(PageAnswer::Page(Page { items: vec![kept(sample_products::product(name))], next, total: TotalCount::Exactly(2) }))
    });
    let answer = shop.answer(get("/api/products/export").by("admin")).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"products.csv\"");
    assert!(answer.is_personal());
    let text = answer.text();
    let lines: Vec<_> = text.split("\r\n").collect();
    assert!(lines[0].starts_with("\u{feff}productId,productName,"), "{text}");
    assert!(lines[1].contains(",\"'=Sun, \"\"cream\"\"\",") && lines[2].contains(",\"හිරු කිරි\","), "{text}");
    assert_eq!((lines.len(), lines[3]), (4, ""));
}

#[actix_web::test]
async fn an_export_that_cannot_begin_is_refused() {
    assert_eq!(Shop::away().await.answer(get("/api/products/export").by("admin")).await.problem(503), "service.unavailable");
}
