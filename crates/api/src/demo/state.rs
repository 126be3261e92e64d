//! The accounts of the demo shop that can sign in, and its state in the data folder: their passwords, when the filling began, and whether it
//! is complete.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::{fmt, fs};

use chrono::{DateTime, Utc};
use domain::accounts::staff_role::StaffRole;
use domain::shared::ports::IdSource as _;
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::wiring::system::RandomIds;

/// The roles of the staff besides the owner: one member each.
const STAFF: [StaffRole; 4] = [StaffRole::Manager, StaffRole::Fulfilment, StaffRole::Support, StaffRole::Content];
/// The demo customer's address: the first reviewer.
pub(crate) const CUSTOMER_EMAIL: &str = "nadeesha.perera@example.com";

/// The address of the member of staff with this role, such as `owner@araliya.example`.
pub(super) fn staff_address(role: StaffRole) -> String {
    format!("{}@araliya.example", role.as_str())
}

/// The name of the file.
const FILE: &str = "demo.json";

/// The demo shop of one installation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DemoState {
    /// When the filling began, in seconds since 1970; all demo data is older.
    #[serde(with = "chrono::serde::ts_seconds")]
    pub(crate) started_at: DateTime<Utc>,
    pub(crate) admin_password: String,
    /// The demo customer's password.
    pub(crate) customer_password: String,
    /// The passwords of the staff besides the owner, by the names of their roles. Empty in a demo shop of a release without roles.
    #[serde(default)]
    pub(crate) staff_passwords: BTreeMap<String, String>,
    /// Whether the filling is complete.
    pub(crate) complete: bool,
}

/// Which of the users can sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Logins {
    /// The demo shop's staff and one customer, with the passwords of the state.
    Demo,
    /// None of them: there is no demo staff, and no customer has a password.
    None,
}

impl DemoState {
    /// A new one with passwords of its own.
    pub(crate) fn begin(now: DateTime<Utc>) -> Self {
        let password = || RandomIds.secret().chars().filter(char::is_ascii_alphanumeric).take(14).collect();
        let staff_passwords = STAFF.map(|role| (role.as_str().to_owned(), password())).into();
        Self { started_at: now, admin_password: password(), customer_password: password(), staff_passwords, complete: false }
    }

    /// The password of the member of staff with this role; `None` where the demo shop has none.
    pub(crate) fn password_of(&self, role: StaffRole) -> Option<&str> {
        match role {
            StaffRole::Owner => Some(&self.admin_password),
            _ => self.staff_passwords.get(role.as_str()).map(String::as_str),
        }
    }

    /// Reads it; `None` when there is none.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub(crate) fn load(data_dir: &Path) -> io::Result<Option<Self>> {
        match fs::read(data_dir.join(FILE)) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes it, readable by its owner alone, whole or not at all.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn save(&self, data_dir: &Path) -> io::Result<()> {
        fs::create_dir_all(data_dir)?;
        let draft = data_dir.join(format!("{FILE}.new"));
        let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.sync_all()?;
        fs::rename(draft, data_dir.join(FILE))
    }
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
            writeln!(f, "  {place:11}  {}/admin  {:27}  {password}", self.url, staff_address(role))?;
        }
        write!(f, "  {:11}  {}/login  {CUSTOMER_EMAIL}  {}", "customer", self.url, self.state.customer_password)
    }
}
