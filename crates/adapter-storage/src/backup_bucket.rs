//! Backups in the bucket of the pictures, below `backups/`.

use std::path::Path as FilePath;
use std::sync::Arc;

use domain::shared::ports::PortError;
use object_store::path::Path;
use object_store::{Error as StoreError, ObjectStore, ObjectStoreExt as _, WriteMultipart};
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::image_store::port_error;
use crate::s3::{self, S3Settings, S3SettingsError};

/// The folder of the bucket.
const FOLDER: &str = "backups";
/// The bytes of a request: a request has 20 s, so this much must pass in that time.
const CHUNK: usize = 8 << 20;
/// The most requests of an upload at once.
const AT_ONCE: usize = 2;

pub struct BackupBucket {
    store: Arc<dyn ObjectStore>,
}

impl BackupBucket {
    /// Backups in this bucket.
    ///
    /// # Errors
    /// [`S3SettingsError`] when the settings are incomplete or contradict each other.
    pub fn new(settings: S3Settings) -> Result<Self, S3SettingsError> {
        Ok(Self { store: Arc::new(s3::client(settings)?) })
    }

    /// Uploads a file of any size, completely or not at all. One of this name is replaced.
    ///
    /// # Errors
    /// [`PortError`] when the file cannot be read or the store fails.
    pub async fn upload(&self, name: &str, file: &FilePath) -> Result<(), PortError> {
        let mut file = File::open(file).await.map_err(PortError::internal)?;
        let upload = self.store.put_multipart(&path_of(name)).await.map_err(port_error)?;
        let mut parts = WriteMultipart::new_with_chunk_size(upload, CHUNK);
        let mut buffer = vec![0; 1 << 20];
        loop {
            let read = match file.read(&mut buffer).await {
                Ok(0) => return parts.finish().await.map(drop).map_err(port_error),
                Ok(read) => read,
                Err(error) => {
                    // Parts that were uploaded cost money until they are removed.
                    let _ = parts.abort().await;
                    return Err(PortError::internal(error));
                }
            };
            parts.wait_for_capacity(AT_ONCE).await.map_err(port_error)?;
            parts.write(buffer.get(..read).unwrap_or_default());
        }
    }

    /// Downloads a file of any size.
    ///
    /// # Errors
    /// [`PortError`] when there is none, the store fails or the file cannot be written.
    pub async fn download(&self, name: &str, to: &FilePath) -> Result<(), PortError> {
        let path = path_of(name);
        let size = self.store.head(&path).await.map_err(port_error)?.size;
        let mut file = File::create(to).await.map_err(PortError::internal)?;
        let mut begin = 0;
        while begin < size {
            // In ranges: a request has 20 s.
            let end = size.min(begin + CHUNK as u64);
            let bytes = self.store.get_range(&path, begin..end).await.map_err(port_error)?;
            file.write_all(&bytes).await.map_err(PortError::internal)?;
            begin = end;
        }
        file.flush().await.map_err(PortError::internal)
    }

    /// Deletes a file. A missing one changes nothing.
    pub async fn delete(&self, name: &str) -> Result<(), PortError> {
        match self.store.delete(&path_of(name)).await {
            Ok(()) | Err(StoreError::NotFound { .. }) => Ok(()),
            Err(error) => Err(port_error(error)),
        }
    }
}

fn path_of(name: &str) -> Path {
    Path::from_iter([FOLDER, name])
}

#[cfg(test)]
mod tests {
    use testkit::s3_server::{self, S3Server};

    use super::*;

    /// An independent server checks signatures and checksums of uploads in parts.
    #[tokio::test]
    async fn a_backup_of_several_parts_comes_back_and_is_deleted() {
        let server = S3Server::start();
        let text = |t: &str| Some(t.to_owned());
        let bucket = BackupBucket::new(S3Settings {
            bucket: s3_server::BUCKET.to_owned(),
            endpoint: text(server.endpoint()),
            region: text("us-east-1"),
            access_key_id: text(s3_server::ACCESS_KEY_ID),
            secret_access_key: text(s3_server::SECRET_ACCESS_KEY),
        })
        .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let content: Vec<u8> = (0..=250).cycle().take(2 * CHUNK + 12_345).collect();
        std::fs::write(&from, &content).unwrap();
        bucket.upload("a.backup", &from).await.unwrap();
        assert!(server.objects().contains(&"backups/a.backup".to_owned()));
        bucket.download("a.backup", &to).await.unwrap();
        assert!(std::fs::read(&to).unwrap() == content);
        bucket.delete("a.backup").await.unwrap();
        bucket.delete("a.backup").await.unwrap();
        assert!(bucket.download("a.backup", &to).await.is_err());
        assert!(bucket.upload("b.backup", &folder.path().join("missing")).await.is_err());
    }
}
