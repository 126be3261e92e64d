//! Adding a product.

use std::sync::Arc;

use domain::catalog::ports::{CreateProductOutcome, ProductRepository};
use domain::catalog::product::{NewProduct, Product, ProductDetails};
use domain::catalog::product_code::ProductCode;
use domain::orders::quantity::Stock;
use domain::reports::audit::Actor;
use domain::shared::ids::ProductId;
use domain::shared::ports::{Clock, IdSource};

use domain::shared::error::feature_error;

feature_error! {
    /// Why there is no new product.
    pub enum AddProductError {
        CodeTaken => Conflict, "product.code_taken", "A product with this id already exists.";
        PictureGone => Invalid, "image.gone", "A picture of this product is no longer kept. Please choose it again.";
    } port "The Product Was Not Added Due To An Error"
}

#[derive(Clone)]
pub struct AddProduct {
    products: Arc<dyn ProductRepository>,
    ids: Arc<dyn IdSource>,
    clock: Arc<dyn Clock>,
}

impl AddProduct {
    /// Wires the use case.
    #[must_use]
    pub fn new(products: Arc<dyn ProductRepository>, ids: Arc<dyn IdSource>, clock: Arc<dyn Clock>) -> Self {
        Self { products, ids, clock }
    }

    /// Adds a product.
    ///
    /// # Errors
    /// [`AddProductError`] when the code is taken or the store fails.
    pub async fn run(&self, by: &Actor, code: ProductCode, details: ProductDetails, stock: Stock) -> Result<Product, AddProductError> {
        let product = NewProduct { id: ProductId::new(self.ids.uuid()), code, details, stock, created_at: self.clock.now() };
        match self.products.create(&product, by).await? {
            CreateProductOutcome::Created(product) => Ok(product),
            CreateProductOutcome::CodeTaken => Err(AddProductError::CodeTaken),
            CreateProductOutcome::PictureGone => Err(AddProductError::PictureGone),
        }
    }
}
