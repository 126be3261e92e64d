use std::collections::HashSet;
use std::pin::pin;
use std::sync::mpsc;
use std::thread;

use futures_util::future::try_join_all;
use futures_util::poll;

use super::*;

fn executor(running: usize, waiting: usize) -> BoundedExecutor {
    BoundedExecutor::new("jobs", ExecutorLimits { running, waiting }, Duration::from_secs(10)).unwrap()
}

/// A job that runs until its sender is dropped, and the sender.
fn endless() -> (impl FnOnce() -> &'static str + Send + 'static, mpsc::Sender<()>) {
    let (stop, stopped) = mpsc::channel::<()>();
    let job = move || {
        let _ = stopped.recv();
        "ran"
    };
    (job, stop)
}

fn is_refused<T>(answer: &Result<T, ExecutorError>) -> bool {
    matches!(answer, Err(ExecutorError::QueueFull("jobs")))
}

#[tokio::test]
async fn jobs_beyond_the_limits_are_refused() {
    let executor = executor(1, 1);
    let (job, stop) = endless();
    let mut running = pin!(executor.run(job));
    assert!(poll!(&mut running).is_pending());
    let mut waiting = pin!(executor.run(|| "ran too"));
    assert!(poll!(&mut waiting).is_pending());
    assert_eq!(executor.load(), ExecutorLoad { running: 1, waiting: 1 });
    assert!(is_refused(&executor.run(|| "never").await));

    drop(stop);
    assert_eq!(running.await.unwrap(), "ran");
    assert_eq!(waiting.await.unwrap(), "ran too");
    assert_eq!(executor.run(|| "open again").await.unwrap(), "open again");
    assert_eq!(executor.load(), ExecutorLoad { running: 0, waiting: 0 });
}

#[tokio::test]
async fn a_cancelled_caller_takes_its_job_out_of_the_queue() {
    let executor = executor(1, 1);
    let (job, stop) = endless();
    let mut running = pin!(executor.run(job));
    assert!(poll!(&mut running).is_pending());
    {
        let mut cancelled = Box::pin(executor.run(|| "cancelled"));
        assert!(poll!(&mut cancelled).is_pending());
    }
    let mut next = pin!(executor.run(|| "next"));
    assert!(poll!(&mut next).is_pending(), "the queue has room again");
    drop(stop);
    assert_eq!(next.await.unwrap(), "next");
}

#[tokio::test]
async fn a_running_job_keeps_its_slot_when_its_caller_is_cancelled() {
    let executor = executor(1, 0);
    let (job, stop) = endless();
    {
        let mut cancelled = Box::pin(executor.run(job));
        assert!(poll!(&mut cancelled).is_pending());
    }
    assert!(is_refused(&executor.run(|| "too early").await));
    drop(stop);
    while executor.load().running > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(executor.run(|| "now").await.unwrap(), "now");
}

#[tokio::test]
async fn a_panic_is_an_error_and_frees_the_slot() {
    let executor = executor(1, 0);
    let failed = executor.run(|| assert_eq!(1, 2, "on purpose")).await.unwrap_err();
    assert!(matches!(failed, ExecutorError::Failed { name: "jobs", .. }), "{failed:?}");
    assert_eq!(executor.run(|| "still works").await.unwrap(), "still works");
}

#[tokio::test]
async fn an_executor_with_limits_of_0_runs_one_job_at_a_time() {
    assert_eq!(executor(0, 0).run(|| 7).await.unwrap(), 7);
}

#[tokio::test]
async fn there_are_no_more_threads_than_running_jobs() {
    let executor = executor(2, 100);
    let jobs = (0..100).map(|_| executor.run(|| thread::current().id()));
    let threads: HashSet<_> = try_join_all(jobs).await.unwrap().into_iter().collect();
    assert!(threads.len() <= 2, "{} threads", threads.len());
}

/// Sends when its thread ends.
struct EndOfThread(mpsc::Sender<()>);

impl Drop for EndOfThread {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

#[tokio::test]
async fn threads_without_keep_alive_end_with_their_job() {
    thread_local!(static END: std::cell::RefCell<Option<EndOfThread>> = const { std::cell::RefCell::new(None) });
    let limits = ExecutorLimits { running: 1, waiting: 0 };
    let executor = BoundedExecutor::new("jobs", limits, Duration::ZERO).unwrap();
    let (tell, told) = mpsc::channel();
    executor.run(move || END.with(|end| *end.borrow_mut() = Some(EndOfThread(tell)))).await.unwrap();
    assert_eq!(told.recv_timeout(Duration::from_secs(60)), Ok(()));
    assert_eq!(executor.run(|| "another thread").await.unwrap(), "another thread");
}

#[tokio::test]
async fn a_dropped_executor_does_not_wait_for_its_jobs() {
    let executor = executor(1, 0);
    let (job, stop) = endless();
    {
        let mut cancelled = Box::pin(executor.run(job));
        assert!(poll!(&mut cancelled).is_pending());
    }
    drop(executor);
    // The job still waits for this.
    assert!(stop.send(()).is_ok());
}
