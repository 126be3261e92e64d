//! The metrics of the process, with the names that Prometheus's own client libraries give them. Values that the system does not tell
//! (other than Linux) are left out.

use std::fs;

use rustix::param::clock_ticks_per_second;
use rustix::process::{Resource, getrlimit};
use shop_http::metrics::readings::Reading;

pub(super) fn read() -> Vec<Reading> {
    let stat = Stat::read();
    let readings = [
        resident_memory().map(|bytes| Reading::gauge("process_resident_memory_bytes", "Memory the process holds", bytes)),
        open_files().map(|files| Reading::gauge("process_open_fds", "Open files and connections", files)),
        most_files().map(|files| Reading::gauge("process_max_fds", "The most of them that the system allows", files)),
        stat.as_ref().and_then(Stat::started).map(|at| Reading::gauge("process_start_time_seconds", "When it started, in Unix time", at)),
        stat.as_ref().map(|stat| Reading::counter("process_cpu_seconds", "Time of processors, in whole seconds", stat.cpu_seconds())),
    ];
    readings.into_iter().flatten().collect()
}

fn resident_memory() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kib: i64 = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib.saturating_mul(1_024))
}

fn open_files() -> Option<i64> {
    i64::try_from(fs::read_dir("/proc/self/fd").ok()?.count()).ok()
}

fn most_files() -> Option<i64> {
    i64::try_from(getrlimit(Resource::Nofile).current?).ok()
}

/// Times of the process in `/proc/self/stat`, in ticks of the system's clock.
struct Stat {
    /// In user mode and in the kernel.
    worked: i64,
    /// From the boot of the system to the start.
    started: i64,
}

impl Stat {
    fn read() -> Option<Self> {
        Self::parse(&fs::read_to_string("/proc/self/stat").ok()?)
    }

    /// The second field is the name of the program in parentheses, which may contain anything. `utime`, `stime` and `starttime` are the
    /// fields 14, 15 and 22 (proc(5)).
    fn parse(text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<i64>().ok();
        Some(Self { worked: field(14)?.saturating_add(field(15)?), started: field(22)? })
    }

    fn cpu_seconds(&self) -> i64 {
        seconds(self.worked)
    }

    fn started(&self) -> Option<i64> {
        let stat = fs::read_to_string("/proc/stat").ok()?;
        let booted: i64 = stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()?;
        Some(booted.saturating_add(seconds(self.started)))
    }
}

fn seconds(ticks: i64) -> i64 {
    let per_second = i64::try_from(clock_ticks_per_second()).unwrap_or(100);
    ticks / per_second.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_are_read_behind_any_name_of_the_program() {
        let stat = Stat::parse("7 (a) b) S 1 7 7 0 -1 4 1 0 0 0 250 50 0 0 20 0 9 0 4200 1 2 3").unwrap();
        assert_eq!((stat.worked, stat.started), (300, 4_200));
        assert!(Stat::parse("7 (api) S 1").is_none());
    }

    #[test]
    fn this_process_is_read() {
        let readings = read();
        let value = |name: &str| readings.iter().find(|one| one.name == name).map_or(-1, |one| one.value);
        assert!(value("process_resident_memory_bytes") > 1_000_000 && value("process_open_fds") > 2);
        assert!(value("process_max_fds") >= value("process_open_fds"));
        // Containers may have a clock of their own, so only the century is sure.
        assert!(value("process_start_time_seconds") > 1_600_000_000 && value("process_cpu_seconds") >= 0);
    }
}
