//! Setting a new password through a link that was mailed.

use chrono::TimeDelta;

use crate::shared::link_secret::{LinkSecret, SecretPage};

/// A link is valid for this time (contract, Users).
pub const VALID_FOR: TimeDelta = TimeDelta::minutes(30);
/// The period over which [`LINKS_PER_HOUR`] counts.
pub const LINK_PERIOD: TimeDelta = TimeDelta::hours(1);
/// The largest number of links that an account is sent within [`LINK_PERIOD`] (contract, Conventions).
pub const LINKS_PER_HOUR: u32 = 3;

/// The page that sets a new password.
#[derive(Clone, Copy, Debug)]
pub enum ResetPage {}

impl SecretPage for ResetPage {
    const PATH: &'static str = "reset-password";
}

/// The secret in a link. It lets its holder set the password.
pub type ResetSecret = LinkSecret<ResetPage>;
