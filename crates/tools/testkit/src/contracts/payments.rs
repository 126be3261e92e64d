//! Suites of the ports of payments.

pub mod expiry;
pub mod method_choice;
pub mod payment_attempts;
pub mod payment_desk;
pub mod payment_repository;
pub mod races;
pub mod references;
pub mod refund_guards;
pub mod refund_queue;
pub mod slips;
pub mod told_payments;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! payments_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, payments::expiry:
            an_unpaid_order_expires_once_and_returns_its_stock,
            a_rest_expires_and_what_is_held_is_to_be_returned,
            a_refunded_order_that_is_reinstated_expires,
            a_gateway_that_is_away_is_remembered_since_the_deadline,
            an_order_that_was_put_off_comes_after_the_others,
            a_paid_order_never_expires,
            a_payment_and_the_expiry_at_once_leave_one_of_both,
        );
        $crate::contract!($fixture, payments::method_choice:
            settings_that_changed_refuse_another_method,
            editing_settings_and_choosing_a_method_at_once_agree,
        );
        $crate::contract!($fixture, payments::payment_attempts:
            an_order_tells_the_state_of_its_newest_attempt,
            requests_at_once_get_one_attempt,
            a_success_is_booked_once_however_often_it_comes,
            another_amount_is_kept_and_books_nothing,
            a_notification_of_no_attempt_is_kept,
            a_number_that_another_payment_has_is_not_believed,
            a_payment_that_staff_booked_for_another_order_is_told,
            attempts_are_read_again_after_staff_took_back_a_charge,
            records_make_good_a_lost_notification_once,
            no_customer_keeps_the_attempts_of_others_waiting,
        );
        $crate::contract!($fixture, payments::payment_repository:
            a_payment_is_read_as_it_was_decided,
            a_refund_is_released_once_for_a_key,
            two_refunds_at_once_share_what_is_held,
            a_goodwill_credit_is_no_revenue,
            money_held_for_a_cancelled_order_has_to_be_returned,
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
        $crate::contract!($fixture, payments::refund_guards:
            refunds_of_one_member_of_staff_within_a_day_are_large_together,
            a_failed_refund_is_not_counted,
            refunds_of_several_orders_at_once_count_together,
        );
        $crate::contract!($fixture, payments::told_payments:
            nothing_is_refunded_or_tried_while_a_success_waits,
            an_attempt_that_was_paid_twice_is_read_until_the_records_have_both,
            a_payment_is_booked_though_a_stranger_named_its_number,
        );
        $crate::contract!($fixture, payments::refund_queue:
            a_refund_is_due_until_it_is_begun,
            a_refund_is_begun_once,
            a_stranded_refund_is_unknown_until_the_records_settle_it,
            a_chargeback_and_a_refund_at_once_leave_one_of_both,
        );
        $crate::contract!($fixture, payments::references:
            a_reference_of_a_slip_pays_once,
            a_reference_of_a_charge_pays_once,
            a_reference_of_an_edited_order_pays_once,
            a_reversed_charge_frees_its_reference,
            receipts_of_cash_may_be_equal_on_several_orders,
            a_reference_pays_one_of_several_orders_at_once,
            a_charge_is_booked_once_for_a_key,
            a_payment_of_the_gateway_is_booked_for_no_other_order,
            a_payment_that_staff_booked_for_another_order_is_told,
            a_payment_of_the_records_is_booked_for_no_other_order,
            a_payment_and_its_booking_for_another_order_at_once_are_not_silent,
        );
        $crate::contract!($fixture, payments::slips:
            a_slip_waits_for_its_review,
            a_slip_is_reviewed_once,
            the_same_picture_on_two_orders_is_a_warning,
            slips_take_room_of_their_customer,
        );
    };
}
