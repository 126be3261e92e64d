//! What is measured: the web app's own requests.

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

/// How many different requests a read goes round.
const VARIETY: usize = 5_000;
/// More orders than any machine places in a second.
pub(crate) const ORDERS_PER_SECOND: u64 = 4_000;

/// What a case is compared with.
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
    /// What is asked for.
    pub(crate) name: String,
    /// How many ask at once.
    pub(crate) connections: u32,
    /// The requests.
    pub(crate) requests: Vec<Request>,
    /// The status of every answer.
    pub(crate) status: u16,
    /// The encoding of every answer; empty where it does not matter.
    pub(crate) encoding: &'static str,
    /// What bounds it.
    pub(crate) limit: Limit,
    /// What it should reach.
    pub(crate) goal: Option<Goal>,
    /// Whether no request may be sent twice.
    pub(crate) once: bool,
}

impl Case {
    /// The requests for a load; the first one is for looking at its answer beforehand.
    pub(crate) fn load(&self) -> &[Request] {
        self.requests.get(usize::from(self.once)..).unwrap_or_default()
    }
}

fn p99(milliseconds: u64) -> Option<Goal> {
    Some(Goal::P99(Duration::from_millis(milliseconds)))
}

fn reads(name: &str, encoding: &'static str, targets: &[String]) -> Case {
    let requests = targets.iter().map(|target| Request::get(target, encoding)).collect();
    Case { name: name.to_owned(), connections: 32, requests, status: 200, encoding, limit: Limit::Memory, goal: None, once: false }
}

/// The three forms in which a finished answer is sent.
pub(crate) const ENCODINGS: [&str; 3] = ["identity", "gzip", "br"];

/// The list as the products page asks for it.
pub(crate) fn list(encoding: &'static str) -> Case {
    Case { goal: Some(Goal::Share(0.7)), ..reads("list of 24 products", encoding, &["/api/products?limit=24".to_owned()]) }
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

/// Pages of products, one after the other: with many products most are rendered anew.
pub(crate) fn product_pages(items: &[Item]) -> Case {
    let targets = some(items).map(|item| format!("/products/productinfo/{}", item.code)).collect::<Vec<_>>();
    Case { connections: 8, ..reads("product pages in turn", "br", &targets) }
}

/// Searches as somebody types a name: 1 to 12 letters of it.
pub(crate) fn search(items: &[Item]) -> Case {
    let mut dice = StdRng::seed_from_u64(12);
    let mut typed = |item: &Item| item.name.chars().take(dice.random_range(1..=12)).collect::<String>();
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

/// What three products cost.
pub(crate) fn quote(items: &[Item]) -> Case {
    let mut dice = StdRng::seed_from_u64(3);
    let requests = (0..VARIETY).map(|_| Request::post("/api/orders/quote", format!("{{{}}}", cart(items, &mut dice).0))).collect();
    Case {
        name: "quote of 3 lines".into(),
        connections: 32,
        requests,
        status: 200,
        encoding: "",
        limit: Limit::Row,
        goal: p99(5),
        once: false,
    }
}

/// Orders of three products, each request by another customer than those in flight, enough for so many seconds.
pub(crate) fn checkout(items: &[Item], customers: &[SignedIn], connections: u32, seconds: u64) -> Case {
    let mut dice = StdRng::seed_from_u64(33);
    let enough = usize::try_from(ORDERS_PER_SECOND * (seconds + 1)).unwrap_or(VARIETY);
    let requests = customers.iter().cycle().take(enough).map(|customer| {
        let (lines, cents) = cart(items, &mut dice);
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
    Case {
        name: "checkout of 3 lines".into(),
        connections,
        requests,
        status: 201,
        encoding: "",
        limit: Limit::Checkout,
        goal: Some(Goal::Share(0.6)),
        once: true,
    }
}

/// Sign-ins of one customer after the other.
pub(crate) fn login(customers: &[SignedIn]) -> Case {
    let sign_in = |customer: &SignedIn| {
        Request::post("/api/users/login", format!("{{\"email\":\"{}\",\"password\":\"{PASSWORD}\"}}", customer.user.email.as_str()))
    };
    let requests = customers.iter().map(sign_in).collect();
    Case { name: "login".into(), connections: 8, requests, status: 200, encoding: "", limit: Limit::Hash, goal: None, once: false }
}

/// The newest orders of one customer after the other.
pub(crate) fn own_orders(customers: &[SignedIn]) -> Case {
    let requests =
        customers.iter().map(|c| Request::get("/api/orders?limit=24", "br").with("authorization", format!("Bearer {}", c.token)));
    let requests = requests.collect();
    Case {
        name: "a customer's orders".into(),
        connections: 32,
        requests,
        status: 200,
        encoding: "",
        limit: Limit::None,
        goal: None,
        once: false,
    }
}

/// What the administrator reads at `target`.
pub(crate) fn back_office(name: &str, target: &str, admin: &SignedIn) -> Case {
    let request = Request::get(target, "br").with("authorization", format!("Bearer {}", admin.token));
    Case {
        name: name.to_owned(),
        connections: 8,
        requests: vec![request],
        status: 200,
        encoding: "",
        limit: Limit::None,
        goal: None,
        once: false,
    }
}

/// Any anonymous read that is compared with nothing.
pub(crate) fn page_of_list(name: &str, target: &str) -> Case {
    Case { limit: Limit::None, encoding: "", ..reads(name, "br", &[target.to_owned()]) }
}

fn some(items: &[Item]) -> impl Iterator<Item = &Item> {
    let mut dice = StdRng::seed_from_u64(24);
    (0..VARIETY).filter_map(move |_| items.choose(&mut dice))
}

/// `"orderedItems": […]` of three different products, and what they cost in cents.
fn cart(items: &[Item], dice: &mut StdRng) -> (String, i64) {
    let chosen: Vec<&Item> = items.sample(dice, 3).collect();
    let lines: Vec<(&Item, i64)> = chosen.into_iter().map(|item| (item, dice.random_range(1..=2))).collect();
    let cents = lines.iter().map(|(item, quantity)| item.cents * quantity).sum();
    let lines = lines.iter().map(|(item, quantity)| format!("{{\"productId\":\"{}\",\"quantity\":{quantity}}}", item.code));
    (format!("\"orderedItems\":[{}]", lines.collect::<Vec<_>>().join(",")), cents)
}
