//! `api admin`: creates and promotes administrators; only this and the first start do.

use application::accounts::create_admin::{CreateAdmin, Promoted};
use domain::accounts::password::Password;
use domain::accounts::password_reset::{self, VALID_FOR};
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::text::PersonName;

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
    let create_admin = CreateAdmin::new(&Adapters::new(&config, database.postgres.clone()).await?.ports(&config));
    let promoted = match command {
        AdminCommand::Promote { email, password } => {
            let password = password.as_deref().map(Password::choose).transpose()?;
            create_admin.promote(&EmailAddress::parse(&email)?, password.as_ref()).await?
        }
        AdminCommand::Create { email, password, first_name, last_name } => {
            let password = password.map_or_else(ask_for_password, Ok)?;
            let password = Password::choose(&password)?;
            let user = create_admin
                .run(
                    EmailAddress::parse(&email)?,
                    &password,
                    PersonName::parse(&first_name)?,
                    PersonName::parse(&last_name)?,
                    &Actor::operator("admin create"),
                )
                .await?;
            Promoted { user, reset: None }
        }
    };
    drop(create_admin);
    database.close().await?;
    say(&format!("{} is an administrator now.", promoted.user.email));
    if let Some(secret) = &promoted.reset {
        let (minutes, link) = (VALID_FOR.num_minutes(), password_reset::link(&config.http.public_url, secret));
        say(&format!("They have no password. This link sets one, once, within {minutes} minutes; then the login page mails another:"));
        say(&link);
    }
    Ok(())
}

fn ask_for_password() -> std::io::Result<String> {
    say("Password (at least 8 characters):");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
