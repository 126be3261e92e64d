//! Use cases of the catalogue: browsing, searching, editing, importing and exporting products, and their stock.

pub mod add_product;
pub mod adjust_stock;
pub mod browse_products;
pub mod catalogue_follower;
pub mod catalogue_version;
pub mod count_facets;
pub mod delete_product;
pub mod edit_product;
pub mod export_products;
pub mod import_products;
pub mod list_stock_movements;
pub mod listed_product;
mod product_memory;
mod product_rows;
pub mod show_product;
pub mod suggest_products;

use self::add_product::AddProduct;
use self::adjust_stock::AdjustStock;
use self::browse_products::BrowseProducts;
use self::count_facets::CountFacets;
use self::delete_product::DeleteProduct;
use self::edit_product::EditProduct;
use self::export_products::ExportProducts;
use self::import_products::ImportProducts;
use self::list_stock_movements::ListStockMovements;
use self::product_rows::ProductRows;
use self::show_product::ShowProduct;
use self::suggest_products::SuggestProducts;
use crate::ports::{Ports, use_cases};

use_cases! {
    /// The use cases of the catalogue.
    CatalogUseCases(ports, rows = rows_of(ports)) {
        add_product: AddProduct = AddProduct::new(ports.products.clone(), ports.ids.clone(), ports.clock.clone()),
        adjust_stock: AdjustStock = AdjustStock::new(ports.stock_ledger.clone(), ports.clock.clone()),
        browse_products: BrowseProducts = BrowseProducts::new(
            ports.product_search.clone(),
            ports.catalogue_follower.clone(),
            ports.catalogue.clone(),
            rows.clone(),
            ports.clock.clone(),
        ),
        count_facets: CountFacets = CountFacets::new(ports.product_search.clone(), ports.catalogue_follower.clone()),
        delete_product: DeleteProduct = DeleteProduct::new(ports.products.clone(), ports.clock.clone()),
        edit_product: EditProduct = EditProduct::new(ports.products.clone(), ports.clock.clone()),
        export_products: ExportProducts = ExportProducts::new(ports.catalogue.clone(), ports.clock.clone()),
        import_products: ImportProducts = ImportProducts::new(ports.product_importer.clone(), ports.images.clone(), ports.ids.clone(), ports.clock.clone()),
        list_stock_movements: ListStockMovements = ListStockMovements::new(ports.stock_ledger.clone()),
        show_product: ShowProduct = ShowProduct::new(ports.catalogue.clone(), ports.clock.clone()),
        suggest_products: SuggestProducts =
            SuggestProducts::new(ports.product_search.clone(), ports.catalogue_follower.clone(), rows.clone()),
    }
}

/// The rows of found products; the use cases that find products share their memory.
fn rows_of(ports: &Ports) -> ProductRows {
    ProductRows::new(ports.catalogue.clone(), ports.clock.clone(), ports.catalogue_follower.clone(), ports.write_product)
}
