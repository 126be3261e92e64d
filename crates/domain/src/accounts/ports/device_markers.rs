//! Recognising the device that signed in to an account before.

use crate::shared::ids::{DeviceId, UserId};

/// Signs and reads the marker by which a device is recognised. A marker does not open a session. A thief of a marker can guess
/// passwords as fast as an unknown origin, in a count of its own.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait DeviceMarkers: Send + Sync {
    /// A signed marker of a device that signed in to this account now; `None` when the key cannot sign.
    fn mark(&self, user: UserId, device: DeviceId) -> Option<String>;

    /// The account and the device that a marker names, if this shop made it within
    /// [`crate::accounts::login_attempts::DEVICE_IS_KNOWN_FOR`].
    fn read(&self, marker: &str) -> Option<(UserId, DeviceId)>;
}
