//! The filter of the log, which operators change while the process runs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use shop_http::middleware::log_level::LogLevel;
use tracing_subscriber::{EnvFilter, Registry, reload};

/// The filter. Clones share it.
#[derive(Clone)]
pub(crate) struct LogFilter(Arc<Shared>);

struct Shared {
    handle: reload::Handle<EnvFilter, Registry>,
    state: Mutex<State>,
}

struct State {
    present: String,
    /// The filter to which one of limited time returns.
    lasting: String,
    /// The number of changes: a filter whose time is over returns only if nothing changed meanwhile.
    changes: u64,
}

impl LogFilter {
    /// The filter that `handle` changes, which is `configured` now.
    pub(super) fn new(handle: reload::Handle<EnvFilter, Registry>, configured: &str) -> Self {
        let state = State { present: configured.to_owned(), lasting: configured.to_owned(), changes: 0 };
        Self(Arc::new(Shared { handle, state: Mutex::new(state) }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a filter in force.
    fn apply(&self, state: &mut State, filter: &str) -> Result<(), String> {
        let parsed = EnvFilter::builder().parse(filter).map_err(|error| format!("This is no filter: {error}."))?;
        self.0.handle.reload(parsed).map_err(|error| format!("The log cannot be changed: {error}."))?;
        filter.clone_into(&mut state.present);
        state.changes += 1;
        Ok(())
    }

    /// Returns to the lasting filter after a time, unless the filter changes before.
    async fn return_after(self, time: Duration, change: u64) {
        tokio::time::sleep(time).await;
        let mut state = self.state();
        if state.changes == change {
            let lasting = state.lasting.clone();
            match self.apply(&mut state, &lasting) {
                Ok(()) => tracing::info!(filter = lasting, "the level of the log has returned"),
                Err(error) => tracing::error!("the level of the log has not returned: {error}"),
            }
        }
    }
}

impl LogLevel for LogFilter {
    fn present(&self) -> String {
        self.state().present.clone()
    }

    fn set(&self, filter: &str, time: Option<Duration>) -> Result<(), String> {
        let mut state = self.state();
        self.apply(&mut state, filter)?;
        let minutes = time.map(|time| time.as_secs() / 60);
        tracing::info!(filter, minutes, "an operator changed the level of the log");
        match time {
            Some(time) => drop(tokio::spawn(self.clone().return_after(time, state.changes))),
            None => filter.clone_into(&mut state.lasting),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    /// A filter, and the layer that keeps it alive.
    fn filter() -> (LogFilter, reload::Layer<EnvFilter, Registry>) {
        let (layer, handle) = reload::Layer::new(EnvFilter::new("info"));
        (LogFilter::new(handle, "info"), layer)
    }

    async fn pass(time: Duration) {
        tokio::time::sleep(time + Duration::from_millis(1)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_filter_of_limited_time_returns_to_the_lasting_one() {
        let (filter, _layer) = filter();
        filter.set("warn", None).unwrap();
        filter.set("debug", Some(MINUTE * 5)).unwrap();
        pass(MINUTE * 4).await;
        assert_eq!(filter.present(), "debug");
        pass(MINUTE).await;
        assert_eq!(filter.present(), "warn");
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_change_decides_when_it_returns() {
        let (filter, _layer) = filter();
        filter.set("debug", Some(MINUTE)).unwrap();
        filter.set("trace", Some(MINUTE * 3)).unwrap();
        pass(MINUTE * 2).await;
        assert_eq!(filter.present(), "trace", "the first one's time is over");
        pass(MINUTE).await;
        assert_eq!(filter.present(), "info");
        filter.set("debug", Some(MINUTE)).unwrap();
        filter.set("warn", None).unwrap();
        pass(MINUTE * 2).await;
        assert_eq!(filter.present(), "warn", "a lasting one stays");
    }

    #[tokio::test]
    async fn a_bad_filter_changes_nothing() {
        let (filter, layer) = filter();
        for bad in ["info,api=loud", "api=debug=info", "[{"] {
            assert!(filter.set(bad, None).is_err(), "{bad}");
        }
        assert_eq!(filter.present(), "info");
        drop(layer);
        assert!(filter.set("debug", None).is_err(), "there is no log any more");
    }
}
