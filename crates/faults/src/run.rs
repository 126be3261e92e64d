//! Running scenarios one after the other, each in a shop of its own, and telling what came of them.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::model::Model;
use crate::report::{self, Figures, Line, Tally};
use crate::scenarios::{ALL, Scenario};
use crate::server::Server;
use crate::stage::Stage;

/// The longest a scenario may take.
const LIMIT: Duration = Duration::from_secs(120);

/// Runs the scenarios of these names, or all; whether all passed.
pub(crate) async fn run(names: &[String]) -> bool {
    let wanted = |scenario: &&Scenario| names.is_empty() || names.iter().any(|name| name == scenario.name);
    let seed = seed();
    println!("seed {seed} (SEED={seed} repeats the customers' choices)");
    let (mut kept, mut lines) = (None, Vec::new());
    for (number, scenario) in ALL.iter().filter(wanted).enumerate() {
        let begun = Instant::now();
        let running = tokio::spawn(tokio::time::timeout(LIMIT, play(scenario, kept.take(), number, seed)));
        let (tally, figures, passed) = match running.await {
            Ok(Ok((server, tally, figures, complaints))) => {
                for complaint in &complaints {
                    println!("    {complaint}");
                }
                kept = Some(server);
                (tally, figures, complaints.is_empty())
            }
            // The panic has told why; everything the scenario had is gone, the server too.
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

/// What one scenario leaves to the next.
type Kept = (Server, Model);

async fn play(scenario: &Scenario, kept: Option<Kept>, number: usize, seed: u64) -> (Kept, Tally, Figures, Vec<String>) {
    let (server, model) = match kept {
        Some(kept) => kept,
        None => {
            let server = tokio::task::block_in_place(|| Server::start(&folder()));
            let model = Model::make(&server).await;
            (server, model)
        }
    };
    let mut stage = Stage::set(server, &model, number, seed).await;
    let (figures, complaints) = (scenario.play)(&mut stage).await;
    if !complaints.is_empty() {
        println!("{}", stage.shop.logs());
    }
    let tally = Tally::of(&stage.attempts);
    stage.strike().await;
    ((stage.server, model), tally, figures, complaints)
}

/// Beside the program: on a real disk, where a temporary folder may be in memory.
fn folder() -> PathBuf {
    let program = std::env::current_exe().expect("this program's own place");
    program.parent().expect("a folder").to_owned()
}

fn seed() -> u64 {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| u64::from(time.subsec_nanos()));
    std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(clock)
}
