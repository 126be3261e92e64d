//! The log of pages that fail: it names the kind of page and no search text.

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::site::{BUNDLE, Site, stocked, title};

/// Keeps every field of every event as text.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<String>>);

impl Log {
    /// Everything logged so far, a field per line.
    pub(crate) fn text(&self) -> String {
        self.0.lock().unwrap().clone()
    }
}

impl Visit for Log {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        writeln!(self.0.lock().unwrap(), "{field}={value:?}").unwrap();
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[actix_web::test]
async fn a_page_that_fails_is_logged_without_the_search() {
    let log = Log::default();
    let _logging = tracing::subscriber::set_default(log.clone());
    let site = Site::open(stocked().0, Some(BUNDLE)).await;
    let page = site.get("/products?q=throw+pregnancy&brand=Secretive").await;
    assert_eq!(title(&page), "Products — Araliya");
    let logged = log.text();
    assert!(logged.contains("a page was not rendered") && logged.contains("page=\"/products\""), "{logged}");
    assert!(!logged.contains("pregnancy") && !logged.contains("Secretive"), "{logged}");
}
