//! The pages of a shop: a small web app before mocked ports, and what its pages say.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use actix_web::test::{TestRequest, init_service};
use actix_web::web;
use domain::catalog::ports::FoundProducts;
use domain::catalog::product_query::{ProductFacets, ProductSort};
use domain::shared::page::{Cursor, Page, TotalCount};
use serde_json::{Value, json};
use shop_http::pages::Pages;
use shop_http::pages::web_app::{WebApp, WebFile};
use shop_http::response::encoded_body::EncodedBody;
use shop_http::server::app;
use shop_http::server::app_state::AppState;
use testkit::sample_products;

use crate::open_shop::{Answering, answering};
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::Answer;

const INDEX: &str = "<html><head><!--app-head--></head><body><div id=\"root\"><!--app-html--></div><!--app-data--></body></html>";
/// Shows its input; does what the search text says.
pub(crate) const BUNDLE: &str = "
    export function render(json) {
        const { url, seed } = JSON.parse(json)
        if (url.includes('q=throw')) throw new Error('on purpose')
        if (url.includes('q=odd')) return '{}'
        if (url.includes('q=loop')) for (;;);
        if (url.includes('q=hoard')) { const all = []; for (;;) all.push(new Array(1e4).fill(all.length)) }
        if (url.includes('q=never')) return new Promise(() => {})
        const missing = url.endsWith('/-')
        return JSON.stringify({ status: missing ? 404 : 200, head: '<title>rendered</title>', html: `<h1>${url}</h1>`, ssr: { url } })
    }";

/// The pages of a shop.
pub(crate) struct Site {
    pub(crate) answer: Answering,
    pub(crate) state: AppState,
    pub(crate) pages: web::Data<Pages>,
}

impl Site {
    pub(crate) async fn open(shop: Shop, bundle: Option<&str>) -> Self {
        let file = |name: &str, text: &'static str| WebFile { name: name.to_owned(), bytes: text.into(), digest: [0; 32] };
        let web_app = WebApp::new([file("index.html", INDEX), file("favicon.svg", "<svg/>")]);
        let web_app = web_app.with_page_bundle(bundle.map(|bundle| EncodedBody::plain_only("text/javascript", bundle.to_owned())));
        Self::of(shop, web_app).await
    }

    pub(crate) async fn of(shop: Shop, web_app: WebApp) -> Self {
        let state = shop.state();
        let pages = web::Data::new(Pages::new(web_app, state.page_sources()));
        state.catalogue_version.confirm(Instant::now(), Duration::from_secs(3_600));
        let answer = answering(init_service(app(state.clone()).app_data(pages.clone())).await);
        Self { answer, state, pages }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        (self.answer)(TestRequest::get().uri(path)).await
    }
}

/// The data block of a page.
pub(crate) fn boot(page: &Answer) -> Value {
    let text = page.text();
    let (_, rest) = text.split_once(r#"<script type="application/json" id="__data__">"#).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The seeds of a page without that of the content.
pub(crate) fn seeds(page: &Answer) -> Vec<(Value, Value)> {
    let boot = boot(page);
    let seeds = boot["seed"].as_array().unwrap().iter().filter(|seed| seed["key"] != json!(["content"]));
    seeds.map(|seed| (seed["key"].clone(), seed["data"].clone())).collect()
}

/// The content in a page.
pub(crate) fn content(page: &Answer) -> Value {
    let boot = boot(page);
    let seed = boot["seed"].as_array().unwrap().iter().find(|seed| seed["key"] == json!(["content"])).unwrap();
    seed["data"].clone()
}

pub(crate) fn title(page: &Answer) -> String {
    let text = page.text();
    text.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0.to_owned()
}

/// A shop with one product, which counts how often its list is read.
pub(crate) fn stocked() -> (Shop, Arc<AtomicUsize>) {
    let (mut shop, reads) = (Shop::new(), Arc::new(AtomicUsize::new(0)));
    shop.products
        .expect_by_code()
        .returning(|code, _| Ok(code.as_str().starts_with("ARA").then(|| kept(sample_products::product("Rose </script> Oil")))));
    shop.search.expect_facets().returning(|_| Ok(ProductFacets { total: 25, exact: true, ..ProductFacets::default() }));
    let (found, counted) = (kept(sample_products::product("Rose Oil")), reads.clone());
    let id = found.id;
    shop.search.expect_find().returning(move |query| {
        counted.fetch_add(1, Ordering::SeqCst);
        if query.text.is_none() {
            return Ok(FoundProducts {
                ids: vec![id],
                next: Some(Cursor("after-this".into())),
                total: TotalCount::Exactly(25),
                corrected: None,
            });
        }
        assert_eq!(query.sort, ProductSort::Relevance);
        Ok(FoundProducts { ids: vec![id], next: None, total: TotalCount::Exactly(1), corrected: Some("rosé".into()) })
    });
    shop.products.expect_by_ids().returning(move |_, _| Ok(vec![found.clone()]));
    shop.reviews.expect_list().returning(|_| Ok(Page { items: Vec::new(), next: None, total: TotalCount::Exactly(0) }));
    (shop, reads)
}
