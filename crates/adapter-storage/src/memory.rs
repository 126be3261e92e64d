//! How much memory there is to work with.

use std::fs;

/// The memory of the machine, or of the container of this process if that is less, in bytes; `None` where the system does not
/// tell.
pub(crate) fn of_this_machine() -> Option<u64> {
    let read = |path| fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").as_deref().and_then(total);
    let container = read("/sys/fs/cgroup/memory.max").or_else(|| read("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    // A container without a limit has `max`, or a number beyond any machine's memory.
    let container = container.and_then(|limit| limit.trim().parse().ok());
    [machine, container].into_iter().flatten().min()
}

/// The `MemTotal` of `/proc/meminfo`, which counts in KiB.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        assert_eq!(total("MemTotal:       24679444 kB\nMemFree: 1 kB\n"), Some(24_679_444 * 1024));
        assert_eq!(total("MemFree: 1 kB\n"), None);
        assert!(of_this_machine().is_some_and(|bytes| bytes > 1 << 26), "this machine has memory");
    }
}
