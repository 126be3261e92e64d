//! The shop's name and contact details, and how it looks in search results and shared links.

use crate::content::document_value::DocumentValue;
use crate::content::link::LinkTarget;
use crate::content::picture::Picture;
use crate::content::reader::{Field, Reader};
use crate::images::picture_size::PictureSize;
use crate::shared::email::EmailAddress;
use crate::shared::faults::{Fault, Faults};
use crate::shared::phone::{PhoneError, PhoneNumber};
use crate::shared::text::Text;

pub type ShopName = Text<1, 60>;
/// What follows the name in the title of the home page.
pub type Tagline = Text<0, 100>;
/// The title of the home page in search results; empty: name and tagline.
pub type SeoTitle = Text<0, 60>;
/// The description of the home page in search results.
pub type SeoDescription = Text<0, 160>;
/// The shortest side of the icon in pixels: browsers show it in up to this size.
pub const MIN_ICON_SIDE: u32 = 512;
/// The most links to social networks.
pub const MAX_SOCIAL_LINKS: usize = 8;

/// A place on the map, in millionths of a degree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPoint {
    /// From −90 to 90 degrees north.
    pub latitude: i32,
    /// From −180 to 180 degrees east.
    pub longitude: i32,
}

/// A link to the shop at a social network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SocialLink {
    /// The name of the network.
    pub label: Text<1, 40>,
    pub to: LinkTarget,
}

/// The document `identity`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub name: ShopName,
    pub tagline: Tagline,
    /// Its logo; `None` for the web app's flower.
    pub logo: Option<Picture>,
    /// The icon of its pages ([`Identity::check_icon`]); `None` for the web app's.
    pub favicon: Option<Picture>,
    /// Its telephone number; `None`: it shows none.
    pub phone: Option<PhoneNumber>,
    pub email: EmailAddress,
    /// Its postal address; empty: it shows none.
    pub address: Text<0, 300>,
    /// Its opening hours.
    pub opening_hours: Text<0, 200>,
    /// Where it is on the map; `None`: the web app finds it by its address.
    pub map_point: Option<MapPoint>,
    pub social: Vec<SocialLink>,
    /// Its title in search results.
    pub seo_title: SeoTitle,
    /// Its description in search results.
    pub seo_description: SeoDescription,
    /// The picture of shared links; `None` for the web app's.
    pub share_picture: Option<Picture>,
}

/// The tagline of the demo shop.
const TAGLINE: &str = "Cosmetics and perfumes, island-wide";
/// The description of the demo shop.
const DESCRIPTION: &str = "Skincare, colour and perfume from Sri Lanka, delivered island-wide.";

/// The details of the demo shop. They are invented, and so are the texts that a shop of its name begins with: a shop with another name
/// begins without them.
pub const DEMO_SHOP: ConfiguredShop<'static> = ConfiguredShop {
    name: "Araliya",
    phone: "+94 11 234 5678",
    email: "hello@araliya.example",
    address: "27 Flower Road, Colombo 07, Sri Lanka",
    opening_hours: "Monday to Friday, 9 AM to 6 PM",
};

/// Whether a shop of this name is the demo shop.
#[must_use]
pub fn is_demo_shop(name: &str) -> bool {
    name == DEMO_SHOP.name
}

/// The details that the operator configured (`SHOP_*`).
#[derive(Clone, Copy, Debug)]
pub struct ConfiguredShop<'a> {
    /// `SHOP_NAME`
    pub name: &'a str,
    /// `SHOP_PHONE`
    pub phone: &'a str,
    /// `SHOP_EMAIL`
    pub email: &'a str,
    /// `SHOP_ADDRESS`
    pub address: &'a str,
    /// `SHOP_OPENING_HOURS`
    pub opening_hours: &'a str,
}

impl ConfiguredShop<'_> {
    /// The identity of a shop that has published none, as a document that the owner edits. A configured value that the document would
    /// refuse stays as it is, and is told at the first save.
    pub(super) fn value(&self) -> DocumentValue {
        DocumentValue::map([
            ("name", self.name.into()),
            ("tagline", if is_demo_shop(self.name) { TAGLINE } else { "" }.into()),
            ("logo", DocumentValue::Null),
            ("favicon", DocumentValue::Null),
            ("phone", self.phone.into()),
            ("email", self.email.into()),
            ("address", self.address.into()),
            ("openingHours", self.opening_hours.into()),
            ("mapPoint", DocumentValue::Null),
            ("social", DocumentValue::List(Vec::new())),
            ("seoTitle", "".into()),
            ("seoDescription", if is_demo_shop(self.name) { DESCRIPTION } else { "" }.into()),
            ("sharePicture", DocumentValue::Null),
        ])
    }
}

impl Identity {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let name = reader.parsed(&field.get("name"), ShopName::parse);
        let tagline = reader.parsed(&field.get("tagline"), Tagline::parse);
        let phone = reader.parsed(&field.get("phone"), optional_phone);
        let email = reader.parsed(&field.get("email"), EmailAddress::parse);
        let address = reader.parsed(&field.get("address"), Text::parse);
        let opening_hours = reader.parsed(&field.get("openingHours"), Text::parse);
        let map_point = map_point(reader, &field.get("mapPoint"));
        let social = reader.list(&field.get("social"), (0, MAX_SOCIAL_LINKS), social_link);
        let seo_title = reader.parsed(&field.get("seoTitle"), SeoTitle::parse);
        let seo_description = reader.parsed(&field.get("seoDescription"), SeoDescription::parse);
        let [logo, favicon, share_picture] = ["logo", "favicon", "sharePicture"].map(|name| reader.optional(&field.get(name), upload));
        Some(Self {
            name: name?,
            tagline: tagline?,
            logo: logo?,
            favicon: favicon?,
            phone: phone?,
            email: email?,
            address: address?,
            opening_hours: opening_hours?,
            map_point: map_point?,
            social: social?,
            seo_title: seo_title?,
            seo_description: seo_description?,
            share_picture: share_picture?,
        })
    }

    pub(super) fn value(&self) -> DocumentValue {
        let social = |link: &SocialLink| DocumentValue::map([("label", (&link.label).into()), ("to", (&link.to).into())]);
        DocumentValue::map([
            ("name", (&self.name).into()),
            ("tagline", (&self.tagline).into()),
            ("logo", self.logo.as_ref().into()),
            ("favicon", self.favicon.as_ref().into()),
            ("phone", self.phone.as_ref().map_or("", PhoneNumber::as_str).into()),
            ("email", self.email.as_str().into()),
            ("address", (&self.address).into()),
            ("openingHours", (&self.opening_hours).into()),
            ("mapPoint", self.map_point.map(point_value).into()),
            ("social", DocumentValue::list(&self.social, social)),
            ("seoTitle", (&self.seo_title).into()),
            ("seoDescription", (&self.seo_description).into()),
            ("sharePicture", self.share_picture.as_ref().into()),
        ])
    }

    /// Checks the size of the icon's picture.
    ///
    /// # Errors
    /// A [fault](Faults) in the field `favicon` of a picture that is not square, or smaller than [`MIN_ICON_SIDE`].
    pub fn check_icon(size: Option<PictureSize>) -> Result<(), Faults> {
        if size.is_some_and(|size| size.width == size.height && size.width >= MIN_ICON_SIDE) {
            return Ok(());
        }
        let sentence = format!("must be square, and at least {MIN_ICON_SIDE} pixels wide");
        Err(Faults::of(Fault::new("favicon", sentence)))
    }

    /// Its pictures, with their fields.
    pub(super) fn pictures(&self) -> Vec<(String, &Picture)> {
        let own = [("logo", &self.logo), ("favicon", &self.favicon), ("sharePicture", &self.share_picture)];
        own.into_iter().filter_map(|(field, picture)| Some((field.to_owned(), picture.as_ref()?))).collect()
    }
}

fn optional_phone(text: &str) -> Result<Option<PhoneNumber>, PhoneError> {
    if text.trim().is_empty() { Ok(None) } else { PhoneNumber::parse(text).map(Some) }
}

/// A picture of the shop's own; none of the web app's is a logo.
fn upload(text: &str) -> Result<Picture, crate::content::picture::PictureError> {
    Picture::parse(text)
        .and_then(|picture| if picture.upload().is_some() { Ok(picture) } else { Err(crate::content::picture::PictureError) })
}

fn social_link(reader: &mut Reader, field: &Field<'_>) -> Option<SocialLink> {
    let label = reader.parsed(&field.get("label"), Text::parse);
    let to = reader.parsed(&field.get("to"), LinkTarget::parse_https);
    Some(SocialLink { label: label?, to: to? })
}

/// Millionths of a degree in a degree.
const MILLIONTHS: f64 = 1e6;

fn map_point(reader: &mut Reader, field: &Field<'_>) -> Option<Option<MapPoint>> {
    if field.is_null() {
        return Some(None);
    }
    let latitude = reader.number(&field.get("latitude"), -90.0, 90.0);
    let longitude = reader.number(&field.get("longitude"), -180.0, 180.0);
    Some(Some(MapPoint { latitude: millionths(latitude?), longitude: millionths(longitude?) }))
}

#[allow(clippy::cast_possible_truncation, reason = "180 million fits")]
fn millionths(degrees: f64) -> i32 {
    (degrees * MILLIONTHS).round() as i32
}

fn point_value(point: MapPoint) -> DocumentValue {
    let degrees = |millionths: i32| DocumentValue::Number(f64::from(millionths) / MILLIONTHS);
    DocumentValue::map([("latitude", degrees(point.latitude)), ("longitude", degrees(point.longitude))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icon_is_square_and_large() {
        for ((width, height), fits) in
            [((512, 512), true), ((1_920, 1_920), true), ((511, 511), false), ((512, 513), false), ((1_920, 512), false)]
        {
            assert_eq!(Identity::check_icon(Some(PictureSize { width, height })).is_ok(), fits, "{width} x {height}");
        }
        assert_eq!(Identity::check_icon(None).unwrap_err().to_string(), "favicon must be square, and at least 512 pixels wide");
    }
}
