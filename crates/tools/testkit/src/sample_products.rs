//! Sample products, edits and queries.

use domain::catalog::product::{DetailsEdit, NewProduct, Prices, ProductDetails};
use domain::catalog::product_change::ProductChange;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::catalog::shade::{HexColour, Shade};
use domain::catalog::weight::Weight;
use domain::shared::edit::Edit;
use domain::shared::ids::ProductId;
use domain::shared::money::Money;
use domain::shared::page::PageRequest;
use domain::shared::quantity::Stock;
use domain::shared::text::{AltName, Description, Label, PictureUrl, ProductName, SearchText};

use crate::{moments, unique};

/// A unique code.
#[must_use]
pub fn code() -> ProductCode {
    ProductCode::parse(&format!("T-{}", unique::tag())).unwrap()
}

/// An amount of rupees.
#[must_use]
pub fn rupees(rupees: i64) -> Money {
    Money::from_cents(rupees * 100).unwrap()
}

/// A brand, category or family.
#[must_use]
pub fn label(text: &str) -> Label {
    Label::parse(text).unwrap()
}

#[must_use]
pub fn stock(units: i64) -> Stock {
    Stock::parse(units).unwrap()
}

/// A product of this name: 1,200 rupees, 10 in stock, no optional field.
#[must_use]
pub fn product(name: &str) -> NewProduct {
    NewProduct {
        id: ProductId::new(unique::uuid()),
        code: code(),
        details: ProductDetails::new(ProductName::parse(name).unwrap(), Prices::new(rupees(1_200), None).unwrap()),
        stock: stock(10),
        created_at: moments::now(),
    }
}

/// A product with every optional field.
#[must_use]
pub fn full_product() -> NewProduct {
    let plain = product("Araliya Velvet Lipstick");
    let details = ProductDetails {
        alt_names: ["Temple Flower Lipstick", "අරලිය ලිප්ස්ටික්"].map(|n| AltName::parse(n).unwrap()).into(),
        images: ["/images/1-a.webp", "/images/2-b.webp"].map(|i| PictureUrl::parse(i).unwrap()).into(),
        description: Description::parse("Soft and matt.\nஒரு உதட்டுச்சாயம்.").unwrap(),
        prices: Prices::new(rupees(2_400), Some(Money::from_cents(199_950).unwrap())).unwrap(),
        brand: Some(label("Pinibindu")),
        category: Some(label("Make-up")),
        family: Some(label("Velvet Lipstick")),
        shade: Some(Shade { name: label("Rosewood"), hex: HexColour::parse("#a6202f").unwrap() }),
        weight: Weight::parse(85).ok(),
        ..plain.details
    };
    NewProduct { details, ..plain }
}

#[must_use]
pub fn with_stock(units: i64, product: NewProduct) -> NewProduct {
    NewProduct { stock: stock(units), ..product }
}

/// A product at another price.
#[must_use]
pub fn priced(price: Money, last_price: Money, mut product: NewProduct) -> NewProduct {
    product.details.prices = Prices::new(price, Some(last_price)).unwrap();
    product
}

/// An edit to a new, unique name.
#[must_use]
pub fn renamed() -> ProductChange {
    let name = Edit::Set(ProductName::parse(&format!("Rose {}", unique::tag())).unwrap());
    ProductChange { details: DetailsEdit { name, ..DetailsEdit::default() }, ..ProductChange::default() }
}

/// The whole catalogue in this order.
#[must_use]
pub fn catalogue(sort: ProductSort) -> ProductQuery {
    ProductQuery { text: None, filter: ProductFilter::default(), alert: None, sort, page: PageRequest::default() }
}

/// A search, best match first.
#[must_use]
pub fn search(text: &str) -> ProductQuery {
    ProductQuery { text: Some(SearchText::parse(text).unwrap()), ..catalogue(ProductSort::Relevance) }
}
