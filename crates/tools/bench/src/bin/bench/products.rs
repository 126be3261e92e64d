//! The products of a measured shop.

use adapter_postgres::Postgres;
use chrono::TimeDelta;
use domain::accounts::actor::Actor;
use domain::catalog::ports::ProductRepository as _;
use domain::catalog::product::{NewProduct, Prices, ProductDetails};
use domain::catalog::product_code::ProductCode;
use domain::shared::ids::ProductId;
use domain::shared::money::Money;
use domain::shared::ports::Clock as _;
use domain::shared::quantity::Stock;
use domain::shared::text::{AltName, Description, Label, PictureUrl, ProductName};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::clock::{MachineClock, uuid};
use crate::{Error, say};

/// Brands, separated by `, `.
const BRANDS: &str = "Araliya, Nelum, Sandali, Kumari, Lakmini, Ceylon Bloom, Isiwara, Sapphire Coast, Hela, Rathmal, Manel, Olu, Suwanda, \
    Bodhi, Sinharaja, Kandyan, Mirissa, Dumbara, Nilmini, Pini, Samanala, Wasana, Tharu, Ruwan";
/// First words of names.
const QUALITIES: &str = "Hydrating, Brightening, Matte, Velvet, Radiant, Soothing, Daily, Intense, Sheer, Nourishing, Gentle, Purifying, \
    Firming, Silky, Mineral, Herbal, Botanical, Cooling, Rich, Weightless, Long Wear, Overnight, Repairing, Smoothing, \
    Clarifying, Balancing, Luminous, Dewy, Plumping, Renewing, Calming, Protective";
const SCENTS: &str = "Jasmine, Sandalwood, Cinnamon, Coconut, Lotus, Rose, Vetiver, Aloe, Turmeric, Neem, Lime, Cardamom, Frangipani, \
    Vanilla, Green Tea, Gotu Kola, King Coconut, Papaya, Hibiscus, Lemongrass, Ylang Ylang, Nutmeg, Clove, Saffron";
/// Categories with the kinds of products in each.
const KINDS: [(&str, &str); 5] = [
    ("Skincare", "Serum, Face Wash, Sunscreen, Night Cream, Toner, Clay Mask"),
    ("Makeup", "Lipstick, Lip Balm, Foundation, Mascara, Blush, Eyeliner, Nail Polish"),
    ("Perfume", "Eau de Parfum, Eau de Toilette, Body Mist, Attar"),
    ("Hair", "Shampoo, Conditioner, Hair Oil, Hair Mask"),
    ("Body", "Body Lotion, Shower Gel, Hand Cream"),
];
/// Units in stock of each product: more than a measurement sells.
const MOST_STOCK: i64 = 1_000_000;

/// What requests need of a product.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) code: String,
    pub(crate) name: String,
    /// The price of a unit, in cents.
    pub(crate) cents: i64,
}

pub(crate) fn words(list: &'static str) -> Vec<&'static str> {
    list.split(", ").collect()
}

/// Adds `count` products, the same at every run.
///
/// # Errors
/// When the database fails.
pub(crate) async fn fill(postgres: &Postgres, count: u32) -> Result<Vec<Item>, Error> {
    say(&format!("making {count} products"));
    let mut rng = StdRng::seed_from_u64(20_261_121);
    let products = (0..count).map(|number| product(number, &mut rng)).collect::<Result<Vec<_>, _>>()?;
    let items = products.iter().map(|p| Item {
        code: p.code.as_str().to_owned(),
        name: p.details.name.as_str().to_owned(),
        cents: p.details.prices.last_price().cents(),
    });
    let items = items.collect();
    let by = Actor::operator("bench");
    let add = |product: NewProduct| {
        let by = by.clone();
        async move {
            postgres.create(&product, &by).await.map(drop).map_err(|error| Error::from(format!("{}: {error:?}", product.code.as_str())))
        }
    };
    stream::iter(products).map(add).buffer_unordered(8).try_collect::<()>().await?;
    Ok(items)
}

fn product(number: u32, rng: &mut StdRng) -> Result<NewProduct, Error> {
    let pick = |from: &'static str, rng: &mut StdRng| words(from).choose(rng).copied().unwrap_or_default();
    let (brand, quality, scent) = (pick(BRANDS, rng), pick(QUALITIES, rng), pick(SCENTS, rng));
    let kinds: Vec<_> = KINDS.iter().flat_map(|(category, kinds)| words(kinds).into_iter().map(move |kind| (kind, *category))).collect();
    let (kind, category) = kinds.choose(rng).copied().unwrap_or_default();
    let millilitres = rng.random_range(1..=40) * 10;
    let price = rng.random_range(300..=18_000) * 100;
    let last_price = if number.is_multiple_of(3) { price * 8 / 10 } else { price };
    let description = format!(
        "{quality} {kind} of {scent} by {brand}, {millilitres} ml. Made in small batches in Sri Lanka, for every day and for the days that \
         matter. Dermatologically tested, without parabens, in a bottle that is refilled at our shop.\nHow to use: a little is enough, \
         mornings and evenings.\nIngredients: water, {scent} extract, glycerin, tocopherol."
    );
    let picture = |side: u32| PictureUrl::parse(&format!("/images/1780000000000-product-{number}-{side}.webp"));
    let name = ProductName::parse(&format!("{brand} {quality} {scent} {kind} {millilitres} ml"))?;
    Ok(NewProduct {
        id: ProductId::new(uuid()),
        code: ProductCode::parse(&format!("P-{number:06}"))?,
        details: ProductDetails {
            alt_names: vec![AltName::parse(&format!("{scent} {kind}"))?],
            images: vec![picture(1)?, picture(2)?],
            description: Description::parse(&description)?,
            brand: Some(Label::parse(brand)?),
            category: Some(Label::parse(category)?),
            ..ProductDetails::new(name, Prices::new(Money::from_cents(price)?, Some(Money::from_cents(last_price)?))?)
        },
        stock: Stock::parse(MOST_STOCK)?,
        created_at: MachineClock.now() - TimeDelta::minutes(i64::from(number)) - TimeDelta::days(40),
    })
}
