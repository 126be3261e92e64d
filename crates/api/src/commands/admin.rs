//! `api admin`: the only way an administrator comes into being, besides the first start.

use domain::audit::Actor;
use domain::email::EmailAddress;
use domain::password::Password;
use domain::text::PersonName;

use crate::CommandError;
use crate::cli::AdminCommand;
use crate::config::Config;
use crate::database::Database;
use crate::telemetry::say;
use crate::wiring::Adapters;

/// Makes an administrator.
///
/// # Errors
/// When the details are refused or the database fails.
pub(crate) async fn run(config: Config, command: AdminCommand) -> Result<(), CommandError> {
    let database = Database::open(&config).await?;
    let create_admin = Adapters::new(&config, database.postgres.clone())?.create_admin();
    let user = match command {
        AdminCommand::Promote { email } => create_admin.promote(&EmailAddress::parse(&email)?).await?,
        AdminCommand::Create { email, password, first_name, last_name } => {
            let password = password.map_or_else(ask_for_password, Ok)?;
            let password = Password::choose(&password)?;
            create_admin
                .run(
                    EmailAddress::parse(&email)?,
                    &password,
                    PersonName::parse(&first_name)?,
                    PersonName::parse(&last_name)?,
                    &Actor::operator("admin create"),
                )
                .await?
        }
    };
    drop(create_admin);
    database.close().await?;
    say(&format!("{} is an administrator now.", user.email));
    Ok(())
}

fn ask_for_password() -> std::io::Result<String> {
    say("Password (at least 8 characters):");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
