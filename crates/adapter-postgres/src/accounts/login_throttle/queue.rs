//! The line in which attempts of one origin for one account wait on this instance, so that one of them at a time asks the
//! database and not all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use domain::accounts::login_attempts::LoginAttempt;
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

/// Lines that nobody stands in are cleared away once there are this many.
const CLEARED_AT: usize = 1_024;

/// All lines of this instance.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoginQueue(Arc<Mutex<HashMap<LoginAttempt, Weak<Turn<()>>>>>);

impl LoginQueue {
    /// Waits until an attempt is the first in its line; it is until the guard is dropped. First come, first served.
    pub(crate) async fn turn(&self, attempt: &LoginAttempt) -> OwnedMutexGuard<()> {
        self.line(attempt).lock_owned().await
    }

    fn line(&self, attempt: &LoginAttempt) -> Arc<Turn<()>> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get(attempt).and_then(Weak::upgrade) {
            return line;
        }
        if lines.len() >= CLEARED_AT {
            lines.retain(|_, line| line.strong_count() > 0);
        }
        let line = Arc::default();
        lines.insert(attempt.clone(), Arc::downgrade(&line));
        line
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::login_attempts::{AddressBlock, Origin};
    use domain::shared::email::EmailAddress;
    use futures_util::FutureExt as _;

    use super::*;

    fn attempt(number: u32) -> LoginAttempt {
        let block = AddressBlock::of(std::net::Ipv4Addr::from_bits(number << 8).into());
        LoginAttempt { email: EmailAddress::parse("nimali@example.com").unwrap(), origin: Origin::Block(block) }
    }

    #[tokio::test]
    async fn each_origin_has_a_line_of_its_own() {
        let queue = LoginQueue::default();
        let first = queue.turn(&attempt(1)).await;
        assert!(queue.turn(&attempt(1)).now_or_never().is_none());
        assert!(queue.turn(&attempt(2)).now_or_never().is_some());
        drop(first);
        assert!(queue.turn(&attempt(1)).now_or_never().is_some());
    }

    #[tokio::test]
    async fn empty_lines_are_cleared_away() {
        let queue = LoginQueue::default();
        let held = queue.turn(&attempt(0)).await;
        for number in 1..10_000 {
            queue.turn(&attempt(number)).await;
        }
        assert!(queue.0.lock().unwrap().len() <= CLEARED_AT);
        assert!(queue.turn(&attempt(0)).now_or_never().is_none(), "one that somebody stands in is not");
        drop(held);
    }
}
