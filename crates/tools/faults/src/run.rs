//! Runs scenarios one after the other, each in a shop of its own, and prints the results.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::database_server::DatabaseServer;
use crate::fixture::Fixture;
use crate::report::{self, Figures, Line, Tally};
use crate::scenarios::{ALL, Scenario};
use crate::template::Template;

const SCENARIO_TIMEOUT: Duration = Duration::from_secs(120);

/// Runs the scenarios of these names, or all. True when all passed.
pub(crate) async fn run(names: &[String]) -> bool {
    let wanted = |scenario: &&Scenario| names.is_empty() || names.iter().any(|name| name == scenario.name);
    let seed = seed();
    println!("seed {seed} (SEED={seed} repeats the customers' orders)");
    let (mut kept, mut lines) = (None, Vec::new());
    for (number, scenario) in ALL.iter().filter(wanted).enumerate() {
        let begun = Instant::now();
        let running = tokio::spawn(tokio::time::timeout(SCENARIO_TIMEOUT, run_scenario(scenario, kept.take(), number, seed)));
        let (tally, figures, passed) = match running.await {
            Ok(Ok((server, tally, figures, violations))) => {
                for violation in &violations {
                    println!("    {violation}");
                }
                kept = Some(server);
                (tally, figures, violations.is_empty())
            }
            // The scenario took its PostgreSQL along: the next one starts another.
            Ok(Err(_)) => {
                println!("    {} does not end", scenario.name);
                (Tally::default(), Figures::default(), false)
            }
            Err(_) => (Tally::default(), Figures::default(), false),
        };
        println!("{} {} ({} s)", if passed { "ok    " } else { "FAILED" }, scenario.name, begun.elapsed().as_secs());
        lines.push(Line { name: scenario.name, tally, figures, took: begun.elapsed(), passed });
    }
    report::print(&lines);
    lines.iter().all(|line| line.passed)
}

/// PostgreSQL and the template, kept from one scenario to the next.
type Kept = (DatabaseServer, Template);

async fn run_scenario(scenario: &Scenario, kept: Option<Kept>, number: usize, seed: u64) -> (Kept, Tally, Figures, Vec<String>) {
    let (server, template) = match kept {
        Some(kept) => kept,
        None => {
            let server = tokio::task::block_in_place(|| DatabaseServer::start(&folder()));
            let template = Template::make(&server).await;
            (server, template)
        }
    };
    let mut fixture = Fixture::new(server, &template, number, seed).await;
    let (figures, violations) = (scenario.run)(&mut fixture).await;
    if !violations.is_empty() {
        println!("{}", fixture.shop.last_lines());
    }
    let tally = Tally::of(&fixture.attempts);
    fixture.drop_database().await;
    ((fixture.database_server, template), tally, figures, violations)
}

/// The folder of this program: it is on a disk, while a temporary folder may be in memory.
pub(crate) fn folder() -> PathBuf {
    let program = std::env::current_exe().expect("the path of this program");
    program.parent().expect("a folder").to_owned()
}

fn seed() -> u64 {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| u64::from(time.subsec_nanos()));
    std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(clock)
}
