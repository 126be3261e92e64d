//! Use cases of accounts: signing in and out, registering, profiles, passwords, and users as administrators handle them.

pub mod authenticate;
pub mod create_admin;
pub mod delete_user;
pub mod list_users;
pub mod register_user;
pub mod request_password_reset;
pub mod reset_password;
pub mod set_user_blocked;
pub mod sign_in;
pub mod sign_in_with_provider;
pub mod sign_out;
pub mod update_profile;
pub mod user_activity;
