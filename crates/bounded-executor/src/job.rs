//! A job and the way of its result to the caller.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::oneshot::Sender;

/// A job in the queue.
pub(crate) trait Job: Send {
    /// Runs the job. A panic of the job becomes its result.
    fn run(&mut self);

    /// Sends the result to the caller, if the caller still waits.
    fn deliver(self: Box<Self>);
}

/// The result of a job, or the message of its panic.
pub(crate) type Outcome<T> = Result<T, String>;

/// A function, and where its result goes.
pub(crate) struct Work<F, T> {
    function: Option<F>,
    outcome: Option<Outcome<T>>,
    caller: Sender<Outcome<T>>,
}

impl<F, T> Work<F, T> {
    /// Will run `function` and send its result to `caller`.
    pub(crate) fn new(function: F, caller: Sender<Outcome<T>>) -> Self {
        Self { function: Some(function), outcome: None, caller }
    }
}

impl<F: FnOnce() -> T + Send, T: Send> Job for Work<F, T> {
    fn run(&mut self) {
        if let Some(function) = self.function.take() {
            self.outcome = Some(catch_unwind(AssertUnwindSafe(function)).map_err(|panic| message(&*panic)));
        }
    }

    fn deliver(self: Box<Self>) {
        if let Some(outcome) = self.outcome {
            // A cancelled caller waits no more.
            let _ = self.caller.send(outcome);
        }
    }
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("without a message"))
}
