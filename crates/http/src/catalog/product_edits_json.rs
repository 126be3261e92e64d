//! Products in JSON, as administrators write them.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::catalog::products_json::ShadeJson;
use crate::extract::integer;
use crate::extract::json_null::present;
use crate::extract::json_object::object_only;
use crate::response::money_json::RawNumber;

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

/// A product to add.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewProduct)]
#[serde(rename_all = "camelCase")]
pub struct CreateProductRequest {
    /// 1 to 64 ASCII letters, digits, `_` and `-`, starting with a letter or digit, not `search`.
    #[schema(required = true, nullable = false, max_length = 64, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]*$")]
    pub product_id: Option<String>,
    /// Its name.
    #[schema(required = true, nullable = false, max_length = 200, pattern = r"\S")]
    pub product_name: Option<String>,
    /// Other names, at most 20 of 1 to 100 characters.
    #[schema(max_items = 20)]
    pub alt_names: Option<Vec<String>>,
    /// Addresses of its pictures, at most 10.
    #[schema(max_items = 10)]
    pub images: Option<Vec<String>>,
    /// Its description.
    #[schema(max_length = 5000)]
    pub description: Option<String>,
    /// Original price, more than 0.
    #[schema(required = true, nullable = false)]
    pub price: Option<RawNumber>,
    /// Current price, at most the original one; the original one if absent.
    #[schema(nullable = true)]
    pub last_price: Option<RawNumber>,
    /// Units in stock, 0 to 1,000,000.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 1_000_000)]
    pub stock: Option<i64>,
    /// The brand.
    #[schema(max_length = 100)]
    pub brand: Option<String>,
    /// The category.
    #[schema(max_length = 100)]
    pub category: Option<String>,
    /// The product family of which it is one shade.
    #[schema(max_length = 100)]
    pub family: Option<String>,
    /// Its shade within the family.
    #[schema(value_type = Option<ShadeJson>)]
    pub shade: Option<ShadeInput>,
    /// The weight of a unit with its packaging, in grams; deliveries by weight count 200 where it is absent.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(nullable = true, minimum = 1, maximum = 100_000)]
    pub weight_grams: Option<i64>,
}

/// New details of a product: absent fields stay as they are, null clears optional ones.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductUpdate {
    /// The product's id, if given: it cannot be changed.
    #[schema(max_length = 64)]
    pub product_id: Option<String>,
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
    /// Who makes it.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false, max_length = 100)]
    pub brand: Option<Option<String>>,
    /// Which part of the shop it stands in.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false, max_length = 100)]
    pub category: Option<Option<String>>,
    /// The item it is one shade of.
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
}
