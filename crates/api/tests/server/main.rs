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

mod administrators;
mod crash;
mod demo_shop;
mod doctor;
mod documents;
mod google_sign_in;
mod idempotency;
mod journey;
mod lifecycle;
mod mail;
mod product_sheets;
mod race;
mod revocation;
mod uploads;
mod vanishing_client;
