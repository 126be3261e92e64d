//! `bench run`: the web app's requests beside the limits of the machine.

use std::fs;
use std::time::Duration;

use bench::document::{mebibytes, millis, number, table, with_section};
use bench::goals::{bytes_below, time_below};

use crate::cases::{self, Case};
use crate::cli::{Options, RunOptions};
use crate::compared::{Compared, Limits, Rounds};
use crate::lab::{Lab, Size};
use crate::{Error, machine, say, searches};

/// The goal for the memory of an idle server, in bytes.
pub(crate) const MEMORY: f64 = 32.0 * 1024.0 * 1024.0;
/// The goal for the length of the binary, in bytes.
pub(crate) const BINARY: f64 = 42.0 * 1024.0 * 1024.0;
/// The goal for the time to the first answer.
pub(crate) const START: Duration = Duration::from_millis(60);
const SIZE: Size = Size { products: 1_000, orders: 1_000 };

/// Measures, prints, and writes the section `load` of the document.
///
/// # Errors
/// When something does not start, or a request is not answered as it should be.
pub(crate) fn run(run: &RunOptions) -> Result<(), Error> {
    let options = &run.common;
    let binary = fs::metadata(&options.api).map_err(|e| format!("{}: {e}", options.api.display()))?.len();
    let lab = Lab::open(options, SIZE)?;
    let machine = machine::describe(&lab.wrk, &lab.database()?.0);
    let mut cases = cases(&lab, options.seconds);
    cases.retain(|case| run.only.as_ref().is_none_or(|only| case.name.contains(only)));
    let cases = sent_as_asked(&lab, cases)?;
    let visited = lab.resident();
    let limits = Limits::open(options, &lab, &cases)?;
    let rounds = Rounds::of(options.seconds);
    let (mut rows, mut most) = (Vec::new(), visited);
    for case in &cases {
        let compared = Compared::measure(&lab, &limits, case, rounds)?;
        most = most.max(compared.memory);
        let row = compared.row(case)?;
        say(&row.join("  "));
        rows.push(row);
    }
    let head = ["request", "at once", "req/s", "p50 ms", "p99 ms", "compared with", "its req/s", "ratio", "shop's memory MiB", "goal"];
    let facts = [
        fact("memory of the shop, idle after its start", mebibytes(bytes(lab.idle)) + " MiB", bytes_below(bytes(lab.idle), MEMORY)),
        fact("memory of the shop, each read and page asked for", mebibytes(bytes(visited)) + " MiB", bytes_below(bytes(visited), MEMORY)),
        fact("memory of the shop, most under load", mebibytes(bytes(most)) + " MiB", String::new()),
        fact("start to the first list of products, database running", millis(lab.starts.list) + " ms", time_below(lab.starts.list, START)),
        fact("binary, with web app and demo shop", mebibytes(bytes(binary)) + " MiB", bytes_below(bytes(binary), BINARY)),
    ];
    let text = format!(
        "{machine}\n\n{} products. Each line: {} rounds of {} s, shop and limit in turn, the middle of each figure. Every answer had the \
         right status.\n\n{}\n{}",
        number(f64::from(SIZE.products)),
        rounds.count,
        rounds.seconds,
        table(&head, &rows),
        table(&["besides", "", "goal"], &facts)
    );
    publish(options, "load", &text)
}

pub(crate) fn fact(name: &str, figure: String, goal: String) -> Vec<String> {
    vec![name.to_owned(), figure, goal]
}

/// Prints a section and writes it into the document, if there is one.
///
/// # Errors
/// When the document cannot be written or has no such section.
pub(crate) fn publish(options: &Options, section: &str, text: &str) -> Result<(), Error> {
    say(&format!("\n{text}"));
    let Some(path) = &options.document else { return Ok(()) };
    let written =
        with_section(&fs::read_to_string(path)?, section, text).ok_or_else(|| format!("{} has no section {section}", path.display()))?;
    fs::write(path, written)?;
    say(&format!("written to {}", path.display()));
    Ok(())
}

/// Sizes of memory and files, which a double holds exactly.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn bytes(count: u64) -> f64 {
    count as f64
}

fn cases(lab: &Lab, seconds: u64) -> Vec<Case> {
    let (items, customers) = (&lab.items, &lab.users.customers);
    let mut cases = Vec::new();
    cases.extend(cases::ENCODINGS.map(cases::list));
    cases.extend(cases::ENCODINGS.map(|encoding| cases::detail(items, encoding)));
    cases.extend(cases::ENCODINGS.map(cases::home));
    cases.extend([cases::product_pages(items), cases::search(items)]);
    cases.extend([cases::filtered_lists(items, seconds), searches::each_once(items, seconds)]);
    cases.extend([cases::quote(items), cases::login(customers)]);
    cases.extend([8, 32].map(|at_once| cases::checkout(items, customers, at_once, seconds)));
    cases
}

/// Leaves out the cases that the shop does not send in their encoding.
fn sent_as_asked(lab: &Lab, cases: Vec<Case>) -> Result<Vec<Case>, Error> {
    let mut sent = Vec::new();
    for case in cases {
        if case.encoding.is_empty() || comes_as_asked(lab, &case)? {
            sent.push(case);
        } else {
            say(&format!("{} does not come as {}: left out", case.name, case.encoding));
        }
    }
    Ok(sent)
}

/// Whether the answer to a case comes in its encoding. The shop compresses a repeated answer in the background, so the request is sent up
/// to 10 times.
fn comes_as_asked(lab: &Lab, case: &Case) -> Result<bool, Error> {
    for _ in 0..10 {
        if lab.probe(case)?.encoding == case.encoding {
            return Ok(true);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(false)
}
