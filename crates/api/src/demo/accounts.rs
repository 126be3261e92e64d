//! The accounts of the demo shop that can sign in.

use std::fmt;

use domain::accounts::staff_role::StaffRole;

use crate::config::Config;
use crate::demo::state::DemoState;

/// The roles of the staff besides the owner: one member each.
pub(crate) const STAFF: [StaffRole; 4] = [StaffRole::Manager, StaffRole::Fulfilment, StaffRole::Support, StaffRole::Content];
/// The demo customer's address: the first reviewer.
pub(crate) const CUSTOMER_EMAIL: &str = "nadeesha.perera@example.com";

/// The address of the member of staff with this role, such as `owner@araliya.example`.
pub(crate) fn address_of(role: StaffRole) -> String {
    format!("{}@araliya.example", role.as_str())
}

/// The demo accounts and the addresses they go with, for the operator's terminal.
#[derive(Clone, Debug)]
pub(crate) struct DemoAccounts {
    url: String,
    state: DemoState,
}

impl DemoAccounts {
    /// The accounts of this installation.
    pub(crate) fn new(config: &Config, state: &DemoState) -> Self {
        Self { url: config.http.public_url.clone(), state: state.clone() }
    }
}

impl fmt::Display for DemoAccounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "The demo shop, with passwords made for this installation:")?;
        for role in StaffRole::ALL {
            let Some(password) = self.state.password_of(role) else { continue };
            let place = if role == StaffRole::Owner { "back-office" } else { "" };
            writeln!(f, "  {place:11}  {}/admin  {:27}  {password}", self.url, address_of(role))?;
        }
        write!(f, "  {:11}  {}/login  {CUSTOMER_EMAIL}  {}", "customer", self.url, self.state.customer_password)
    }
}
