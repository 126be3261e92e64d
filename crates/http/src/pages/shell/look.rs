//! Icons and colour in the head of a page.

use crate::pages::shown_content::Look;

/// The beginning of the head with the published icon and colour. Icons are replaced as a whole: a browser prefers the built one for its
/// format.
pub(super) fn with_look(head: &str, look: &Look) -> String {
    let mut head = head.to_owned();
    if let Some(paper) = &look.paper {
        head = replaced(&head, r#"<meta name="theme-color""#, &format!(r#"<meta name="theme-color" content="{paper}">"#));
    }
    if let Some(icon) = look.icon.as_deref().map(escape_text) {
        for rel in [r#"<link rel="icon""#, r#"<link rel="icon""#] {
            head = replaced(&head, rel, "");
        }
        let icons = format!(r#"<link rel="icon" type="image/webp" href="{icon}"><link rel="apple-touch-icon" href="{icon}">"#);
        let links = format!(r#"{icons}<link rel="manifest" href="/site.webmanifest">"#);
        head = replaced(&head, r#"<link rel="apple-touch-icon""#, &links);
    }
    head
}

/// The text with the first tag that begins so replaced.
fn replaced(text: &str, begin: &str, with: &str) -> String {
    let Some((before, rest)) = text.split_once(begin) else { return text.to_owned() };
    let after = rest.split_once('>').map_or("", |(_, after)| after);
    format!("{before}{with}{after}")
}

/// Text between tags or in an attribute's double quotes.
pub(super) fn escape_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_look_replaces_icons_and_colour() {
        let built = r##"<head><meta name="theme-color" content="#FFFBF7"><link rel="icon" href="/a"><link rel="icon" href="/b"><link rel="apple-touch-icon" href="/c">"##;
        assert_eq!(with_look(built, &Look::default()), built, "nothing is published");
        let look = Look { paper: Some("#ffffff".into()), icon: Some("/images/1-a.webp".into()), ..Look::default() };
        let expected = concat!(
            r##"<head><meta name="theme-color" content="#ffffff"><link rel="icon" type="image/webp" href="/images/1-a.webp">"##,
            r#"<link rel="apple-touch-icon" href="/images/1-a.webp"><link rel="manifest" href="/site.webmanifest">"#
        );
        assert_eq!(with_look(built, &look), expected);
    }
}
