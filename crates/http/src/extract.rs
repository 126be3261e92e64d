//! Reading requests: session, body, query, address and errors per field.

pub mod authentication;
pub mod body;
pub(crate) mod body_pace;
pub mod client_address;
pub(crate) mod csv_body;
pub mod field_errors;
pub(crate) mod form_bytes;
pub(crate) mod idempotency_key;
pub(crate) mod integer;
pub mod order_key;
pub mod paging;
pub mod query_params;
