//! Failures of the index.

use bounded_executor::ExecutorError;
use domain::shared::ports::PortError;

/// Why work on the index failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum IndexError {
    /// The index cannot be read or written.
    #[error("the search index failed")]
    Tantivy(#[from] tantivy::TantivyError),
    /// The folder of the index cannot be used.
    #[error("the folder of the search index failed")]
    Folder(#[from] std::io::Error),
    /// The work was refused, or it panicked.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    /// The catalogue cannot be read.
    #[error(transparent)]
    Source(#[from] PortError),
}

impl IndexError {
    /// Whether the index itself may be damaged, so that it must be made again. A folder without space or permission is not helped by
    /// that.
    pub(crate) fn is_damage(&self) -> bool {
        match self {
            Self::Tantivy(error) => !matches!(error, tantivy::TantivyError::IoError(_) | tantivy::TantivyError::LockFailure(..)),
            Self::Executor(error) => matches!(error, ExecutorError::Failed { .. }),
            Self::Folder(_) | Self::Source(_) => false,
        }
    }
}

impl From<IndexError> for PortError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Source(error) => error,
            IndexError::Executor(ExecutorError::QueueFull(_)) => Self::unavailable(error),
            _ => Self::internal(error),
        }
    }
}
