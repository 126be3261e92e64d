//! Sheets that are written and read back.

use actix_web::ResponseError as _;
use application::content::current_content::ShopDetails;
use domain::catalog::product::{Prices, ProductDetails};
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_import::{Import, ImportRow};
use domain::catalog::shade::{HexColour, Shade};
use domain::shared::edit::Edit;
use domain::shared::ids::ProductId;
use domain::shared::money::Money;
use domain::shared::quantity::Stock;
use domain::shared::text::{AltName, Label, PictureUrl, Text};
use proptest::prelude::*;
use testkit::{moments, sample_products};

use super::read::CsvSheet;
use super::*;
use crate::server::config::HttpConfig;

fn some_id() -> ProductId {
    sample_products::product("Any").id
}

fn config() -> HttpConfig {
    let shop = ShopDetails {
        name: String::new(),
        phone: String::new(),
        email: String::new(),
        address: String::new(),
        opening_hours: String::new(),
        time_zone: String::new(),
    };
    HttpConfig {
        public_url: "https://shop.example".into(),
        shop,
        cors_origins: Vec::new(),
        trusted_proxies: Vec::new(),
        rate_limit_scale: 0.0,
        image_url_hosts: vec!["cdn.example.net".into()],
        images_public_url: None,
        google: None,
        payment_origin: None,
    }
}

/// Texts with all characters that CSV or spreadsheets treat specially.
fn text<const MIN: usize, const MAX: usize, const LINES: bool>() -> impl Strategy<Value = Text<MIN, MAX, LINES>> {
    let signs = "[=+@'\"\\-,;|\\\\\r\n\t a-zක-ෆஅ-ஹ0-9]{0,12}|\\PC{0,8}";
    signs.prop_filter_map("too short", |text| Text::parse(&text).ok())
}

fn label() -> impl Strategy<Value = Option<Label>> {
    prop::option::of(text::<1, 100, false>())
}

fn picture() -> impl Strategy<Value = PictureUrl> {
    let own = "/images/[0-9]{1,5}-[a-z]{1,5}\\.webp";
    let elsewhere = "https://cdn\\.example\\.net/[a-z]{1,4},[a-z]{1,4}\\.jpg";
    prop_oneof![own, elsewhere].prop_map(|url| PictureUrl::parse(&url).unwrap())
}

fn prices() -> impl Strategy<Value = Prices> {
    (1_i64..=100_000_000_000).prop_flat_map(|price| {
        let money = |cents| Money::from_cents(cents).unwrap();
        (1..=price).prop_map(move |last_price| Prices::new(money(price), Some(money(last_price))).unwrap())
    })
}

/// The details that spreadsheets may spoil.
fn details() -> impl Strategy<Value = ProductDetails> {
    let shade = prop::option::of(
        (text::<1, 100, false>(), "#[0-9A-F]{6}").prop_map(|(name, hex)| Shade { name, hex: HexColour::parse(&hex).unwrap() }),
    );
    let lists = (prop::collection::vec(text::<1, 100, false>(), 0..4), prop::collection::vec(picture(), 0..4));
    let texts = (text::<1, 200, false>(), text::<0, 5_000, true>());
    (texts, lists, prices(), [label(), label(), label()], shade).prop_map(
        |((name, description), (alt_names, images), prices, [brand, category, family], shade)| {
            let plain = ProductDetails::new(name, prices);
            ProductDetails { alt_names, images, description, brand, category, family, shade, ..plain }
        },
    )
}

fn product() -> impl Strategy<Value = Product> {
    (details(), "[A-Za-z0-9][A-Za-z0-9_-]{0,20}", 0_i64..=1_000_000, 1..i32::MAX).prop_filter_map(
        "reserved",
        |(details, code, units, version)| {
            Some(Product {
                id: some_id(),
                code: ProductCode::parse(&code).ok()?,
                details,
                stock: Stock::parse(units).ok()?,
                total_sales: 7,
                version,
                created_at: moments::now(),
                updated_at: moments::now(),
            })
        },
    )
}

fn full_product() -> Product {
    sample_products::full_product().into()
}

fn sheet_of(products: &[Product]) -> Vec<u8> {
    [head().unwrap(), rows(products).unwrap()].concat()
}

proptest! {
    #[test]
    fn what_is_written_reads_back_as_the_same_products(product in prop_oneof![product(), Just(full_product())]) {
        let read = read(&sheet_of(std::slice::from_ref(&product)), &config()).unwrap();
        prop_assert_eq!(&read.problems, &Vec::new());
        let read_rows = read.rows;
        let import = Import::new(read_rows.clone(), some_id);
        let there = import.plan(&[(product.code.clone(), product.clone())].into(), moments::now());
        prop_assert_eq!((there.unchanged, there.problems), (1, Vec::new()));
        let rows = read_rows.into_iter().map(|row| ImportRow { version: Edit::Clear, ..row }).collect();
        let elsewhere = Import::new(rows, some_id).plan(&[].into(), moments::now());
        prop_assert_eq!(&elsewhere.problems, &Vec::new());
        let copy = &elsewhere.created[0];
        prop_assert_eq!((&copy.code, &copy.details, copy.stock), (&product.code, &product.details, product.stock));
    }

    #[test]
    fn no_cell_is_a_formula(product in product()) {
        let bytes = sheet_of(&[product]);
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        for cell in reader.records().next().unwrap().unwrap().iter() {
            prop_assert!(!cell.starts_with(is_formula_sign), "{cell:?}");
        }
    }

    /// Cut at any separator, and without the quotation marks in front.
    #[test]
    fn no_part_of_a_row_is_a_formula_wherever_a_program_cuts_it(product in product()) {
        let rows = String::from_utf8(rows(&[product]).unwrap()).unwrap();
        for part in rows.split(is_separator) {
            let begin = part.trim_start_matches(['"', ' ']);
            prop_assert!(!begin.starts_with(['=', '+', '-', '@']), "{part:?} of {rows:?}");
        }
    }

    #[test]
    fn apostrophes_within_come_and_go(text in "[;,|\r\n\t'\" =+@a-]{0,12}") {
        prop_assert_eq!(unguarded_within(&guarded_within(&text)), text);
    }

    #[test]
    fn an_apostrophe_in_front_comes_and_goes(text in "'{0,3}[=+@a\t\r-]?[a'=]{0,3}") {
        let guarded = guarded(text.clone());
        prop_assert_eq!(unguarded(&guarded), text);
    }
}

/// The rows of a valid file.
fn parsed(text: &str) -> CsvSheet {
    read(text.as_bytes(), &config()).unwrap()
}

fn only_row(text: &str) -> ImportRow {
    let mut read = parsed(text);
    assert_eq!((read.count, read.problems.as_slice()), (1, [].as_slice()));
    read.rows.remove(0)
}

fn problems(text: &str) -> Vec<(u32, Option<&'static str>, String)> {
    parsed(text).problems.into_iter().map(|p| (p.row, p.column.map(Column::as_str), p.sentence)).collect()
}

/// The refusal of an invalid file.
fn refusal(bytes: &[u8]) -> String {
    let problem = read(bytes, &config()).unwrap_err();
    assert_eq!(problem.status_code().as_u16(), 422);
    format!("{problem:?}")
}

#[test]
fn a_sheet_begins_with_its_mark_and_header() {
    let text = String::from_utf8(head().unwrap()).unwrap();
    assert!(text.starts_with("\u{feff}productId,productName,brand,"), "{text}");
    assert!(text.ends_with(",expectedStock,version\r\n"), "{text}");
}

#[test]
fn columns_come_in_any_order_and_case_and_may_be_left_out() {
    let row = only_row("Stock, PRODUCTID ,,\n5,SUN-1,,\n");
    assert_eq!((row.number, row.code.as_str(), &row.stock), (2, "SUN-1", &Edit::Set(Stock::parse(5).unwrap())));
    assert_eq!((row.details.name, row.details.price), (Edit::Keep, Edit::Keep));
    for text in ["productId;stock\nSUN-1;5\n", "productId\tstock\r\nSUN-1\t5", "\u{feff}productId,stock\nSUN-1,5"] {
        assert_eq!(only_row(text).stock, Edit::Set(Stock::parse(5).unwrap()), "{text}");
    }
    assert_eq!(only_row("productId,stock\nSUN-1\n").stock, Edit::Clear, "a short row has nothing there");
}

#[test]
fn lists_are_separated_by_commas_or_lines() {
    let row = only_row("productId,altNames\nSUN-1,\"Glow Drops, ,Serum\nඅරලිය,\"\"A, B\"\"\"\n");
    let names = ["Glow Drops", "Serum", "අරලිය", "A, B"].map(|name| AltName::parse(name).unwrap());
    assert_eq!(row.details.alt_names, Edit::Set(names.into()));
}

#[test]
fn every_problem_of_every_row_is_told() {
    let text = "productId,productName,price,lastPrice,stock,images,shadeHex,version\n\
                SUN-1,ok,1200.50,,3,,,\n\
                ,,,,,,,\n\
                SUN 2,,4500.123,\"1,200\",-1,\"/etc/passwd,/images/1-a.webp\",red,x\n\
                ,Name,LKR. 5,5.0.0,1.5,,,,surplus\n";
    assert_eq!(
        problems(text),
        [
            (4, Some("productId"), "must be 1 to 64 letters, digits, _ or -, starting with a letter or digit".to_owned()),
            (4, Some("images"), "\"/etc/passwd\" must be a picture of this shop, or an https address on an allowed host".to_owned()),
            (4, Some("price"), "must have at most two decimals and no separator of thousands: write 4500123 or 4500.12".to_owned()),
            (4, Some("lastPrice"), "must have at most two decimals and no separator of thousands: write 1200 or 1.20".to_owned()),
            (4, Some("shadeHex"), "must be a colour such as #A6202F".to_owned()),
            (4, Some("stock"), "must be at least 0".to_owned()),
            (4, Some("version"), "must be a whole number".to_owned()),
            (5, None, "has more cells than the header".to_owned()),
            (5, Some("productId"), "is required".to_owned()),
            (5, Some("price"), "must be an amount such as 4500 or 4500.50".to_owned()),
            (5, Some("lastPrice"), "must have no separators of thousands: write 50.0".to_owned()),
            (5, Some("stock"), "must be a whole number".to_owned()),
        ]
    );
    assert_eq!(parsed(text).count, 3, "a blank row is none");
}

#[test]
fn what_is_no_sheet_of_products_is_refused_as_a_whole() {
    let files: [(&[u8], &str); 8] = [
        (b"productId,productName\nA,\"Rose\nB,Lily\nC,Iris\n", "quotation mark in row 2"),
        (b"productId,stock\nSUN-1,\xff\n", "UTF-8"),
        (b"", "is empty"),
        (b"productId,stock\n\n", "has no rows"),
        (b"productId,colour,stock,size\nA,b,1,2\n", "\\\"colour\\\", \\\"size\\\""),
        (b"productId,stock,Stock\nA,1,1\n", "stock twice"),
        (b"productName,stock\nA,1\n", "no column productId"),
        (b"PK\x03\x04 a spreadsheet in its own format", "not known"),
    ];
    for (bytes, why) in files {
        let refusal = refusal(bytes);
        assert!(refusal.contains(why), "{refusal}");
    }
    let many = format!("productId\n{}", "A\n".repeat(10_001));
    assert!(refusal(many.as_bytes()).contains("more than 10,000 rows"));
}

#[test]
fn a_comma_is_decimal_in_a_sheet_of_semicolons() {
    let price = |text: &str| only_row(text).details.price;
    let expected = Edit::Set(Money::from_cents(1_250).unwrap());
    assert_eq!(price("productId;price\nSUN-1;12,50\n"), expected);
    assert_eq!(price("productId\tprice\nSUN-1\t12,5\n"), expected);
    for text in ["productId;price\nSUN-1;1,200\n", "productId;price\nSUN-1;4.500\n", "productId,price\nSUN-1,\"12,50\"\n"] {
        assert_eq!(problems(text).len(), 1, "{text}");
    }
}

#[test]
fn a_description_in_html_is_read_as_text_with_a_notice() {
    let read = parsed("productId,description\nSUN-1,\"<p>Soft &amp; mild</p><p>50 ml</p>\"\nSUN-2,Soft & mild\n");
    let texts: Vec<_> = read.rows.iter().map(|row| row.details.description.clone()).collect();
    let given = |text| Edit::Set(Text::parse(text).unwrap());
    assert_eq!(texts, [given("Soft & mild\n\n50 ml"), given("Soft & mild")]);
    let notices: Vec<_> = read.notices.iter().map(|notice| (notice.row, notice.column)).collect();
    assert_eq!(notices, [(2, Some(Column::Description))]);
}

#[test]
fn rows_are_numbered_as_spreadsheets_count_them() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["", "productId,price", "", "SUN-1,abc", "\"SUN\n2\",1", "", "", "SUN-3,def", ""].join(end);
        let rows: Vec<u32> = problems(&text).into_iter().map(|(row, ..)| row).collect();
        assert_eq!(rows, [4, 5, 8], "{end:?}");
    }
}
