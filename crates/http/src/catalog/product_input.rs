//! Products as administrators write them in JSON.

use std::fmt::Display;

use domain::catalog::product::{DetailsEdit, MAX_ALT_NAMES, MAX_IMAGES, Prices};
use domain::catalog::shade::HexColour;
use domain::catalog::weight::Weight;
use domain::shared::edit::Edit;
use domain::shared::money::Money;
use domain::shared::text::{AltName, Description, Label, ProductName};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::catalog::products::ShadeJson;
use crate::extract::body::object_only;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::extract::json_null::present;
use crate::images::picture_url::parse_picture_url;
use crate::response::money_json::RawNumber;
use crate::server::config::HttpConfig;

/// A named colour.
#[derive(Clone, Debug, Deserialize)]
#[serde(remote = "Self")]
pub struct ShadeInput {
    /// The name of the colour.
    pub name: Option<String>,
    /// The colour as `#RRGGBB`.
    pub hex: Option<String>,
}

object_only!(ShadeInput);

/// Declares the body of a request with fields of its own, before and after those of a product's details, and the parsing of the details.
macro_rules! details_request {
    ($(#[$attribute:meta])* pub struct $request:ident { $($before:tt)* } and { $($after:tt)* }) => {
        #[derive(Debug, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        $(#[$attribute])*
        pub struct $request {
            $($before)*
            /// Its name.
            #[schema(required = true, nullable = false, max_length = 200, pattern = r"\S")]
            pub product_name: Option<String>,
            /// Other names, at most 20 of 1 to 100 characters.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<Vec<String>>, required = false, max_items = 20)]
            pub alt_names: Option<Option<Vec<String>>>,
            /// Addresses of its pictures, at most 10; none keeps the present ones.
            #[schema(max_items = 10)]
            pub images: Option<Vec<String>>,
            /// Its description.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<String>, required = false, max_length = 5000)]
            pub description: Option<Option<String>>,
            /// Original price, more than 0.
            #[schema(required = true, nullable = false)]
            pub price: Option<RawNumber>,
            /// Current price, at most the original one; null makes it the original one.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<RawNumber>, required = false)]
            pub last_price: Option<Option<RawNumber>>,
            /// The brand.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<String>, required = false, max_length = 100)]
            pub brand: Option<Option<String>>,
            /// The category.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<String>, required = false, max_length = 100)]
            pub category: Option<Option<String>>,
            /// The product family of which it is one shade.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<String>, required = false, max_length = 100)]
            pub family: Option<Option<String>>,
            /// Its shade within the family.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<ShadeJson>, required = false)]
            pub shade: Option<Option<ShadeInput>>,
            /// The weight of a unit with its packaging, in grams; deliveries by weight count 200 where it is null.
            #[serde(default, deserialize_with = "integer::edited")]
            #[schema(value_type = Option<i64>, required = false, minimum = 1, maximum = 100_000)]
            pub weight_grams: Option<Option<i64>>,
            $($after)*
        }

        impl $request {
            /// The details; everything that is wrong with them is noted.
            pub(crate) fn details(&self, config: &HttpConfig, errors: &mut FieldErrors) -> DetailsEdit {
                let price = errors.required("price", self.price.clone(), RawNumber::money);
                let last_price = edit_of(self.last_price.as_ref(), |raw| errors.optional("lastPrice", raw.cloned(), RawNumber::money));
                check_prices(price, &last_price, errors);
                let shade = edit_of(self.shade.as_ref(), |shade| shade.map(|shade| parse_shade(shade, errors)));
                let (shade_name, shade_hex) = match shade {
                    Edit::Keep => (Edit::Keep, Edit::Keep),
                    Edit::Clear => (Edit::Clear, Edit::Clear),
                    Edit::Set((name, hex)) => (set(name), set(hex)),
                };
                DetailsEdit {
                    name: set(errors.required("productName", self.product_name.as_deref(), ProductName::parse)),
                    alt_names: edit_of(self.alt_names.as_ref(), |names| {
                        names.map(|names| parse_list("altNames", names, MAX_ALT_NAMES, AltName::parse, errors))
                    }),
                    images: set(self.images.as_ref().filter(|urls| !urls.is_empty()).map(|urls| {
                        parse_list("images", urls, MAX_IMAGES, |url| parse_picture_url(url, config), errors)
                    })),
                    description: edit_of(self.description.as_ref(), |text| {
                        errors.optional("description", text.map(String::as_str), Description::parse)
                    }),
                    price: set(price),
                    last_price,
                    brand: parse_label("brand", self.brand.as_ref(), errors),
                    category: parse_label("category", self.category.as_ref(), errors),
                    family: parse_label("family", self.family.as_ref(), errors),
                    shade_name,
                    shade_hex,
                    weight: edit_of(self.weight_grams.as_ref(), |grams| errors.optional("weightGrams", grams.copied(), Weight::parse)),
                }
            }
        }
    };
}

details_request! {
    /// A product to add.
    #[schema(as = NewProduct)]
    pub struct CreateProductRequest {
        /// 1 to 64 ASCII letters, digits, `_` and `-`, starting with a letter or digit, not `search`.
        #[schema(required = true, nullable = false, max_length = 64, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]*$")]
        pub product_id: Option<String>,
    } and {
        /// Units in stock, 0 to 1,000,000.
        #[serde(default, deserialize_with = "integer::optional")]
        #[schema(required = true, nullable = false, minimum = 0, maximum = 1_000_000)]
        pub stock: Option<i64>,
    }
}

details_request! {
    /// New details of a product: absent fields stay as they are, null clears optional ones.
    pub struct ProductUpdate {
        /// The product's id, if given: it cannot be changed.
        #[schema(max_length = 64)]
        pub product_id: Option<String>,
    } and {
        /// Units in stock; absent leaves the stock alone.
        #[serde(default, deserialize_with = "integer::optional")]
        #[schema(minimum = 0, maximum = 1_000_000)]
        pub stock: Option<i64>,
        /// The stock that the caller saw. If it differs by now, a change of `stock` is 409.
        #[serde(default, deserialize_with = "integer::optional")]
        #[schema(minimum = 0, maximum = 1_000_000)]
        pub expected_stock: Option<i64>,
        /// The version that the caller saw; another one by now is 409.
        #[serde(default, deserialize_with = "integer::optional")]
        pub version: Option<i32>,
    }
}

fn set<T>(value: Option<T>) -> Edit<T> {
    value.map_or(Edit::Keep, Edit::Set)
}

/// Absent keeps the value; null and blank clear it.
fn edit_of<T, V>(given: Option<&Option<T>>, parse: impl FnOnce(Option<&T>) -> Option<V>) -> Edit<V> {
    match given {
        None => Edit::Keep,
        Some(value) => parse(value.as_ref()).map_or(Edit::Clear, Edit::Set),
    }
}

/// Notes prices that do not go together. A price alone is compared with the last price of the present product.
fn check_prices(price: Option<Money>, last_price: &Edit<Money>, errors: &mut FieldErrors) {
    if let Some(price) = price.filter(|_| *last_price != Edit::Keep) {
        let field = if price == Money::ZERO { "price" } else { "lastPrice" };
        errors.optional(field, Some(price), |price| Prices::new(price, last_price.clone().apply(None)));
    }
}

fn parse_list<T, E: Display>(
    field: &str,
    texts: &[String],
    most: usize,
    parse: impl Fn(&str) -> Result<T, E>,
    errors: &mut FieldErrors,
) -> Vec<T> {
    if texts.len() > most {
        errors.add(field, format!("must have at most {most} entries"));
        return Vec::new();
    }
    let parsed =
        texts.iter().enumerate().filter_map(|(index, text)| errors.optional(&format!("{field}[{index}]"), Some(text.as_str()), &parse));
    parsed.collect()
}

fn parse_label(field: &str, text: Option<&Option<String>>, errors: &mut FieldErrors) -> Edit<Label> {
    edit_of(text, |text| errors.optional(field, text.map(String::as_str).filter(|t| !t.trim().is_empty()), Label::parse))
}

fn parse_shade(shade: &ShadeInput, errors: &mut FieldErrors) -> (Option<Label>, Option<HexColour>) {
    let name = errors.required("shade.name", shade.name.as_deref(), Label::parse);
    (name, errors.required("shade.hex", shade.hex.as_deref(), HexColour::parse))
}
