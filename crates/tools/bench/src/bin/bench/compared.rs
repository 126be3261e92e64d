//! A request and its limit, measured in turn.

use std::fs;
use std::path::PathBuf;

use bench::document::{mebibytes, millis, number};
use bench::figures::{Figures, middle, ratio};
use bench::requests::Request;
use test_harness::instance::free_port;

use crate::Error;
use crate::cases::{Case, Limit};
use crate::checkout_limit::Pgbench;
use crate::cli::Options;
use crate::hash_limit;
use crate::lab::Lab;
use crate::process::{Process, bare};
use crate::run::bytes;
use crate::wrk::Load;

/// The rounds of a measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounds {
    /// The number of rounds.
    pub(crate) count: u64,
    /// Seconds of a round.
    pub(crate) seconds: u64,
}

impl Rounds {
    /// Five rounds, or one for each second if there are fewer.
    pub(crate) fn of(seconds: u64) -> Self {
        let count = seconds.clamp(1, 5);
        Self { count, seconds: (seconds / count).max(1) }
    }
}

/// Rounds of a case and of its limit.
pub(crate) struct Compared {
    shop: Vec<Figures>,
    pairs: Vec<(Figures, Figures)>,
    /// The shop's peak memory, in bytes.
    pub(crate) memory: u64,
}

impl Compared {
    /// Measures a case and its limit in turn.
    ///
    /// # Errors
    /// When not every request is answered well.
    pub(crate) fn measure(lab: &Lab, limits: &Limits<'_>, case: &Case, rounds: Rounds) -> Result<Self, Error> {
        let mut compared = Self { shop: Vec::new(), pairs: Vec::new(), memory: 0 };
        lab.probe(case)?;
        let all = case.load();
        let part = if case.once { all.len() / usize::try_from(rounds.count)? } else { all.len() };
        let mut parts = all.chunks(part.max(1)).cycle();
        lab.warm_up(case)?;
        for round in 0..rounds.count {
            let (shop, memory) = lab.load(case, parts.next().unwrap_or_default(), rounds.seconds)?;
            if round == 0 {
                limits.prepare(case, rounds.count * rounds.seconds)?;
            }
            compared.shop.push(shop);
            compared.memory = compared.memory.max(memory);
            compared.pairs.extend(limits.measure(case, rounds.seconds)?.map(|limit| (shop, limit)));
        }
        Ok(compared)
    }

    /// The line of the table.
    ///
    /// # Errors
    /// When nothing was measured.
    pub(crate) fn row(&self, case: &Case) -> Result<Vec<String>, Error> {
        let shop = middle(&self.shop).ok_or("nothing was measured")?;
        let limits: Vec<Figures> = self.pairs.iter().map(|(_, limit)| *limit).collect();
        let share = ratio(&self.pairs);
        let name = if case.encoding.is_empty() { case.name.clone() } else { format!("{}, {}", case.name, case.encoding) };
        Ok(vec![
            name,
            case.connections.to_string(),
            number(shop.per_second),
            millis(shop.p50),
            millis(shop.p99),
            name_of(case.limit).into(),
            middle(&limits).map_or_else(String::new, |limit| number(limit.per_second)),
            share.map_or_else(String::new, |share| format!("{:.0} %", share * 100.0)),
            mebibytes(bytes(self.memory)),
            case.goal.and_then(|goal| goal.judge(&shop, share)).unwrap_or_default(),
        ])
    }
}

fn name_of(limit: Limit) -> &'static str {
    match limit {
        Limit::Memory => "the same bytes from memory",
        Limit::Row => "one row by its key",
        Limit::Checkout => "the same in one statement (pgbench)",
        Limit::Hash => "one password hash",
        Limit::None => "",
    }
}

/// The server of the limits.
pub(crate) struct Limits<'a> {
    _server: Process,
    host: String,
    lab: &'a Lab,
    options: &'a Options,
    product: &'a str,
    pgbench_folder: PathBuf,
}

impl<'a> Limits<'a> {
    /// Starts a server that answers with the shop's answers to `cases`, from memory.
    ///
    /// # Errors
    /// When they cannot be served.
    pub(crate) fn open(options: &'a Options, lab: &'a Lab, cases: &[Case]) -> Result<Self, Error> {
        let bodies = lab.folder("bodies");
        fs::create_dir_all(&bodies)?;
        for case in cases.iter().filter(|case| case.limit == Limit::Memory) {
            fs::write(bodies.join(body_name(case)), lab.probe(case)?.body)?;
        }
        let address = format!("127.0.0.1:{}", free_port());
        let mut command = bare(&std::env::current_exe()?);
        command.arg("limits").arg("--bind").arg(&address);
        command.arg("--database-url").arg(&lab.database_url).arg("--bodies").arg(&bodies);
        let server = Process::new(command.spawn()?);
        let product = lab.items.first().map(|item| item.code.as_str()).ok_or("there are no products")?;
        let limits = Self { _server: server, host: address, lab, options, product, pgbench_folder: lab.folder("pgbench") };
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

    /// Prepares the limit of a case, after the shop's first round.
    fn prepare(&self, case: &Case, seconds: u64) -> Result<(), Error> {
        if case.limit == Limit::Checkout {
            self.lab.runtime.block_on(self.pgbench().prepare(&format!(" of {}", case.connections), seconds))?;
        }
        Ok(())
    }

    fn measure(&self, case: &Case, seconds: u64) -> Result<Option<Figures>, Error> {
        let runtime = &self.lab.runtime;
        Ok(Some(match case.limit {
            Limit::None => return Ok(None),
            Limit::Memory => self.ask(case, &format!("/memory/{}", body_name(case)), seconds)?,
            Limit::Row => self.ask(case, &format!("/row/{}", self.product), seconds)?,
            Limit::Hash => runtime.block_on(hash_limit::measure(case.connections, seconds))?,
            Limit::Checkout => runtime.block_on(self.pgbench().measure(case.connections, seconds))?,
        }))
    }

    fn pgbench(&self) -> Pgbench<'_> {
        Pgbench { program: &self.options.pgbench, folder: &self.pgbench_folder, database_url: &self.lab.database_url }
    }

    fn ask(&self, case: &Case, target: &str, seconds: u64) -> Result<Figures, Error> {
        let request = Request::get(target, "br");
        let load = Load { requests: std::slice::from_ref(&request), connections: case.connections, once: false };
        self.lab.wrk.run(&self.host, &load, seconds)
    }
}

/// `list-of-24-products.br`
fn body_name(case: &Case) -> String {
    format!("{}.{}", case.name.replace(' ', "-"), case.encoding)
}
