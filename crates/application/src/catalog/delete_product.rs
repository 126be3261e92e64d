//! Deleting a product.

use std::sync::Arc;

use domain::catalog::ports::ProductRepository;
use domain::catalog::product_code::ProductCode;
use domain::reports::audit::Actor;
use domain::shared::ports::Clock;

use domain::shared::error::feature_error;

feature_error! {
    /// Why a product was not deleted.
    pub enum DeleteProductError {
        NotFound => NotFound, "product.not_found", "There is no product with this id.";
    } port "Failed to delete the product."
}

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
