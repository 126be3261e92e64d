//! A value of the database in memory, where it is at most a second old.
//!
//! A change by this instance is known at once, where its use case forgets the value; a change by another one within [`MAX_AGE`] (contract,
//! Conventions). An order names the versions that it was priced with, and the database refuses others.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::shared::ports::PortError;
use tokio::time::Instant;

/// The greatest age of a value in memory.
const MAX_AGE: Duration = Duration::from_secs(1);

struct Kept<T> {
    /// The value, and the time before it was read.
    value: Option<(Arc<T>, Instant)>,
    /// Counts the times that it was forgotten: a value that was read before is not kept afterwards.
    forgotten: u64,
}

/// The value. Clones share the memory.
pub(crate) struct ShortMemory<T>(Arc<Mutex<Kept<T>>>);

impl<T> Clone for ShortMemory<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for ShortMemory<T> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Kept { value: None, forgotten: 0 })))
    }
}

impl<T: Send + Sync> ShortMemory<T> {
    /// The value, at most [`MAX_AGE`] old; `read` reads it where it is older.
    pub(crate) async fn get(&self, read: impl Future<Output = Result<T, PortError>> + Send) -> Result<Arc<T>, PortError> {
        let begun = Instant::now();
        let forgotten = {
            let kept = self.kept();
            match &kept.value {
                Some((value, read)) if begun.duration_since(*read) < MAX_AGE => return Ok(value.clone()),
                _ => kept.forgotten,
            }
        };
        let value = Arc::new(read.await?);
        let mut kept = self.kept();
        if kept.forgotten == forgotten {
            kept.value = Some((value.clone(), begun));
        }
        Ok(value)
    }

    /// Forgets the value: the next call of [`ShortMemory::get`] reads it.
    pub(crate) fn forget(&self) {
        let mut kept = self.kept();
        kept.value = None;
        kept.forgotten = kept.forgotten.wrapping_add(1);
    }

    fn kept(&self) -> MutexGuard<'_, Kept<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::samples::away;

    /// The value, which counts its reads.
    async fn get(memory: &ShortMemory<u32>, reads: &AtomicU32) -> u32 {
        *memory.get(async { Ok(reads.fetch_add(1, Ordering::Relaxed) + 1) }).await.unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_value_is_read_once_a_second() {
        let (memory, reads) = (ShortMemory::default(), AtomicU32::default());
        for _ in 0..3 {
            assert_eq!(get(&memory, &reads).await, 1);
        }
        tokio::time::advance(Duration::from_millis(999)).await;
        assert_eq!(get(&memory.clone(), &reads).await, 1);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(get(&memory, &reads).await, 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_forgotten_value_is_read_again() {
        let (memory, reads) = (ShortMemory::default(), AtomicU32::default());
        assert_eq!(get(&memory, &reads).await, 1);
        memory.forget();
        assert_eq!(get(&memory, &reads).await, 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_value_that_is_forgotten_while_it_is_read_is_not_kept() {
        let (memory, reads) = (ShortMemory::default(), AtomicU32::default());
        let forgetting = memory.get(async {
            memory.forget();
            Ok(7)
        });
        assert_eq!(*forgetting.await.unwrap(), 7);
        assert_eq!(get(&memory, &reads).await, 1);
    }

    #[tokio::test]
    async fn a_failed_read_is_an_error() {
        assert!(ShortMemory::<u32>::default().get(async { Err(away()) }).await.is_err());
    }
}
