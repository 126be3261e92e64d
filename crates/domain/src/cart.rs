//! The cart: which products somebody means to buy, and how many of each.

use crate::product_code::ProductCode;
use crate::quantity::{Quantity, QuantityError};

/// The most different products in one quote or order (contract, Orders).
pub const MAX_LINES: usize = 100;

/// One product in the cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartLine {
    /// Which product.
    pub code: ProductCode,
    /// How many.
    pub quantity: Quantity,
}

/// Lines in the order they were first added, each product once (`spec.md` §4, cart line).
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
    #[error("must have at most 100 lines")]
    TooManyLines,
    /// The lines of one product add up to too many.
    #[error("{error}")]
    Quantity {
        /// The place of the line that passed the limit, counted from 0.
        line: usize,
        /// What is wrong with the sum.
        error: QuantityError,
    },
}

impl Cart {
    /// Adds lines up to a cart, merging those of one product: 1 to 100 lines as given.
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
    pub fn add(&mut self, code: ProductCode, quantity: Quantity) -> Result<(), QuantityError> {
        match self.lines.iter_mut().find(|l| l.code == code) {
            Some(line) => line.quantity = line.quantity.plus(quantity)?,
            None => self.lines.push(CartLine { code, quantity }),
        }
        Ok(())
    }

    /// Takes one unit away; the line goes with its last unit. A product not in the cart changes nothing.
    pub fn decrement(&mut self, code: &ProductCode) {
        let Some(line) = self.lines.iter_mut().find(|l| l.code == *code) else { return };
        match Quantity::parse(i64::from(line.quantity.get()) - 1) {
            Ok(fewer) => line.quantity = fewer,
            Err(_) => self.remove(code),
        }
    }

    /// Takes a product out altogether.
    pub fn remove(&mut self, code: &ProductCode) {
        self.lines.retain(|l| l.code != *code);
    }

    /// The lines, each product once.
    #[must_use]
    pub fn lines(&self) -> &[CartLine] {
        &self.lines
    }
}
