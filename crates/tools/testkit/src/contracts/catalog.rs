//! Ports of the catalogue.

pub mod catalogue;
pub mod catalogue_changes;
pub mod facets;
pub mod product_importer;
pub mod products;
pub mod search;
pub mod search_source;
pub mod stock_ledger;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! catalog_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, catalog::products:
            a_product_is_kept_with_everything,
            a_code_is_taken_whatever_its_case,
            two_products_at_once_with_one_code_make_one,
            an_edit_writes_all_it_decides,
            edits_at_once_are_all_counted,
            a_product_that_is_gone_cannot_change,
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
        $crate::contract!($fixture, catalog::facets:
            every_facet_counts_under_the_others,
            a_search_is_counted_as_it_is_listed,
            labels_that_differ_in_case_are_one,
            counts_are_the_lengths_of_lists,
        );
        $crate::contract!($fixture, catalog::search:
            beginnings_of_words_are_found_in_every_field,
            case_and_accents_do_not_matter,
            all_words_must_be_there,
            a_typo_is_forgiven_where_nothing_else_is_found,
            the_best_match_comes_first,
            signs_are_searched_for_as_they_stand,
            sinhala_and_tamil_are_found,
            results_are_filtered_and_paged,
            an_edited_product_is_found_by_its_new_name_alone,
            no_text_breaks_it,
        );
        $crate::contract!($fixture, catalog::search_source:
            a_catalogue_keeps_its_id,
            revisions_are_paged_by_id,
            a_revision_is_the_products_present_one,
            products_are_those_of_the_catalogue,
            sales_are_those_of_thirty_days,
        );
        $crate::contract!($fixture, catalog::stock_ledger:
            an_adjustment_changes_the_stock_and_nothing_else,
            the_history_tells_every_movement,
            a_history_is_its_products,
            adjusting_and_selling_at_once_lose_nothing,
        );
        $crate::contract!($fixture, catalog::product_importer:
            a_sheet_adds_edits_and_leaves_alone,
            imported_products_are_found,
            one_problem_stops_the_whole_sheet,
            checking_changes_nothing,
            imported_stock_has_its_movements,
            progress_is_told,
            importing_and_selling_at_once_lose_nothing,
            two_sheets_with_one_new_product_make_one,
        );
    };
}
