//! File descriptors: each connection takes one, and so do files, the database and mail.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use shop_http::connections::MAX_CONNECTIONS;

/// Descriptors besides client connections: listeners, 18 connections to the database, open pictures, mail, the object store and
/// the sign-in provider.
const OWN: usize = 512;
/// The limit to request where the hard limit is unlimited.
const WANTED: usize = MAX_CONNECTIONS + OWN;

/// Raises the process's limit of descriptors as far as needed and allowed, and returns the number of client connections that
/// fit. A limit that is too low is logged: the unit file sets `LimitNOFILE`.
pub(crate) fn connections() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: Some(raised(limit)), maximum: limit.maximum };
    // If the limit cannot be raised, the present one applies.
    let now = if setrlimit(Resource::Nofile, raised).is_ok() { raised } else { limit };
    let connections = room_within(now.current);
    if connections < MAX_CONNECTIONS {
        tracing::warn!(limit = now.current, connections, "the limit of open files leaves room for fewer connections (LimitNOFILE)");
    }
    connections
}

/// The soft limit to set, never below the present one. Shells and service managers set 1,024 for programs that use `select`,
/// which this program does not.
fn raised(limit: Rlimit) -> u64 {
    let wanted = limit.maximum.unwrap_or(u64::MAX).min(WANTED as u64);
    limit.current.map_or(u64::MAX, |current| current.max(wanted))
}

/// The number of client connections below a limit: at least half of it.
fn room_within(limit: Option<u64>) -> usize {
    let limit = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
    limit.saturating_sub(OWN).max(limit / 2).min(MAX_CONNECTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_soft_limit_is_raised_towards_the_hard_one_and_never_lowered() {
        let limit = |current, maximum| Rlimit { current, maximum };
        assert_eq!(raised(limit(Some(1_024), Some(524_288))), 4_608);
        assert_eq!(raised(limit(Some(1_024), None)), 4_608);
        assert_eq!(raised(limit(Some(1_024), Some(2_048))), 2_048);
        assert_eq!(raised(limit(Some(100_000), Some(524_288))), 100_000);
    }

    #[test]
    fn connections_leave_descriptors_for_the_rest() {
        for (limit, connections) in [(Some(4_608), 4_096), (None, 4_096), (Some(1_024), 512), (Some(2_048), 1_536), (Some(64), 32)] {
            assert_eq!(room_within(limit), connections, "{limit:?}");
        }
    }

    #[test]
    fn this_process_has_room() {
        assert!(connections() >= 32);
    }
}
