//! adapter-postgres
