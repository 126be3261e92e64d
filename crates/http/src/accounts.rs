//! Calls about accounts: signing in and out, registering, profiles, passwords and users.

pub(crate) mod device_cookie;
pub mod google_sign_in;
pub mod password_resets;
pub mod users;
pub mod users_json;
