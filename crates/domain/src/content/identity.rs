//! The shop's name and contact details, and how it looks in search results and shared links.

use serde::Serializer;
use serde_json::{Value, json};

use crate::content::link::LinkTarget;
use crate::content::picture::{Picture, PictureError};
use crate::content::reader::{Field, Reader, document, text_parts};
use crate::images::picture_size::PictureSize;
use crate::shared::email::EmailAddress;
use crate::shared::faults::{Fault, Faults};
use crate::shared::phone::PhoneNumber;
use crate::shared::text::Text;

text_parts!(EmailAddress);

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

document! {
    /// A place on the map, in millionths of a degree.
    #[derive(Copy)]
    pub struct MapPoint {
        /// From −90 to 90 degrees north.
        #[serde(serialize_with = "as_degrees")]
        pub latitude: i32 => latitude,
        /// From −180 to 180 degrees east.
        #[serde(serialize_with = "as_degrees")]
        pub longitude: i32 => longitude,
    }

    /// A link to the shop at a social network.
    pub struct SocialLink {
        /// The name of the network.
        pub label: Text<1, 40>,
        pub to: LinkTarget => https,
    }

    /// The document `identity`.
    pub struct Identity {
        pub name: ShopName,
        pub tagline: Tagline,
        /// Its logo; `None` for the web app's flower.
        pub logo: Option<Picture> => upload,
        /// The icon of its pages ([`Identity::check_icon`]); `None` for the web app's.
        pub favicon: Option<Picture> => upload,
        /// Its telephone number; `None`: it shows none.
        #[serde(serialize_with = "as_text")]
        pub phone: Option<PhoneNumber> => phone,
        pub email: EmailAddress,
        /// Its postal address; empty: it shows none.
        pub address: Text<0, 300>,
        pub opening_hours: Text<0, 200>,
        /// Where it is on the map; `None`: the web app finds it by its address.
        pub map_point: Option<MapPoint>,
        pub social: Vec<SocialLink> [0, MAX_SOCIAL_LINKS],
        /// Its title in search results.
        pub seo_title: SeoTitle,
        /// Its description in search results.
        pub seo_description: SeoDescription,
        /// The picture of shared links; `None` for the web app's.
        pub share_picture: Option<Picture> => upload,
    }
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
    /// refuse stays as it is, and is refused at the first save.
    pub(super) fn value(&self) -> Value {
        json!({
            "name": self.name,
            "tagline": if is_demo_shop(self.name) { TAGLINE } else { "" },
            "logo": null,
            "favicon": null,
            "phone": self.phone,
            "email": self.email,
            "address": self.address,
            "openingHours": self.opening_hours,
            "mapPoint": null,
            "social": [],
            "seoTitle": "",
            "seoDescription": if is_demo_shop(self.name) { DESCRIPTION } else { "" },
            "sharePicture": null,
        })
    }
}

impl Identity {
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

fn https(reader: &mut Reader, field: &Field<'_>) -> Option<LinkTarget> {
    reader.parsed(field, LinkTarget::parse_https)
}

fn phone(reader: &mut Reader, field: &Field<'_>) -> Option<Option<PhoneNumber>> {
    reader.parsed(field, |text| if text.trim().is_empty() { Ok(None) } else { PhoneNumber::parse(text).map(Some) })
}

#[allow(clippy::ref_option, reason = "serde passes the field")]
fn as_text<S: Serializer>(phone: &Option<PhoneNumber>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(phone.as_ref().map_or("", PhoneNumber::as_str))
}

/// A picture of the shop's own; none of the web app's is a logo.
fn upload(reader: &mut Reader, field: &Field<'_>) -> Option<Option<Picture>> {
    reader.optional(field, |text| {
        Picture::parse(text).and_then(|picture| if picture.upload().is_some() { Ok(picture) } else { Err(PictureError) })
    })
}

/// Millionths of a degree in a degree.
const MILLIONTHS: i32 = 1_000_000;

fn latitude(reader: &mut Reader, field: &Field<'_>) -> Option<i32> {
    reader.number(field, -90.0, 90.0).map(millionths)
}

fn longitude(reader: &mut Reader, field: &Field<'_>) -> Option<i32> {
    reader.number(field, -180.0, 180.0).map(millionths)
}

#[allow(clippy::cast_possible_truncation, reason = "180 million fits")]
fn millionths(degrees: f64) -> i32 {
    (degrees * f64::from(MILLIONTHS)).round() as i32
}

/// A whole number is written without a fraction.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes the field")]
fn as_degrees<S: Serializer>(millionths: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    if millionths % MILLIONTHS == 0 {
        serializer.serialize_i32(millionths / MILLIONTHS)
    } else {
        serializer.serialize_f64(f64::from(*millionths) / f64::from(MILLIONTHS))
    }
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
