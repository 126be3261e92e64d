//! adapter-storage
