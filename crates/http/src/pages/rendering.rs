//! Rendering pages by the web app's own code.

use std::time::Instant;

use page_renderer::{Limits, PageRenderer, RenderCounts, RenderError, RenderInput, RenderedPage};

use super::Pages;
use super::address::PublicPage;
use super::page_data::PageData;

/// The most threads that render pages.
const MAX_THREADS: usize = 4;

impl Pages {
    /// The counts of rendered pages; `None` while there is no renderer.
    #[must_use]
    pub fn counts(&self) -> Option<RenderCounts> {
        self.renderer.get()?.as_ref().map(PageRenderer::counts)
    }

    /// The renderer. Compiling the bundle takes time, so the start of the server does not wait for it.
    pub(crate) async fn renderer(&self) -> Option<&PageRenderer> {
        let bundle = self.files.page_bundle()?.clone();
        let made =
            self.renderer.get_or_init(|| async { tokio::task::spawn_blocking(move || renderer_of(bundle.plain())).await.ok().flatten() });
        made.await.as_ref()
    }

    pub(super) async fn render(&self, page: &PublicPage, data: &PageData) -> Result<Option<RenderedPage>, RenderError> {
        let Some(renderer) = self.renderer().await else { return Ok(None) };
        let begun = Instant::now();
        let rendered = renderer.render(RenderInput { url: page.url(), seed: data.seed.clone() }).await;
        self.sources.metrics.observe_render(rendered.is_ok(), begun.elapsed());
        let page = page.log_label();
        // Overload is no error of the page, and under overload the log has enough lines.
        rendered.map(Some).inspect_err(|error| match error.is_momentary() {
            true => tracing::debug!(%error, page, "a page was not rendered; the plain page goes out"),
            false => tracing::error!(%error, page, "a page was not rendered; the plain page goes out"),
        })
    }
}

/// One thread per processor, up to the limit: most pages come from the cache.
fn limits() -> Limits {
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    Limits { threads: processors.clamp(1, MAX_THREADS), ..Limits::default() }
}

fn renderer_of(bundle: &[u8]) -> Option<PageRenderer> {
    let renderer = PageRenderer::new(&String::from_utf8_lossy(bundle), limits());
    renderer.inspect_err(|error| tracing::error!(%error, "pages are not rendered")).ok()
}
