//! The measured requests: those of the web app.

use std::time::Duration;

use bench::goals::Goal;
use bench::requests::Request;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::accounts::{PASSWORD, SignedIn};
use crate::clock::uuid;
use crate::products::Item;
use crate::searches;

/// The number of different requests of a read.
const VARIETY: usize = 5_000;
/// More orders than any machine places in a second.
pub(crate) const ORDERS_PER_SECOND: u64 = 4_000;

/// The limit that a case is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// The same bytes from memory.
    Memory,
    /// One row by its key.
    Row,
    /// The same checkout as one prepared statement.
    Checkout,
    /// Nothing but the hash of a password.
    Hash,
    /// Nothing.
    None,
}

/// One line of the table.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The name in the table.
    pub(crate) name: String,
    /// Concurrent connections.
    pub(crate) connections: u32,
    pub(crate) requests: Vec<Request>,
    /// The status of every answer.
    pub(crate) status: u16,
    /// The encoding of every answer; empty for any.
    pub(crate) encoding: &'static str,
    pub(crate) limit: Limit,
    pub(crate) goal: Option<Goal>,
    /// Whether no request may be sent twice.
    pub(crate) once: bool,
}

impl Case {
    /// The requests of a load, without the first one if it can be sent once only: the probe before the load sends it.
    pub(crate) fn load(&self) -> &[Request] {
        self.requests.get(usize::from(self.once)..).unwrap_or_default()
    }
}

fn p99(milliseconds: u64) -> Option<Goal> {
    Some(Goal::P99(Duration::from_millis(milliseconds)))
}

/// Requests answered with 200 in any encoding, without limit and goal.
fn case(name: &str, connections: u32, requests: Vec<Request>) -> Case {
    let name = name.to_owned();
    Case { name, connections, requests, status: 200, encoding: "", limit: Limit::None, goal: None, once: false }
}

fn reads(name: &str, encoding: &'static str, targets: &[String]) -> Case {
    let requests = targets.iter().map(|target| Request::get(target, encoding)).collect();
    Case { encoding, limit: Limit::Memory, ..case(name, 32, requests) }
}

/// The three forms in which a finished answer is sent.
pub(crate) const ENCODINGS: [&str; 3] = ["identity", "gzip", "br"];

/// The list that the products page requests.
pub(crate) fn list(encoding: &'static str) -> Case {
    Case { goal: Some(Goal::Share(0.7)), ..reads("list of 24 products", encoding, &["/api/products?limit=24".to_owned()]) }
}

/// Lists of products in stock with prices from half to twice that of a product, in any order, enough for `seconds`: prices differ by a
/// cent, so that hardly one is asked for twice.
pub(crate) fn filtered_lists(items: &[Item], seconds: u64) -> Case {
    let mut rng = StdRng::seed_from_u64(1_763);
    let mut list = || {
        let cents = items.choose(&mut rng)?.cents;
        let [from, to] = [cents / 2..=cents, cents..=cents * 2].map(|range| rng.random_range(range));
        let [from, to] = [from, to].map(|cents| format!("{}.{:02}", cents / 100, cents % 100));
        let sort = ["newest", "price", "-price", "name", "bestselling"].choose(&mut rng)?;
        Some(format!("/api/products?limit=24&inStock=true&minPrice={from}&maxPrice={to}&sort={sort}"))
    };
    let enough = searches::PER_SECOND * (seconds + 1);
    let targets = (0..enough).filter_map(|_| list()).collect::<Vec<_>>();
    Case { name: "list with filters, each asked for the first time".into(), once: true, ..searches(&targets) }
}

/// Products, one after the other.
pub(crate) fn detail(items: &[Item], encoding: &'static str) -> Case {
    let targets = some(items).map(|item| format!("/api/products/{}", item.code)).collect::<Vec<_>>();
    Case { goal: Some(Goal::Share(0.7)), ..reads("one product", encoding, &targets) }
}

/// The home page.
pub(crate) fn home(encoding: &'static str) -> Case {
    Case { goal: Some(Goal::Share(0.5)), ..reads("home page", encoding, &["/".to_owned()]) }
}

/// Pages of products, one after the other: with many products most are not in the cache.
pub(crate) fn product_pages(items: &[Item]) -> Case {
    let targets = some(items).map(|item| format!("/products/productinfo/{}", item.code)).collect::<Vec<_>>();
    Case { connections: 8, ..reads("product pages in turn", "br", &targets) }
}

/// Searches for the first 1 to 12 letters of a name.
pub(crate) fn search(items: &[Item]) -> Case {
    let mut rng = StdRng::seed_from_u64(12);
    let mut typed = |item: &Item| item.name.chars().take(rng.random_range(1..=12)).collect::<String>();
    let targets = some(items).map(|item| {
        let text = typed(item).trim().to_owned();
        format!("/api/products/search/{}?limit=24", utf8_percent_encode(&text, NON_ALPHANUMERIC))
    });
    let targets = targets.collect::<Vec<_>>();
    Case { name: "search, 1 to 12 letters".into(), ..searches(&targets) }
}

/// Any searches.
pub(crate) fn searches(targets: &[String]) -> Case {
    Case { limit: Limit::Row, encoding: "", goal: p99(10), ..reads("search", "br", targets) }
}

/// Quotes of three products.
pub(crate) fn quote(items: &[Item]) -> Case {
    let mut rng = StdRng::seed_from_u64(3);
    let requests = (0..VARIETY).map(|_| Request::post("/api/orders/quote", format!("{{{}}}", cart(items, &mut rng).0))).collect();
    Case { limit: Limit::Row, goal: p99(5), ..case("quote of 3 lines", 32, requests) }
}

/// Orders of three products, each of another customer than those in flight, enough for `seconds`.
pub(crate) fn checkout(items: &[Item], customers: &[SignedIn], connections: u32, seconds: u64) -> Case {
    let mut rng = StdRng::seed_from_u64(33);
    let enough = usize::try_from(ORDERS_PER_SECOND * (seconds + 1)).unwrap_or(VARIETY);
    let requests = customers.iter().cycle().take(enough).map(|customer| {
        let (lines, cents) = cart(items, &mut rng);
        let body = format!(
            "{{{lines},\"name\":\"{}\",\"address\":\"14/2 Temple Road, Nugegoda\",\"phone\":\"+94 77 555 0123\",\"expectedTotal\":{}.{:02}}}",
            customer.user.name(),
            cents / 100,
            cents % 100
        );
        Request::post("/api/orders", body)
            .with("authorization", format!("Bearer {}", customer.token))
            .with("idempotency-key", uuid().to_string())
    });
    let requests = requests.collect();
    let share = if connections < 32 { 0.6 } else { 0.95 };
    Case {
        status: 201,
        limit: Limit::Checkout,
        goal: Some(Goal::Share(share)),
        once: true,
        ..case("checkout of 3 lines", connections, requests)
    }
}

/// Sign-ins of one customer after the other.
pub(crate) fn login(customers: &[SignedIn]) -> Case {
    let sign_in = |customer: &SignedIn| {
        Request::post("/api/users/login", format!("{{\"email\":\"{}\",\"password\":\"{PASSWORD}\"}}", customer.user.email.as_str()))
    };
    let requests = customers.iter().map(sign_in).collect();
    Case { limit: Limit::Hash, goal: Some(Goal::Share(0.9)), ..case("login", 8, requests) }
}

/// The newest orders of one customer after the other.
pub(crate) fn own_orders(customers: &[SignedIn]) -> Case {
    let requests =
        customers.iter().map(|c| Request::get("/api/orders?limit=24", "br").with("authorization", format!("Bearer {}", c.token)));
    case("a customer's orders", 32, requests.collect())
}

/// A read of the administrator.
pub(crate) fn back_office(name: &str, target: &str, admin: &SignedIn) -> Case {
    let request = Request::get(target, "br").with("authorization", format!("Bearer {}", admin.token));
    case(name, 8, vec![request])
}

/// An anonymous read without limit.
pub(crate) fn page_of_list(name: &str, target: &str) -> Case {
    Case { limit: Limit::None, encoding: "", ..reads(name, "br", &[target.to_owned()]) }
}

fn some(items: &[Item]) -> impl Iterator<Item = &Item> {
    let mut rng = StdRng::seed_from_u64(24);
    (0..VARIETY).filter_map(move |_| items.choose(&mut rng))
}

/// `"orderedItems": […]` of three different products, and their total in cents.
fn cart(items: &[Item], rng: &mut StdRng) -> (String, i64) {
    let chosen: Vec<&Item> = items.sample(rng, 3).collect();
    let lines: Vec<(&Item, i64)> = chosen.into_iter().map(|item| (item, rng.random_range(1..=2))).collect();
    let cents = lines.iter().map(|(item, quantity)| item.cents * quantity).sum();
    let lines = lines.iter().map(|(item, quantity)| format!("{{\"productId\":\"{}\",\"quantity\":{quantity}}}", item.code));
    (format!("\"orderedItems\":[{}]", lines.collect::<Vec<_>>().join(",")), cents)
}
