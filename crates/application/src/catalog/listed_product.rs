//! A product of a list or a search.

use chrono::{DateTime, Utc};
use domain::catalog::product::{Prices, Product};
use domain::catalog::product_code::ProductCode;
use domain::shared::ids::ProductId;
use domain::shared::ports::PortError;
use domain::shared::text::{Label, PictureUrl, ProductName};

/// Writes a product as answers contain it. The interface provides it, so that a product is written once for all answers that list
/// it.
///
/// # Errors
/// [`PortError`] when the product cannot be written.
pub type WriteProduct = fn(&Product) -> Result<Box<str>, PortError>;

/// A product that answers list, as they contain it, with the facts that suggestions, pages and the sitemap need. Searches share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedProduct {
    pub id: ProductId,
    pub code: ProductCode,
    pub name: ProductName,
    pub image: Option<PictureUrl>,
    /// Original and current price.
    pub prices: Prices,
    /// The item it is one shade of.
    pub family: Option<Label>,
    /// When it was last edited.
    pub updated_at: DateTime<Utc>,
    /// The product as answers contain it.
    pub written: Box<str>,
    /// Whether it was sold in the last 30 days. The sales of such a product change with time alone.
    pub(super) has_sales: bool,
}

impl ListedProduct {
    /// Writes a product.
    ///
    /// # Errors
    /// That of `write`.
    pub(super) fn new(product: Product, write: WriteProduct) -> Result<Self, PortError> {
        let (written, has_sales) = (write(&product)?, product.total_sales > 0);
        let Product { id, code, details, updated_at, .. } = product;
        let image = details.images.into_iter().next();
        Ok(Self { id, code, name: details.name, image, prices: details.prices, family: details.family, updated_at, written, has_sales })
    }

    /// The bytes that it takes in memory, approximately.
    pub(super) fn size(&self) -> usize {
        let texts = [self.code.as_str(), self.name.as_str(), &self.written];
        let optional = [self.image.as_ref().map(PictureUrl::as_str), self.family.as_ref().map(Label::as_str)];
        size_of::<Self>() + texts.into_iter().chain(optional.into_iter().flatten()).map(str::len).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use testkit::sample_products;

    use super::*;
    use crate::samples;

    #[test]
    fn its_size_grows_with_its_text() {
        let product = Product::from(sample_products::full_product());
        let listed = ListedProduct::new(product.clone(), |_| Ok("x".repeat(5_000).into())).unwrap();
        let (short, long) = (ListedProduct::new(product, samples::write_product).unwrap().size(), listed.size());
        assert!((200..400).contains(&short) && (5_200..5_400).contains(&long), "{short} {long}");
    }

    #[test]
    fn a_product_that_cannot_be_written_is_an_error() {
        let product = Product::from(sample_products::product("Rose water"));
        assert!(ListedProduct::new(product, |_| Err(samples::away())).is_err());
    }
}
