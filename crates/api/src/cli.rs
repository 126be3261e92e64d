//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use domain::accounts::staff_role::StaffRole;

/// Araliya: an online shop in one binary.
#[derive(Debug, Parser)]
#[command(name = "api", version, about)]
pub(crate) struct Cli {
    /// What to do; `serve` unless told.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What the binary can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Bring the database up to date and serve the shop until SIGTERM or Ctrl-C.
    Serve {
        /// Fill an empty database with the demo shop first, and print the demo administrator.
        #[arg(long)]
        demo: bool,
    },
    /// Bring the database up to date.
    Migrate {
        /// Say what that will do: which tables are locked, and how long. The database is only read.
        #[arg(long)]
        plan: bool,
    },
    /// Make administrators, and help them in again.
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Fill an empty database with the demo shop.
    Demo,
    /// Check that stock, orders and sessions are in order, and say what is not. Exits 1 while something is not.
    Doctor {
        /// Repair what can be computed again, each with an entry of the audit log.
        #[arg(long)]
        repair: bool,
        /// Say what would be repaired, and change nothing.
        #[arg(long, requires = "repair")]
        dry_run: bool,
    },
    /// Look at the configuration.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Write database, pictures and keys of the shop, which may be open, to one file. BACKUP_PASSPHRASE encrypts it; without
    /// it the file has neither keys nor second factors.
    Backup {
        /// Restore an existing file into a scratch database and run the doctor there, instead of writing one.
        #[arg(long)]
        verify: bool,
        /// The file. One of this name is replaced once the new one is complete.
        file: PathBuf,
    },
    /// Restore a backup into an empty database and image store. Sessions are ended and mails held until they are released.
    Restore {
        /// The file.
        file: PathBuf,
    },
    /// The mails that wait to be sent.
    #[command(subcommand)]
    Outbox(OutboxCommand),
    /// Print the OpenAPI document.
    Openapi,
}

/// What to do with the configuration.
#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print the configuration in force with its secrets hidden, and try the connections that it names. Exits 1 on mistakes, all of
    /// which are told, and when a connection fails. Nothing is started or changed.
    Check,
}

/// What to do with the mails that wait.
#[derive(Debug, Subcommand)]
pub(crate) enum OutboxCommand {
    /// Send the mails that are held since a restore.
    Release,
}

/// How to make an administrator, or to help a user in again.
#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// Register a new administrator.
    Create {
        /// Their e-mail address.
        #[arg(long)]
        email: String,
        /// Their role: owner, manager, fulfilment, support or content.
        #[arg(long, default_value = "owner", value_parser = parse_role)]
        role: StaffRole,
        /// Their password; asked for on standard input when it is not given.
        #[arg(long)]
        password: Option<String>,
        /// Their given name.
        #[arg(long, default_value = "Shop")]
        first_name: String,
        /// Their family name.
        #[arg(long, default_value = "Owner")]
        last_name: String,
    },
    /// Make an administrator of a registered user. Where their address was never verified, their password is dropped and a link
    /// to set one is printed.
    Promote {
        /// Their e-mail address.
        #[arg(long)]
        email: String,
        /// Their role: owner, manager, fulfilment, support or content.
        #[arg(long, default_value = "owner", value_parser = parse_role)]
        role: StaffRole,
        /// Their new password, instead of their own.
        #[arg(long)]
        password: Option<String>,
    },
    /// Print a link that sets a new password, for a user whom no mail reaches. Their present password holds until it is used.
    ResetPassword {
        /// Their e-mail address.
        email: String,
    },
    /// Remove the second factor of a user who lost the device and the recovery codes.
    ResetSecondFactor {
        /// Their e-mail address.
        email: String,
    },
}

fn parse_role(text: &str) -> Result<StaffRole, String> {
    StaffRole::parse(text).ok_or_else(|| format!("one of {}", StaffRole::ALL.map(StaffRole::as_str).join(", ")))
}

impl Default for Command {
    fn default() -> Self {
        Self::Serve { demo: false }
    }
}
