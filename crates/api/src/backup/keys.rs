//! The keys of a shop: where a backup finds them, and where a restore puts them.

use std::fs;
use std::io;
use std::path::Path;

use adapter_auth::DataKey;
use adapter_postgres::{RestoredKeys, Snapshot};

pub(crate) use super::manifest::Keys;
use crate::CommandError;
use crate::config::{Config, DatabaseConfig};
use crate::secrets::{data_key, kept_secret, signing_key};

/// The keys that this shop uses: configured, or kept in the database or the data folder. None is generated.
///
/// # Errors
/// When the database or the data folder cannot be read.
pub(super) async fn of_shop(config: &Config, snapshot: &Snapshot) -> Result<Keys, CommandError> {
    let stored = snapshot.keys().await?;
    let (kept_token_key, kept_data_keys) = match &config.database {
        DatabaseConfig::External(_) => (stored.token_key, stored.data_keys),
        DatabaseConfig::Embedded => {
            let read = |name| read_kept(&config.data_dir, name);
            (read(signing_key::FILE)?, read(data_key::FILE)?.map(|text| data_key::lines(&text)).unwrap_or_default())
        }
    };
    let configured: Vec<String> = config.data_keys.iter().map(DataKey::expose).collect();
    Ok(Keys {
        token_key: config.jwt_secret.clone().or(kept_token_key),
        data_keys: if configured.is_empty() { kept_data_keys } else { configured },
        uses_data_key: snapshot.second_factors().await? > 0,
    })
}

fn read_kept(data_dir: &Path, name: &str) -> Result<Option<String>, CommandError> {
    let path = data_dir.join(name);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{} cannot be read: {error}", path.display()).into()),
    }
}

/// The keys that a restore with this configuration keeps: those that are not configured, in the place where the shop looks for them.
#[derive(Clone, Default)]
pub(crate) struct KeysToKeep(RestoredKeys);

impl KeysToKeep {
    /// Keeps none.
    pub(super) fn none() -> Self {
        Self::default()
    }

    /// The keys of a backup, but for those that are configured.
    ///
    /// # Errors
    /// When `DATA_KEY` is set to keys that do not open the secrets of the backup.
    pub(crate) fn of(config: &Config, keys: &Keys) -> Result<Self, CommandError> {
        let parse = |key: &String| DataKey::parse(key).map_err(|error| format!("a data key of the backup {error}"));
        let needed: Vec<DataKey> = keys.data_keys.iter().map(parse).collect::<Result<_, _>>()?;
        // The oldest key is version 1: newer ones may stand before those of the backup.
        if !config.data_keys.is_empty() && keys.uses_data_key && !config.data_keys.ends_with(&needed) {
            return Err(
                "DATA_KEY does not have the keys with which the second factors of this backup were stored: leave it unset, or set it \
                        to those keys, with a newer one in front of them"
                    .into(),
            );
        }
        let data_keys = if config.data_keys.is_empty() { keys.data_keys.clone() } else { Vec::new() };
        let token_key = keys.token_key.clone().filter(|_| config.jwt_secret.is_none());
        Ok(Self(RestoredKeys { token_key, data_keys }))
    }

    /// Writes those that are kept in files, and returns those that are kept in the database.
    ///
    /// # Errors
    /// When the data folder cannot be written.
    pub(super) fn write(self, config: &Config) -> Result<RestoredKeys, CommandError> {
        let DatabaseConfig::Embedded = &config.database else { return Ok(self.0) };
        let write = |name: &str, text: &str| {
            kept_secret::replace(&config.data_dir, name, text)
                .map_err(|error| format!("a key cannot be kept in {}: {error}", config.data_dir.display()))
        };
        if let Some(key) = &self.0.token_key {
            write(signing_key::FILE, key)?;
        }
        if !self.0.data_keys.is_empty() {
            write(data_key::FILE, &self.0.data_keys.join("\n"))?;
        }
        Ok(RestoredKeys::default())
    }
}
