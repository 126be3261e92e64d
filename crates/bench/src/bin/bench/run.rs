//! `bench run`: the web app's requests beside the limits of the machine.

use std::fs;

use bench::document::{mebibytes, millis, number, table, with_section};
use bench::figures::Figures;
use bench::requests::Request;

use crate::cases::{self, Case, Limit};
use crate::checkout_limit::Pgbench;
use crate::cli::Options;
use crate::lab::{Lab, Size};
use crate::process::Process;
use crate::shop::{bare, free_address};
use crate::wrk::Load;
use crate::{Error, hash_limit, machine, say};

const SIZE: Size = Size { products: 1_000, orders: 1_000 };

/// Measures, prints, and writes the section `load` of the document.
///
/// # Errors
/// When something does not start, or a request is not answered as it should be.
pub(crate) fn run(options: &Options) -> Result<(), Error> {
    let binary = fs::metadata(&options.api).map_err(|e| format!("{}: {e}", options.api.display()))?.len();
    let lab = Lab::open(options, SIZE)?;
    let machine = machine::describe(&lab.wrk, &lab.database()?.0);
    let cases = sent_as_asked(&lab, cases(&lab))?;
    let idle = lab.resident();
    let limits = Limits::open(options, &lab, &cases)?;
    let (mut rows, mut most) = (Vec::new(), idle);
    for case in &cases {
        let (figures, memory) = lab.load(case)?;
        most = most.max(memory);
        let limit = limits.measure(case)?;
        let row = row(case, figures, limit);
        say(&row.join("  "));
        rows.push(row);
    }
    let head = ["request", "at once", "req/s", "p50 ms", "p99 ms", "compared with", "its req/s", "ratio"];
    let facts = [
        vec!["memory of the shop, idle".into(), format!("{} MiB", mebibytes(bytes(idle)))],
        vec!["memory of the shop, most under load".into(), format!("{} MiB", mebibytes(bytes(most)))],
        vec!["start to the first list of products, database running".into(), format!("{} ms", millis(lab.start))],
        vec!["binary, with web app and demo shop".into(), format!("{} MiB", mebibytes(bytes(binary)))],
    ];
    let text = format!(
        "{machine}\n\n{} products; each line is {} s long; every answer had the right status.\n\n{}\n{}",
        number(f64::from(SIZE.products)),
        options.seconds,
        table(&head, &rows),
        table(&["besides", ""], &facts)
    );
    publish(options, "load", &text)
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

fn cases(lab: &Lab) -> Vec<Case> {
    let (items, customers, seconds) = (&lab.items, &lab.people.customers, lab.wrk.seconds());
    let mut cases = Vec::new();
    cases.extend(cases::ENCODINGS.map(cases::list));
    cases.extend(cases::ENCODINGS.map(|encoding| cases::detail(items, encoding)));
    cases.extend(cases::ENCODINGS.map(cases::home));
    cases.extend([cases::product_pages(items), cases::search(items), cases::quote(items), cases::login(customers)]);
    cases.extend([8, 32].map(|at_once| cases::checkout(items, customers, at_once, seconds)));
    cases
}

/// Leaves out what the shop does not send in the encoding that is asked for.
fn sent_as_asked(lab: &Lab, cases: Vec<Case>) -> Result<Vec<Case>, Error> {
    let mut sent = Vec::new();
    for case in cases {
        let fits = case.encoding.is_empty() || lab.probe(&case)?.encoding == case.encoding;
        if fits {
            sent.push(case);
        } else {
            say(&format!("{} does not come as {}: left out", case.name, case.encoding));
        }
    }
    Ok(sent)
}

fn row(case: &Case, figures: Figures, limit: Option<Figures>) -> Vec<String> {
    let compared = match case.limit {
        Limit::Memory => "the same bytes from memory",
        Limit::Row => "one row by its key",
        Limit::Checkout => "the same in one statement (pgbench)",
        Limit::Hash => "one password hash",
        Limit::None => "",
    };
    let name = if case.encoding.is_empty() { case.name.clone() } else { format!("{}, {}", case.name, case.encoding) };
    let of_limit =
        |show: fn(f64) -> String, of: fn(f64, f64) -> f64| limit.map_or_else(String::new, |l| show(of(figures.per_second, l.per_second)));
    vec![
        name,
        case.connections.to_string(),
        number(figures.per_second),
        millis(figures.p50),
        millis(figures.p99),
        compared.into(),
        of_limit(number, |_, limit| limit),
        of_limit(|ratio| format!("{:.0} %", ratio * 100.0), |mine, limit| mine / limit),
    ]
}

/// The limits, served beside the shop and measured right after it.
struct Limits<'a> {
    _server: Process,
    host: String,
    lab: &'a Lab,
    options: &'a Options,
    product: &'a str,
}

impl<'a> Limits<'a> {
    /// Takes what the shop answers to `cases` and serves it from memory.
    fn open(options: &'a Options, lab: &'a Lab, cases: &[Case]) -> Result<Self, Error> {
        let bodies = lab.folder("bodies");
        fs::create_dir_all(&bodies)?;
        for case in cases.iter().filter(|case| case.limit == Limit::Memory) {
            fs::write(bodies.join(body_name(case)), lab.probe(case)?.body)?;
        }
        let address = free_address()?;
        let mut command = bare(&std::env::current_exe()?);
        command.arg("limits").arg("--bind").arg(address.to_string());
        command.arg("--database-url").arg(&lab.database_url).arg("--bodies").arg(&bodies);
        let server = Process::new(command.spawn()?);
        let product = lab.items.first().map(|item| item.code.as_str()).ok_or("there are no products")?;
        let limits = Self { _server: server, host: address.to_string(), lab, options, product };
        limits.wait()?;
        Ok(limits)
    }

    fn wait(&self) -> Result<(), Error> {
        for _ in 0..500 {
            if std::net::TcpStream::connect(&self.host).is_ok() {
                return Ok(());
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        Err("the server of the limits does not start".into())
    }

    fn measure(&self, case: &Case) -> Result<Option<Figures>, Error> {
        let (lab, seconds) = (self.lab, self.options.seconds);
        let figures = match case.limit {
            Limit::None => return Ok(None),
            Limit::Memory => self.ask(case, &format!("/memory/{}", body_name(case)))?,
            Limit::Row => self.ask(case, &format!("/row/{}", self.product))?,
            Limit::Hash => lab.runtime.block_on(hash_limit::measure(case.connections, seconds))?,
            Limit::Checkout => {
                let folder = lab.folder("checkout");
                let pgbench = Pgbench { program: &self.options.pgbench, folder: &folder, database_url: &lab.database_url, seconds };
                lab.runtime.block_on(pgbench.measure(case.connections))?
            }
        };
        Ok(Some(figures))
    }

    fn ask(&self, case: &Case, target: &str) -> Result<Figures, Error> {
        let request = Request::get(target, "br");
        let load = Load { requests: std::slice::from_ref(&request), connections: case.connections, once: false };
        self.lab.wrk.run(&self.host, &load)
    }
}

/// `list-of-24-products.br`
fn body_name(case: &Case) -> String {
    format!("{}.{}", case.name.replace(' ', "-"), case.encoding)
}
