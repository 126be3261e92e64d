//! A bucket behind the S3 protocol.

use std::time::Duration;

use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::{ClientOptions, RetryConfig};

/// The bucket pictures are kept in (contract, Configuration).
#[derive(Clone, Default)]
pub struct S3Settings {
    /// `S3_BUCKET`.
    pub bucket: String,
    /// `S3_ENDPOINT`, for servers other than Amazon's; `http://` is allowed.
    pub endpoint: Option<String>,
    /// `S3_REGION`.
    pub region: Option<String>,
    /// `S3_ACCESS_KEY_ID`; without it, the role of the machine.
    pub access_key_id: Option<String>,
    /// `S3_SECRET_ACCESS_KEY`.
    pub secret_access_key: Option<String>,
}

/// Why the settings do not make a client. Shows none of them: one is a secret.
#[derive(Debug, thiserror::Error)]
pub enum S3SettingsError {
    /// No bucket is named.
    #[error("S3_BUCKET must not be empty")]
    Bucket,
    /// The endpoint is no address.
    #[error("S3_ENDPOINT must begin with https:// or http://")]
    Endpoint,
    /// One of the key and its secret is there without the other.
    #[error("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together")]
    Credentials,
    /// The client itself refused.
    #[error("the S3 settings cannot be used")]
    Client(#[source] object_store::Error),
}

impl S3Settings {
    fn check(&self) -> Result<(), S3SettingsError> {
        let is_address =
            |text: &str| ["https://", "http://"].iter().any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
        if self.bucket.is_empty() {
            return Err(S3SettingsError::Bucket);
        }
        if self.endpoint.as_deref().is_some_and(|endpoint| !is_address(endpoint)) {
            return Err(S3SettingsError::Endpoint);
        }
        if self.access_key_id.is_some() != self.secret_access_key.is_some() {
            return Err(S3SettingsError::Credentials);
        }
        Ok(())
    }
}

/// A client for the bucket; it makes no request yet.
pub(crate) fn client(settings: S3Settings) -> Result<AmazonS3, S3SettingsError> {
    settings.check()?;
    let plain_http = settings.endpoint.as_deref().is_some_and(|e| e.starts_with("http://"));
    let options =
        ClientOptions::new().with_connect_timeout(Duration::from_secs(5)).with_timeout(Duration::from_secs(20)).with_allow_http(plain_http);
    // A user waits for the answer, so requests fail after seconds, not after the default of three minutes.
    let retry = RetryConfig { max_retries: 3, retry_timeout: Duration::from_secs(20), ..RetryConfig::default() };
    let mut builder = AmazonS3Builder::new().with_bucket_name(settings.bucket).with_client_options(options).with_retry(retry);
    if let Some(endpoint) = settings.endpoint {
        builder = builder.with_endpoint(endpoint);
    }
    if let Some(region) = settings.region {
        builder = builder.with_region(region);
    }
    if let Some(id) = settings.access_key_id {
        builder = builder.with_access_key_id(id);
    }
    if let Some(secret) = settings.secret_access_key {
        builder = builder.with_secret_access_key(secret);
    }
    builder.build().map_err(S3SettingsError::Client)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> S3Settings {
        let text = |t: &str| Some(t.to_owned());
        S3Settings {
            bucket: "images".to_owned(),
            endpoint: text("https://s3.example.com"),
            region: text("ap-south-1"),
            access_key_id: text("id"),
            secret_access_key: text("hunter2"),
        }
    }

    #[test]
    fn the_bucket_is_enough_where_the_machine_has_a_role() {
        assert!(client(settings()).is_ok());
        assert!(client(S3Settings { bucket: "images".to_owned(), ..S3Settings::default() }).is_ok());
    }

    #[test]
    fn a_mistake_is_named() {
        for (mistaken, message) in [
            (S3Settings { bucket: String::new(), ..settings() }, "S3_BUCKET must not be empty"),
            (S3Settings { endpoint: Some("s3.example.com".to_owned()), ..settings() }, "S3_ENDPOINT must begin with https:// or http://"),
            (S3Settings { endpoint: Some("http://".to_owned()), ..settings() }, "S3_ENDPOINT must begin with https:// or http://"),
            (S3Settings { secret_access_key: None, ..settings() }, "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together"),
            (S3Settings { access_key_id: None, ..settings() }, "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together"),
        ] {
            assert_eq!(client(mistaken).err().map(|e| e.to_string()).as_deref(), Some(message));
        }
    }
}
