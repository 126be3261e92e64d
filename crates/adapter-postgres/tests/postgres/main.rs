//! The adapter against a real PostgreSQL, with a database of its own for every test.
//!
//! One program for all of them: each further one would be linked with the whole adapter again. Only the tests of held rows have their
//! own, `held_rows`: they mostly wait, so that twice as many of them run at once (`.ci/test-runner`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod abandoned;
mod audit_log;
mod away;
mod backup;
mod catalogue_changes;
mod contract_step;
mod contracts;
mod definitions;
mod failures;
mod import_beside_buyers;
mod limits;
mod migrating;
mod one_transaction;
mod order_reads;
mod order_search;
mod plans;
mod records;
mod replica;
mod revocation;
mod sales_summary;
mod schema;
mod stored_forms;
mod tls;
mod uploads;
