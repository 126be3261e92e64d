//! Locks by key, within this process: of the callers with one key, one proceeds at a time, in the order of their calls. Attempts to
//! sign in wait here, so that one of them alone polls the database for its account.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// A new key removes the locks that are neither held nor waited for, once there are this many.
const CLEAN_UP_FROM: usize = 1_024;

/// The locks by key; clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyedLocks(Arc<Mutex<HashMap<String, Weak<AsyncMutex<()>>>>>);

impl KeyedLocks {
    /// Waits for the lock of `key`, first come, first served. Dropping the guard releases it.
    pub(crate) async fn lock(&self, key: String) -> OwnedMutexGuard<()> {
        self.entry(key).lock_owned().await
    }

    fn entry(&self, key: String) -> Arc<AsyncMutex<()>> {
        // A panic cannot leave the map half changed.
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = locks.get(&key).and_then(Weak::upgrade) {
            return lock;
        }
        if locks.len() >= CLEAN_UP_FROM {
            locks.retain(|_, lock| lock.strong_count() > 0);
        }
        let lock = Arc::default();
        locks.insert(key, Arc::downgrade(&lock));
        lock
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn each_key_has_a_lock_of_its_own() {
        let locks = KeyedLocks::default();
        let first = locks.lock("a".to_owned()).await;
        assert!(locks.lock("a".to_owned()).now_or_never().is_none());
        assert!(locks.lock("b".to_owned()).now_or_never().is_some());
        drop(first);
        assert!(locks.lock("a".to_owned()).now_or_never().is_some());
    }

    #[tokio::test]
    async fn only_unused_locks_are_removed() {
        let locks = KeyedLocks::default();
        let held = locks.lock("held".to_owned()).await;
        for number in 1..10_000 {
            locks.lock(number.to_string()).await;
        }
        assert!(locks.0.lock().unwrap().len() <= CLEAN_UP_FROM);
        assert!(locks.lock("held".to_owned()).now_or_never().is_none());
        drop(held);
    }
}
