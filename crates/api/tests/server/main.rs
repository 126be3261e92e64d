//! The real program over HTTP: one or two processes, a database of its own for every test, kills and restarts.
//!
//! `test_harness` starts the processes and checks the conventions on every answer. [`shop`] gives a shop a database of the test
//! server, [`users`] signs in customers and administrators, [`checkout`] makes products and orders, [`raw_http`] reads answers
//! that no HTTP client would accept.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stderr)]

mod checkout;
mod raw_http;
mod second_factor;
mod shop;
mod users;

mod access;
mod access_matrix;
mod administrators;
mod backup;
mod backup_bucket;
mod browser_headers;
mod coherence;
mod config_check;
mod content;
mod crash;
mod demo_shop;
mod doctor;
mod doctor_repair;
mod documents;
mod google_sign_in;
mod guests;
mod hostile_connections;
mod hostile_pictures;
mod hostile_requests;
mod idempotency;
mod injection;
mod invoices;
mod journey;
mod lifecycle;
mod load;
mod log_level;
mod logins;
mod mail;
mod metrics;
mod migrate_plan;
mod money_walk;
mod monitoring;
mod new_customers;
mod order_life;
mod outbox;
mod overdue_payments;
mod payments;
mod product_sheets;
mod promotions;
mod quiet_calls;
mod race;
mod refunds;
mod release_backup;
mod renamed_shop;
mod replica;
mod revocation;
mod schema_compatibility;
mod search;
mod setup;
mod shop_name;
mod signing_key;
mod staff;
mod tracing;
mod uploads;
mod vanishing_client;
mod weights;
