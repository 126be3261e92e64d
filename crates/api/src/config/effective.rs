//! The variables of the configuration with their values in force, for people. Secrets are hidden when a value is noted: this type never
//! has one.

use std::fmt;

use url::Url;

/// Parts of the names of variables whose values are secret. A variable of a later release is hidden by its name, too.
const SECRET_NAMES: [&str; 6] = ["SECRET", "PASSWORD", "PASSPHRASE", "KEY", "TOKEN", "CREDENTIAL"];
/// The parameters of an address that are shown; any other may be a password.
const SHOWN_PARAMETERS: [&str; 4] = ["sslmode", "sslrootcert", "tls", "application_name"];

/// The variables, in the order in which they were read.
#[derive(Clone, Debug, Default)]
pub(crate) struct EffectiveConfig(Vec<Variable>);

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    /// What is shown; `None` for one that is not set and has no default.
    value: Option<String>,
    is_default: bool,
}

impl EffectiveConfig {
    /// Notes a variable that was read.
    pub(super) fn note(&mut self, name: &str, value: Option<&str>) {
        let value = value.map(|value| shown(name, value));
        match self.0.iter_mut().find(|known| known.name == name) {
            // A variable may be read again, after its default was noted.
            Some(known) if value.is_some() => known.value = value,
            Some(_) => {}
            None => self.0.push(Variable { name: name.to_owned(), value, is_default: false }),
        }
    }

    /// Notes the default of a variable that was read and is not set.
    pub(super) fn note_default(&mut self, name: &str, default: &str) {
        if let Some(known) = self.0.iter_mut().find(|known| known.name == name) {
            (known.value, known.is_default) = (Some(shown(name, default)), true);
        }
    }
}

impl fmt::Display for EffectiveConfig {
    /// One line a variable.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Variable { name, value, is_default } in &self.0 {
            match value {
                Some(value) if *is_default => writeln!(f, "  {name}={value}  (default)")?,
                Some(value) => writeln!(f, "  {name}={value}")?,
                None => writeln!(f, "  {name}  (not set)")?,
            }
        }
        Ok(())
    }
}

fn shown(name: &str, value: &str) -> String {
    if SECRET_NAMES.iter().any(|part| name.contains(part)) {
        return "(set, hidden)".to_owned();
    }
    if name.ends_with("_URL") || name.ends_with("_ENDPOINT") || value.contains("://") {
        return value.split(',').map(|address| address_of(address.trim())).collect::<Vec<_>>().join(",");
    }
    value.to_owned()
}

/// An address without its user, its password and unknown parameters. A text that is no address is hidden: the pairs of a database's
/// address may have a password.
fn address_of(text: &str) -> String {
    let Ok(mut url) = Url::parse(text) else { return "(set, hidden)".to_owned() };
    if !url.has_host() {
        return "(set, hidden)".to_owned();
    }
    let pairs: Vec<(String, String)> =
        url.query_pairs().into_owned().filter(|(name, _)| SHOWN_PARAMETERS.contains(&name.as_str())).collect();
    let has_user = !url.username().is_empty() || url.password().is_some();
    // Neither fails: the address has a host.
    let _ = url.set_password(None);
    let _ = url.set_username(if has_user { "hidden" } else { "" });
    url.set_fragment(None);
    url.set_query(None);
    if !pairs.is_empty() {
        url.query_pairs_mut().extend_pairs(pairs);
    }
    url.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn secrets_are_hidden_by_their_names_and_in_addresses() {
        for (name, value, expected) in [
            ("JWT_SECRET", "hunter2", "(set, hidden)"),
            ("BACKUP_PASSPHRASE", "hunter2", "(set, hidden)"),
            (
                "DATABASE_URL",
                "postgres://shop:hunter2@db/shop?sslmode=require&password=hunter2",
                "postgres://hidden@db/shop?sslmode=require",
            ),
            ("DATABASE_URL", "host=db user=shop password=hunter2", "(set, hidden)"),
            ("DATABASE_URL", "postgres://%2Ftmp/shop?user=hunter2", "postgres://%2Ftmp/shop"),
            ("SMTP_URL", "smtps://shop%40x:hunter2@mail.example:465", "smtps://hidden@mail.example:465"),
            ("CORS_ORIGINS", "https://a.example,https://u:hunter2@b.example", "https://a.example/,https://hidden@b.example/"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318", "http://collector:4318/"),
            ("SHOP_NAME", "Nelum", "Nelum"),
        ] {
            assert_eq!(shown(name, value), expected, "{name}={value}");
        }
    }

    #[test]
    fn the_example_names_every_variable_that_is_read() {
        let example = include_str!("../../../../.env.example");
        let config = Config::from_env(|_| None).unwrap();
        for variable in &config.effective.0 {
            let line = format!("\n#{}=", variable.name);
            assert!(example.contains(&line), "{} is not in .env.example", variable.name);
        }
        assert!(config.effective.0.len() > 35, "{:?}", config.effective);
    }

    #[test]
    fn values_and_defaults_are_told_apart() {
        let config = Config::from_env(|name| (name == "BIND").then(|| "127.0.0.1:9000".to_owned())).unwrap();
        let text = config.effective.to_string();
        for line in ["  BIND=127.0.0.1:9000\n", "  PUBLIC_URL=http://127.0.0.1:9000/  (default)\n", "  JWT_SECRET  (not set)\n"] {
            assert!(text.contains(line), "{line} in:\n{text}");
        }
    }
}
