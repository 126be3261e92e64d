//! Where pictures are kept (contract, Configuration: `S3_*`).

use std::fmt;
use std::path::Path;

use adapter_storage::{ObjectImageStore, S3Settings};

use crate::CommandError;
use crate::config::reader::EnvReader;

/// Where pictures are kept.
#[derive(Clone)]
pub(crate) enum ImageConfig {
    /// In the data folder.
    Folder,
    Bucket(S3Settings),
}

/// The settings hold a secret.
impl fmt::Debug for ImageConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder => f.write_str("Folder"),
            Self::Bucket(settings) => f.debug_tuple("Bucket").field(&settings.bucket).finish(),
        }
    }
}

impl ImageConfig {
    /// The image store of these settings.
    ///
    /// # Errors
    /// When the folder cannot be made, or the settings are refused.
    pub(crate) fn store(&self, data_dir: &Path) -> Result<ObjectImageStore, CommandError> {
        match self {
            Self::Folder => Ok(ObjectImageStore::in_folder(&data_dir.join("images"))?),
            Self::Bucket(settings) => Ok(ObjectImageStore::in_bucket(settings.clone())?),
        }
    }
}

/// The settings of a bucket.
const OF_A_BUCKET: [&str; 4] = ["S3_ENDPOINT", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];

impl<G: Fn(&str) -> Option<String>> EnvReader<G> {
    /// The bucket, if one is named.
    pub(crate) fn images(&mut self) -> ImageConfig {
        let bucket = self.raw("S3_BUCKET");
        if bucket.is_none() && OF_A_BUCKET.into_iter().any(|name| self.raw(name).is_some()) {
            self.mistakes.add("S3_BUCKET", "is needed together with the other S3_ variables");
        }
        match (self.raw("S3_ACCESS_KEY_ID"), self.raw("S3_SECRET_ACCESS_KEY")) {
            (Some(_), None) => self.mistakes.add("S3_SECRET_ACCESS_KEY", "is needed together with S3_ACCESS_KEY_ID"),
            (None, Some(_)) => self.mistakes.add("S3_ACCESS_KEY_ID", "is needed together with S3_SECRET_ACCESS_KEY"),
            _ => {}
        }
        let endpoint = self.optional("S3_ENDPOINT", parse_endpoint);
        let (region, access_key_id) = (self.raw("S3_REGION"), self.raw("S3_ACCESS_KEY_ID"));
        let secret_access_key = self.raw("S3_SECRET_ACCESS_KEY");
        let settings = |bucket| S3Settings { bucket, endpoint, region, access_key_id, secret_access_key };
        bucket.map_or(ImageConfig::Folder, |bucket| ImageConfig::Bucket(settings(bucket)))
    }
}

fn parse_endpoint(text: &str) -> Result<String, &'static str> {
    let url = url::Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    url.map(|_| text.trim_end_matches('/').to_owned()).ok_or("must be an http or https URL, such as https://s3.ap-south-1.amazonaws.com")
}
