//! Room for uploads: each stays in memory until its picture is written anew.

use std::sync::Arc;

use actix_web::http::StatusCode;
use chrono::TimeDelta;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// How many uploads are read at once: with all of them at their largest that is 320 MB.
const ROOM: usize = 64;

/// Room for so many uploads at once.
#[derive(Clone, Debug)]
pub struct UploadRoom(Arc<Semaphore>);

impl Default for UploadRoom {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(ROOM)))
    }
}

impl UploadRoom {
    /// A place, free again when it is dropped.
    ///
    /// # Errors
    /// 503 with `Retry-After` when there is none.
    pub fn take(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.0).try_acquire_owned().map_err(|_| {
            let message = "Too many pictures are coming in. Please try again.";
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "image.busy", message).retry_after(TimeDelta::seconds(2))
        })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;

    use super::*;

    #[test]
    fn there_is_room_for_so_many_at_once() {
        let room = UploadRoom::default();
        let mut taken: Vec<_> = (0..ROOM).map(|_| room.take().unwrap()).collect();
        let refused = room.take().unwrap_err().error_response();
        assert_eq!((refused.status().as_u16(), refused.headers().get("retry-after").unwrap().as_bytes()), (503, &b"2"[..]));
        taken.pop();
        assert!(room.take().is_ok());
    }
}
