//! Contracts of the feature `accounts`.

pub mod administrators;
pub mod email_verification;
pub mod identities;
pub mod login_throttle;
pub mod password_resets;
pub mod provider;
pub mod second_factors;
pub mod sessions;
pub mod sign_in_watch;
pub mod staff;
pub mod staff_invitations;
pub mod staff_notices;
pub mod user_directory;
pub mod users;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! accounts_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, accounts::users:
            two_registrations_at_once_make_one_user,
            credentials_are_those_registered,
            a_hash_is_replaced_only_while_it_is_the_same,
            a_profile_changes_only_where_asked,
            a_user_has_the_language_of_the_last_choice,
            what_an_administrator_changes_is_changed_alike,
            a_new_password_ends_every_other_session,
            a_new_password_is_mailed_to_its_account,
            a_session_that_ended_changes_no_password,
            a_user_who_is_gone_cannot_change,
            a_change_to_what_is_there_writes_nothing,
            blocking_ends_sessions_and_unblocking_lets_in_again,
            deleting_takes_the_review_and_leaves_the_orders,
            nobody_is_changed_at_an_unknown_address,
        );
        $crate::contract!($fixture, accounts::administrators:
            an_administrator_is_made_once,
            administrators_blocking_each_other_at_once_leave_one,
            administrators_deleting_each_other_at_once_leave_one,
            promoting_makes_an_administrator_and_ends_sessions,
            promoting_drops_a_password_that_may_be_a_strangers,
            promoting_with_a_password_sets_it,
        );
        $crate::contract!($fixture, accounts::staff:
            another_role_ends_sessions,
            a_removed_member_is_a_customer_again,
            only_owners_change_staff,
            owners_demoting_each_other_at_once_leave_one,
        );
        $crate::contract!($fixture, accounts::staff_notices:
            staff_who_are_blocked_and_the_other_owners_are_told,
            staff_with_another_role_or_none_and_the_other_owners_are_told,
            owners_are_told_of_who_joins,
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
        $crate::contract!($fixture, accounts::user_directory:
            users_are_found_by_address,
            the_list_is_paged_newest_first,
            a_cursor_of_users_belongs_to_its_text,
            text_is_found_in_name_and_address,
            users_are_found_by_telephone_number,
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
            no_session_opens_with_a_password_of_before,
            the_last_login_is_remembered,
            a_session_says_where_it_began_and_when_it_was_confirmed,
            a_session_is_not_confirmed_by_a_password_that_it_set,
            live_sessions_are_listed_to_their_user,
            a_session_is_ended_for_its_user_alone,
            all_other_sessions_of_a_user_end_at_once,
        );
        $crate::contract!($fixture, accounts::second_factors:
            an_enrolment_counts_once_it_is_enabled,
            a_step_is_used_once_and_none_before_it,
            a_code_at_ten_logins_at_once_lets_one_in,
            a_recovery_code_is_used_once,
            new_recovery_codes_replace_the_old_ones,
            a_second_factor_is_removed_with_its_codes,
            changes_of_staff_and_by_others_are_audited,
            the_other_sessions_end_when_it_is_enabled,
            its_owner_is_told_who_removed_it,
            ten_wrong_codes_are_told,
            a_strangers_second_factor_goes_with_the_password,
            a_reset_leaves_the_second_factor_of_staff,
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
        $crate::contract!($fixture, accounts::password_resets:
            a_link_sets_the_password_once,
            only_the_newest_link_is_valid,
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
        $crate::contract!($fixture, accounts::email_verification:
            a_registration_queues_the_link,
            a_taken_address_is_sent_no_link,
            a_claim_verifies_the_address,
            a_claim_of_another_account_verifies_nothing,
        );
    };
}
