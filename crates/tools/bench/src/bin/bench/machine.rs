//! A description of the machine, for the reader of the figures.

use std::fs;
use std::process::Command;

use crate::clock::MachineClock;
use crate::wrk::Wrk;
use domain::shared::ports::Clock as _;

/// A paragraph with date, versions and machine.
pub(crate) fn describe(wrk: &Wrk, postgres: &str) -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let field = |text: &str, name: &str| {
        let value = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.split_once([':', '=']).map(|(_, value)| value.trim().trim_matches('"').to_owned()));
        value.unwrap_or_else(|| "unknown".into())
    };
    let memory = field(&read("/proc/meminfo"), "MemTotal");
    let gigabytes = memory.trim_end_matches(" kB").parse::<u64>().unwrap_or_default().div_ceil(1 << 20);
    let load = read("/proc/loadavg");
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "{}, at version {}. {} × {}, {gigabytes} GiB of memory, {}, Linux {}; load average before: {}. PostgreSQL {postgres} with fsync on, {}, {}.",
        MachineClock.now().format("%-d %B %Y, %H:%M UTC"),
        said("git", &["describe", "--always", "--dirty"]),
        processors,
        field(&read("/proc/cpuinfo"), "model name"),
        field(&read("/etc/os-release"), "PRETTY_NAME"),
        read("/proc/sys/kernel/osrelease").trim(),
        load.split_whitespace().next().unwrap_or("unknown"),
        wrk.version(),
        said("rustc", &["--version"]),
    )
}

fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map_or_else(|_| "unknown".into(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
