//! Deleting unused uploads.

use std::sync::Arc;

use chrono::TimeDelta;
use domain::images::ports::{ImageStore, UploadRegister};
use domain::shared::ports::{Clock, PortError};

/// The time after which an unused upload is deleted (contract, Images).
const GRACE: TimeDelta = TimeDelta::days(1);
/// How many are looked at together.
const BATCH: usize = 100;

/// Deletes uploads that are unused after a day.
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

    /// Deletes unused uploads and returns their number. Each is condemned before its files are deleted, so it cannot be taken
    /// any more. Idempotent: several instances may run it concurrently, and the next run finishes an interrupted one.
    pub async fn run(&self) -> Result<usize, PortError> {
        let now = self.clock.now();
        let mut swept = 0;
        loop {
            let condemned = self.uploads.condemn(now - GRACE, now, BATCH).await?;
            for name in &condemned {
                self.images.delete(name).await?;
                self.uploads.deleted(name, now).await?;
            }
            swept += condemned.len();
            if condemned.len() < BATCH {
                return Ok(swept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::images::image::ImageName;
    use domain::images::ports::{MockImageStore, MockUploadRegister};
    use mockall::{Sequence, predicate};
    use testkit::moments;

    use super::*;
    use crate::samples::{away, clock};

    fn name(number: usize) -> ImageName {
        ImageName::parse(&format!("{number}-x.webp")).unwrap()
    }

    #[tokio::test]
    async fn condemns_uploads_unused_for_a_day_and_deletes_their_files() {
        let (mut uploads, mut images, mut order) = (MockUploadRegister::new(), MockImageStore::new(), Sequence::new());
        let mut batches = vec![vec![name(100)], (0..100).map(name).collect()];
        uploads
            .expect_condemn()
            .with(predicate::eq(moments::days_ago(1)), predicate::eq(moments::now()), predicate::eq(100))
            .times(1)
            .in_sequence(&mut order)
            .returning({
                let first = batches.pop().unwrap();
                move |_, _, _| Ok(first.clone())
            });
        for number in 0..100 {
            images.expect_delete().with(predicate::eq(name(number))).times(1).in_sequence(&mut order).returning(|_| Ok(()));
            uploads.expect_deleted().withf(move |n, _| *n == name(number)).times(1).in_sequence(&mut order).returning(|_, _| Ok(()));
        }
        let last = batches.pop().unwrap();
        uploads.expect_condemn().times(1).in_sequence(&mut order).returning(move |_, _, _| Ok(last.clone()));
        images.expect_delete().times(1).in_sequence(&mut order).returning(|_| Ok(()));
        uploads.expect_deleted().times(1).in_sequence(&mut order).returning(|_, _| Ok(()));
        assert_eq!(SweepUploads::new(Arc::new(uploads), Arc::new(images), clock()).run().await.unwrap(), 101);
    }

    #[tokio::test]
    async fn files_that_cannot_be_deleted_stay_condemned() {
        let (mut uploads, mut images) = (MockUploadRegister::new(), MockImageStore::new());
        uploads.expect_condemn().once().returning(|_, _, _| Ok(vec![name(1)]));
        images.expect_delete().once().returning(|_| Err(away()));
        let failed = SweepUploads::new(Arc::new(uploads), Arc::new(images), clock()).run().await;
        assert!(failed.unwrap_err().is_unavailable());
    }
}
