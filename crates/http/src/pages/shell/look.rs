//! Icons and colour in the head of a page.

use crate::pages::shown_content::Look;

/// The beginning of the head with the published icon and colour. Icons are replaced as a whole: a browser prefers the built one for its
/// format.
pub(super) fn with_look(head: &str, look: &Look) -> String {
    let mut head = head.to_owned();
    if let Some(paper) = &look.paper {
        head = replaced(&head, r#"<meta name="theme-color""#, &format!(r#"<meta name="theme-color" content="{paper}">"#));
    }
    if look.has_made_icons {
        for rel in [r#"<link rel="icon""#, r#"<link rel="icon""#] {
            head = replaced(&head, rel, "");
        }
        let icon = match look.icon.as_deref().map(escape_text) {
            Some(icon) => format!(r#"<link rel="icon" type="image/webp" href="{icon}">"#),
            None => r#"<link rel="icon" href="/favicon.ico" sizes="48x48">"#.to_owned(),
        };
        let links = r#"<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">"#;
        head = replaced(&head, r#"<link rel="apple-touch-icon""#, &format!("{icon}{links}"));
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
        let own = Look { paper: Some("#ffffff".into()), has_made_icons: true, ..Look::default() };
        let published = Look { icon: Some("/images/1-a.webp".into()), ..own.clone() };
        for (look, icon) in [
            (own, r#"<link rel="icon" href="/favicon.ico" sizes="48x48">"#),
            (published, r#"<link rel="icon" type="image/webp" href="/images/1-a.webp">"#),
        ] {
            let links = r#"<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">"#;
            let expected = format!(r##"<head><meta name="theme-color" content="#ffffff">{icon}{links}"##);
            assert_eq!(with_look(built, &look), expected);
        }
    }
}
