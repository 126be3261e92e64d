//! The cart: the products a customer wants to order, and the quantity of each.
//!
//! The web app edits the cart; the server receives its lines.

use crate::catalog::product_code::ProductCode;
use crate::shared::quantity::{Quantity, QuantityError};

/// The most different products in one quote or order (contract, Orders).
pub const MAX_LINES: usize = 100;

/// One product in the cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartLine {
    pub code: ProductCode,
    pub quantity: Quantity,
}

/// Lines in the order in which they were first added, one per product (`spec.md` §4, cart line).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Cart {
    lines: Vec<CartLine>,
}

/// Why lines do not make a cart that can be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CartError {
    /// Not a single line.
    #[error("There Are No Items In The Cart")]
    Empty,
    /// More than [`MAX_LINES`] lines.
    #[error("must have at most {} lines, one for each product; order the others separately", MAX_LINES)]
    TooManyLines,
    /// The lines of one product add up to too many.
    #[error("{error}")]
    Quantity {
        /// The place of the line that passed the limit, counted from 0.
        line: usize,
        /// The error of the sum.
        error: QuantityError,
    },
}

impl Cart {
    /// Makes a cart of 1 to 100 lines and merges the lines of each product.
    ///
    /// # Errors
    /// [`CartError`] when there is no line, too many, or too many units of one product.
    pub fn from_lines(lines: impl IntoIterator<Item = CartLine>) -> Result<Self, CartError> {
        let mut cart = Self::default();
        for (index, line) in lines.into_iter().enumerate() {
            if index >= MAX_LINES {
                return Err(CartError::TooManyLines);
            }
            cart.add(line.code, line.quantity).map_err(|error| CartError::Quantity { line: index, error })?;
        }
        if cart.lines.is_empty() { Err(CartError::Empty) } else { Ok(cart) }
    }

    /// Adds units of a product: to its line when there is one, else as a new last line.
    ///
    /// # Errors
    /// [`QuantityError::TooLarge`] past the largest quantity; the cart is unchanged then.
    fn add(&mut self, code: ProductCode, quantity: Quantity) -> Result<(), QuantityError> {
        match self.lines.iter_mut().find(|l| l.code == code) {
            Some(line) => line.quantity = line.quantity.plus(quantity)?,
            None => self.lines.push(CartLine { code, quantity }),
        }
        Ok(())
    }

    /// The lines, one per product.
    #[must_use]
    pub fn lines(&self) -> &[CartLine] {
        &self.lines
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn code(text: &str) -> ProductCode {
        ProductCode::parse(text).unwrap()
    }

    fn quantity(units: i64) -> Quantity {
        Quantity::parse(units).unwrap()
    }

    fn line(text: &str, units: i64) -> CartLine {
        CartLine { code: code(text), quantity: quantity(units) }
    }

    fn shown(cart: &Cart) -> Vec<(String, u32)> {
        cart.lines().iter().map(|l| (l.code.to_string(), l.quantity.get())).collect()
    }

    /// Lines of a few products, many of them of the same product in another case.
    fn any_lines() -> impl Strategy<Value = Vec<CartLine>> {
        prop::collection::vec(("[a-dA-D]", 1_i64..1_000).prop_map(|(c, q)| line(&c, q)), 1..=MAX_LINES)
    }

    /// How many units of a product the lines hold together.
    fn units_of(lines: &[CartLine], code: &ProductCode) -> u32 {
        lines.iter().filter(|l| l.code == *code).map(|l| l.quantity.get()).sum()
    }

    #[test]
    fn lines_of_one_product_are_added_up_in_first_come_order() {
        let cart = Cart::from_lines([line("B", 1), line("a", 2), line("b", 3), line("c", 1), line("A", 5)]).unwrap();
        assert_eq!(shown(&cart), [("B".to_owned(), 4), ("a".to_owned(), 7), ("c".to_owned(), 1)]);
    }

    #[test]
    fn an_order_has_1_to_100_lines() {
        let lines = |n: usize| (0..n).map(|i| line(&format!("p{i}"), 1));
        assert_eq!(Cart::from_lines(lines(0)), Err(CartError::Empty));
        assert_eq!(Cart::from_lines(lines(100)).map(|c| c.lines().len()), Ok(100));
        assert_eq!(Cart::from_lines(lines(101)), Err(CartError::TooManyLines));
        let sentence = "must have at most 100 lines, one for each product; order the others separately";
        assert_eq!(CartError::TooManyLines.to_string(), sentence);
        let of_one_product = (0..101).map(|_| line("p", 1));
        assert_eq!(Cart::from_lines(of_one_product), Err(CartError::TooManyLines), "lines count as they are given");
        assert_eq!(CartError::Empty.to_string(), "There Are No Items In The Cart");
    }

    #[test]
    fn too_many_units_name_the_line_that_passed_the_limit() {
        let lines = [line("a", 999_999), line("b", 1_000_000), line("A", 1), line("a", 1)];
        assert_eq!(Cart::from_lines(lines), Err(CartError::Quantity { line: 3, error: QuantityError::TooLarge }));
    }

    #[test]
    fn adding_too_many_changes_nothing() {
        let mut cart = Cart::default();
        cart.add(code("a"), quantity(999_999)).unwrap();
        let before = cart.clone();
        assert_eq!(cart.add(code("A"), quantity(2)), Err(QuantityError::TooLarge));
        assert_eq!(cart, before);
    }

    proptest! {
        #[test]
        fn merging_keeps_every_unit_and_every_product_once(lines in any_lines()) {
            let cart = Cart::from_lines(lines.clone()).unwrap();
            for (place, merged) in cart.lines().iter().enumerate() {
                prop_assert_eq!(merged.quantity.get(), units_of(&lines, &merged.code));
                prop_assert!(cart.lines()[..place].iter().all(|other| other.code != merged.code));
            }
            prop_assert!(lines.iter().all(|l| cart.lines().iter().any(|m| m.code == l.code)));
        }

        #[test]
        fn the_order_of_lines_changes_no_quantity(lines in any_lines()) {
            let forth = Cart::from_lines(lines.clone()).unwrap();
            let back = Cart::from_lines(lines.into_iter().rev()).unwrap();
            prop_assert_eq!(forth.lines().len(), back.lines().len());
            for merged in forth.lines() {
                prop_assert_eq!(units_of(back.lines(), &merged.code), merged.quantity.get());
            }
        }

        #[test]
        fn merging_is_idempotent(lines in any_lines()) {
            let cart = Cart::from_lines(lines).unwrap();
            prop_assert_eq!(Cart::from_lines(cart.lines().to_vec()), Ok(cart));
        }
    }
}
