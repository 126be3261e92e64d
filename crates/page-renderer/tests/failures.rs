//! After every failure of a bundle, the answer is a typed error and the next page is rendered.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use page_renderer::{BundleError, FailureKind, Limits, PageRenderer, RenderError, RenderInput, RenderedPage};
use serde_json::value::to_raw_value;

/// The address selects the behaviour of the page; `/` is a correct page that counts the uses of its runtime.
const BUNDLE: &str = r#"
let used = 0
const page = (html) => JSON.stringify({ status: 200, head: '<title>t</title>', html, ssr: { a: 1 } })
const acts = {
  '/': ({ seed }) => page(`${++used} ${JSON.stringify(seed)}`),
  '/throw': () => { throw new TypeError('a cause with its name') },
  '/throw-string': () => { throw 'text' },
  '/throw-null': () => { throw null },
  '/reject': async () => { throw new Error('later') },
  '/spin': () => { for (;;); },
  '/spin-async': async () => { await null; for (;;); },
  '/spin-and-catch': () => { for (;;) { try { for (;;); } catch {} } },
  '/spin-finally': () => { try { for (;;); } finally { for (;;); } },
  '/regexp': () => page(String(/^(a+)+$/.test('a'.repeat(60) + 'b'))),
  '/jobs': () => { const again = () => { Promise.resolve().then(again) }; again(); return new Promise(() => {}) },
  '/hoard-small': () => { const all = []; for (;;) all.push({ a: 1 }) },
  '/hoard-strings': () => { const all = []; for (let i = 0; ; i++) all.push('x'.repeat(1000) + i) },
  '/hoard-double': () => { let text = 'x'; for (;;) text = text.replace(/x/g, 'xx') },
  '/hoard-large': () => page(String(new Array(1e9).fill(1).length)),
  '/hoard-buffer': () => page(String(new Uint8Array(1e9).length)),
  '/hoard-and-catch': () => { const all = []; for (;;) try { for (;;) all.push(new Array(1e4).fill(all.length)) } catch {} },
  '/deep': () => { const down = (n) => down(n + 1) + 1; return down(0) },
  '/deep-json': () => { let nested = []; for (let i = 0; i < 1e6; i++) nested = [nested]; return JSON.stringify(nested) },
  '/never': () => new Promise(() => {}),
  '/number': () => 5,
  '/nothing': () => undefined,
  '/text': () => 'not json',
  '/short': () => '{"status":200}',
  '/status': () => JSON.stringify({ status: 99, head: '', html: '', ssr: null }),
  '/leftover': () => { const again = () => { Promise.resolve().then(again) }; again(); return page('left jobs behind') },
}
export function render(json) { const input = JSON.parse(json); return acts[input.url](input) }
"#;

fn limits() -> Limits {
    Limits { threads: 1, memory: 16 << 20, stack: 1 << 20, time: Duration::from_millis(1_500), ..Limits::default() }
}

fn renderer(limits: Limits) -> PageRenderer {
    PageRenderer::new(BUNDLE, limits).unwrap()
}

async fn show(renderer: &PageRenderer, url: &str) -> Result<RenderedPage, RenderError> {
    renderer.render(RenderInput { url: url.into(), seed: to_raw_value(&[1, 2]).unwrap() }).await
}

#[tokio::test]
async fn a_good_page_has_all_its_parts() {
    let renderer = renderer(limits());
    let page = show(&renderer, "/").await.unwrap();
    assert_eq!((page.status, page.head.as_str(), page.html.as_str()), (200, "<title>t</title>", "1 [1,2]"));
    assert_eq!(page.data.get(), r#"{"a":1}"#);
    assert_eq!(show(&renderer, "/").await.unwrap().html, "2 [1,2]");
    let counts = renderer.counts();
    assert_eq!((counts.rendered, counts.runtimes_started), (2, 1));
}

#[tokio::test]
async fn every_failure_has_its_kind_and_costs_one_runtime() {
    use FailureKind as Kind;
    for (url, kind) in [
        ("/throw", Kind::Threw),
        ("/throw-string", Kind::Threw),
        ("/throw-null", Kind::Threw),
        ("/reject", Kind::Threw),
        ("/no-such-act", Kind::Threw),
        ("/spin", Kind::TimedOut),
        ("/spin-async", Kind::TimedOut),
        ("/spin-and-catch", Kind::TimedOut),
        ("/spin-finally", Kind::TimedOut),
        ("/regexp", Kind::TimedOut),
        ("/jobs", Kind::TimedOut),
        ("/hoard-small", Kind::OutOfMemory),
        ("/hoard-strings", Kind::OutOfMemory),
        ("/hoard-double", Kind::OutOfMemory),
        ("/hoard-large", Kind::OutOfMemory),
        ("/hoard-buffer", Kind::OutOfMemory),
        ("/hoard-and-catch", Kind::OutOfMemory),
        ("/deep", Kind::StackOverflow),
        ("/never", Kind::NeverSettled),
        ("/number", Kind::NotAPage),
        ("/nothing", Kind::NotAPage),
        ("/text", Kind::NotAPage),
        ("/short", Kind::NotAPage),
        ("/status", Kind::NotAPage),
    ] {
        let renderer = renderer(limits());
        let error = show(&renderer, url).await.unwrap_err();
        assert_eq!(error.kind(), kind, "{url}: {error}");
        assert_eq!(show(&renderer, "/").await.unwrap().html, "1 [1,2]", "after {url}");
        let counts = renderer.counts();
        assert_eq!((counts.rendered, counts.failed_by(kind)), (1, 1), "{url}");
        assert_eq!(counts.failed.iter().map(|(_, n)| n).sum::<u64>(), 1, "{url}");
    }
}

#[tokio::test]
async fn an_error_has_its_message_and_position() {
    let RenderError::Threw(cause) = show(&renderer(limits()), "/throw").await.unwrap_err() else { panic!() };
    assert!(cause.contains("a cause with its name") && cause.contains("ssr.js"), "{cause}");
}

#[tokio::test]
async fn failures_in_a_row_leave_the_renderer_well() {
    let renderer = renderer(Limits { time: Duration::from_millis(50), ..limits() });
    for _ in 0..10 {
        for url in ["/spin", "/hoard-double", "/deep-json", "/throw", "/never"] {
            show(&renderer, url).await.unwrap_err();
        }
    }
    let page = loop {
        // A slow machine may need more than 50 ms to start the next runtime.
        if let Ok(page) = show(&renderer, "/").await {
            break page;
        }
    };
    assert_eq!(page.html, "1 [1,2]");
}

#[tokio::test]
async fn jobs_of_a_page_do_not_reach_the_next() {
    let renderer = renderer(limits());
    assert_eq!(show(&renderer, "/leftover").await.unwrap().html, "left jobs behind");
    assert_eq!(show(&renderer, "/").await.unwrap().html, "1 [1,2]");
    assert_eq!(renderer.counts().runtimes_started, 2);
}

#[tokio::test]
async fn a_runtime_is_replaced_after_its_pages() {
    let renderer = renderer(Limits { renders_per_runtime: 2, ..limits() });
    let mut used = Vec::new();
    for _ in 0..5 {
        used.push(show(&renderer, "/").await.unwrap().html);
    }
    assert_eq!(used, ["1 [1,2]", "2 [1,2]", "1 [1,2]", "2 [1,2]", "1 [1,2]"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_may_ask_at_once() {
    let limits = Limits { threads: 3, queue: 1_000, time: Duration::from_secs(60), ..limits() };
    let renderer = Arc::new(renderer(limits));
    let asked = (0..300).map(|n| {
        let renderer = renderer.clone();
        tokio::spawn(async move { show(&renderer, if n % 10 == 0 { "/throw" } else { "/" }).await })
    });
    let answers: Vec<_> = join_all(asked).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(answers.iter().filter(|a| a.is_ok()).count(), 270);
    assert_eq!(renderer.counts().rendered, 270);
    assert_eq!(renderer.counts().failed_by(FailureKind::Threw), 30);
}

#[tokio::test]
async fn a_page_whose_caller_is_gone_is_not_rendered() {
    let renderer = renderer(Limits { queue: 50, ..limits() });
    let busy = show(&renderer, "/spin");
    let given_up = async {
        for _ in 0..20 {
            drop(tokio::time::timeout(Duration::from_millis(1), show(&renderer, "/")).await);
        }
    };
    let (stopped, ()) = tokio::join!(busy, given_up);
    assert_eq!(stopped.unwrap_err().kind(), FailureKind::TimedOut);
    assert_eq!(show(&renderer, "/").await.unwrap().html, "1 [1,2]");
}

#[test]
fn a_bundle_that_cannot_be_used_is_refused() {
    for bundle in
        ["", "export const render = 5", "export function render( {", "throw new Error('at load')", "for (;;);", "import 'elsewhere'"]
    {
        let refused = PageRenderer::new(bundle, limits());
        assert!(matches!(refused, Err(BundleError::Unusable(_))), "{bundle}");
    }
}
