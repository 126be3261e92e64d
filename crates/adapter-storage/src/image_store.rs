//! Pictures in object storage: a folder, a bucket, or memory.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use domain::images::image::{CONTENT_TYPE, ImageKey, ImageName};
use domain::images::ports::{ImageStore, PutImageOutcome, StoredImage};
use domain::shared::ports::{PortError, Readiness};
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    Attribute, Attributes, Error as StoreError, ObjectMeta, ObjectStore, ObjectStoreExt as _, PutMode, PutOptions, PutPayload,
};

use crate::s3::{self, S3Settings, S3SettingsError};

/// How long browsers may keep a picture without asking (contract, Images).
const CACHE_CONTROL: &str = "max-age=3600";

/// The folder for pictures cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the picture folder cannot be used")]
pub struct ImageFolderError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Keeps a picture under its name, and its narrower files under `w320/`, `w640/` and so on.
pub struct ObjectImageStore {
    store: Arc<dyn ObjectStore>,
    /// The caching header of stored files, for a bucket that serves pictures itself.
    attributes: Attributes,
    /// Where the files are, if they are on this machine.
    folder: Option<PathBuf>,
}

impl ObjectImageStore {
    /// Pictures in a folder, which is made when it is not there. A file is on the disk before it counts as kept.
    ///
    /// # Errors
    /// [`ImageFolderError`] when it cannot be made or entered.
    pub fn in_folder(folder: &FilePath) -> Result<Self, ImageFolderError> {
        std::fs::create_dir_all(folder).map_err(|e| ImageFolderError(Box::new(e)))?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(|e| ImageFolderError(Box::new(e)))?;
        Ok(Self { store: Arc::new(store.with_fsync(true)), attributes: Attributes::new(), folder: Some(folder.to_owned()) })
    }

    /// Pictures in a bucket. The bucket must honour `If-None-Match: *`, as Amazon's and MinIO's do.
    ///
    /// # Errors
    /// [`S3SettingsError`] when the settings are incomplete or contradict each other.
    pub fn in_bucket(settings: S3Settings) -> Result<Self, S3SettingsError> {
        let headers = [(Attribute::ContentType, CONTENT_TYPE), (Attribute::CacheControl, CACHE_CONTROL)];
        Ok(Self { store: Arc::new(s3::client(settings)?), attributes: Attributes::from_iter(headers), folder: None })
    }

    /// Pictures in memory, lost with the process; for tests.
    #[must_use]
    pub fn in_memory() -> Self {
        Self { store: Arc::new(InMemory::new()), attributes: Attributes::new(), folder: None }
    }

    /// If the name is taken, the file may have these same bytes: a gateway lost the answer, and the client sent the request
    /// again.
    async fn taken_by(&self, key: &ImageKey, bytes: &PutPayload) -> Result<PutImageOutcome, PortError> {
        let kept = self.get(key).await?;
        Ok(if kept.is_some_and(|kept| bytes.iter().flatten().eq(&kept.bytes)) {
            PutImageOutcome::Stored
        } else {
            PutImageOutcome::NameTaken
        })
    }

    async fn delete_file(&self, path: &Path) -> Result<(), PortError> {
        match self.store.delete(path).await {
            Ok(()) | Err(StoreError::NotFound { .. }) => Ok(()),
            Err(error) => Err(port_error(error)),
        }
    }
}

#[async_trait]
impl ImageStore for ObjectImageStore {
    async fn put(&self, key: &ImageKey, bytes: Vec<u8>) -> Result<PutImageOutcome, PortError> {
        let options = PutOptions { mode: PutMode::Create, attributes: self.attributes.clone(), ..PutOptions::default() };
        let bytes = PutPayload::from(bytes);
        match self.store.put_opts(&path_of(key), bytes.clone(), options).await {
            Ok(_) => Ok(PutImageOutcome::Stored),
            Err(StoreError::AlreadyExists { .. } | StoreError::Precondition { .. }) => self.taken_by(key, &bytes).await,
            Err(error) => Err(port_error(error)),
        }
    }

    async fn get(&self, key: &ImageKey) -> Result<Option<StoredImage>, PortError> {
        let found = match self.store.get(&path_of(key)).await {
            Ok(found) => found,
            Err(StoreError::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(port_error(error)),
        };
        let etag = etag_of(&found.meta);
        let bytes = found.bytes().await.map_err(port_error)?;
        Ok(Some(StoredImage { bytes: bytes.into(), content_type: CONTENT_TYPE, etag }))
    }

    async fn contains(&self, name: &ImageName) -> Result<bool, PortError> {
        match self.store.head(&Path::from(name.as_str())).await {
            Ok(_) => Ok(true),
            Err(StoreError::NotFound { .. }) => Ok(false),
            Err(error) => Err(port_error(error)),
        }
    }

    async fn delete(&self, name: &ImageName) -> Result<(), PortError> {
        // The picture itself last: as long as it is there, an interrupted deletion shows.
        let keys: Vec<_> = ImageKey::all_of(name).collect();
        for key in keys.iter().rev() {
            self.delete_file(&path_of(key)).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl Readiness for ObjectImageStore {
    async fn check(&self) -> Result<(), PortError> {
        if let Some(folder) = &self.folder {
            // The store itself answers "not found" both for a file and for the whole folder.
            let folder = folder.clone();
            let there = tokio::task::spawn_blocking(move || std::fs::read_dir(folder)).await.map_err(PortError::internal)?;
            return there.map(|_| ()).map_err(PortError::unavailable);
        }
        match self.store.head(&Path::from("readiness")).await {
            Ok(_) | Err(StoreError::NotFound { .. }) => Ok(()),
            Err(error) => Err(PortError::unavailable(error)),
        }
    }
}

/// Where a file is kept.
fn path_of(key: &ImageKey) -> Path {
    match key.width {
        None => Path::from(key.name.as_str()),
        Some(width) => Path::from(format!("w{}/{}", width.pixels(), key.name)),
    }
}

/// A strong entity tag: the store's own, or size and time where it has none. Files never change, so either will do.
fn etag_of(meta: &ObjectMeta) -> String {
    let own = meta.e_tag.as_deref().map(|tag| tag.trim_start_matches("W/").trim_matches('"')).filter(|tag| !tag.is_empty());
    own.map_or_else(|| format!("\"{:x}-{:x}\"", meta.last_modified.timestamp_millis(), meta.size), |tag| format!("\"{tag}\""))
}

/// A wrong request or wrong settings stay wrong; other failures may pass.
pub(crate) fn port_error(error: StoreError) -> PortError {
    match error {
        StoreError::Generic { .. } | StoreError::JoinError { .. } => PortError::unavailable(error),
        _ => PortError::internal(error),
    }
}

#[cfg(test)]
mod test_bucket;
#[cfg(test)]
mod tests;
