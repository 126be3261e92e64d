//! Use cases of the catalogue: browsing, searching, editing, importing and exporting products, and their stock.

pub mod browse_products;
pub mod catalogue_follower;
pub mod catalogue_version;
pub mod count_facets;
pub mod export_products;
pub mod import_products;
pub mod listed_product;
mod product_memory;
mod product_rows;
pub mod show_product;
pub mod suggest_products;

use self::browse_products::BrowseProducts;
use self::count_facets::CountFacets;
use self::export_products::ExportProducts;
use self::import_products::ImportProducts;
use self::product_rows::ProductRows;
use self::show_product::ShowProduct;
use self::suggest_products::SuggestProducts;
use crate::ports::{Ports, use_cases};

use_cases! {
    /// The use cases of the catalogue.
    CatalogUseCases(ports, rows = rows_of(ports)) {
        browse_products: BrowseProducts = BrowseProducts::new(
            ports.product_search.clone(),
            ports.catalogue_follower.clone(),
            ports.catalogue.clone(),
            rows.clone(),
            ports.clock.clone(),
        ),
        count_facets: CountFacets = CountFacets::new(ports.product_search.clone(), ports.catalogue_follower.clone()),
        export_products: ExportProducts = ExportProducts::new(ports.catalogue.clone(), ports.clock.clone()),
        import_products: ImportProducts = ImportProducts::new(ports.product_importer.clone(), ports.images.clone(), ports.ids.clone(), ports.clock.clone()),
        show_product: ShowProduct = ShowProduct::new(ports.catalogue.clone(), ports.clock.clone()),
        suggest_products: SuggestProducts =
            SuggestProducts::new(ports.product_search.clone(), ports.catalogue_follower.clone(), rows.clone()),
    }
}

/// The rows of found products; the use cases that find products share their memory.
fn rows_of(ports: &Ports) -> ProductRows {
    ProductRows::new(ports.catalogue.clone(), ports.clock.clone(), ports.catalogue_follower.clone(), ports.write_product)
}
