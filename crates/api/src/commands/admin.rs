//! `api admin`: creates and promotes administrators, which only this and the first start do, and helps users in again.

use application::accounts;
use application::accounts::create_admin::CreateAdmin;
use application::accounts::passwords::Passwords;
use application::ports::Ports;
use domain::accounts::actor::Actor;
use domain::accounts::password::Password;
use domain::accounts::password_reset::VALID_FOR;
use domain::accounts::user::User;
use domain::shared::email::EmailAddress;
use domain::shared::text::PersonName;

use crate::CommandError;
use crate::cli::AdminCommand;
use crate::config::Config;
use crate::database::Database;
use crate::process::telemetry::say;
use crate::wiring::adapters::Adapters;

/// Makes an administrator, or helps a user in again.
///
/// # Errors
/// When the details are refused or the database fails.
pub(crate) async fn run(config: Config, command: AdminCommand) -> Result<(), CommandError> {
    let database = Database::open(&config).await?;
    let ports = Adapters::new(&config, database.postgres.clone()).await?.ports(&config);
    let done = carry_out(&ports, &config.http.public_url, command).await?;
    drop(ports);
    database.close().await?;
    say(&done);
    Ok(())
}

/// Carries out a command and says what was done.
async fn carry_out(ports: &Ports, public_url: &str, command: AdminCommand) -> Result<String, CommandError> {
    match command {
        AdminCommand::ResetPassword { email } => {
            let email = EmailAddress::parse(&email)?;
            let secret = Passwords::new(ports).issue(&email).await?;
            Ok(format!("{}\n{}", validity(), secret.link(public_url)))
        }
        AdminCommand::ResetSecondFactor { email } => {
            let email = EmailAddress::parse(&email)?;
            let was_enabled = accounts::second_factors(ports).remove_as_operator(&email).await?;
            let outcome = if was_enabled { "has no second factor now" } else { "had no second factor" };
            Ok(format!("{email} {outcome}."))
        }
        AdminCommand::Promote { email, role, password } => {
            let password = password.as_deref().map(Password::choose).transpose()?;
            let promoted = CreateAdmin::new(ports).promote(&EmailAddress::parse(&email)?, role, password.as_ref()).await?;
            let done = made(&promoted.user);
            Ok(promoted.reset.map_or_else(
                || done.clone(),
                |secret| format!("{done}\nThey have no password. {}\n{}", validity(), secret.link(public_url)),
            ))
        }
        AdminCommand::Create { email, role, password, first_name, last_name } => {
            let password = Password::choose(&password.map_or_else(ask_for_password, Ok)?)?;
            let (email, by) = (EmailAddress::parse(&email)?, Actor::operator("admin create"));
            let (first_name, last_name) = (PersonName::parse(&first_name)?, PersonName::parse(&last_name)?);
            Ok(made(&CreateAdmin::new(ports).run(email, role, &password, first_name, last_name, &by).await?))
        }
    }
}

fn made(user: &User) -> String {
    format!("{} is an administrator now.", user.email)
}

/// What the operator must know of the link in the next line.
fn validity() -> String {
    format!("This link sets a password, once, within {} minutes; then the login page mails another:", VALID_FOR.num_minutes())
}

fn ask_for_password() -> std::io::Result<String> {
    say("Password (at least 8 characters):");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
