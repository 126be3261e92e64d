//! Contracts of the feature `orders`.

pub mod cod_calls;
pub mod guests;
pub mod order_concurrency;
pub mod order_delivery;
pub mod order_filters;
pub mod order_life;
pub mod order_repository;
pub mod order_search;
pub mod returns;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! orders_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, orders::order_repository:
            an_order_takes_the_stock,
            every_shortage_is_named_and_nothing_is_taken,
            an_offer_that_changed_is_refused,
            a_blocked_or_deleted_customer_is_refused,
            an_order_number_is_used_once,
            a_key_places_one_order,
            a_refused_order_leaves_its_key_free,
            a_new_customer_has_limits,
            cancelling_restocks_and_reinstating_takes_again,
            reinstating_is_refused_where_stock_is_short_or_gone,
            a_change_changes_only_what_it_says,
            a_change_to_what_is_there_writes_no_order,
            a_deleted_product_leaves_its_copy,
            restocking_never_overfills_a_shelf,
        );
        $crate::contract!($fixture, orders::order_life:
            a_set_status_jumps_to_its_point,
            cancelling_and_packing_at_once_agree,
            one_of_equal_steps_at_once_is_taken,
            a_customers_remark_is_kept_with_the_order,
            orders_are_listed_by_their_point,
        );
        $crate::contract!($fixture, orders::cod_calls:
            calls_and_packing_at_once_agree,
            the_customers_to_call_are_listed,
        );
        $crate::contract!($fixture, orders::guests:
            a_guests_order_is_opened_until_its_link_is_revoked,
            verifying_the_address_gives_an_account_the_orders,
            the_orders_of_a_deleted_account_are_no_guests,
            a_verified_account_gets_the_new_orders_of_its_address,
            a_guest_has_the_limits_of_new_customers,
            a_blocked_contact_does_not_pay_on_delivery,
            the_keys_of_requests_belong_to_the_address,
            verifying_and_ordering_at_once_agree,
        );
        $crate::contract!($fixture, orders::order_delivery:
            an_order_keeps_its_delivery,
            an_order_keeps_its_method_of_payment,
            a_refused_order_leaves_no_delivery,
            settings_that_changed_refuse_an_order,
            editing_settings_and_ordering_at_once_agree,
        );
        $crate::contract!($fixture, orders::order_filters:
            every_filter_lists_and_counts_what_the_orders_say,
            what_waits_is_what_the_lists_hold,
        );
        $crate::contract!($fixture, orders::order_search:
            an_order_is_found_by_its_number_with_any_prefix,
            an_order_is_found_by_its_telephone_number,
            an_order_is_found_by_the_words_of_a_name,
            an_order_is_found_by_its_payment_references,
        );
        $crate::contract!($fixture, orders::returns:
            a_return_is_kept_with_its_order,
            units_that_come_back_are_credited_and_leave_the_sales,
            the_same_units_are_returned_once,
            a_return_is_received_once,
            receiving_and_cancelling_at_once_agree,
            open_returns_are_listed,
            the_history_tells_the_steps_of_a_return,
            photos_take_room_of_their_customer,
        );
        $crate::contract!($fixture, orders::order_concurrency:
            exactly_as_many_orders_as_units,
            a_new_customer_has_as_many_orders_as_the_limit,
            one_key_at_once_places_one_order,
            cancelling_twice_at_once_restocks_once,
            of_changes_decided_on_one_status_one_is_made,
            orders_that_cross_do_not_block_each_other,
            a_caller_who_goes_away_leaves_all_or_nothing,
            blocking_and_ordering_at_once_agree,
            selling_and_editing_at_once_lose_nothing,
            any_mix_of_changes_keeps_the_books,
        );
    };
}
