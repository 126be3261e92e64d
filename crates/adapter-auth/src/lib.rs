//! adapter-auth
