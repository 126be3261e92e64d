//! Rate limits (contract, Conventions): token buckets per client address or user, shared by all workers.

mod reserved;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use actix_web::http::StatusCode;
use chrono::TimeDelta;
use domain::shared::ids::UserId;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use self::reserved::Failures;
pub use self::reserved::Reserved;
use crate::response::problem::Problem;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);

/// The kinds of requests that are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateLimit {
    /// Signing in with a password.
    Login,
    /// Signing in through the provider.
    GoogleSignIn,
    /// Registering.
    Register,
    /// Requesting a link that sets a new password.
    ForgotPassword,
    /// Setting a password with such a link.
    ResetPassword,
    /// Verifying an address with a mailed link.
    VerifyEmail,
    /// Requesting a new link that verifies one's address.
    ResendVerification,
    /// Sending a message to the shop.
    Contact,
    /// Uploading a picture without a session.
    AnonymousUpload,
    /// Uploading a picture as a customer.
    CustomerUpload,
    /// Uploading a picture as an administrator.
    AdminUpload,
    /// Changing one's details or one's review.
    ChangeDetails,
    /// Placing an order.
    PlaceOrder,
    /// Choosing a new password, which its handler counts, because only the body tells; or confirming a session with the present one. Each
    /// password is hashed, in the same queue as those of logins.
    ChangePassword,
    /// Importing a sheet of products, dry runs included.
    ImportProducts,
    /// Sending a wrong token of the set-up, which its handler counts.
    SetupToken,
    /// Telling of a payment. All notifications of the gateway come from few addresses.
    NotifyPayment,
    /// Entering a code that no coupon has, which the handlers count by [`RateLimits::reserve_unknown_coupon`].
    UnknownCoupon,
    /// Placing an order without a session, which its handler counts by [`RateLimits::reserve_guest_order`].
    GuestOrder,
    /// Asking for the page of an order.
    LookUpOrder,
    /// Pricing a cart.
    Quote,
    /// All reads below `/api`.
    Read,
}

impl RateLimit {
    /// All of them.
    pub const ALL: [Self; 22] = [
        Self::Login,
        Self::GoogleSignIn,
        Self::Register,
        Self::ForgotPassword,
        Self::ResetPassword,
        Self::VerifyEmail,
        Self::ResendVerification,
        Self::Contact,
        Self::AnonymousUpload,
        Self::CustomerUpload,
        Self::AdminUpload,
        Self::ChangeDetails,
        Self::PlaceOrder,
        Self::ChangePassword,
        Self::ImportProducts,
        Self::SetupToken,
        Self::NotifyPayment,
        Self::UnknownCoupon,
        Self::GuestOrder,
        Self::LookUpOrder,
        Self::Quote,
        Self::Read,
    ];

    /// The number of requests, the period in which they are allowed, and the number allowed at once.
    const fn allowance(self) -> (u32, Duration, u32) {
        match self {
            Self::Login
            | Self::GoogleSignIn
            | Self::ResetPassword
            | Self::VerifyEmail
            | Self::PlaceOrder
            | Self::ChangePassword
            | Self::ImportProducts
            | Self::UnknownCoupon => (10, MINUTE, 10),
            Self::ResendVerification => (3, HOUR, 3),
            Self::Register | Self::Contact | Self::AnonymousUpload | Self::GuestOrder | Self::LookUpOrder => (5, HOUR, 5),
            Self::CustomerUpload => (30, HOUR, 30),
            Self::AdminUpload => (600, HOUR, 600),
            Self::SetupToken => (5, MINUTE, 5),
            Self::ChangeDetails => (30, MINUTE, 30),
            Self::ForgotPassword => (10, HOUR, 10),
            Self::NotifyPayment => (6_000, MINUTE, 1_000),
            Self::Quote => (120, MINUTE, 100),
            Self::Read => (300, MINUTE, 100),
        }
    }

    fn quota(self, scale: f64) -> Option<Quota> {
        let (count, period, burst) = self.allowance();
        let replenish_one = period.div_f64(f64::from(count) * scale);
        Some(Quota::with_period(replenish_one)?.allow_burst(scaled(burst, scale)))
    }
}

/// A limit that is counted elsewhere, times `scale`; `None` if the limits are turned off.
#[must_use]
pub fn scaled_count(count: u32, scale: f64) -> Option<u32> {
    (scale.is_finite() && scale > 0.0).then(|| scaled(count, scale).get())
}

/// A scaled limit is at least 1: 0 would refuse every request.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped to what fits
fn scaled(burst: u32, scale: f64) -> NonZeroU32 {
    let burst = (f64::from(burst) * scale).round().clamp(1.0, f64::from(u32::MAX)) as u32;
    NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN)
}

/// The callers that are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// All clients at an address. Of IPv6 the first 64 bits count: one subscriber has a /64.
    Address(IpAddr),
    /// A user, at any address.
    User(UserId),
}

impl Caller {
    /// The caller at an address.
    #[must_use]
    pub fn at(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

/// Every 4,096 checks, callers whose allowance is full again are forgotten, which bounds the memory.
const SWEEP_EVERY: u32 = 4_096;

/// The buckets of one limit.
struct Buckets<C: Clock> {
    limiter: RateLimiter<Caller, DashMapStateStore<Caller>, C, NoOpMiddleware<C::Instant>>,
    checks: AtomicU32,
}

impl<C: Clock> Buckets<C> {
    fn check(&self, caller: Caller, clock: &C) -> Result<(), Duration> {
        if self.checks.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        self.limiter.check_key(&caller).map_err(|until| until.wait_time_from(clock.now()))
    }
}

/// All buckets of this instance.
#[derive(Clone)]
pub struct RateLimits<C: Clock = DefaultClock> {
    buckets: Arc<HashMap<RateLimit, Buckets<C>>>,
    /// Codes that no coupon has; `None` where the limits are turned off.
    unknown_coupons: Option<Arc<Failures<C>>>,
    /// Orders of guests; `None` where the limits are turned off.
    guest_orders: Option<Arc<Failures<C>>>,
    clock: C,
}

impl RateLimits {
    /// The contract's limits times `scale`. A scale that is not a positive number turns them off.
    #[must_use]
    pub fn new(scale: f64) -> Self {
        Self::with_clock(scale, DefaultClock::default())
    }
}

impl<C: Clock + Clone> RateLimits<C> {
    fn with_clock(scale: f64, clock: C) -> Self {
        let on = scale.is_finite() && scale > 0.0;
        let quotas = RateLimit::ALL.into_iter().filter(|_| on).filter_map(|limit| Some((limit, limit.quota(scale)?)));
        let buckets =
            |quota| Buckets { limiter: RateLimiter::new(quota, DashMapStateStore::default(), clock.clone()), checks: AtomicU32::default() };
        let reserved = |limit: RateLimit| on.then(|| limit.quota(scale)).flatten();
        let failures = |quota: Quota| Arc::new(Failures::new(quota.replenish_interval(), quota.burst_size().get(), &clock));
        Self {
            unknown_coupons: reserved(RateLimit::UnknownCoupon).map(failures),
            guest_orders: reserved(RateLimit::GuestOrder).map(failures),
            buckets: Arc::new(quotas.map(|(limit, quota)| (limit, buckets(quota))).collect()),
            clock: clock.clone(),
        }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// 429 with `Retry-After` when the caller has used up the allowance.
    pub fn check(&self, limit: RateLimit, caller: Caller) -> Result<(), Problem> {
        let Some(buckets) = self.buckets.get(&limit) else { return Ok(()) };
        buckets.check(caller, &self.clock).map_err(too_many)
    }
}

impl<C: Clock + Clone + 'static> RateLimits<C>
where
    C::Instant: Send + Sync,
{
    /// Reserves one of the unknown codes that a caller may enter. It is given back where the code turns out to be known.
    ///
    /// # Errors
    /// 429 with `Retry-After` when the caller has entered too many.
    pub fn reserve_unknown_coupon(&self, caller: Caller) -> Result<Reserved, Problem> {
        let Some(failures) = &self.unknown_coupons else { return Ok(Reserved::nothing()) };
        Reserved::of(failures, caller, &self.clock).map_err(too_many)
    }

    /// Reserves one of the orders that guests at an address may place. It is given back where none is placed.
    ///
    /// # Errors
    /// 429 with `Retry-After` when too many were placed.
    pub fn reserve_guest_order(&self, caller: Caller) -> Result<Reserved, Problem> {
        let Some(orders) = &self.guest_orders else { return Ok(Reserved::nothing()) };
        Reserved::of(orders, caller, &self.clock).map_err(too_many)
    }
}

/// The refusal of a caller who may try again after this time.
fn too_many(wait: Duration) -> Problem {
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "request.too_many", "Too many requests. Please wait a moment and try again.")
        .retry_after(TimeDelta::from_std(wait).unwrap_or(TimeDelta::MAX))
}

#[cfg(test)]
mod tests;
