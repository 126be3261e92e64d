//! Contract suites: the rules of each port that stores or fetches data, one test for each rule.
//!
//! An adapter's tests give a fixture and take all suites:
//!
//! ```ignore
//! testkit::contracts!(crate::fixture);
//! ```
//!
//! where `fixture()` is an async function to something with `shop(&self) -> &Shop` and an async `check(&self)` that checks the
//! invariants after each rule.

pub mod accounts;
pub mod catalog;
pub mod content;
pub mod delivery;
pub mod images;
mod indexed_search;
pub mod messages;
pub mod orders;
pub mod paging;
pub mod payments;
pub mod reports;
pub mod reviews;
pub mod settings;
pub mod setup;
mod shop;

pub use indexed_search::IndexedSearch;
pub use shop::Shop;

/// Makes a test of every rule of every suite.
#[macro_export]
macro_rules! contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, accounts::users:
            an_address_is_registered_once,
            two_registrations_at_once_make_one_user,
            credentials_are_those_registered,
            a_hash_is_replaced_only_while_it_is_the_same,
            a_profile_changes_only_where_asked,
            what_an_administrator_changes_is_changed_alike,
            a_new_password_ends_every_other_session,
            a_session_that_ended_changes_no_password,
            a_user_who_is_gone_cannot_change,
            a_change_to_what_is_there_writes_nothing,
            blocking_ends_sessions_and_unblocking_lets_in_again,
            deleting_takes_the_review_and_leaves_the_orders,
            nobody_is_changed_at_an_unknown_address,
        );
        $crate::contract!($fixture, accounts::administrators:
            an_administrator_is_made_once,
            the_last_administrator_stays,
            a_blocked_administrator_does_not_count,
            administrators_blocking_each_other_at_once_leave_one,
            administrators_deleting_each_other_at_once_leave_one,
            promoting_makes_an_administrator_and_ends_sessions,
            promoting_drops_a_password_that_may_be_a_strangers,
            promoting_with_a_password_sets_it,
        );
        $crate::contract!($fixture, accounts::staff:
            staff_are_listed_by_name,
            another_role_ends_sessions,
            a_removed_member_is_a_customer_again,
            only_owners_change_staff,
            the_last_owner_keeps_the_role,
            owners_demoting_each_other_at_once_leave_one,
        );
        $crate::contract!($fixture, accounts::staff_invitations:
            an_invitation_is_listed_and_mailed_without_its_secret,
            owners_invite_who_is_not_staff,
            a_link_used_ten_times_at_once_makes_one_account,
            the_newest_link_works_for_three_days,
            a_customer_joins_with_the_same_account,
            a_blocked_customer_does_not_join,
            an_invitation_ends_with_its_owner,
        );
        $crate::contract!($fixture, setup::setup_store:
            the_newest_link_is_good,
            the_first_owner_closes_the_set_up,
            set_ups_at_once_make_one_owner,
            any_administrator_closes_the_set_up,
            a_taken_address_leaves_the_link_good,
        );
        $crate::contract!($fixture, setup::checklist:
            steps_are_told_by_what_the_shop_has,
            an_owner_who_reads_mail_tests_it,
        );
        $crate::contract!($fixture, accounts::user_directory:
            users_are_found_by_address,
            the_list_is_paged_newest_first,
            a_cursor_of_users_belongs_to_its_text,
            text_is_found_in_name_and_address,
            text_is_no_pattern,
            a_changed_name_is_found,
            activity_shows_live_sessions,
            the_last_ten_logins_are_told_newest_first,
            administrators_are_noticed,
        );
        $crate::contract!($fixture, accounts::sessions:
            a_session_opens_and_authenticates,
            a_session_is_its_users_alone,
            a_session_ends_when_revoked,
            a_session_ends_with_its_time,
            use_is_written_once_a_minute,
            nobody_blocked_or_gone_gets_a_session,
            the_last_login_is_remembered,
            a_session_says_where_it_began_and_when_it_was_confirmed,
            live_sessions_are_listed_to_their_user,
            a_session_is_ended_for_its_user_alone,
        );
        $crate::contract!($fixture, accounts::second_factors:
            an_enrolment_counts_once_it_is_enabled,
            a_step_is_used_once_and_none_before_it,
            a_code_at_ten_logins_at_once_lets_one_in,
            a_recovery_code_is_used_once,
            new_recovery_codes_replace_the_old_ones,
            a_second_factor_is_removed_with_its_codes,
            changes_of_staff_are_audited,
        );
        $crate::contract!($fixture, accounts::sign_in_watch:
            staff_are_alerted_of_a_device_and_network_they_did_not_use_lately,
            first_sign_ins_and_customers_cause_no_alert,
            a_user_is_alerted_three_times_a_day,
            the_link_of_an_alert_ends_all_sessions_once,
        );
        $crate::contract!($fixture, accounts::login_throttle:
            delays_grow_with_failures_and_are_forgotten,
            only_failures_count,
            right_passwords_at_once_are_all_admitted,
            guesses_at_once_are_admitted_as_if_one_by_one,
            five_attempts_for_one_account_are_pending_at_most,
            an_attempt_that_nobody_settles_is_forgotten,
            nobody_keeps_a_known_device_out,
        );
        $crate::contract!($fixture, catalog::products:
            a_product_is_kept_with_everything,
            a_code_is_taken_whatever_its_case,
            two_products_at_once_with_one_code_make_one,
            an_edit_changes_what_it_says,
            an_edit_to_what_is_there_writes_nothing,
            optional_fields_are_kept_set_and_cleared,
            an_edit_of_another_version_is_refused,
            an_edit_of_another_stock_is_refused,
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
            an_adjustment_against_the_rules_is_refused,
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
        $crate::contract!($fixture, orders::order_repository:
            an_order_takes_the_stock,
            every_shortage_is_named_and_nothing_is_taken,
            an_offer_that_changed_is_refused,
            a_blocked_or_deleted_customer_is_refused,
            an_order_number_is_used_once,
            a_key_places_one_order,
            a_refused_order_leaves_its_key_free,
            cancelling_restocks_and_reinstating_takes_again,
            reinstating_is_refused_where_stock_is_short_or_gone,
            a_change_changes_only_what_it_says,
            a_change_decided_on_another_status_is_refused,
            a_change_to_what_is_there_writes_no_order,
            an_unknown_order_cannot_change,
            a_deleted_product_leaves_its_copy,
            restocking_never_overfills_a_shelf,
        );
        $crate::contract!($fixture, orders::fulfilment_desk:
            an_order_is_packed_handed_over_and_delivered,
            a_step_out_of_order_is_refused,
            an_order_that_is_paid_in_advance_is_packed_when_it_is_paid,
            an_undelivered_order_is_cancelled_and_restocked,
            a_set_status_jumps_to_its_point,
            an_order_is_cancelled_before_it_is_packed,
            a_packed_order_is_not_cancelled,
            cancelling_and_packing_at_once_agree,
            one_of_equal_steps_at_once_is_taken,
            a_note_stands_in_the_history,
            a_customers_remark_is_kept_with_the_order,
            orders_are_listed_by_their_point,
        );
        $crate::contract!($fixture, orders::cod_calls:
            a_large_order_is_packed_once_it_is_confirmed,
            a_refused_order_is_cancelled_and_restocked,
            other_orders_wait_for_no_call,
            calls_and_packing_at_once_agree,
            the_customers_to_call_are_listed,
        );
        $crate::contract!($fixture, orders::order_delivery:
            an_order_keeps_its_delivery,
            an_order_keeps_its_method_of_payment,
            a_refused_order_leaves_no_delivery,
            settings_that_changed_refuse_an_order,
            editing_settings_and_ordering_at_once_agree,
        );
        $crate::contract!($fixture, orders::order_reader:
            orders_are_listed_newest_first_with_their_items,
            a_cursor_of_orders_belongs_to_its_filter,
            owner_status_and_text_narrow_the_list,
            a_customers_orders_are_those_placed_with_their_address,
            an_order_tells_what_happened_to_it,
        );
        $crate::contract!($fixture, orders::order_filters:
            every_filter_lists_and_counts_what_the_orders_say,
            what_waits_is_what_the_lists_hold,
        );
        $crate::contract!($fixture, orders::order_search:
            an_order_is_found_by_its_telephone_number,
            an_order_is_found_by_its_payment_references,
        );
        $crate::contract!($fixture, payments::expiry:
            an_unpaid_order_expires_once_and_returns_its_stock,
            the_time_to_pay_starts_with_the_first_prepaid_method,
            a_change_between_prepaid_methods_continues_the_time_to_pay,
            a_reinstated_order_starts_its_time_to_pay_again,
            a_paid_order_never_expires,
            a_payment_and_the_expiry_at_once_leave_one_of_both,
            the_method_of_a_paid_order_stays,
        );
        $crate::contract!($fixture, payments::method_choice:
            settings_that_changed_refuse_another_method,
            editing_settings_and_choosing_a_method_at_once_agree,
        );
        $crate::contract!($fixture, payments::payment_attempts:
            an_attempt_is_for_what_is_due_and_is_given_again_while_it_is_open,
            an_answered_attempt_is_not_given_again,
            an_order_tells_the_state_of_its_newest_attempt,
            requests_at_once_get_one_attempt,
            nothing_is_started_where_nothing_is_due,
            a_success_is_booked_once_however_often_it_comes,
            states_only_rise,
            another_amount_is_kept_and_books_nothing,
            a_notification_of_no_attempt_is_kept,
            a_success_on_a_cancelled_order_is_booked_and_is_to_be_returned,
            a_number_that_another_payment_has_is_not_believed,
            records_make_good_a_lost_notification_once,
            an_attempt_that_was_paid_twice_is_due_for_a_read,
        );
        $crate::contract!($fixture, payments::payment_repository:
            money_that_came_in_is_kept,
            a_refund_is_released_once_for_a_key,
            no_more_is_refunded_than_is_held,
            two_refunds_at_once_share_what_is_held,
            a_refund_of_the_gateway_waits_and_is_resolved,
            clearing_the_reference_takes_the_refund_along,
            money_held_for_a_cancelled_order_has_to_be_returned,
            an_unknown_order_or_refund_is_not_found,
            another_method_reprices_by_its_fee,
        );
        $crate::contract!($fixture, payments::payment_desk:
            slips_in_review_are_listed_oldest_first,
            an_order_to_refund_is_listed_until_the_money_is_back,
            a_refund_on_its_way_is_listed,
            a_cursor_of_these_lists_belongs_to_its_list,
            the_attention_of_one_order_is_listed,
        );
        $crate::contract!($fixture, payments::races:
            a_notification_and_the_records_at_once_book_one_charge,
            a_success_and_the_expiry_at_once_leave_one_of_both,
            a_success_and_a_cancellation_at_once_are_both_kept,
            two_attempts_that_succeed_at_once_are_two_charges,
            reinstating_and_the_last_unit_at_once_sell_it_once,
        );
        $crate::contract!($fixture, payments::refund_queue:
            a_refund_is_due_until_it_is_begun,
            a_refund_is_begun_once,
            the_outcome_is_booked_once,
            a_stranded_refund_is_unknown_until_the_records_settle_it,
            a_chargeback_and_a_refund_at_once_leave_one_of_both,
        );
        $crate::contract!($fixture, payments::slips:
            a_slip_waits_for_its_review,
            a_bank_reference_pays_once,
            a_slip_is_reviewed_once,
            the_same_picture_on_two_orders_is_a_warning,
            money_for_a_cancelled_order_asks_for_attention,
        );
        $crate::contract!($fixture, reports::overview:
            everything_is_counted_by_kind,
            products_to_look_after_are_listed,
            an_alert_leads_to_all_its_products,
            every_alert_is_counted_where_few_are_listed,
            takings_are_those_of_the_shops_days,
            revenue_leaves_cancelled_orders_out,
            the_best_sellers_come_first,
        );
        $crate::contract!($fixture, reports::audit_log:
            entries_are_listed_newest_first,
            a_cursor_of_the_log_belongs_to_its_filter,
            an_entry_tells_everything,
            every_filter_of_the_log_holds,
        );
        $crate::contract!($fixture, orders::order_concurrency:
            exactly_as_many_orders_as_units,
            one_key_at_once_places_one_order,
            cancelling_twice_at_once_restocks_once,
            of_changes_decided_on_one_status_one_is_made,
            orders_that_cross_do_not_block_each_other,
            a_caller_who_goes_away_leaves_all_or_nothing,
            blocking_and_ordering_at_once_agree,
            selling_and_editing_at_once_lose_nothing,
            any_mix_of_changes_keeps_the_books,
        );
        $crate::contract!($fixture, accounts::password_resets:
            a_link_sets_the_password_once,
            only_the_newest_link_is_good,
            a_link_is_good_for_half_an_hour,
            an_account_is_sent_so_many_links_an_hour,
            links_asked_for_at_once_keep_to_the_limit,
            a_link_used_twice_at_once_works_once,
            nobody_blocked_or_gone_has_a_link,
            a_reset_shows_that_the_address_is_ones_own,
            a_password_that_changes_voids_the_link,
        );
        $crate::contract!($fixture, accounts::identities:
            a_stranger_gets_an_account,
            two_at_once_make_one_account,
            an_address_nobody_verified_is_not_handed_over,
            an_authoritative_provider_takes_an_unverified_account_over,
            a_verified_account_keeps_its_password,
            an_account_belongs_to_one_person,
            administrators_and_the_blocked_stay_outside,
            another_provider_means_another_person,
            who_was_deleted_may_come_again,
        );
        $crate::contract!($fixture, images::upload_register:
            a_name_is_reserved_once,
            what_nothing_shows_is_condemned_oldest_first,
            what_something_shows_is_kept,
            a_picture_let_go_of_is_condemned,
            goods_are_not_let_go_of,
            a_condemned_picture_is_not_taken,
            what_a_user_leaves_pending_is_bounded,
            what_everybody_leaves_pending_is_bounded,
            uploads_at_once_keep_to_the_bound,
            a_deleted_user_uploads_nothing,
        );
        $crate::contract!($fixture, messages::contact_inbox:
            a_message_is_due_until_it_is_mailed,
            two_who_take_at_once_get_different_messages,
            the_longest_waiting_come_first,
            in_the_end_the_mail_server_is_given_up,
            messages_are_listed_newest_first_by_state,
            a_cursor_of_messages_belongs_to_its_state,
            a_message_is_done_and_opened_again,
            of_many_who_finish_a_message_one_is_noted,
            open_messages_wait_for_staff,
        );
        $crate::contract!($fixture, messages::mail_outbox:
            a_mail_is_queued_once,
            a_mail_is_due_until_it_is_sent,
            three_workers_take_each_mail_once,
            the_mail_that_waits_longest_comes_first,
            a_mail_keeps_its_data_and_its_message_id,
            a_new_order_queues_its_mails,
            a_refused_order_queues_no_mail,
            each_step_of_an_order_is_mailed,
            an_order_without_mails_stays_without,
        );
        $crate::contract!($fixture, messages::order_mails:
            money_that_comes_in_is_mailed_once_however_often_it_is_told,
            a_refund_is_mailed_once,
            a_rejected_slip_is_mailed,
            a_note_to_the_customer_and_the_pick_up_are_mailed,
            an_order_that_is_not_paid_in_time_is_mailed_as_that,
            a_bank_transfer_is_reminded_of_once,
            a_bank_transfer_that_was_chosen_later_is_reminded_of_later,
            the_shop_is_told_of_a_payment_to_look_at,
            an_order_of_a_former_release_is_not_mailed,
        );
        $crate::contract!($fixture, accounts::email_verification:
            a_registration_queues_the_link,
            a_taken_address_is_sent_no_link,
            a_claim_verifies_the_address,
            a_claim_of_another_account_verifies_nothing,
        );
        $crate::contract!($fixture, delivery::address_book:
            an_address_is_kept_with_everything,
            exactly_one_address_is_the_default,
            a_book_holds_20_addresses,
            the_addresses_of_another_user_are_not_there,
            a_deleted_user_has_no_book,
        );
        $crate::contract!($fixture, content::content_store:
            a_new_shop_has_no_content,
            a_draft_is_kept_with_everything,
            a_draft_of_another_revision_is_refused,
            of_two_saves_of_one_revision_one_is_made,
            a_publication_appends_a_version,
            every_version_can_be_read,
            publications_at_once_append_one_version,
            a_shop_has_20_pages_of_its_own,
            each_change_is_audited,
            pictures_of_content_are_kept,
            a_publication_is_noted_and_a_draft_is_not,
        );
        $crate::contract!($fixture, settings::settings_store:
            a_new_shop_has_the_defaults,
            a_section_is_kept_with_everything,
            a_change_of_another_version_is_refused,
            a_change_to_what_is_there_writes_nothing,
            a_section_that_staff_save_as_it_is_gets_a_version_once,
            of_two_changes_of_one_version_one_is_made,
            a_change_is_audited,
        );
        $crate::contract!($fixture, reviews::review_repository:
            a_user_reviews_once,
            two_reviews_at_once_make_one,
            a_review_is_its_authors_to_change,
            a_review_that_says_so_already_is_not_written,
            a_user_who_is_gone_reviews_nothing,
            a_review_can_be_deleted,
            reviews_are_listed_newest_first,
            a_user_finds_their_own_review,
            a_review_shows_its_authors_present_name,
        );
    };
}

/// Makes a test of each of these rules of a suite.
#[macro_export]
macro_rules! contract {
    ($fixture:path, $room:ident :: $suite:ident: $($rule:ident),+ $(,)?) => {
        mod $suite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $rule() {
                    let fixture = $fixture().await;
                    $crate::contracts::$room::$suite::$rule(fixture.shop()).await;
                    fixture.check().await;
                }
            )+
        }
    };
}
