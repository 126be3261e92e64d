//! Tells the store what this process changed, so that its own reads show it.

/// A change that was committed through this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnChange {
    /// Of the public catalogue.
    Catalogue,
    /// Of anything, by staff.
    ByStaff,
}

/// Hears of the changes that this process made. A store that answers reads from copies answers those that begin afterwards from a
/// state with the change: reads of the catalogue with every change, reports with those by staff.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait OwnChanges: Send + Sync {
    /// Notes a committed change. Never waits.
    fn made(&self, change: OwnChange);
}
