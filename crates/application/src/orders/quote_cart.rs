//! Pricing a cart.

use std::sync::Arc;

use domain::catalog::ports::ProductCatalogue;
use domain::catalog::product_code::ProductCode;
use domain::orders::cart::Cart;
use domain::orders::quote::{Quote, QuoteError};
use domain::shared::money::MoneyError;
use domain::shared::ports::PortError;

use crate::error::use_case_error;

/// Why a cart has no price.
#[derive(Debug, thiserror::Error)]
pub enum QuoteCartError {
    /// Products the shop does not sell.
    #[error("Some products in the cart are no longer available.")]
    UnknownProducts(Vec<ProductCode>),
    /// The total exceeds the largest amount.
    #[error("The total of the order is too large.")]
    TotalTooLarge,
    /// A port failed.
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(QuoteCartError {
    Self::UnknownProducts(_) => Invalid, "order.unknown_product";
    Self::TotalTooLarge => Invalid, "order.total_too_large";
});

impl From<QuoteError> for QuoteCartError {
    fn from(error: QuoteError) -> Self {
        match error {
            QuoteError::UnknownProducts(codes) => Self::UnknownProducts(codes),
            QuoteError::Total(MoneyError::Negative | MoneyError::TooLarge | MoneyError::FractionOfCent) => Self::TotalTooLarge,
        }
    }
}

/// Prices carts.
#[derive(Clone)]
pub struct QuoteCart(Arc<dyn ProductCatalogue>);

impl QuoteCart {
    /// Wires the use case.
    #[must_use]
    pub fn new(catalogue: Arc<dyn ProductCatalogue>) -> Self {
        Self(catalogue)
    }

    /// The present price of a cart, and whether the stock covers it.
    ///
    /// # Errors
    /// [`QuoteCartError`] for unknown products, a total out of range, or a failing store.
    pub async fn run(&self, cart: &Cart) -> Result<Quote, QuoteCartError> {
        let codes: Vec<_> = cart.lines().iter().map(|l| l.code.clone()).collect();
        Ok(Quote::of(cart, &self.0.offers(&codes).await?)?)
    }
}
