//! Ports of the catalogue.

pub mod catalogue;
pub mod catalogue_changes;
pub mod product_importer;
pub mod products;
pub mod search_source;
pub mod stock_ledger;
pub mod stock_report;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! catalog_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, catalog::products:
            two_products_at_once_with_one_code_make_one,
            edits_at_once_are_all_counted,
        );
        $crate::contract!($fixture, catalog::catalogue:
            every_order_is_paged_without_gaps,
            every_filter_holds,
            alerts_are_listed_as_the_catalogue_is,
            a_cursor_belongs_to_its_filter,
            a_cursor_belongs_to_its_order,
            sales_count_thirty_days_without_cancelled_orders,
            offers_are_those_asked_for,
        );
        $crate::contract!($fixture, catalog::catalogue_changes:
            whoever_knows_nothing_is_told_of_everything,
            every_kind_of_change_is_told_once,
            what_the_catalogue_does_not_show_is_not_told,
            what_changes_nothing_is_not_told,
            an_edit_names_its_product,
            an_order_names_its_products,
            an_import_names_its_products,
            a_review_names_no_product,
        );
        $crate::contract!($fixture, catalog::search_source:
            a_catalogue_keeps_its_id,
            revisions_are_paged_by_id,
            a_revision_is_the_products_present_one,
            products_are_those_of_the_catalogue,
            sales_are_those_of_thirty_days,
        );
        $crate::contract!($fixture, catalog::stock_ledger:
            the_history_tells_every_movement,
            adjusting_and_selling_at_once_lose_nothing,
        );
        $crate::contract!($fixture, catalog::stock_report:
            products_to_look_after_are_listed,
            an_alert_leads_to_all_its_products,
            every_alert_is_counted_where_few_are_listed,
        );
        $crate::contract!($fixture, catalog::product_importer:
            a_sheet_adds_edits_and_leaves_alone,
            importing_and_selling_at_once_lose_nothing,
            two_sheets_with_one_new_product_make_one,
        );
    };
}
