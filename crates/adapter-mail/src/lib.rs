//! adapter-mail
