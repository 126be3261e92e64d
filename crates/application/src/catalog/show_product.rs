//! Showing one product.

use std::sync::Arc;

use domain::catalog::ports::ProductCatalogue;
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;

/// Why there is no product to show.
#[derive(Debug, thiserror::Error)]
pub enum ShowProductError {
    /// There is none with this code.
    #[error("There is no product with this id.")]
    NotFound,
    /// A port failed.
    #[error("Failed To Fetch Products")]
    Port(#[from] PortError),
}

use_case_error!(ShowProductError {
    Self::NotFound => NotFound, "product.not_found";
});

/// Shows products.
#[derive(Clone)]
pub struct ShowProduct {
    catalogue: Arc<dyn ProductCatalogue>,
    clock: Arc<dyn Clock>,
}

impl ShowProduct {
    /// Wires the use case.
    #[must_use]
    pub fn new(catalogue: Arc<dyn ProductCatalogue>, clock: Arc<dyn Clock>) -> Self {
        Self { catalogue, clock }
    }

    /// The product with this code, without regard to case.
    ///
    /// # Errors
    /// [`ShowProductError`] when there is none or the store fails.
    pub async fn run(&self, code: &ProductCode) -> Result<Product, ShowProductError> {
        self.catalogue.by_code(code, self.clock.now()).await?.ok_or(ShowProductError::NotFound)
    }
}
