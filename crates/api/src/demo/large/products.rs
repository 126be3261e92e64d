//! Many products: those of the small demo shop in many lines and sizes.

use chrono::TimeDelta;
use domain::catalog::product::{NewProduct, Prices, ProductDetails};
use domain::catalog::product_code::ProductCode;
use domain::orders::order_status::OrderStatus;
use domain::shared::ids::ProductId;
use domain::shared::money::Money;
use domain::shared::quantity::Stock;
use domain::shared::text::ProductName;

use super::DAYS;
use super::planned_order::PlannedOrder;
use super::users::identity;
use crate::CommandError;
use crate::demo::catalogue;
use crate::demo::seeded_rng::SeededRng;
use crate::demo::state::DemoState;

const LINES: [&str; 20] = [
    "Pure", "Royal", "Island", "Monsoon", "Temple", "Golden", "Wild", "Velvet", "Morning", "Moonlit", "Herbal", "Silk", "Lotus", "Coral",
    "Amber", "Spice", "Garden", "Ceylon", "Ocean", "Heritage",
];
const SIZES: [&str; 10] = ["10 ml", "15 ml", "20 ml", "25 ml", "30 ml", "50 ml", "75 ml", "100 ml", "150 ml", "200 ml"];

/// The products, and the present stock of each.
pub(super) struct StockedProducts {
    pub(super) products: Vec<NewProduct>,
    pub(super) shelf: Vec<i32>,
}

/// The products, with the initial stock that leaves their present stock after the orders.
///
/// # Errors
/// When the demo data is damaged, or more is sold of something than a shelf can hold.
pub(super) fn products(
    state: &DemoState,
    many: u32,
    orders: &[PlannedOrder],
    rng: &mut SeededRng,
) -> Result<StockedProducts, CommandError> {
    let mut sold = vec![0_i64; usize::try_from(many)?];
    for (place, units) in orders.iter().filter(|o| o.status != OrderStatus::Cancelled).flat_map(|o| &o.lines) {
        if let Some(of_product) = sold.get_mut(usize::try_from(*place)?) {
            *of_product += i64::from(*units);
        }
    }
    let models = catalogue::all_details()?;
    let apart = TimeDelta::days(DAYS) / i32::try_from(many)?;
    let mut stocked = StockedProducts { products: Vec::new(), shelf: Vec::new() };
    for (number, sold) in (0_i32..).zip(sold) {
        let created_at = state.started_at - TimeDelta::days(2 * DAYS) + apart * number;
        let on_shelf = shelf(sold, rng);
        let place = usize::try_from(number)?;
        let model = models.get(place % models.len()).ok_or("the demo data has no products")?;
        stocked.products.push(NewProduct {
            id: ProductId::new(identity(created_at, rng)),
            code: ProductCode::parse(&format!("LRG-{number:06}"))?,
            details: details(model, place / models.len(), rng)?,
            stock: Stock::parse(i64::from(on_shelf) + sold)?,
            created_at,
        });
        stocked.shelf.push(on_shelf);
    }
    Ok(stocked)
}

/// The present stock: 4 % of the products are sold out, 7 % are low, and products that sell well mostly have more.
fn shelf(sold: i64, rng: &mut SeededRng) -> i32 {
    let units = match rng.up_to(99) {
        0..4 => 0,
        4..11 => 1 + rng.up_to(4),
        11..16 => 6 + rng.up_to(20),
        _ => 20 + sold / 20 + rng.up_to(300),
    };
    i32::try_from(units.min(100_000)).unwrap_or_default()
}

/// The model in another line and size, at another price; three in ten are reduced.
fn details(model: &ProductDetails, round: usize, rng: &mut SeededRng) -> Result<ProductDetails, CommandError> {
    let line = LINES.get(round % LINES.len()).copied().unwrap_or("Pure");
    let size = SIZES.get(round / LINES.len() % SIZES.len()).copied().unwrap_or("30 ml");
    let series = round / (LINES.len() * SIZES.len());
    let series = if series == 0 { String::new() } else { format!(" No. {}", series + 1) };
    let price = (model.prices.price().cents() * (60 + rng.up_to(120)) / 100).max(10_000) / 5_000 * 5_000;
    let last_price = if rng.up_to(9) < 3 { price * (70 + rng.up_to(25)) / 100 / 1_000 * 1_000 } else { price };
    Ok(ProductDetails {
        name: ProductName::parse(&format!("{line} {} {size}{series}", model.name))?,
        prices: Prices::new(Money::from_cents(price)?, Some(Money::from_cents(last_price)?))?,
        family: None,
        shade: None,
        weight: None,
        ..model.clone()
    })
}
