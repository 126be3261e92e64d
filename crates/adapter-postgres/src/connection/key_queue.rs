//! Queues by key on this instance: of those that wait with one key, the first alone goes on, for example to poll the database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

/// Unused queues are removed once there are this many queues.
const CLEARED_AT: usize = 1_024;

/// All queues of this instance.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyQueue(Arc<Mutex<HashMap<String, Weak<Turn<()>>>>>);

impl KeyQueue {
    /// Waits until the caller is the first of its key, in the order of the calls. It stays the first until the guard is dropped.
    pub(crate) async fn turn(&self, key: String) -> OwnedMutexGuard<()> {
        self.queue(key).lock_owned().await
    }

    fn queue(&self, key: String) -> Arc<Turn<()>> {
        let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = queues.get(&key).and_then(Weak::upgrade) {
            return queue;
        }
        if queues.len() >= CLEARED_AT {
            queues.retain(|_, queue| queue.strong_count() > 0);
        }
        let queue = Arc::default();
        queues.insert(key, Arc::downgrade(&queue));
        queue
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn each_key_has_a_queue_of_its_own() {
        let queue = KeyQueue::default();
        let first = queue.turn("a".to_owned()).await;
        assert!(queue.turn("a".to_owned()).now_or_never().is_none());
        assert!(queue.turn("b".to_owned()).now_or_never().is_some());
        drop(first);
        assert!(queue.turn("a".to_owned()).now_or_never().is_some());
    }

    #[tokio::test]
    async fn only_unused_queues_are_removed() {
        let queue = KeyQueue::default();
        let held = queue.turn("held".to_owned()).await;
        for number in 1..10_000 {
            queue.turn(number.to_string()).await;
        }
        assert!(queue.0.lock().unwrap().len() <= CLEARED_AT);
        assert!(queue.turn("held".to_owned()).now_or_never().is_none());
        drop(held);
    }
}
