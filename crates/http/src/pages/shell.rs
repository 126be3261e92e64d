//! The build's `index.html`, and how a page is put into it.

mod look;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use application::content::current_content::ShopDetails;
use page_renderer::RenderedPage;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use self::look::{escape_text, with_look};
use super::shown_content::Look;
use super::web_pages::RENDERED_PAGES;

/// The places that the build left for the page.
const HEAD_MARK: &str = "<!--app-head-->";
const HTML_MARK: &str = "<!--app-html-->";
const DATA_MARK: &str = "<!--app-data-->";
/// The place for the shop's details, for browsers that run no scripts.
const PHONE_MARK: &str = "<!--shop-phone-->";
const EMAIL_MARK: &str = "<!--shop-email-->";
const ADDRESS_MARK: &str = "<!--shop-address-->";
/// The entries that every page loads, by their keys in the build's manifest: the page's own script, and the app that it
/// fetches.
const ENTRIES: [&str; 2] = ["index.html", "src/entry-client.tsx"];
const HEAD_END: &str = "</head>";

/// A chunk in the build's manifest.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Chunk {
    file: String,
    imports: Vec<String>,
    css: Vec<String>,
}

/// `index.html`, cut at the places for the page.
#[derive(Debug)]
pub(super) struct Shell {
    before_head: String,
    rest_of_head: String,
    before_html: String,
    before_data: String,
    rest: String,
    chunks: BTreeMap<String, Chunk>,
}

/// The content of a page.
#[derive(Debug, Default)]
pub(super) struct Content<'a> {
    /// The title, if the rendered head has none.
    pub(super) title: Option<&'a str>,
    /// Markup for the head and the root element, and the router's state.
    pub(super) rendered: Option<&'a RenderedPage>,
    /// Answers for the first view.
    pub(super) seed: Option<&'a RawValue>,
    /// JSON-LD.
    pub(super) structured: &'a [Value],
    /// The source of the page's own chunk.
    pub(super) chunk: Option<&'a str>,
    /// The shop's details, for browsers that run no scripts.
    pub(super) shop: Option<&'a ShopDetails>,
    /// How the head differs from the built one.
    pub(super) look: Look,
}

impl Shell {
    /// Cuts `index.html`. `None` if a place is missing. Without the build's `manifest` nothing is preloaded.
    pub(super) fn parse(index: &str, manifest: Option<&[u8]>) -> Option<Self> {
        let (before_head, rest) = index.split_once(HEAD_MARK)?;
        let (rest_of_head, rest) = rest.split_once(HEAD_END)?;
        let (before_html, rest) = rest.split_once(HTML_MARK)?;
        let (before_data, rest) = rest.split_once(DATA_MARK)?;
        let chunks = manifest.map(serde_json::from_slice).transpose().unwrap_or_else(|error| {
            tracing::warn!(%error, "the web app's manifest cannot be read: nothing is preloaded");
            None
        });
        let shell = Self {
            before_head: before_head.to_owned(),
            rest_of_head: rest_of_head.to_owned(),
            before_html: format!("{HEAD_END}{before_html}"),
            before_data: before_data.to_owned(),
            rest: rest.to_owned(),
            chunks: chunks.unwrap_or_default(),
        };
        let sources = RENDERED_PAGES.into_iter().map(|page| page.chunk);
        for source in sources.filter(|source| !shell.chunks.is_empty() && !shell.chunks.contains_key(*source)) {
            tracing::warn!(source, "the web app has no such chunk: the page that needs it starts later than it could");
        }
        Some(shell)
    }

    /// Puts a page into the shell.
    pub(super) fn page(&self, content: &Content<'_>) -> String {
        let (head, html) = content.rendered.map_or(("", ""), |page| (page.head.as_str(), page.html.as_str()));
        let title = content.title.map_or_else(String::new, |title| format!("<title>{}</title>", escape_text(title)));
        let preloads = content.chunk.map_or_else(String::new, |chunk| self.preloads(chunk));
        let structured: String = content.structured.iter().map(|value| script("application/ld+json", None, &value.to_string())).collect();
        let data = content.seed.map_or_else(String::new, |seed| boot(seed, content.rendered));
        let before_head = with_look(&self.before_head, &content.look);
        let stylesheet =
            content.look.stylesheet.as_deref().map_or_else(String::new, |href| format!(r#"<link rel="stylesheet" href="{href}">"#));
        let rest = content.shop.map_or_else(|| self.rest.clone(), |shop| with_details(&self.rest, shop));
        [
            &before_head,
            head,
            &title,
            &self.rest_of_head,
            // After the styles, which the first view needs first.
            &preloads,
            // The last style sheet decides.
            &stylesheet,
            &structured,
            &self.before_html,
            html,
            &self.before_data,
            &data,
            &rest,
        ]
        .concat()
    }

    /// Tags for the styles of a page's chunk and its imports, without those of the entries, and the names of their scripts. The
    /// page's own script fetches these beside the app after the first view; without the names the browser would learn of them
    /// only from the app.
    fn preloads(&self, source: &str) -> String {
        let entries: BTreeSet<&str> = ENTRIES.into_iter().flat_map(|entry| self.closure(entry)).collect();
        let page = self.closure(source);
        let (mut styles, mut modules) = (String::new(), Vec::new());
        for chunk in page.difference(&entries).filter_map(|name| self.chunks.get(*name)) {
            for style in &chunk.css {
                let _ = write!(styles, r#"<link rel="stylesheet" crossorigin href="/{style}">"#);
            }
            modules.push(format!("/{}", chunk.file));
        }
        if modules.is_empty() {
            return styles;
        }
        format!(r#"{styles}<meta name="page-modules" content="{}">"#, modules.join(" "))
    }

    /// A chunk and all its static imports.
    fn closure<'a>(&'a self, name: &'a str) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            if let Some(chunk) = self.chunks.get(name)
                && found.insert(name)
            {
                open.extend(chunk.imports.iter().map(String::as_str));
            }
        }
        found
    }
}

/// The part of the page that only browsers without scripts show, with the shop's phone, e-mail and postal address.
fn with_details(page: &str, shop: &ShopDetails) -> String {
    let dialled: String = shop.phone.chars().filter(|character| character.is_ascii_digit() || *character == '+').collect();
    page.replace(PHONE_MARK, &link("tel", &dialled, &shop.phone))
        .replace(EMAIL_MARK, &link("mailto", &shop.email, &shop.email))
        .replace(ADDRESS_MARK, &escape_text(&shop.address))
}

/// A link that calls or writes to `target`; none without a text.
fn link(scheme: &str, target: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!(r#"<a href="{scheme}:{}">{}</a>"#, escape_text(target), escape_text(text))
}

/// The data that the app starts from. With the router's state the app takes over the markup; without it the app renders from
/// the beginning.
fn boot(seed: &RawValue, rendered: Option<&RenderedPage>) -> String {
    let state = rendered.map_or_else(String::new, |page| format!(r#","ssr":{}"#, page.data.get()));
    script("application/json", Some("__data__"), &format!(r#"{{"seed":{}{state}}}"#, seed.get()))
}

/// A data block. In JSON, `<` occurs only in strings, where it can be escaped; so no content can end the block or begin a
/// comment. The line separators are escaped because older JavaScript does not allow them in strings.
fn script(kind: &str, id: Option<&str>, json: &str) -> String {
    let safe = json.replace('<', r"\u003c").replace('\u{2028}', r"\u2028").replace('\u{2029}', r"\u2029");
    let id = id.map_or_else(String::new, |id| format!(r#" id="{id}""#));
    format!(r#"<script type="{kind}"{id}>{safe}</script>"#)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use serde_json::value::to_raw_value;

    use super::*;

    const INDEX: &str = "<head><!--app-head--><script src=x></script></head><div id=root><!--app-html--></div><!--app-data--><p>end</p>";
    const MANIFEST: &str = r#"{
        "index.html": { "file": "assets/index-1.js", "dynamicImports": ["src/entry-client.tsx"], "css": ["assets/index-1.css"] },
        "src/entry-client.tsx": { "file": "assets/app-1.js", "imports": ["_shared.js"], "isDynamicEntry": true },
        "_shared.js": { "file": "assets/shared-1.js" },
        "_cards.js": { "file": "assets/cards-1.js", "imports": ["_shared.js", "_cards.js"], "css": ["assets/cards-1.css"] },
        "src/home.tsx": { "file": "assets/home-1.js", "imports": ["index.html", "_cards.js"], "isDynamicEntry": true }
    }"#;

    fn shop(phone: &str) -> ShopDetails {
        ShopDetails {
            name: "Shop".to_owned(),
            phone: phone.to_owned(),
            email: r#""a&b"@shop.example"#.to_owned(),
            address: "1 <script> Road, O'Galle".to_owned(),
            opening_hours: String::new(),
            time_zone: String::new(),
        }
    }

    fn shell() -> Shell {
        Shell::parse(INDEX, Some(MANIFEST.as_bytes())).unwrap()
    }

    fn rendered() -> RenderedPage {
        serde_json::from_value(json!({ "status": 200, "head": "<title>T</title>", "html": "<h1>H</h1>", "ssr": { "a": "</script>" } }))
            .unwrap()
    }

    #[test]
    fn the_shops_details_are_text_wherever_they_stand() {
        let index = format!("{INDEX}<noscript>{PHONE_MARK}|{EMAIL_MARK}|{ADDRESS_MARK}</noscript>");
        let shell = Shell::parse(&index, None).unwrap();
        let page = shell.page(&Content { shop: Some(&shop(r#"+94 (11) "234" <b>"#)), ..Content::default() });
        assert!(
            page.ends_with(concat!(
                r#"<noscript><a href="tel:+9411234">+94 (11) &quot;234&quot; &lt;b&gt;</a>|"#,
                r#"<a href="mailto:&quot;a&amp;b&quot;@shop.example">&quot;a&amp;b&quot;@shop.example</a>|"#,
                "1 &lt;script&gt; Road, O'Galle</noscript>"
            )),
            "{page}"
        );
    }

    #[test]
    fn every_part_has_its_place() {
        let (seed, rendered) = (to_raw_value(&json!([])).unwrap(), rendered());
        let page = shell().page(&Content { rendered: Some(&rendered), seed: Some(&seed), ..Content::default() });
        let data = r#"<script type="application/json" id="__data__">{"seed":[],"ssr":{"a":"\u003c/script>"}}</script>"#;
        assert_eq!(page, format!("<head><title>T</title><script src=x></script></head><div id=root><h1>H</h1></div>{data}<p>end</p>"));
    }

    #[test]
    fn a_plain_page_has_its_title_and_starts_without_the_routers_state() {
        let seed = to_raw_value(&json!([1])).unwrap();
        let page = shell().page(&Content { title: Some("A <b> & c"), seed: Some(&seed), ..Content::default() });
        assert!(page.contains("<title>A &lt;b&gt; &amp; c</title>") && page.contains("<div id=root></div>"), "{page}");
        assert!(page.contains(r#"{"seed":[1]}</script>"#), "{page}");
    }

    #[test]
    fn a_pages_chunk_is_named_with_what_only_it_needs() {
        let page = shell().page(&Content { chunk: Some("src/home.tsx"), ..Content::default() });
        for (tag, times) in [
            (r#"<meta name="page-modules" content="/assets/cards-1.js /assets/home-1.js">"#, 1),
            (r#"<link rel="stylesheet" crossorigin href="/assets/cards-1.css">"#, 1),
            ("index-1", 0),
            ("app-1", 0),
            ("shared-1", 0),
        ] {
            assert_eq!(page.matches(tag).count(), times, "{tag} in {page}");
        }
        assert!(page.find("<link") > page.find("</script>") && page.find("<link") < page.find("</head>"), "{page}");
    }

    #[test]
    fn nothing_in_the_data_can_end_its_block() {
        let json = json!(["</script><script>alert(1)</script>", "<!--", "\u{2028}\u{2029}", "ශ්‍රී"]).to_string();
        let block = script("application/json", None, &json);
        assert_eq!(block.matches('<').count(), 2, "{block}");
        let inner = block.strip_prefix(r#"<script type="application/json">"#).unwrap().strip_suffix("</script>").unwrap();
        assert!(!inner.contains(['\u{2028}', '\u{2029}']));
        assert_eq!(serde_json::from_str::<Value>(inner).unwrap().to_string(), json);
    }

    #[test]
    fn a_page_without_marks_is_no_shell_and_a_broken_manifest_only_costs_preloads() {
        assert!(Shell::parse("<html></html>", None).is_none());
        let shell = Shell::parse(INDEX, Some(b"{")).unwrap();
        assert!(!shell.page(&Content { chunk: Some("src/home.tsx"), ..Content::default() }).contains("page-modules"));
    }
}
