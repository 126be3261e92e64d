//! Tests of the decisions on rows.

use super::*;
use crate::catalog::product::{DetailsEdit, Prices, ProductDetails};
use crate::catalog::shade::{HexColour, Shade};
use crate::shared::edit::Edit;
use crate::shared::money::Money;
use crate::shared::quantity::Stock;
use crate::shared::text::{AltName, Description, Label, PictureUrl, ProductName};

fn code(text: &str) -> ProductCode {
    ProductCode::parse(text).unwrap()
}

fn money(rupees: i64) -> Money {
    Money::from_cents(rupees * 100).unwrap()
}

fn stock(units: i64) -> Stock {
    Stock::parse(units).unwrap()
}

fn label(text: &str) -> Label {
    Label::parse(text).unwrap()
}

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).unwrap()
}

fn lipstick() -> Product {
    Product {
        id: ProductId::new(uuid::Uuid::from_u128(1)),
        code: code("LIP-1"),
        details: ProductDetails {
            alt_names: vec![AltName::parse("Rouge").unwrap()],
            images: vec![PictureUrl::parse("/images/1-a.webp").unwrap()],
            description: Description::parse("Red").unwrap(),
            brand: Some(label("Nilmala")),
            category: Some(label("Lips")),
            shade: Some(Shade { name: label("Red"), hex: HexColour::parse("#AA0000").unwrap() }),
            ..ProductDetails::new(ProductName::parse("Lipstick").unwrap(), Prices::new(money(100), Some(money(80))).unwrap())
        },
        stock: stock(10),
        total_sales: 3,
        version: 4,
        created_at: now(),
        updated_at: now(),
    }
}

fn planned(rows: Vec<ImportRow>) -> Plan {
    let mut drawn = 100;
    let import = Import::new(rows, || {
        drawn += 1;
        ProductId::new(uuid::Uuid::from_u128(drawn))
    });
    import.plan(&HashMap::from([(code("LIP-1"), lipstick())]), now())
}

fn about(change: impl FnOnce(&mut ImportRow)) -> Plan {
    let mut row = ImportRow::of(2, code("lip-1"));
    change(&mut row);
    planned(vec![row])
}

fn changed(change: impl FnOnce(&mut ImportRow)) -> Product {
    let plan = about(change);
    assert_eq!((plan.problems.as_slice(), plan.updated.len()), ([].as_slice(), 1));
    plan.updated.into_iter().next().unwrap().after
}

fn refused(change: impl FnOnce(&mut ImportRow)) -> Vec<(Column, String)> {
    let plan = about(change);
    assert_eq!((plan.created.len(), plan.updated.len(), plan.unchanged), (0, 0, 0));
    plan.problems.into_iter().map(|p| (p.column.unwrap(), p.sentence)).collect()
}

#[test]
fn a_row_that_says_nothing_new_changes_nothing() {
    assert_eq!(about(|_| {}), Plan { unchanged: 1, ..Plan::default() });
    let same = about(|row| {
        row.details.price = Edit::Set(money(100));
        row.details.images = Edit::Clear;
        row.stock = Edit::Clear;
        row.version = Edit::Set(1);
    });
    assert_eq!(same.unchanged, 1, "an old version that changes nothing is no conflict");
}

#[test]
fn cells_are_set_and_blank_ones_cleared() {
    let after = changed(|row| {
        row.details.name = Edit::Set(ProductName::parse("Lip colour").unwrap());
        row.details.alt_names = Edit::Clear;
        row.details.brand = Edit::Clear;
        row.details.description = Edit::Clear;
        row.details.family = Edit::Set(label("Velvet"));
        row.details.last_price = Edit::Clear;
        (row.details.shade_name, row.details.shade_hex) = (Edit::Clear, Edit::Clear);
        row.stock = Edit::Set(stock(12));
        row.version = Edit::Set(4);
    });
    let details = ProductDetails {
        name: ProductName::parse("Lip colour").unwrap(),
        alt_names: Vec::new(),
        description: Description::default(),
        prices: Prices::new(money(100), None).unwrap(),
        brand: None,
        family: Some(label("Velvet")),
        shade: None,
        weight: None,
        ..lipstick().details
    };
    assert_eq!(after, Product { details, stock: stock(12), version: 5, ..lipstick() });
}

#[test]
fn half_a_shade_goes_with_the_half_that_is_there() {
    let after = changed(|row| row.details.shade_name = Edit::Set(label("Crimson")));
    assert_eq!(after.details.shade, Some(Shade { name: label("Crimson"), hex: HexColour::parse("#AA0000").unwrap() }));
    let sentences = refused(|row| row.details.shade_name = Edit::Clear);
    assert_eq!(sentences, [(Column::ShadeName, "is required where there is a shadeHex".to_owned())]);
}

#[test]
fn prices_hold_their_rule_against_those_that_stay() {
    let sentences = refused(|row| row.details.price = Edit::Set(money(79)));
    assert_eq!(sentences, [(Column::Price, "must not be below the last price, which is 80.00".to_owned())]);
    let sentences = refused(|row| row.details.last_price = Edit::Set(money(101)));
    assert_eq!(sentences, [(Column::LastPrice, "must not be above the price".to_owned())]);
    let sentences = refused(|row| (row.details.price, row.details.last_price) = (Edit::Set(Money::ZERO), Edit::Clear));
    assert_eq!(sentences, [(Column::Price, "must be more than 0".to_owned())]);
    let sentences = refused(|row| row.details.last_price = Edit::Set(Money::ZERO));
    assert_eq!(sentences, [(Column::LastPrice, "must be more than 0".to_owned())]);
}

#[test]
fn another_price_alone_begins_no_sale() {
    let mut at_full_price = lipstick();
    at_full_price.details.prices = Prices::new(money(100), None).unwrap();
    for rupees in [130, 70] {
        let mut row = ImportRow::of(2, code("lip-1"));
        row.details.price = Edit::Set(money(rupees));
        let plan = Import::new(vec![row], || ProductId::new(uuid::Uuid::from_u128(101)))
            .plan(&HashMap::from([(code("LIP-1"), at_full_price.clone())]), now());
        assert_eq!(plan.updated[0].after.details.prices, Prices::new(money(rupees), None).unwrap());
    }
    let on_sale = changed(|row| row.details.price = Edit::Set(money(130)));
    assert_eq!(on_sale.details.prices, Prices::new(money(130), Some(money(80))).unwrap());
}

#[test]
fn a_sheet_never_undoes_sales() {
    let sold_meanwhile = about(|row| (row.stock, row.expected_stock) = (Edit::Set(stock(25)), Edit::Set(stock(25))));
    assert_eq!(sold_meanwhile.unchanged, 1, "the sheet did not touch the stock");
    let counted = changed(|row| (row.stock, row.expected_stock) = (Edit::Set(stock(30)), Edit::Set(stock(10))));
    assert_eq!(counted.stock, stock(30));
    let sentences = refused(|row| (row.stock, row.expected_stock) = (Edit::Set(stock(30)), Edit::Set(stock(11))));
    assert_eq!(sentences, [(Column::Stock, "was 11 when the sheet was made and is 10 now".to_owned())]);
    let again = about(|row| (row.stock, row.expected_stock) = (Edit::Set(stock(10)), Edit::Set(stock(4))));
    assert_eq!(again.unchanged, 1, "a sheet that was imported already changes nothing");
}

#[test]
fn a_product_that_was_edited_since_is_left_alone() {
    let sentences = refused(|row| (row.details.brand, row.version) = (Edit::Clear, Edit::Set(3)));
    assert_eq!(sentences, [(Column::Version, "is old: the product was edited after the sheet was made".to_owned())]);
}

#[test]
fn a_new_product_needs_all_mandatory_fields() {
    let plan = planned(vec![ImportRow {
        details: DetailsEdit { name: Edit::Clear, ..DetailsEdit::default() },
        ..ImportRow::of(7, code("NEW-1"))
    }]);
    let said: Vec<_> = plan.problems.iter().map(|p| (p.row, p.column.unwrap(), p.sentence.as_str())).collect();
    let required = "is required for a new product";
    assert_eq!(said, [(7, Column::ProductName, "is required"), (7, Column::Price, required), (7, Column::Stock, required)]);
    let row = ImportRow {
        details: DetailsEdit {
            name: Edit::Set(ProductName::parse("Soap").unwrap()),
            price: Edit::Set(money(50)),
            ..DetailsEdit::default()
        },
        stock: Edit::Set(stock(5)),
        ..ImportRow::of(2, code("NEW-1"))
    };
    let created = planned(vec![row]).created.into_iter().next().unwrap();
    assert_eq!((created.id, created.stock), (ProductId::new(uuid::Uuid::from_u128(101)), stock(5)));
    assert_eq!(created.details.prices, Prices::new(money(50), None).unwrap());
}

#[test]
fn a_row_that_was_exported_adds_no_product() {
    let row = ImportRow {
        details: DetailsEdit {
            name: Edit::Set(ProductName::parse("Soap").unwrap()),
            price: Edit::Set(money(50)),
            ..DetailsEdit::default()
        },
        stock: Edit::Set(stock(5)),
        version: Edit::Set(9),
        ..ImportRow::of(2, code("12345"))
    };
    let plan = planned(vec![row.clone()]);
    let said: Vec<_> = plan.problems.iter().map(|p| (p.row, p.column.unwrap())).collect();
    assert_eq!((said, plan.created.len()), (vec![(2, Column::Version)], 0), "the product was deleted, or its code changed");
    assert_eq!(planned(vec![ImportRow { version: Edit::Clear, ..row }]).created.len(), 1);
}

#[test]
fn an_edit_names_the_columns_whose_values_change() {
    let plan = about(|row| {
        row.details.name = Edit::Set(ProductName::parse("Lip colour").unwrap());
        row.details.last_price = Edit::Set(money(70));
        row.details.shade_name = Edit::Set(label("Crimson"));
        row.stock = Edit::Set(stock(3));
        row.details.price = Edit::Set(money(100));
    });
    let columns: Vec<_> = plan.updated.iter().map(PlannedEdit::changed_columns).collect();
    assert_eq!(columns, [[Column::ProductName, Column::ShadeName, Column::LastPrice, Column::Stock]]);
}

#[test]
fn a_row_with_a_wrong_cell_is_looked_at_to_its_end() {
    let row = ImportRow { wrong: [Column::Price, Column::Stock].into(), ..ImportRow::of(3, code("NEW-1")) };
    let plan = planned(vec![row]);
    let said: Vec<_> = plan.problems.iter().map(|p| p.column.unwrap()).collect();
    assert_eq!((said, plan.created.len()), (vec![Column::ProductName], 0), "what is known already is not said twice");
    let plan = about(|row| row.wrong = [Column::Brand].into());
    assert_eq!(plan, Plan::default(), "nothing is done with it");
}

#[test]
fn a_product_stands_in_one_row() {
    let plan = planned(vec![ImportRow::of(2, code("LIP-1")), ImportRow::of(3, code("lip-1"))]);
    assert_eq!((plan.unchanged, plan.problems.len()), (1, 1));
    let problem = plan.problems.first().unwrap();
    assert_eq!((problem.row, problem.column), (3, Some(Column::ProductId)));
    assert_eq!(problem.sentence, "stands in row 2 already");
}

#[test]
fn columns_are_known_by_their_names_in_any_case() {
    for column in Column::ALL {
        assert_eq!(Column::parse(&column.as_str().to_uppercase()), Some(column));
    }
    assert_eq!(Column::parse("colour"), None);
}
