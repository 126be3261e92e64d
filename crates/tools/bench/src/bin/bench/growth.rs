//! `bench growth`: the same requests on shops of growing size.

use bench::document::{mebibytes, millis, number, table};
use bench::figures::Figures;
use test_harness::shop::PUBLIC_URL;

use crate::cases::{self, Case};
use crate::cli::GrowthOptions;
use crate::lab::{Lab, Size};
use crate::run::{bytes, publish};
use crate::{Error, machine, say, searches};

/// The figures of one size.
struct Measured {
    size: Size,
    names: Vec<String>,
    figures: Vec<Figures>,
    idle: u64,
    most: u64,
    database: u64,
}

/// Measures, prints, and writes the section `growth` of the document.
///
/// # Errors
/// When something does not start, or a request is not answered as it should be.
pub(crate) fn run(options: &GrowthOptions) -> Result<(), Error> {
    let (mut all, mut machine) = (Vec::new(), String::new());
    for &products in &options.products {
        let size = Size { products, orders: products.saturating_mul(10) };
        let lab = Lab::open(&options.common, size)?;
        machine = machine::describe(&lab.wrk, &lab.database()?.0);
        all.push(measure(&lab, size, options.common.seconds)?);
    }
    publish(&options.common, "growth", &report(&machine, options.common.seconds, &all))
}

fn measure(lab: &Lab, size: Size, seconds: u64) -> Result<Measured, Error> {
    let (cases, idle) = (cases(lab, size, seconds)?, lab.idle);
    let (mut names, mut figures, mut most) = (Vec::new(), Vec::new(), idle);
    for case in &cases {
        lab.probe(case)?;
        lab.warm_up(case)?;
        let (measured, memory) = lab.load(case, case.load(), seconds)?;
        most = most.max(memory);
        say(&format!(
            "{} at {} products: {} req/s, p99 {} ms",
            case.name,
            size.products,
            number(measured.per_second),
            millis(measured.p99)
        ));
        names.push(format!("{}, {} at once", case.name, case.connections));
        figures.push(measured);
    }
    let database = u64::try_from(lab.database()?.1)?;
    Ok(Measured { size, names, figures, idle, most, database })
}

fn cases(lab: &Lab, size: Size, seconds: u64) -> Result<Vec<Case>, Error> {
    let (items, users) = (&lab.items, &lab.users);
    Ok(vec![
        cases::list("br"),
        cases::page_of_list("page 40 of the list", &nth_page(lab, "/api/products?limit=24", 40)?),
        cases::detail(items, "br"),
        cases::search(items),
        searches::each_once(items, seconds),
        cases::quote(items),
        cases::checkout(items, &users.customers, 8, seconds),
        cases::own_orders(users.buyers(size.orders)?),
        cases::back_office("all orders", "/api/orders?limit=24", &users.admin),
        cases::back_office("search among all orders", "/api/orders?limit=24&q=customer.77%40", &users.admin),
        cases::back_office("figures of the revenue", "/api/orders/revenue-stats", &users.admin),
    ])
}

/// Follows the links to the next page.
fn nth_page(lab: &Lab, first: &str, page: u32) -> Result<String, Error> {
    let mut target = first.to_owned();
    for _ in 1..page {
        let next = lab.probe(&cases::page_of_list("list", &target))?.next.ok_or("the list is too short")?;
        target = next.strip_prefix(PUBLIC_URL).unwrap_or(&next).to_owned();
    }
    Ok(target)
}

fn report(machine: &str, seconds: u64, all: &[Measured]) -> String {
    let Some(smallest) = all.first() else { return String::new() };
    let mut head = vec!["req/s (p99 ms)".to_owned()];
    head.extend(
        all.iter().map(|m| format!("{} products, {} orders", number(f64::from(m.size.products)), number(f64::from(m.size.orders)))),
    );
    head.push("largest to smallest".into());
    let mut rows = Vec::new();
    for (place, name) in smallest.names.iter().enumerate() {
        let figures: Vec<&Figures> = all.iter().filter_map(|m| m.figures.get(place)).collect();
        let mut row = vec![name.clone()];
        row.extend(figures.iter().map(|f| format!("{} ({})", number(f.per_second), millis(f.p99))));
        let ratio = figures.last().zip(figures.first()).map(|(last, first)| last.per_second / first.per_second);
        row.push(ratio.map_or_else(String::new, |ratio| format!("{:.0} %", ratio * 100.0)));
        rows.push(row);
    }
    let facts = |name: &str, of: fn(&Measured) -> u64| {
        let mut row = vec![name.to_owned()];
        row.extend(all.iter().map(|m| mebibytes(bytes(of(m)))));
        let per_product = all
            .last()
            .map(|last| (bytes(of(last)) - bytes(of(smallest))) / f64::from(last.size.products - smallest.size.products).max(1.0));
        row.push(per_product.map_or_else(String::new, |each| format!("{:.2} KiB a product", each / 1024.0)));
        row
    };
    rows.push(facts("shop's memory after its start, MiB", |m| m.idle));
    rows.push(facts("shop's memory, most under load, MiB", |m| m.most));
    rows.push(facts("database on disk, MiB", |m| m.database));
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    format!("{machine}\n\nEach load is {seconds} s long; every answer had the right status.\n\n{}", table(&head, &rows))
}
