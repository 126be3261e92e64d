//! The demo shop's products.

use std::collections::HashMap;

use domain::accounts::actor::Actor;
use domain::catalog::ports::ProductRepository as _;
use domain::catalog::product::{NewProduct, Prices, ProductDetails};
use domain::catalog::product_change::ProductError;
use domain::catalog::product_code::ProductCode;
use domain::catalog::shade::{HexColour, Shade};
use domain::setup::{SetupPart, SetupStep, SetupWatcher};
use domain::shared::ids::ProductId;
use domain::shared::money::Money;
use domain::shared::quantity::Stock;
use domain::shared::text::{AltName, Description, Label, PictureUrl, ProductName};
use serde::Deserialize;

use crate::CommandError;
use crate::demo::days_before;
use crate::demo::pictures;
use crate::demo::state::DemoState;
use crate::wiring::adapters::Adapters;

const CATALOGUE: &str = include_str!("../../demo/catalogue.json");

/// A product as the demo data has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DemoProduct {
    pub(crate) product_id: String,
    product_name: String,
    alt_names: Vec<String>,
    brand: Option<String>,
    category: Option<String>,
    description: String,
    price: i64,
    last_price: i64,
    /// The stock after all demo orders.
    pub(crate) stock: i64,
    family: Option<String>,
    shade: Option<DemoShade>,
    pub(crate) images: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct DemoShade {
    name: String,
    hex: String,
}

/// The products of the demo data.
///
/// # Errors
/// When the data is damaged.
pub(crate) fn products() -> Result<Vec<DemoProduct>, CommandError> {
    Ok(serde_json::from_str(CATALOGUE)?)
}

/// Adds the products. Each gets the stock of the data and the units that the demo orders take, which are `sold`.
pub(crate) async fn fill(
    adapters: &Adapters,
    state: &DemoState,
    sold: &HashMap<&str, i64>,
    watcher: &SetupWatcher,
) -> Result<(), CommandError> {
    let by = Actor::operator("demo");
    let products = products()?;
    let of = products.len();
    for (done, (place, product)) in (0_i64..).zip(products).enumerate() {
        watcher(SetupStep { part: SetupPart::Products, done, of });
        let units = product.stock + sold.get(product.product_id.as_str()).copied().unwrap_or_default();
        let at = days_before(state.started_at, 75 + place, 0);
        let new = new_product(adapters, &product, units, at)?;
        match adapters.postgres.create(&new, &by).await {
            // It was added before the filling was broken off.
            Ok(_) | Err(ProductError::CodeTaken) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn new_product(
    adapters: &Adapters,
    product: &DemoProduct,
    units: i64,
    at: chrono::DateTime<chrono::Utc>,
) -> Result<NewProduct, CommandError> {
    Ok(NewProduct {
        id: ProductId::new(adapters.ids.uuid()),
        code: ProductCode::parse(&product.product_id)?,
        details: details(product)?,
        stock: Stock::parse(units)?,
        created_at: at,
    })
}

fn details(product: &DemoProduct) -> Result<ProductDetails, CommandError> {
    let label = |text: &Option<String>| text.as_deref().map(Label::parse).transpose();
    let rupees = |amount: i64| Money::from_cents(amount.saturating_mul(100));
    let shade = match &product.shade {
        Some(shade) => Some(Shade { name: Label::parse(&shade.name)?, hex: HexColour::parse(&shade.hex)? }),
        None => None,
    };
    let picture =
        |file: &String| -> Result<PictureUrl, CommandError> { Ok(PictureUrl::parse(&format!("/images/{}", pictures::name_of(file)?))?) };
    let prices = Prices::new(rupees(product.price)?, Some(rupees(product.last_price)?))?;
    Ok(ProductDetails {
        alt_names: product.alt_names.iter().map(|n| AltName::parse(n)).collect::<Result<_, _>>()?,
        images: product.images.iter().map(picture).collect::<Result<_, _>>()?,
        description: Description::parse(&product.description)?,
        brand: label(&product.brand)?,
        category: label(&product.category)?,
        family: label(&product.family)?,
        shade,
        ..ProductDetails::new(ProductName::parse(&product.product_name)?, prices)
    })
}
