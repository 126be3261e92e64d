//! Calls about accounts: signing in and out, registering, profiles, passwords, second factors, sessions and users.

pub mod account_security;
mod credential_fields;
pub(crate) mod device_cookie;
pub mod google_sign_in;
pub mod login;
pub mod mailed_links;
pub mod profile;
pub mod qr_code;
pub mod second_factor;
pub mod staff;
pub mod staff_invitations;
pub mod staff_json;
pub mod users;
pub mod users_json;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    login::routes(table);
    google_sign_in::routes(table);
    mailed_links::routes(table);
    profile::routes(table);
    account_security::routes(table);
    second_factor::routes(table);
    users::routes(table);
    staff::routes(table);
    staff_invitations::routes(table);
}
