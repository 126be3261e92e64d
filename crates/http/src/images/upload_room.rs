//! Memory for uploads: each is held until its picture has been processed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::http::StatusCode;
use chrono::TimeDelta;

use crate::middleware::rate_limit::Caller;
use crate::response::problem::Problem;

/// The most uploads at once: 320 MB if all of them have the largest size.
const ROOM: usize = 64;
/// The most uploads of one caller at once (contract, Conventions), so that a slow or busy caller leaves memory and the queue of
/// the picture processor to others. It bounds memory, so `RATE_LIMIT_SCALE` does not multiply it.
const ROOM_FOR_ONE: usize = 2;

/// Counts the uploads of each caller.
#[derive(Clone, Debug, Default)]
pub struct UploadRoom(Arc<Mutex<HashMap<Caller, usize>>>);

/// The place of one upload, free again when it is dropped.
#[derive(Debug)]
pub struct UploadPlace {
    room: UploadRoom,
    caller: Caller,
}

impl UploadRoom {
    /// Takes a place for this caller.
    ///
    /// # Errors
    /// 429 with `Retry-After` when the caller has no place left, 503 with `Retry-After` when the server has none.
    pub fn take(&self, caller: Caller) -> Result<UploadPlace, Problem> {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, own) = (taken.values().sum::<usize>(), taken.get(&caller).copied().unwrap_or_default());
        let refusal = |status, code, message| Err(Problem::new(status, code, message).retry_after(TimeDelta::seconds(2)));
        if own >= ROOM_FOR_ONE {
            let message = "Your other pictures are still being uploaded. Please wait a moment and try again.";
            return refusal(StatusCode::TOO_MANY_REQUESTS, "image.too_many_at_once", message);
        }
        if all >= ROOM {
            return refusal(StatusCode::SERVICE_UNAVAILABLE, "image.busy", "Too many pictures are coming in. Please try again.");
        }
        taken.insert(caller, own + 1);
        Ok(UploadPlace { room: self.clone(), caller })
    }
}

impl Drop for UploadPlace {
    fn drop(&mut self) {
        let mut taken = self.room.0.lock().unwrap_or_else(PoisonError::into_inner);
        match taken.get_mut(&self.caller) {
            Some(own) if *own > 1 => *own -= 1,
            _ => drop(taken.remove(&self.caller)),
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;

    use super::*;

    fn caller(last: usize) -> Caller {
        Caller::at(format!("192.0.2.{last}").parse().unwrap())
    }

    #[test]
    fn there_is_room_for_so_many_at_once() {
        let room = UploadRoom::default();
        let mut taken: Vec<_> = (0..ROOM).map(|n| room.take(caller(n / ROOM_FOR_ONE)).unwrap()).collect();
        let refused = room.take(caller(99)).unwrap_err().error_response();
        assert_eq!((refused.status().as_u16(), refused.headers().get("retry-after").unwrap().as_bytes()), (503, &b"2"[..]));
        taken.pop();
        assert!(room.take(caller(99)).is_ok());
        drop(taken);
        assert!(room.0.lock().unwrap().is_empty(), "callers without a place are forgotten");
    }

    #[test]
    fn one_caller_leaves_room_for_others() {
        let room = UploadRoom::default();
        let taken: Vec<_> = (0..ROOM_FOR_ONE).map(|_| room.take(caller(1)).unwrap()).collect();
        let refused = room.take(caller(1)).unwrap_err().error_response();
        assert_eq!((refused.status().as_u16(), refused.headers().get("retry-after").unwrap().as_bytes()), (429, &b"2"[..]));
        assert!(room.take(caller(2)).is_ok());
        drop(taken);
        assert!(room.take(caller(1)).is_ok());
    }
}
