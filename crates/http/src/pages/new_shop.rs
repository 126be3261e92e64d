//! Pages of a shop that waits for its set-up: search engines index none of them (contract-owner, section 1).

use actix_web::HttpResponse;
use application::setup::SetupState;

use super::site_files::not_indexed;

/// `robots.txt` of such a shop.
const NOTHING_INDEXED: &str = "User-agent: *\nDisallow: /\n";

/// Marks the pages of a shop that waits for its set-up.
pub(super) struct NewShop(SetupState);

impl NewShop {
    pub(super) fn new(state: SetupState) -> Self {
        Self(state)
    }

    /// A database that does not answer tells nothing new.
    async fn is_new(&self) -> bool {
        self.0.is_open().await.unwrap_or(false)
    }

    /// The page, marked while the shop waits.
    pub(super) async fn mark(&self, page: HttpResponse) -> HttpResponse {
        if self.is_new().await { not_indexed(page) } else { page }
    }

    /// `robots.txt`: the rules of a shop in business, or those of one that waits.
    pub(super) async fn robots(&self, rules: &str) -> HttpResponse {
        let rules = if self.is_new().await { NOTHING_INDEXED } else { rules };
        HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(rules.to_owned())
    }
}
