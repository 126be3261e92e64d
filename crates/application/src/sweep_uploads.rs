//! Deleting uploads that nobody took.

use std::sync::Arc;

use chrono::TimeDelta;
use domain::ports::{Clock, ImageStore, PortError, UploadRegister};

/// How long an upload waits for somebody to take it (contract, Images).
const GRACE: TimeDelta = TimeDelta::days(1);
/// How many are looked at together.
const BATCH: usize = 100;

/// Deletes uploads that nothing points to a day later.
#[derive(Clone)]
pub struct SweepUploads {
    uploads: Arc<dyn UploadRegister>,
    images: Arc<dyn ImageStore>,
    clock: Arc<dyn Clock>,
}

impl SweepUploads {
    /// Wires the use case.
    #[must_use]
    pub fn new(uploads: Arc<dyn UploadRegister>, images: Arc<dyn ImageStore>, clock: Arc<dyn Clock>) -> Self {
        Self { uploads, images, clock }
    }

    /// Deletes what nobody took and answers how many that were. Any number of instances may do so at once: deleting
    /// twice is deleting once. What was begun and broken off is finished the next time.
    ///
    /// # Errors
    /// [`PortError`] when a port fails.
    pub async fn run(&self) -> Result<usize, PortError> {
        let before = self.clock.now() - GRACE;
        let mut swept = 0;
        loop {
            let unclaimed = self.uploads.unclaimed(before, BATCH).await?;
            for name in &unclaimed {
                self.images.delete(name).await?;
                self.uploads.forget(name).await?;
            }
            swept += unclaimed.len();
            if unclaimed.len() < BATCH {
                return Ok(swept);
            }
        }
    }
}
