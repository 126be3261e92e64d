//! Reading the lines of a cart, for quotes and orders alike.

use std::collections::BTreeMap;

use domain::catalog::product_code::ProductCode;
use domain::delivery::delivery_option::NotOffered;
use domain::orders::cart::{Cart, CartError, CartLine, MAX_LINES};
use domain::shared::error::FeatureError;
use domain::shared::quantity::Quantity;

use crate::extract::field_errors::FieldErrors;
use crate::orders::quote_json::OrderedItem;
use crate::response::problem::Problem;

/// The cart with these lines. Mistakes are noted per line; the cart is empty if there are any.
pub(crate) fn parse_cart(items: Option<&[OrderedItem]>, errors: &mut FieldErrors) -> Cart {
    let Some(items) = items else {
        errors.add("orderedItems", "is required");
        return Cart::default();
    };
    if items.len() > MAX_LINES {
        errors.add("orderedItems", CartError::TooManyLines);
        return Cart::default();
    }
    let mut lines = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let field = |name: &str| format!("orderedItems[{index}].{name}");
        let code = errors.required(&field("productId"), item.product_id.as_deref(), ProductCode::parse);
        let quantity = errors.required(&field("quantity"), item.quantity, Quantity::parse);
        if let (Some(code), Some(quantity)) = (code, quantity) {
            lines.push(CartLine { code, quantity });
        }
    }
    if lines.len() < items.len() {
        return Cart::default();
    }
    Cart::from_lines(lines).unwrap_or_else(|error| {
        match error {
            CartError::Quantity { line, error } => errors.add(format!("orderedItems[{line}].quantity"), error),
            CartError::Empty | CartError::TooManyLines => errors.add("orderedItems", error),
        }
        Cart::default()
    })
}

/// The refusal of a method of delivery that is not offered.
pub(crate) fn delivery_not_offered(error: impl FeatureError) -> Problem {
    Problem::from(error).with_errors(BTreeMap::from([("deliveryMethod".to_owned(), vec![NotOffered.to_string()])]))
}

/// An error for each line whose product the shop does not sell.
pub(crate) fn unknown_products(items: &[OrderedItem], codes: &[ProductCode]) -> BTreeMap<String, Vec<String>> {
    let unknown =
        |item: &OrderedItem| item.product_id.as_deref().is_some_and(|id| codes.iter().any(|c| c.as_str().eq_ignore_ascii_case(id)));
    let named = items.iter().enumerate().filter(|(_, item)| unknown(item));
    named
        .map(|(index, item)| {
            (
                format!("orderedItems[{index}].productId"),
                vec![format!("{} is not a product of this shop", item.product_id.as_deref().unwrap_or_default())],
            )
        })
        .collect()
}
