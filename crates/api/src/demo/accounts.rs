//! The accounts of the demo shop that can sign in.

use std::fmt;

use crate::config::Config;
use crate::demo::state::DemoState;

/// The administrator's address.
pub(crate) const ADMIN_EMAIL: &str = "owner@araliya.example";
/// The demo customer's address: the first reviewer.
pub(crate) const CUSTOMER_EMAIL: &str = "nadeesha.perera@example.com";

/// The demo accounts and the addresses they go with, for the operator's terminal.
#[derive(Clone, Debug)]
pub(crate) struct DemoAccounts {
    url: String,
    admin_password: String,
    customer_password: String,
}

impl DemoAccounts {
    /// The accounts of this installation.
    pub(crate) fn new(config: &Config, state: &DemoState) -> Self {
        let DemoState { admin_password, customer_password, .. } = state.clone();
        Self { url: config.http.public_url.clone(), admin_password, customer_password }
    }
}

impl fmt::Display for DemoAccounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "The demo shop, with passwords made for this installation:")?;
        writeln!(f, "  back-office  {}/admin  {ADMIN_EMAIL}  {}", self.url, self.admin_password)?;
        write!(f, "  customer     {}/login  {CUSTOMER_EMAIL}  {}", self.url, self.customer_password)
    }
}
