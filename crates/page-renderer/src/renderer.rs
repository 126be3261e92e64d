//! The crate's interface: renders pages with a bundle.

use std::sync::Arc;
use std::time::Instant;

use crate::bundle::{self, BundleError, LOAD_TIME};
use crate::counts::{Counters, RenderCounts};
use crate::error::RenderError;
use crate::limits::Limits;
use crate::page::{RenderInput, RenderedPage};
use crate::pool::Pool;
use crate::runtime::PageRuntime;

/// Renders pages. After a drop its threads end.
pub struct PageRenderer {
    pool: Pool<PageRuntime>,
    counters: Arc<Counters>,
}

impl PageRenderer {
    /// Compiles a bundle and starts the threads. **Blocks** meanwhile: 0.1 s for a React app.
    ///
    /// The bundle is an ES module that exports `render(json: string): string | Promise<string>`. Its argument is
    /// `{"url", "seed"}`, its answer `{"status", "head", "html", "ssr"}`. It may call `__log(level, text)`.
    ///
    /// # Errors
    /// [`BundleError`] when the bundle cannot be loaded or no thread be started.
    pub fn new(bundle: &str, limits: Limits) -> Result<Self, BundleError> {
        let limits = limits.sane();
        let code = bundle::compile(bundle, limits)?;
        let counters = Arc::new(Counters::new());
        let make = Box::new(move || PageRuntime::start(&code, limits, Instant::now() + LOAD_TIME));
        Ok(Self { pool: Pool::start(make, limits, counters.clone())?, counters })
    }

    /// Renders a page.
    ///
    /// # Errors
    /// [`RenderError`] when the page failed. It comes within the time of the limits and a moment, in every case.
    pub async fn render(&self, input: RenderInput) -> Result<RenderedPage, RenderError> {
        let page = self.answer(&input).await;
        self.counters.note(&page);
        page
    }

    /// The counts since the start.
    #[must_use]
    pub fn counts(&self) -> RenderCounts {
        self.counters.read(self.pool.queued())
    }

    async fn answer(&self, input: &RenderInput) -> Result<RenderedPage, RenderError> {
        let answer = self.pool.render(input.to_json()?).await?;
        RenderedPage::parse(&answer)
    }
}
