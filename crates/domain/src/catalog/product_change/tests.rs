//! Tests of edits.

use super::*;
use crate::catalog::product::Prices;
use crate::catalog::product_code::ProductCode;
use crate::catalog::shade::{HexColour, Shade};
use crate::catalog::weight::Weight;
use crate::shared::edit::Edit;
use crate::shared::error::{ErrorKind, FeatureError as _};
use crate::shared::ids::ProductId;
use crate::shared::money::Money;
use crate::shared::text::{AltName, Description, Label, PictureUrl, ProductName};

fn money(rupees: i64) -> Money {
    Money::from_cents(rupees * 100).unwrap()
}

fn label(text: &str) -> Label {
    Label::parse(text).unwrap()
}

fn stock(units: i64) -> Stock {
    Stock::parse(units).unwrap()
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
}

fn details() -> ProductDetails {
    ProductDetails {
        alt_names: vec![AltName::parse("Sunscreen").unwrap()],
        images: vec![PictureUrl::parse("/images/1.webp").unwrap()],
        description: Description::parse("For the beach").unwrap(),
        brand: Some(label("Araliya")),
        category: Some(label("Skin")),
        weight: Weight::parse(120).ok(),
        ..ProductDetails::new(ProductName::parse("Sun cream").unwrap(), Prices::new(money(100), Some(money(80))).unwrap())
    }
}

/// A product of 100 rupees that costs 80 now, version 3, 10 in stock.
fn product() -> Product {
    Product {
        id: ProductId::new(uuid::Uuid::from_u128(1)),
        code: ProductCode::parse("SUN-50").unwrap(),
        details: details(),
        stock: stock(10),
        total_sales: 3,
        version: 3,
        created_at: at(0),
        updated_at: at(0),
    }
}

fn edited(change: &ProductChange) -> Result<Product, ProductError> {
    product().edited(change, at(60))
}

fn of(details: DetailsEdit) -> ProductChange {
    ProductChange { details, ..ProductChange::default() }
}

/// The prices after an edit of a product of 100 rupees that costs `last_price` now.
fn priced(last_price: i64, edit: DetailsEdit) -> Result<(i64, i64), PricesError> {
    let present = ProductDetails { prices: Prices::new(money(100), Some(money(last_price))).unwrap(), ..details() };
    edit.edit(&present).map(|edited| (edited.prices.price().cents() / 100, edited.prices.last_price().cents() / 100))
}

fn at_price(rupees: i64) -> DetailsEdit {
    DetailsEdit { price: Edit::Set(money(rupees)), ..DetailsEdit::default() }
}

#[test]
fn absent_fields_stay_and_an_edit_that_changes_nothing_is_not_counted() {
    assert_eq!(edited(&ProductChange::default()).unwrap(), product());
    let same = DetailsEdit { brand: Edit::Set(label("Araliya")), images: Edit::Clear, ..DetailsEdit::default() };
    let stock = Some(StockChange { to: stock(10), expected: Some(stock(10)) });
    assert_eq!(edited(&ProductChange { stock, expected_version: Some(3), ..of(same) }).unwrap(), product());
}

#[test]
fn named_fields_are_replaced_or_cleared() {
    let edit = DetailsEdit {
        name: Edit::Set(ProductName::parse("After sun").unwrap()),
        alt_names: Edit::Clear,
        images: Edit::Set(vec![PictureUrl::parse("/images/2.webp").unwrap()]),
        description: Edit::Clear,
        price: Edit::Set(money(50)),
        last_price: Edit::Set(money(40)),
        brand: Edit::Clear,
        category: Edit::Set(label("Care")),
        family: Edit::Set(label("Sun")),
        shade_name: Edit::Set(label("Red")),
        shade_hex: Edit::Set(HexColour::parse("#AA0000").unwrap()),
        weight: Edit::Set(Weight::parse(90).unwrap()),
    };
    let details = ProductDetails {
        name: ProductName::parse("After sun").unwrap(),
        alt_names: Vec::new(),
        images: vec![PictureUrl::parse("/images/2.webp").unwrap()],
        description: Description::default(),
        prices: Prices::new(money(50), Some(money(40))).unwrap(),
        brand: None,
        category: Some(label("Care")),
        family: Some(label("Sun")),
        shade: Some(Shade { name: label("Red"), hex: HexColour::parse("#AA0000").unwrap() }),
        weight: Weight::parse(90).ok(),
    };
    assert_eq!(edit.clone().create(), Some(details.clone()));
    let to = Some(StockChange { to: stock(3), expected: Some(stock(10)) });
    let expected = Product { details, stock: stock(3), version: 4, updated_at: at(60), ..product() };
    assert_eq!(edited(&ProductChange { stock: to, ..of(edit) }).unwrap(), expected);
}

#[test]
fn a_new_product_needs_a_name_and_a_price() {
    let name = Edit::Set(ProductName::parse("Soap").unwrap());
    assert_eq!(DetailsEdit { name: name.clone(), ..DetailsEdit::default() }.create(), None);
    assert_eq!(at_price(50).create(), None);
    let soap = DetailsEdit { name, ..at_price(50) }.create().unwrap();
    assert_eq!((soap.prices, soap.brand, soap.images), (Prices::new(money(50), None).unwrap(), None, Vec::new()));
}

#[test]
fn a_price_alone_keeps_a_last_price_and_begins_no_sale() {
    assert_eq!(priced(80, at_price(90)), Ok((90, 80)));
    assert_eq!((priced(100, at_price(120)), priced(100, at_price(90))), (Ok((120, 120)), Ok((90, 90))));
    assert_eq!(priced(80, DetailsEdit { last_price: Edit::Clear, ..at_price(90) }), Ok((90, 90)));
    assert_eq!(priced(80, at_price(79)), Err(PricesError::LastPriceAbovePrice));
    assert_eq!(priced(80, at_price(0)), Err(PricesError::Zero));
    let refused = edited(&of(at_price(79))).unwrap_err();
    assert!(matches!(refused, ProductError::Prices(PricesError::LastPriceAbovePrice)) && refused.kind() == ErrorKind::Invalid);
}

#[test]
fn another_version_is_a_conflict_with_any_price_and_any_permission() {
    for describes_only in [true, false] {
        let change = ProductChange { expected_version: Some(2), describes_only, ..of(at_price(1)) };
        let Err(ProductError::VersionConflict(present)) = edited(&change) else { panic!("edited") };
        assert_eq!(*present, product());
    }
}

#[test]
fn another_stock_is_a_conflict_where_the_editor_saw_one() {
    let to = |to, expected: Option<i64>| ProductChange {
        stock: Some(StockChange { to: stock(to), expected: expected.map(stock) }),
        ..ProductChange::default()
    };
    assert!(matches!(edited(&to(50, Some(9))), Err(ProductError::StockChanged(present)) if present == stock(10)));
    assert_eq!(edited(&to(50, Some(10))).unwrap().stock, stock(50));
    assert_eq!(edited(&to(0, None)).unwrap().stock, stock(0));
}

#[test]
fn a_description_keeps_price_stock_and_weight() {
    let weight = |grams| Edit::Set(Weight::parse(grams).unwrap());
    let last = |rupees| Edit::Set(money(rupees));
    let to = |to, expected: Option<i64>| Some(StockChange { to: stock(to), expected: expected.map(stock) });
    for (price, last_price, weight, stock, may) in [
        (100, Edit::Keep, Edit::Keep, None, true),
        (100, last(80), weight(120), None, true),
        (100, Edit::Keep, Edit::Keep, to(10, None), true),
        (100, last(80), Edit::Keep, to(19, Some(19)), true),
        (99, Edit::Keep, Edit::Keep, None, false),
        (79, Edit::Keep, Edit::Keep, None, false),
        (100, last(79), Edit::Keep, None, false),
        (100, Edit::Clear, Edit::Keep, None, false),
        (100, Edit::Keep, weight(1), None, false),
        (100, Edit::Keep, Edit::Clear, None, false),
        (100, last(80), Edit::Keep, to(11, None), false),
        (100, last(80), Edit::Keep, to(10, Some(11)), false),
    ] {
        let details = DetailsEdit { brand: Edit::Clear, last_price, weight, ..at_price(price) };
        let change = ProductChange { stock, describes_only: true, ..of(details) };
        match edited(&change) {
            Ok(edited) => {
                assert!(may && edited.version == 4, "{change:?}");
                assert_eq!(
                    Product {
                        details: ProductDetails { brand: product().details.brand, ..edited.details },
                        version: 3,
                        updated_at: at(0),
                        ..edited
                    },
                    product()
                );
            }
            Err(refused) => assert!(!may && refused.code() == "auth.role_forbidden", "{change:?}: {refused:?}"),
        }
    }
}
