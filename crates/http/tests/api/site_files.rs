//! The files for search engines and for reports of security.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::shared::page::{Cursor, Page, TotalCount};
use testkit::{moments, sample_products};

use crate::products::{kept, lists};
use crate::shop::Shop;
use crate::site::Site;

#[actix_web::test]
async fn search_engines_find_every_page() {
    let mut shop = Shop::new();
    let reads = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&reads);
    lists(&mut shop, move |query| {
        counted.fetch_add(1, Ordering::SeqCst);
        let next = query.page.after.is_none().then(|| Cursor("next".into()));
        Page { items: vec![kept(sample_products::product("Rose Oil"))], next, total: TotalCount::Exactly(2) }
    });
    let site = Site::open(shop, None).await;
    let sitemap = site.get("/sitemap.xml").await;
    assert_eq!((sitemap.status, sitemap.header("content-type")), (200, "application/xml; charset=utf-8"));
    assert_eq!(sitemap.text().matches("<url>").count(), 5, "{}", sitemap.text());
    let day = moments::now().format("<lastmod>%Y-%m-%d</lastmod>").to_string();
    assert!(sitemap.text().contains("<loc>https://araliya.example/contact</loc>") && sitemap.text().contains(&day));
    assert_eq!(site.get("/sitemap.xml").await.body, sitemap.body);
    assert_eq!(reads.load(Ordering::SeqCst), 2, "two pages, read once");
    let security = site.get("/.well-known/security.txt").await;
    assert_eq!((security.status, security.header("content-type")), (200, "text/plain; charset=utf-8"));
    let security = security.text();
    assert!(security.starts_with("Contact: mailto:hello@araliya.example\nExpires: 20"), "{security}");
    assert!(security.ends_with("\nCanonical: https://araliya.example/.well-known/security.txt\n"), "{security}");
    let expires = security.lines().find_map(|line| line.strip_prefix("Expires: ")).unwrap();
    let expires: chrono::DateTime<chrono::Utc> = expires.parse().unwrap();
    let days = (expires - chrono::DateTime::<chrono::Utc>::from(std::time::SystemTime::now())).num_days();
    assert!((100..366).contains(&days), "good for a while, and never for a year: {days} days");
    let robots = site.get("/robots.txt").await.text();
    assert!(robots.contains("Disallow: /admin\n") && robots.ends_with("Sitemap: https://araliya.example/sitemap.xml\n"), "{robots}");
}
