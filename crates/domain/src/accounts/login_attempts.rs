//! Limits on login attempts for one account (contract, Conventions): the delay after failures, and the number of passwords that
//! are compared at once.
//!
//! Attempts are counted twice: for the account, and for the account together with the origin. The first count limits an
//! attacker with many addresses, the second one limits each origin. A device that signed in before has a count of its own, so
//! that others cannot lock its owner out (OWASP, 'Slow Down Online Guessing Attacks with Device Cookies').

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::email::EmailAddress;
use crate::shared::ids::DeviceId;

/// How many failures of one origin have no delay (contract, Conventions).
pub const FREE_FAILURES: u32 = 5;
/// The number of failures of all unknown origins together that cause no delay. It is high enough that a few users who mistype,
/// or one attacker, do not delay others; and low enough that 1,000 addresses are not 1,000 times as fast as one.
pub const FREE_FAILURES_OF_ACCOUNT: u32 = 50;
/// The largest number of passwords that are compared at once for one account (contract, Conventions).
pub const AT_ONCE: usize = 5;
/// The longest delay (contract, Conventions).
const MAX_DELAY: TimeDelta = TimeDelta::seconds(60);
/// The longest delay for the account as a whole. Many addresses together can keep an account at this delay. It is short enough
/// for the owner to log in from an unknown device, and allows 15 guesses a minute.
const MAX_DELAY_OF_ACCOUNT: TimeDelta = TimeDelta::seconds(4);
/// An upper bound of a count. No attacker who waits for the delays reaches it, and it is far below the limit of `u32`.
const MAX_FAILURES: u32 = 1_000;
/// A pending attempt older than this belongs to a process that ended: comparing a password takes well under a second.
pub const LEASE: TimeDelta = TimeDelta::seconds(10);

/// How long a device is known after it signed in.
pub const DEVICE_IS_KNOWN_FOR: TimeDelta = TimeDelta::days(30);

/// A block of addresses that one subscriber has, or could easily get: a /24 of IPv4, which is the smallest that networks announce
/// to each other, so that the 256 addresses of one rented network are one guesser; a /64 of IPv6, which is one subscriber's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressBlock(IpAddr);

impl AddressBlock {
    /// The block of an address; an IPv4 address written as IPv6 is one of IPv4.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(v4) => IpAddr::V4(Ipv4Addr::from_bits(v4.to_bits() & (u32::MAX << 8))),
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
        })
    }
}

/// Where an attempt comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A device that signed in to this account before.
    KnownDevice(DeviceId),
    /// Any other, by its address.
    Block(AddressBlock),
}

impl Origin {
    /// The key under which stores keep the origin; it is unique.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::KnownDevice(device) => format!("device {device}"),
            Self::Block(AddressBlock(first)) => format!("block {first}"),
        }
    }

    /// Whether the failures of the account as a whole delay it, and its own count among them.
    const fn counts_for_account(&self) -> bool {
        matches!(self, Self::Block(_))
    }
}

/// An attempt to log in to an account.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LoginAttempt {
    /// The address that was typed, known to the shop or not.
    pub email: EmailAddress,
    /// Where it was typed.
    pub origin: Origin,
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptResult {
    /// The password was wrong, or no user has the address.
    Failed,
    /// The password was right.
    Succeeded,
    /// The password was not compared, for a reason that is not the user's.
    NotCompared,
}

/// The decision on an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its password may be compared.
    Admitted,
    /// It is refused: this is how long it would have to wait.
    Delayed(TimeDelta),
    /// It has to wait until an attempt that is being compared ends.
    WaitsForTurn,
}

/// The count of one account, or of one account and one origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// Failures since the last success.
    pub failures: u32,
    /// When the last one was.
    pub last_failed_at: Option<DateTime<Utc>>,
    /// When the attempts that are being compared were admitted.
    pub pending: Vec<DateTime<Utc>>,
}

impl Counter {
    /// Whether the counter has its initial state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.failures == 0 && self.pending.is_empty()
    }

    /// Decides on one more attempt by this count alone, where `free` failures cause no delay. The number of pending attempts is
    /// limited to the failures that are left without a delay, so that parallel attempts gain nothing; with a delay due, to one.
    fn judge(&self, free: u32, longest: TimeDelta, now: DateTime<Utc>) -> Verdict {
        let delay = self.remaining(free, longest, now);
        if delay > TimeDelta::zero() {
            return Verdict::Delayed(delay);
        }
        let undelayed = usize::try_from(free.saturating_sub(self.failures)).unwrap_or(AT_ONCE);
        if self.pending.len() < undelayed.clamp(1, AT_ONCE) { Verdict::Admitted } else { Verdict::WaitsForTurn }
    }

    /// The rest of the delay, at most the whole delay even if the clocks of two instances differ.
    fn remaining(&self, free: u32, longest: TimeDelta, now: DateTime<Utc>) -> TimeDelta {
        let delay = delay_after(self.failures, free).min(longest);
        self.last_failed_at.map_or(TimeDelta::zero(), |last| (last + delay - now).clamp(TimeDelta::zero(), delay))
    }

    fn forget_abandoned(&mut self, now: DateTime<Utc>) {
        self.pending.retain(|admitted| (now - *admitted).abs() < LEASE);
    }

    fn fail(&mut self, now: DateTime<Utc>) {
        self.failures = self.failures.saturating_add(1).min(MAX_FAILURES);
        self.last_failed_at = self.last_failed_at.max(Some(now));
    }

    fn release(&mut self, admitted: DateTime<Utc>) {
        if let Some(place) = self.pending.iter().position(|pending| *pending == admitted) {
            self.pending.swap_remove(place);
        }
    }
}

/// The two counts that decide about the attempts of one origin for one account. To be changed by one attempt at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttemptCounts {
    /// Of the account: failures of unknown origins, and pending attempts of all.
    pub account: Counter,
    /// Of the account and the origin.
    pub origin: Counter,
}

impl AttemptCounts {
    /// Decides about an attempt at `now`, and counts it as pending where it is admitted.
    #[must_use]
    pub fn admit(&mut self, origin: &Origin, now: DateTime<Utc>) -> Verdict {
        self.account.forget_abandoned(now);
        self.origin.forget_abandoned(now);
        let verdict = self.judge(origin, now);
        if verdict == Verdict::Admitted {
            self.account.pending.push(now);
            self.origin.pending.push(now);
        }
        verdict
    }

    fn judge(&self, origin: &Origin, now: DateTime<Utc>) -> Verdict {
        let own = self.origin.judge(FREE_FAILURES, MAX_DELAY, now);
        let all = if origin.counts_for_account() {
            self.account.judge(FREE_FAILURES_OF_ACCOUNT, MAX_DELAY_OF_ACCOUNT, now)
        } else if self.account.pending.len() < AT_ONCE {
            Verdict::Admitted
        } else {
            Verdict::WaitsForTurn
        };
        match (own, all) {
            (Verdict::Delayed(own), Verdict::Delayed(all)) => Verdict::Delayed(own.max(all)),
            (Verdict::Delayed(delay), _) | (_, Verdict::Delayed(delay)) => Verdict::Delayed(delay),
            (Verdict::Admitted, Verdict::Admitted) => Verdict::Admitted,
            _ => Verdict::WaitsForTurn,
        }
    }

    /// Ends an attempt that was admitted at `admitted`. A success forgets the failures that could have delayed it, and no other
    /// origin's.
    pub fn settle(&mut self, origin: &Origin, admitted: DateTime<Utc>, result: AttemptResult, now: DateTime<Utc>) {
        self.account.release(admitted);
        self.origin.release(admitted);
        let counters = [Some(&mut self.origin), origin.counts_for_account().then_some(&mut self.account)];
        for counter in counters.into_iter().flatten() {
            match result {
                AttemptResult::Failed => counter.fail(now),
                AttemptResult::Succeeded => (counter.failures, counter.last_failed_at) = (0, None),
                AttemptResult::NotCompared => {}
            }
        }
    }
}

/// The delay after this number of failures in a row, where `free - 1` failures cause none: 1, 2, 4 … seconds, at most 60.
#[must_use]
pub fn delay_after(failures: u32, free: u32) -> TimeDelta {
    let Some(doublings) = failures.checked_sub(free) else { return TimeDelta::zero() };
    TimeDelta::seconds(1_i64 << doublings.min(6)).min(MAX_DELAY)
}

#[cfg(test)]
mod tests;
