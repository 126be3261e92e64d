//! The real program, run the way its operators run it: one process or two, a database of its own for every test, killed and
//! started again, asked over HTTP.
//!
//! [`shop`] holds what the processes of one shop share, [`instance`] is one of them, [`answer`] is what it said (and checks
//! on every answer what must be true of all of them), [`people`] and [`checkout`] are who asks and for what.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stderr)]

mod answer;
mod checkout;
mod instance;
mod people;
mod raw;
mod shop;

mod access;
mod administrators;
mod browser_headers;
mod coherence;
mod crash;
mod demo_shop;
mod doctor;
mod documents;
mod google_sign_in;
mod hostile_connections;
mod hostile_pictures;
mod hostile_requests;
mod idempotency;
mod injection;
mod journey;
mod lifecycle;
mod load;
mod logins;
mod mail;
mod metrics;
mod product_sheets;
mod race;
mod revocation;
mod signing_key;
mod uploads;
mod vanishing_client;
