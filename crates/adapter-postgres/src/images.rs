//! The register of uploaded pictures.

pub(crate) mod uploads;
