use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;

use super::*;

type Run = dyn Fn(&str) -> Result<String, RenderError> + Send + Sync;

/// Renders by running a function; knows which of all engines it is.
struct FakeEngine {
    number: usize,
    run: Arc<Run>,
    sound: bool,
}

impl Engine for FakeEngine {
    fn render(&mut self, input: &str, _: Instant) -> Result<String, RenderError> {
        (self.run)(input).map(|answer| format!("{answer} by {}", self.number))
    }

    fn settle(&mut self, _: Instant) -> bool {
        self.sound
    }
}

fn limits() -> Limits {
    Limits { threads: 1, time: Duration::from_millis(200), queue: 8, renders_per_runtime: 1_000, ..Limits::default() }
}

fn pool(limits: Limits, sound: bool, run: impl Fn(&str) -> Result<String, RenderError> + Send + Sync + 'static) -> Pool<FakeEngine> {
    let (made, run) = (AtomicUsize::new(0), Arc::new(run));
    let make = move || Ok(FakeEngine { number: made.fetch_add(1, Ordering::SeqCst) + 1, run: run.clone(), sound });
    Pool::start(Box::new(make), limits, Arc::new(Counters::new())).unwrap()
}

fn echo(input: &str) -> Result<String, RenderError> {
    match input {
        "panic" => panic!("on purpose"),
        "fail" => Err(RenderError::TimedOut),
        text => Ok(text.to_owned()),
    }
}

async fn ask(pool: &Pool<FakeEngine>, input: &str) -> Result<String, RenderError> {
    pool.render(input.to_owned()).await
}

#[tokio::test]
async fn an_engine_is_used_until_it_fails() {
    let pool = pool(limits(), true, echo);
    assert_eq!(ask(&pool, "a").await.unwrap(), "a by 1");
    assert_eq!(ask(&pool, "b").await.unwrap(), "b by 1");
    assert_eq!(ask(&pool, "fail").await, Err(RenderError::TimedOut));
    assert_eq!(ask(&pool, "c").await.unwrap(), "c by 2");
}

#[tokio::test]
async fn a_page_that_waited_too_long_is_not_blamed_for_it() {
    let pool = pool(limits(), true, |input| {
        if input == "slow" {
            thread::sleep(limits().time * 3 / 4);
        }
        echo(input)
    });
    let (first, second) = tokio::join!(ask(&pool, "slow"), ask(&pool, "fail"));
    assert_eq!((first.unwrap().as_str(), second), ("slow by 1", Err(RenderError::Late)));
}

#[tokio::test]
async fn an_engine_that_cannot_settle_is_replaced() {
    let pool = pool(limits(), false, echo);
    assert_eq!(ask(&pool, "a").await.unwrap(), "a by 1");
    assert_eq!(ask(&pool, "b").await.unwrap(), "b by 2");
}

#[tokio::test]
async fn a_used_up_engine_is_replaced() {
    let pool = pool(Limits { renders_per_runtime: 2, ..limits() }, true, echo);
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.push(ask(&pool, "a").await.unwrap());
    }
    assert_eq!(answers, ["a by 1", "a by 1", "a by 2", "a by 2", "a by 3"]);
}

#[tokio::test]
async fn a_panic_costs_one_page() {
    // Printing the backtrace takes longer than the usual limit on a busy machine.
    let pool = pool(Limits { time: Duration::from_secs(60), ..limits() }, true, echo);
    assert_eq!(ask(&pool, "panic").await, Err(RenderError::Crashed));
    assert_eq!(ask(&pool, "a").await.unwrap(), "a by 2");
}

#[tokio::test]
async fn an_engine_that_cannot_be_made_is_an_error_until_it_can() {
    let tries = AtomicUsize::new(0);
    let make = move || match tries.fetch_add(1, Ordering::SeqCst) {
        0 => Err(RenderError::NoRuntime("not yet".into())),
        number => Ok(FakeEngine { number, run: Arc::new(echo), sound: true }),
    };
    let pool = Pool::start(Box::new(make), limits(), Arc::new(Counters::new())).unwrap();
    assert_eq!(ask(&pool, "a").await, Err(RenderError::NoRuntime("not yet".into())));
    assert_eq!(ask(&pool, "a").await.unwrap(), "a by 1");
}

/// Notifies when it is dropped.
struct Leaving(FakeEngine, std::sync::mpsc::Sender<usize>);

impl Engine for Leaving {
    fn render(&mut self, input: &str, deadline: Instant) -> Result<String, RenderError> {
        self.0.render(input, deadline)
    }

    fn settle(&mut self, deadline: Instant) -> bool {
        self.0.settle(deadline)
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        let _ = self.1.send(self.0.number);
    }
}

#[tokio::test]
async fn an_engine_begins_with_the_first_page_and_goes_when_none_follow() {
    let (left, leaving) = std::sync::mpsc::channel();
    let made = Arc::new(AtomicUsize::new(0));
    let counted = made.clone();
    let make = move || {
        let number = counted.fetch_add(1, Ordering::SeqCst) + 1;
        Ok(Leaving(FakeEngine { number, run: Arc::new(echo), sound: true }, left.clone()))
    };
    let limits = Limits { idle: Duration::ZERO, ..limits() };
    let pool = Pool::start(Box::new(make), limits, Arc::new(Counters::new())).unwrap();
    assert_eq!(made.load(Ordering::SeqCst), 0);
    for (page, number) in [("a by 1", 1), ("a by 2", 2)] {
        assert_eq!(pool.render("a".to_owned()).await.unwrap(), page);
        assert_eq!(leaving.recv().unwrap(), number, "it goes, and only then comes the next page");
    }
}

#[tokio::test]
async fn more_than_may_wait_are_refused_at_once() {
    let gate = Arc::new(Barrier::new(2));
    let (held, begun) = (gate.clone(), Arc::new(AtomicUsize::new(0)));
    let counted = begun.clone();
    let limits = Limits { queue: 2, time: Duration::from_secs(60), ..limits() };
    let pool = pool(limits, true, move |input| {
        if counted.fetch_add(1, Ordering::SeqCst) == 0 {
            held.wait();
        }
        echo(input)
    });
    let first = ask(&pool, "a");
    let others = async {
        while begun.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        let others = join_all(["b", "c", "d", "e"].map(|input| ask(&pool, input)));
        let release = async { tokio::task::spawn_blocking(move || gate.wait()).await };
        tokio::join!(others, release).0
    };
    let (first, others) = tokio::join!(first, others);
    assert_eq!(first.unwrap(), "a by 1");
    assert_eq!(others, [Ok("b by 1".into()), Ok("c by 1".into()), Err(RenderError::QueueFull), Err(RenderError::QueueFull)]);
}

#[tokio::test]
async fn a_thread_that_does_not_come_back_is_replaced() {
    let gate = Arc::new(Barrier::new(2));
    let held = gate.clone();
    let pool = pool(limits(), true, move |input| {
        if input == "stuck" {
            held.wait();
        }
        echo(input)
    });
    assert_eq!(ask(&pool, "stuck").await, Err(RenderError::Late));
    let answer = loop {
        // `Late` as well, until the thread is abandoned.
        match ask(&pool, "a").await {
            Err(RenderError::Late) => {}
            answer => break answer,
        }
    };
    assert_eq!(answer.unwrap(), "a by 2");
    gate.wait();
    assert_eq!(ask(&pool, "b").await.unwrap(), "b by 2");
}

#[tokio::test]
async fn threads_are_not_given_up_without_end() {
    let (gate, stuck) = (Arc::new(Barrier::new(MAX_GIVEN_UP + 2)), Arc::new(AtomicUsize::new(0)));
    let (held, counted) = (gate.clone(), stuck.clone());
    let limits = Limits { time: Duration::from_millis(20), queue: 1, ..limits() };
    let pool = pool(limits, true, move |input| {
        counted.fetch_add(1, Ordering::SeqCst);
        held.wait();
        echo(input)
    });
    let mut refused = 0;
    while refused < 3 {
        match ask(&pool, "stuck").await {
            Err(RenderError::QueueFull) => refused += 1,
            Err(RenderError::Late) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(stuck.load(Ordering::SeqCst), MAX_GIVEN_UP + 1);
    gate.wait();
}
