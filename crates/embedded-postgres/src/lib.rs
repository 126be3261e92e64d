//! embedded-postgres
