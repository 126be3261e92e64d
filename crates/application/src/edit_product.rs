//! Editing a product.

use std::sync::Arc;

use domain::audit::Actor;
use domain::ports::{Clock, PortError, ProductRepository, UpdateProduct};
use domain::product::{Product, ProductChange};
use domain::product_code::ProductCode;
use domain::quantity::Stock;

use crate::error::use_case_error;

/// Why a product was not edited.
#[derive(Debug, thiserror::Error)]
pub enum EditProductError {
    /// There is none with this code.
    #[error("There is no product with this id.")]
    NotFound,
    /// It was edited since the editor read it.
    #[error("This product was changed by somebody else meanwhile.")]
    VersionConflict(Box<Product>),
    /// Its stock changed since the editor read it.
    #[error("The stock of this product has changed meanwhile.")]
    StockChanged(Stock),
    /// A port failed.
    #[error("The Product Was Not Updated Due To An Error")]
    Port(#[from] PortError),
}

use_case_error!(EditProductError {
    Self::NotFound => NotFound, "product.not_found";
    Self::VersionConflict(_) => Conflict, "product.version_conflict";
    Self::StockChanged(_) => Conflict, "product.stock_changed";
});

/// Edits products.
#[derive(Clone)]
pub struct EditProduct {
    products: Arc<dyn ProductRepository>,
    clock: Arc<dyn Clock>,
}

impl EditProduct {
    /// Wires the use case.
    #[must_use]
    pub fn new(products: Arc<dyn ProductRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { products, clock }
    }

    /// Edits the product with this code.
    ///
    /// # Errors
    /// [`EditProductError`] when it is gone, was changed meanwhile, or the store fails.
    pub async fn run(&self, by: &Actor, code: &ProductCode, change: &ProductChange) -> Result<Product, EditProductError> {
        match self.products.update(code, change, by, self.clock.now()).await? {
            UpdateProduct::Updated(product) => Ok(product),
            UpdateProduct::NotFound => Err(EditProductError::NotFound),
            UpdateProduct::VersionConflict(present) => Err(EditProductError::VersionConflict(Box::new(present))),
            UpdateProduct::StockChanged(present) => Err(EditProductError::StockChanged(present)),
        }
    }
}
