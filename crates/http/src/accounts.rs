//! Calls about accounts: signing in and out, registering, profiles, passwords and users.

pub(crate) mod device_cookie;
pub mod email_verification;
pub mod google_sign_in;
pub mod login;
pub mod password_resets;
pub mod profile;
pub(crate) mod profile_fields;
pub mod registration;
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
    users::routes(table);
}
