//! Recognising the device that signed in to an account before.

use crate::shared::ids::{DeviceId, UserId};

/// Signs and reads what a device shows of itself when it signs in again. A marker proves nothing but that: it opens no session, and
/// whoever steals one may guess as fast as any stranger, in a count of their own.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait DeviceMarkers: Send + Sync {
    /// A signed marker of a device that signed in to this account now; `None` when the key cannot sign.
    fn mark(&self, user: UserId, device: DeviceId) -> Option<String>;

    /// The account and the device that a marker names, if this shop made it within
    /// [`crate::accounts::login_attempts::DEVICE_IS_KNOWN_FOR`].
    fn read(&self, marker: &str) -> Option<(UserId, DeviceId)>;
}
