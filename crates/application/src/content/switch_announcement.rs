//! Switching the announcement at the beginning and end of its time.

use std::sync::{Arc, Mutex, PoisonError};

use domain::catalog::ports::CatalogueChange;
use domain::shared::ports::Clock;
use domain::shared::versioned::ContentVersion;

use crate::catalog::catalogue_follower::CatalogueFollower;
use crate::content::current_content::CurrentContent;
use crate::error::ReadError;

/// Which version of the announcement there is, and whether its time has come.
type Seen = (ContentVersion, bool);

/// Notes a change of the content when the time of an announcement begins or ends: pages and answers in the caches show the one that was
/// current when they were made. A publication is noted by itself. Each instance has caches of its own, and switches them itself.
#[derive(Clone)]
pub struct SwitchAnnouncement {
    current: CurrentContent,
    clock: Arc<dyn Clock>,
    follower: CatalogueFollower,
    seen: Arc<Mutex<Option<Seen>>>,
}

impl SwitchAnnouncement {
    /// Wires the use case, which has seen nothing yet.
    #[must_use]
    pub fn new(current: CurrentContent, clock: Arc<dyn Clock>, follower: CatalogueFollower) -> Self {
        Self { current, clock, follower, seen: Arc::default() }
    }

    /// Compares the announcement with the one of the last call, and answers whether it was switched on or off since.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<bool, ReadError> {
        let content = self.current.get().await?;
        let now = (content.announcement.version, content.announcement_at(self.clock.now()).is_some());
        let before = self.seen.lock().unwrap_or_else(PoisonError::into_inner).replace(now);
        let is_switched = before.is_some_and(|before| before.0 == now.0 && before.1 != now.1);
        if is_switched {
            self.follower.note(CatalogueChange::Content);
        }
        Ok(is_switched)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use chrono::{DateTime, TimeDelta, Utc};
    use domain::catalog::ports::{MockChangeFeed, MockSearchIndex};
    use domain::content::repository::MockContentRepository;
    use domain::shared::ports::MockClock;
    use serde_json::json;

    use super::*;
    use crate::content::samples::{published, reading};

    #[tokio::test]
    async fn it_is_switched_at_the_beginning_and_the_end_of_its_time() {
        let body = json!({ "text": "Sale", "from": "2026-12-01T00:10:00Z", "until": "2026-12-01T00:20:00Z" });
        let (mut store, mut clock, minute) = (MockContentRepository::new(), MockClock::new(), Arc::new(AtomicI64::new(0)));
        store.expect_published().returning(move || Ok(vec![published("announcement", body.clone())]));
        let (now, midnight) = (minute.clone(), "2026-12-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap());
        clock.expect_now().returning(move || midnight + TimeDelta::minutes(now.load(Ordering::SeqCst)));
        let follower = CatalogueFollower::new(Arc::new(MockChangeFeed::new()), Arc::new(MockSearchIndex::new()));
        let switch = SwitchAnnouncement::new(reading(store).1, Arc::new(clock), follower.clone());
        for (at, is_switched) in [(0, false), (9, false), (10, true), (19, false), (20, true), (21, false)] {
            minute.store(at, Ordering::SeqCst);
            let before = follower.version().current().content;
            assert_eq!(switch.run().await.unwrap(), is_switched, "minute {at}");
            assert_eq!(follower.version().current().content - before, u64::from(is_switched), "minute {at}");
        }
    }
}
