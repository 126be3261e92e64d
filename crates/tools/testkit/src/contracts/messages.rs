//! Contracts of the feature `messages`.

pub mod contact_inbox;
pub mod mail_languages;
pub mod mail_outbox;
pub mod order_mails;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! messages_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, messages::contact_inbox:
            a_message_is_due_until_it_is_mailed,
            two_who_take_at_once_get_different_messages,
            the_longest_waiting_come_first,
            in_the_end_the_mail_server_is_given_up,
            of_many_who_finish_a_message_one_is_noted,
            open_messages_wait_for_staff,
        );
        $crate::contract!($fixture, messages::mail_outbox:
            a_mail_is_queued_once,
            a_mail_is_due_until_it_is_sent,
            a_mail_that_was_not_tried_loses_no_attempt,
            an_address_that_was_never_verified_is_counted,
            a_cancellation_replaces_a_mail_that_waits,
            three_workers_take_each_mail_once,
            the_mail_that_waits_longest_comes_first,
            a_mail_keeps_its_data_and_its_message_id,
            a_new_order_queues_its_mails,
            a_refused_order_queues_no_mail,
            each_step_of_an_order_is_mailed,
            an_order_without_mails_stays_without,
        );
        $crate::contract!($fixture, messages::mail_languages:
            a_mail_keeps_the_language_that_its_recipient_had,
            strangers_and_unverified_addresses_get_english,
            the_mails_of_an_order_have_the_language_of_its_customer,
        );
        $crate::contract!($fixture, messages::order_mails:
            money_that_comes_in_is_mailed_once_however_often_it_is_told,
            a_refund_is_mailed_once,
            a_rejected_slip_is_mailed,
            a_note_to_the_customer_and_the_pick_up_are_mailed,
            an_order_that_is_not_paid_in_time_is_mailed_as_that,
            a_bank_transfer_is_reminded_of_once,
            a_reminder_that_waits_ends_with_the_payment,
            a_bank_transfer_that_was_chosen_later_is_reminded_of_later,
            the_shop_is_told_of_a_payment_to_look_at,
            an_order_without_mails_is_not_mailed,
            the_steps_of_a_return_are_mailed,
        );
    };
}
