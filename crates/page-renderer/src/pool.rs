//! A few threads with one engine each, and the queue before them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use tokio::sync::oneshot;

use crate::counts::Counters;
use crate::error::RenderError;
use crate::limits::Limits;
use crate::worker_slot::WorkerSlot;

/// The time after its deadline for which an answer is awaited: an engine that is stopped needs a moment to answer.
const GRACE: Duration = Duration::from_millis(250);
/// A thread is abandoned after this multiple of a page's time past its deadline: it is in a call that the engine cannot stop.
const PATIENCE: u32 = 3;
/// The largest number of threads that are abandoned; each keeps its memory and a processor.
const MAX_GIVEN_UP: usize = 4;
/// The longest that may take which a page leaves behind.
const SETTLE_TIME: Duration = Duration::from_millis(100);

/// Renders pages on one thread. It is dropped after an error.
pub(crate) trait Engine {
    /// Renders a page; has to stop at the deadline.
    fn render(&mut self, input: &str, deadline: Instant) -> Result<String, RenderError>;

    /// Runs jobs that a page left behind after its answer; false when the engine must not be used again.
    fn settle(&mut self, deadline: Instant) -> bool;
}

/// Makes an engine on the thread that calls it.
pub(crate) type MakeEngine<E> = Box<dyn Fn() -> Result<E, RenderError> + Send + Sync>;

struct Job {
    input: String,
    due: Instant,
    reply: oneshot::Sender<Result<String, RenderError>>,
}

struct Crew<E> {
    make: MakeEngine<E>,
    jobs: Receiver<Job>,
    limits: Limits,
    counters: Arc<Counters>,
    seats: Mutex<Seats>,
}

#[derive(Default)]
struct Seats {
    taken: Vec<Arc<WorkerSlot>>,
    given_up: usize,
}

/// Threads and queue. After a drop the threads finish their present page and end.
pub(crate) struct Pool<E> {
    queue: Sender<Job>,
    crew: Arc<Crew<E>>,
}

impl<E: Engine + 'static> Pool<E> {
    /// Starts the threads; each makes its engine when its first page comes.
    pub(crate) fn start(make: MakeEngine<E>, limits: Limits, counters: Arc<Counters>) -> std::io::Result<Self> {
        let (queue, jobs) = bounded(limits.queue);
        let crew = Arc::new(Crew { make, jobs, limits, counters, seats: Mutex::default() });
        for _ in 0..limits.threads {
            crew.clone().seat_one()?;
        }
        Ok(Self { queue, crew })
    }

    /// The pages that wait for a thread.
    pub(crate) fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Requests a page. Answers within the time of the limits, and a moment.
    pub(crate) async fn render(&self, input: String) -> Result<String, RenderError> {
        self.crew.replace_overdue();
        let (reply, answer) = oneshot::channel();
        let due = Instant::now() + self.crew.limits.time;
        self.queue.try_send(Job { input, due, reply }).map_err(|refused| match refused {
            TrySendError::Full(_) => RenderError::QueueFull,
            TrySendError::Disconnected(_) => RenderError::Crashed,
        })?;
        match tokio::time::timeout(self.crew.limits.time + GRACE, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(RenderError::Crashed),
            Err(_) => Err(RenderError::Late),
        }
    }
}

impl<E: Engine + 'static> Crew<E> {
    fn seat_one(self: Arc<Self>) -> std::io::Result<()> {
        let seat = Arc::new(WorkerSlot::default());
        let (crew, place) = (self.clone(), seat.clone());
        let name = "page-renderer".to_owned();
        thread::Builder::new().name(name).stack_size(self.limits.thread_stack()).spawn(move || crew.work(&place))?;
        self.seats().taken.push(seat);
        Ok(())
    }

    /// Puts fresh threads in place of those that do not come back.
    fn replace_overdue(self: &Arc<Self>) {
        let Some(moment) = Instant::now().checked_sub(self.limits.time * PATIENCE) else { return };
        let mut gone = 0;
        {
            let mut seats = self.seats();
            let places_left = MAX_GIVEN_UP - seats.given_up.min(MAX_GIVEN_UP);
            let overdue: Vec<_> = seats.taken.iter().filter(|s| s.overdue(moment)).take(places_left).cloned().collect();
            for seat in overdue {
                seat.give_up();
                seats.taken.retain(|s| !Arc::ptr_eq(s, &seat));
                gone += 1;
            }
            seats.given_up += gone;
        }
        for _ in 0..gone {
            tracing::error!("a page does not let go of its thread; another thread takes its place");
            if let Err(error) = self.clone().seat_one() {
                tracing::error!(%error, "no thread could be started");
            }
        }
    }

    /// The loop of a thread, until the pool is dropped or the thread is abandoned. A panic costs only the page and the engine.
    fn work(&self, seat: &WorkerSlot) {
        while catch_unwind(AssertUnwindSafe(|| self.serve(seat))).is_err() {
            tracing::error!("a thread failed while it rendered a page");
            seat.end();
        }
    }

    fn serve(&self, seat: &WorkerSlot) {
        let mut engine = None;
        let mut rendered = 0;
        while !seat.is_given_up() {
            let Some(job) = self.next_job(&mut engine) else { return };
            if job.reply.is_closed() || Instant::now() >= job.due {
                let _ = job.reply.send(Err(RenderError::Late));
                continue;
            }
            seat.begin(job.due);
            let sound = self.answer(&mut engine, job);
            rendered += 1;
            if !sound || rendered >= self.limits.renders_per_runtime {
                drop(engine.take());
                engine = self.fresh_engine().ok();
                rendered = 0;
            }
            seat.end();
        }
    }

    /// Waits for a job, and drops the engine after the idle time; `None` when the pool is dropped.
    fn next_job(&self, engine: &mut Option<E>) -> Option<Job> {
        if engine.is_some() {
            match self.jobs.recv_timeout(self.limits.idle) {
                Ok(job) => return Some(job),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => drop(engine.take()),
            }
        }
        self.jobs.recv().ok()
    }

    /// Answers a job; true when the engine may be used again.
    fn answer(&self, engine: &mut Option<E>, job: Job) -> bool {
        if engine.is_none() {
            match self.fresh_engine() {
                Ok(fresh) => *engine = Some(fresh),
                Err(error) => {
                    let _ = job.reply.send(Err(error));
                    return true;
                }
            }
        }
        let Some(engine) = engine else { return true };
        let time_left = job.due.saturating_duration_since(Instant::now());
        let answer = engine.render(&job.input, job.due).map_err(|error| match error {
            // The page did not have its full time, so the answer is `Late`.
            RenderError::TimedOut if time_left < self.limits.time / 2 => RenderError::Late,
            error => error,
        });
        let good = answer.is_ok();
        let _ = job.reply.send(answer);
        good && engine.settle(Instant::now() + SETTLE_TIME)
    }

    fn fresh_engine(&self) -> Result<E, RenderError> {
        let engine = (self.make)();
        match &engine {
            Ok(_) => self.counters.note_runtime(),
            Err(error) => tracing::error!(%error, "no runtime for pages"),
        }
        engine
    }

    fn seats(&self) -> std::sync::MutexGuard<'_, Seats> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
