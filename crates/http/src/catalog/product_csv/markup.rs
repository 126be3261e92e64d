//! Descriptions that another shop's program wrote as HTML, as plain text.

/// Tags that begin or end a line.
const LINES: [&str; 16] =
    ["p", "br", "div", "ul", "ol", "table", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "blockquote"];
/// Other tags of descriptions.
const OTHERS: [&str; 22] = [
    "li", "b", "strong", "i", "em", "u", "s", "a", "span", "font", "small", "sup", "sub", "img", "td", "th", "thead", "tbody", "hr",
    "meta", "center", "iframe",
];
/// Tags whose content is no text.
const HIDDEN: [&str; 2] = ["script", "style"];
/// Names of characters, as HTML has them.
#[rustfmt::skip]
const NAMED: [(&str, &str); 24] = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", " "), ("ndash", "–"), ("mdash", "—"), ("hellip", "…"),
    ("lsquo", "‘"), ("rsquo", "’"), ("ldquo", "“"), ("rdquo", "”"), ("bull", "•"), ("middot", "·"), ("deg", "°"), ("trade", "™"),
    ("reg", "®"), ("copy", "©"), ("eacute", "é"), ("egrave", "è"), ("frac12", "½"), ("times", "×"), ("euro", "€"),
];

/// The text of a description in HTML; `None` for a text without tags and entities of HTML.
pub(super) fn plain_text(html: &str) -> Option<String> {
    let (mut text, mut rest, mut is_html) = (String::with_capacity(html.len()), html, false);
    while let Some(at) = rest.find(['<', '&']) {
        let (before, found) = rest.split_at(at);
        text.push_str(before);
        if let Some((tag, behind)) = tag(found) {
            is_html = true;
            rest = write_tag(&mut text, &tag, behind);
        } else if let Some((character, behind)) = entity(found) {
            is_html = true;
            text.push_str(&character);
            rest = behind;
        } else {
            let (sign, behind) = found.split_at(1);
            text.push_str(sign);
            rest = behind;
        }
    }
    text.push_str(rest);
    is_html.then(|| tidy(&text))
}

/// Writes what stands for a tag, and returns the text behind it.
fn write_tag<'a>(text: &mut String, tag: &str, behind: &'a str) -> &'a str {
    if HIDDEN.contains(&tag) {
        let end = format!("</{tag}");
        let lower = behind.to_ascii_lowercase();
        let content = lower.find(&end).and_then(|at| behind.get(at..)).unwrap_or_default();
        return content.split_once('>').map_or("", |(_, behind)| behind);
    }
    match tag {
        "li" => text.push_str("\n• "),
        "/p" | "/h1" | "/h2" | "/h3" | "/h4" | "/h5" | "/h6" => text.push_str("\n\n"),
        _ if LINES.contains(&tag.trim_start_matches('/')) => text.push('\n'),
        _ => {}
    }
    behind
}

/// The name of the tag that a text begins with (`/p` of one that ends), and the text behind it.
fn tag(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('<')?;
    if let Some(comment) = inner.strip_prefix("!--") {
        return comment.split_once("-->").map(|(_, behind)| ("!".to_owned(), behind));
    }
    let (tag, behind) = inner.split_once('>')?;
    let name = tag.trim_end_matches('/').split_whitespace().next()?.to_ascii_lowercase();
    let of_html = name.trim_start_matches('/');
    let is_known = LINES.contains(&of_html) || OTHERS.contains(&of_html) || HIDDEN.contains(&of_html);
    is_known.then_some((name, behind))
}

/// The character that an entity at the beginning of a text stands for, and the text behind it.
fn entity(text: &str) -> Option<(String, &str)> {
    let (name, behind) = text.strip_prefix('&')?.split_once(';')?;
    let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32).filter(|c| !c.is_control());
    let character = match name.strip_prefix('#') {
        Some(hex) if hex.starts_with(['x', 'X']) => number(hex.get(1..)?, 16)?.to_string(),
        Some(digits) => number(digits, 10)?.to_string(),
        None => NAMED.iter().find(|(known, _)| *known == name).map(|(_, character)| (*character).to_owned())?,
    };
    Some((character, behind))
}

/// Without spaces at the ends of lines and with at most one empty line between two others.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        if !tidy.is_empty() {
            tidy.push_str(if empty > 0 { "\n\n" } else { "\n" });
        }
        tidy.push_str(line);
        empty = 0;
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_text() {
        for (html, text) in [
            ("<p>Rose &amp; oud.</p><p>50&nbsp;ml</p>", "Rose & oud.\n\n50 ml"),
            ("Soft<br>Mild<BR/>Clear", "Soft\nMild\nClear"),
            ("<ul><li>Vegan</li><li>Made in <strong>Kandy</strong></li></ul>", "• Vegan\n• Made in Kandy"),
            ("<style>p { color: red }</style><!-- x --><span class=\"a\">Ros&eacute;&#8217;s</span><script>alert(1)</script>", "Rosé’s"),
            ("Tom &#38; Jerry", "Tom & Jerry"),
        ] {
            assert_eq!(plain_text(html).as_deref(), Some(text), "{html}");
        }
    }

    #[test]
    fn other_texts_stay() {
        for text in ["Rose & oud", "pH < 7 and > 5", "I <3 it", "a&b;", "<unknown>", "AT&T; &#0;", "<p"] {
            assert_eq!(plain_text(text), None, "{text}");
        }
    }
}
