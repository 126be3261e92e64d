//! The web app's pages. Public pages are rendered on the server, with their data; otherwise the plain page goes out, which the
//! browser fills. A page is the same for every visitor.

mod address;
mod cache;
mod home_data;
mod list_params;
mod new_shop;
mod page_data;
mod plain_pages;
mod rendering;
mod shell;
mod shown_content;
mod site_files;
pub mod sources;
mod structured_data;
pub mod web_app;
#[rustfmt::skip]
mod web_pages;

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use actix_web::http::header::RETRY_AFTER;
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, web};
use application::catalog::catalogue_follower::CatalogueState;
use page_renderer::{PageRenderer, RenderedPage};
use tokio::sync::OnceCell;

use self::address::{Address, PREVIEW_TITLE, PublicPage};
use self::cache::{FinishedPage, PageCache};
use self::new_shop::NewShop;
use self::page_data::{NoData, PageData};
use self::plain_pages::{PlainPages, full_title, html};
use self::shell::{Content, Shell};
use self::shown_content::ShownContent;
use self::site_files::{MANIFEST, Sitemap, icon, manifest, not_indexed, robots, security};
use self::sources::PageSources;
use self::web_pages::NOT_FOUND_TITLE;
use crate::extract::client_address::client_address;
use crate::metrics::PageSource;
use crate::middleware::rate_limit::{Caller, RateLimit};
use crate::pages::web_app::WebApp;
use crate::response::problem::Problem;

/// Caches may store the page, and must revalidate it before each use.
const ASK_AGAIN: &str = "public, no-cache";
/// The longest a visitor waits for a rendered page.
const PAGE_TIME: Duration = Duration::from_secs(2);

/// The web app's files and pages.
pub struct Pages {
    files: WebApp,
    sources: PageSources,
    shell: Option<Shell>,
    plain: RwLock<Arc<PlainPages>>,
    /// The renderer, made at its first use; `None` inside if it cannot be made.
    renderer: OnceCell<Option<PageRenderer>>,
    cache: PageCache<Refusal>,
    sitemap: Sitemap,
    robots: String,
    new_shop: NewShop,
}

/// The reasons why there is no rendered page. None of them is cached.
#[derive(Clone, Debug)]
enum Refusal {
    /// The product or the page of text is not there.
    Missing,
    /// The browser must request the data itself.
    Plain,
    /// The renderer was overloaded; the plain page with its data.
    Momentary(Box<FinishedPage>),
}

impl From<NoData> for Refusal {
    fn from(reason: NoData) -> Self {
        match reason {
            NoData::Missing => Self::Missing,
            NoData::Refused => Self::Plain,
        }
    }
}

impl Pages {
    /// Prepares the pages of a web app. Without a usable bundle all of them are plain.
    #[must_use]
    pub fn new(files: WebApp, sources: PageSources) -> Self {
        let config = &sources.config;
        let index = files.file("/index.html").and_then(|body| String::from_utf8(body.plain().to_vec()).ok());
        let shell = index.and_then(|index| Shell::parse(&index, files.manifest()));
        let pages = Self {
            files,
            shell,
            plain: RwLock::default(),
            renderer: OnceCell::new(),
            cache: PageCache::new(),
            sitemap: Sitemap::new(),
            robots: robots(&config.public_url),
            new_shop: NewShop::new(sources.setup.clone()),
            sources,
        };
        pages.make_plain(None);
        pages
    }

    fn make_plain(&self, content: Option<ShownContent>) -> Arc<PlainPages> {
        let made = self.shell.as_ref().map(|shell| PlainPages::make(shell, &self.sources.config, content));
        let pages = Arc::new(made.unwrap_or_default());
        *self.plain.write().unwrap_or_else(PoisonError::into_inner) = pages.clone();
        pages
    }

    /// The plain pages of the published content. Without the database those that were made last.
    async fn present_plain(self: &Arc<Self>) -> Arc<PlainPages> {
        let kept = self.plain.read().unwrap_or_else(PoisonError::into_inner).clone();
        let Ok(content) = ShownContent::load(&self.sources).await else { return kept };
        if self.shell.is_none() || kept.are_of(&content) {
            return kept;
        }
        let pages = self.clone();
        let made = tokio::task::spawn_blocking(move || pages.make_plain(Some(content))).await;
        made.unwrap_or(kept)
    }

    async fn plain(
        self: &Arc<Self>,
        request: &HttpRequest,
        title: Option<&'static str>,
        status: StatusCode,
        cache_control: &'static str,
    ) -> HttpResponse {
        let plain = self.present_plain().await;
        match plain.page(title).or_else(|| self.files.file("/index.html")) {
            Some(page) => page.respond(request, status, cache_control),
            None => HttpResponse::ServiceUnavailable().content_type("text/plain; charset=utf-8").body("The web app has not been built."),
        }
    }

    /// Puts the rendered markup, or else the data alone, into the shell.
    async fn finish(self: &Arc<Self>, page: &PublicPage, data: PageData, rendered: Option<RenderedPage>) -> Result<FinishedPage, Refusal> {
        let (pages, chunk, found) = (self.clone(), page.chunk(), page.may_exist());
        let work = tokio::task::spawn_blocking(move || {
            let shell = pages.shell.as_ref()?;
            let shop = data.content.details(&pages.sources.config.shop);
            let title = rendered.is_none().then(|| full_title(&shop.name, Some(&data.content), data.title.as_deref()));
            let content = Content {
                title: title.as_deref(),
                rendered: rendered.as_ref(),
                seed: Some(&data.seed),
                structured: &data.structured,
                chunk,
                shop: Some(&shop),
                look: data.content.look(),
            };
            let status = rendered.as_ref().and_then(|page| StatusCode::from_u16(page.status).ok());
            let status = status.unwrap_or(if found { StatusCode::OK } else { StatusCode::NOT_FOUND });
            Some(FinishedPage { status, is_plain: rendered.is_none(), body: html(shell.page(&content)) })
        });
        work.await.ok().flatten().ok_or(Refusal::Plain)
    }

    /// Makes a page. If rendering fails, the plain page is cached, so that not every request tries again.
    async fn make(self: Arc<Self>, page: PublicPage) -> Result<FinishedPage, Refusal> {
        let data = page_data::load(&self.sources, &page).await?;
        match self.render(&page, &data).await {
            Ok(rendered) => self.finish(&page, data, rendered).await,
            Err(error) => {
                let finished = self.finish(&page, data, None).await?;
                if error.is_momentary() { Err(Refusal::Momentary(Box::new(finished))) } else { Ok(finished) }
            }
        }
    }

    /// The page from the cache, or made now.
    async fn get(self: &Arc<Self>, page: &PublicPage, caller: Caller) -> Result<FinishedPage, Refusal> {
        let versions = &self.sources.catalogue_version;
        let (version, heard, url) = (versions.current(), versions.is_known(), page.url());
        if let Some(found) = self.cache.find(version, heard, &url) {
            if found.renew {
                self.renew(page, version, url);
            }
            self.sources.metrics.count_page(PageSource::Memory);
            return Ok(found.page);
        }
        // The number of lists and products is unbounded: a client that requests them faster than the API's limit gets the plain
        // page.
        if page.has_unbounded_variants() && self.sources.rate_limits.check(RateLimit::Read, caller).is_err() {
            self.sources.metrics.count_page(PageSource::Refused);
            return Err(Refusal::Plain);
        }
        self.sources.metrics.count_page(PageSource::Made);
        let made = self.cache.make(version, &url, Box::pin(self.clone().make(page.clone())));
        tokio::time::timeout(PAGE_TIME, made).await.unwrap_or(Err(Refusal::Plain))
    }

    /// Renews a page in the background while the present one is still sent.
    fn renew(self: &Arc<Self>, page: &PublicPage, version: CatalogueState, url: String) {
        let (pages, making) = (self.clone(), self.clone().make(page.clone()));
        self.sources.background.run("renew a page", async move {
            if let Ok(page) = making.await {
                pages.cache.renew(version, &url, page);
            }
        });
    }

    async fn public(self: &Arc<Self>, request: &HttpRequest, page: PublicPage) -> HttpResponse {
        let caller = Caller::at(client_address(request));
        let mut answer = self.get(&page, caller).await;
        if matches!(answer, Err(Refusal::Missing)) {
            answer = self.get(&page.when_missing(), caller).await;
        }
        match answer {
            Ok(page) if page.is_plain => page.body.respond(request, page.status, "no-store"),
            Ok(page) => page.body.respond(request, page.status, ASK_AGAIN),
            Err(Refusal::Momentary(page)) => page.body.respond(request, page.status, "no-store"),
            Err(Refusal::Missing) => self.plain(request, page.when_missing().title(), StatusCode::NOT_FOUND, "no-store").await,
            Err(Refusal::Plain) => self.plain(request, page.title(), StatusCode::OK, "no-store").await,
        }
    }

    async fn sitemap(&self, request: &HttpRequest) -> HttpResponse {
        match self.sitemap.body(&self.sources).await {
            Ok(sitemap) => sitemap.respond(request, StatusCode::OK, ASK_AGAIN),
            Err(_) => HttpResponse::ServiceUnavailable().insert_header((RETRY_AFTER, "60")).finish(),
        }
    }

    async fn answer(self: &Arc<Self>, request: &HttpRequest) -> HttpResponse {
        if request.path() == MANIFEST
            && let Some(manifest) = manifest(&self.sources).await
        {
            return manifest;
        }
        match request.path() {
            "/robots.txt" => self.new_shop.robots(&self.robots).await,
            "/sitemap.xml" => self.sitemap(request).await,
            "/.well-known/security.txt" => security(&self.sources).await,
            path => match Address::of(path, request.query_string()) {
                Address::Public(page) if self.shell.is_some() => self.public(request, page).await,
                Address::Public(page) if page.may_exist() => self.plain(request, page.title(), StatusCode::OK, "no-cache").await,
                Address::Public(_) | Address::AdminNotFound => {
                    self.plain(request, Some(NOT_FOUND_TITLE), StatusCode::NOT_FOUND, "no-cache").await
                }
                Address::Browser(title) => self.plain(request, Some(title), StatusCode::OK, "no-cache").await,
                Address::Preview => not_indexed(self.plain(request, Some(PREVIEW_TITLE), StatusCode::OK, "no-cache").await),
            },
        }
    }
}

/// The fallback for requests without a route: the web app's files and pages for GET and HEAD; a problem for other methods and
/// for unknown addresses below `/api` and `/images`.
///
/// # Errors
/// 404 or 405 as a problem.
pub async fn fallback(request: HttpRequest, pages: Option<web::Data<Pages>>) -> Result<HttpResponse, Problem> {
    let path = request.match_info().as_str();
    if path == "/api" || path.starts_with("/api/") || path.starts_with("/images/") {
        return Err(Problem::no_such_route());
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Problem::method_not_allowed("GET, HEAD".to_owned()));
    }
    let pages = pages.ok_or_else(Problem::no_such_route)?;
    if let Some(icon) = icon(&pages.sources, &request).await {
        return Ok(icon);
    }
    match pages.files.answer(&request) {
        Some(file) => Ok(file),
        None => {
            let pages = pages.into_inner();
            Ok(pages.new_shop.mark(pages.answer(&request).await).await)
        }
    }
}
