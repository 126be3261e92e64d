//! Showing one product.

use std::sync::Arc;

use domain::catalog::ports::ProductCatalogue;
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use domain::shared::ports::Clock;

use domain::shared::error::feature_error;

feature_error! {
    /// Why there is no product to show.
    pub enum ShowProductError {
        NotFound => NotFound, "product.not_found", "There is no product with this id.";
    } port "Failed To Fetch Products"
}

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
