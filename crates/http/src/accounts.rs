//! Calls about accounts: signing in and out, registering, profiles, passwords, second factors, sessions and users.

pub mod accept_invitation;
pub mod account_security;
mod credential_fields;
pub(crate) mod device_cookie;
pub mod email_verification;
pub mod google_sign_in;
pub mod login;
pub mod password_resets;
pub mod profile;
pub(crate) mod profile_fields;
pub mod qr_code;
pub mod registration;
pub mod second_factor;
pub mod sign_in_alert;
pub mod staff;
pub mod staff_invitations;
pub mod staff_json;
pub mod user_sessions;
pub mod users;
pub mod users_json;

use crate::routing::table::RouteTable;

/// The routes of this room.
pub(crate) fn routes(table: &mut RouteTable) {
    registration::routes(table);
    login::routes(table);
    google_sign_in::routes(table);
    password_resets::routes(table);
    email_verification::routes(table);
    profile::routes(table);
    account_security::routes(table);
    second_factor::routes(table);
    user_sessions::routes(table);
    sign_in_alert::routes(table);
    users::routes(table);
    staff::routes(table);
    staff_invitations::routes(table);
    accept_invitation::routes(table);
}
