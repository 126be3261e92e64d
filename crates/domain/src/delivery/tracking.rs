//! Couriers, and the addresses at which they show where a parcel is.

use serde::{Deserialize, Serialize};

use crate::shared::json::text_json;
use crate::shared::text::Text;

pub type CourierName = Text<1, 100>;

/// The place of the tracking number in a template.
const NUMBER: &str = "{number}";

/// An https address with `{number}` once, where the tracking number goes (contract-commerce, section 10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackingTemplate(Text<1, 500>);

text_json!(TrackingTemplate, Self::parse);

/// The text is no such address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be an https address of at most 500 characters with {{number}} once")]
pub struct TrackingTemplateError;

impl TrackingTemplate {
    /// Checks a template.
    ///
    /// # Errors
    /// [`TrackingTemplateError`] where it is no https address, or has `{number}` not exactly once.
    pub fn parse(text: &str) -> Result<Self, TrackingTemplateError> {
        let template = Text::parse(text).map_err(|_| TrackingTemplateError)?;
        let host = template.as_str().strip_prefix("https://").ok_or(TrackingTemplateError)?;
        let has_host = host.split(['/', '?', '#']).next().is_some_and(|host| host.contains('.') && !host.contains(['{', '}', '@']));
        let is_address = has_host && !host.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\\'));
        let once = host.matches(NUMBER).count() == 1;
        if is_address && once { Ok(Self(template)) } else { Err(TrackingTemplateError) }
    }

    /// The address for a parcel with this number.
    #[must_use]
    pub fn of_parcel(&self, number: &str) -> String {
        let encoded = number.bytes().fold(String::new(), |mut text, byte| {
            if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
                text.push(char::from(byte));
            } else {
                text.push_str(&format!("%{byte:02X}"));
            }
            text
        });
        self.as_str().replace(NUMBER, &encoded)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// A courier that the shop works with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Courier {
    pub name: CourierName,
    /// Where parcels are tracked.
    #[serde(rename = "trackingUrl")]
    pub tracking: TrackingTemplate,
}

/// The couriers that are new or track parcels at another address than formerly, in words; `None` where all couriers are the same, in whatever
/// order. Empty where couriers were only removed.
#[must_use]
pub fn other_couriers(former: &[Courier], present: &[Courier]) -> Option<Vec<String>> {
    let new: Vec<_> = present.iter().filter(|courier| !former.contains(courier)).collect();
    let is_same = new.is_empty() && former.iter().all(|courier| present.contains(courier));
    (!is_same).then(|| new.into_iter().map(|courier| format!("{} {}", courier.name, courier.tracking.as_str())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn courier(name: &str, tracking: &str) -> Courier {
        Courier { name: CourierName::parse(name).unwrap(), tracking: TrackingTemplate::parse(tracking).unwrap() }
    }

    #[test]
    fn couriers_differ_by_name_and_address_whatever_their_order() {
        let (one, two) = (courier("Domex", "https://a.lk/{number}"), courier("Lanka", "https://b.lk/{number}"));
        let moved = courier("Domex", "https://c.lk/{number}");
        let words = |texts: &[&str]| Some(texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        assert_eq!(other_couriers(&[one.clone(), two.clone()], &[two.clone(), one.clone()]), None);
        assert_eq!(other_couriers(&[], &[]), None);
        assert_eq!(other_couriers(&[one.clone(), two.clone()], &[two.clone(), moved]), words(&["Domex https://c.lk/{number}"]));
        assert_eq!(other_couriers(&[], std::slice::from_ref(&two)), words(&["Lanka https://b.lk/{number}"]));
        assert_eq!(other_couriers(&[one, two.clone()], &[two]), words(&[]), "one was removed");
    }

    #[test]
    fn a_number_is_encoded_into_its_place() {
        let template = TrackingTemplate::parse("https://courier.example/track?id={number}&lang=en").unwrap();
        assert_eq!(template.of_parcel("D-17_a"), "https://courier.example/track?id=D-17_a&lang=en");
        assert_eq!(template.of_parcel("ක 1/2&x"), "https://courier.example/track?id=%E0%B6%9A%201%2F2%26x&lang=en");
    }

    #[test]
    fn a_template_is_an_https_address_with_one_number() {
        for text in ["https://courier.example/track?id={number}", " https://track.example/{number}/status "] {
            assert_eq!(TrackingTemplate::parse(text).unwrap().as_str(), text.trim());
        }
        for text in [
            "",
            "http://courier.example/{number}",
            "https://courier.example/track",
            "https://courier.example/{number}/{number}",
            "https://{number}.example/",
            "https://user@courier.example/{number}",
            "https://courier.example/ {number}",
            "https:///{number}",
            "javascript:alert({number})",
            "https://courier.example/\"{number}",
        ] {
            assert_eq!(TrackingTemplate::parse(text), Err(TrackingTemplateError), "{text}");
        }
    }
}
