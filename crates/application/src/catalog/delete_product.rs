//! Deleting a product.

use std::sync::Arc;

use domain::catalog::ports::ProductRepository;
use domain::catalog::product_code::ProductCode;
use domain::reports::audit::Actor;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;

/// Why a product was not deleted.
#[derive(Debug, thiserror::Error)]
pub enum DeleteProductError {
    /// There is none with this code.
    #[error("There is no product with this id.")]
    NotFound,
    /// A port failed.
    #[error("Failed to delete the product.")]
    Port(#[from] PortError),
}

use_case_error!(DeleteProductError {
    Self::NotFound => NotFound, "product.not_found";
});

/// Deletes products.
#[derive(Clone)]
pub struct DeleteProduct {
    products: Arc<dyn ProductRepository>,
    clock: Arc<dyn Clock>,
}

impl DeleteProduct {
    /// Wires the use case.
    #[must_use]
    pub fn new(products: Arc<dyn ProductRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { products, clock }
    }

    /// Deletes the product with this code; orders keep their own copy of it.
    ///
    /// # Errors
    /// [`DeleteProductError`] when there is none or the store fails.
    pub async fn run(&self, by: &Actor, code: &ProductCode) -> Result<(), DeleteProductError> {
        if self.products.delete(code, by, self.clock.now()).await? { Ok(()) } else { Err(DeleteProductError::NotFound) }
    }
}
