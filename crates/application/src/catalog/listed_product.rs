//! A product of a list or a search.

use std::sync::OnceLock;

use domain::catalog::product::Product;

/// A product that answers list. Searches share it, and with it the text that answers contain.
#[derive(Debug)]
pub struct ListedProduct {
    /// The product.
    pub product: Product,
    written: OnceLock<Box<str>>,
}

impl ListedProduct {
    /// The product as answers contain it. The first call writes it, and later calls return the same text.
    ///
    /// # Errors
    /// That of `write`; the next call writes again.
    pub fn written<E>(&self, write: impl FnOnce(&Product) -> Result<String, E>) -> Result<&str, E> {
        if let Some(written) = self.written.get() {
            return Ok(written);
        }
        let written = write(&self.product)?.into_boxed_str();
        Ok(self.written.get_or_init(|| written))
    }
}

impl From<Product> for ListedProduct {
    fn from(product: Product) -> Self {
        Self { product, written: OnceLock::new() }
    }
}

/// Equal products are written alike.
impl PartialEq for ListedProduct {
    fn eq(&self, other: &Self) -> bool {
        self.product == other.product
    }
}

impl Eq for ListedProduct {}

#[cfg(test)]
mod tests {
    use testkit::sample_products;

    use super::*;
    use crate::samples;

    #[test]
    fn a_product_is_written_once_and_a_failure_is_not_kept() {
        let listed = ListedProduct::from(samples::kept(sample_products::product("Rose water")));
        assert_eq!(listed.written(|_| Err("failed")), Err("failed"));
        assert_eq!(listed.written(|product| Ok::<_, &str>(product.details.name.as_str().to_owned())), Ok("Rose water"));
        assert_eq!(listed.written(|_| Ok::<_, &str>("again".to_owned())), Ok("Rose water"));
    }
}
