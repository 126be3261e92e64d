//! How often one may ask (contract, Conventions): token buckets per client address or user, shared by all workers.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError as _, web};
use chrono::TimeDelta;
use domain::ids::UserId;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::app_state::AppState;
use crate::client_address::client_address;
use crate::problem::Problem;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Signing in with a password.
    Login,
    /// Signing in through the provider.
    GoogleSignIn,
    /// Registering.
    Register,
    /// Asking for a link to reset a password.
    ForgotPassword,
    /// Using such a link.
    ResetPassword,
    /// Writing to the shop.
    Contact,
    /// Uploading a picture without a session; its handler asks.
    AnonymousUpload,
    /// Uploading a picture as a customer, per user; its handler asks.
    CustomerUpload,
    /// Uploading a picture as an administrator, per user; its handler asks.
    AdminUpload,
    /// Changing one's details or one's review, per user; its handler asks.
    ChangeDetails,
    /// Placing an order, per user; its handler asks.
    PlaceOrder,
    /// Choosing another password, per user; its handler asks. Each is hashed, in the line that logging in waits in.
    ChangePassword,
    /// Importing a sheet of products, or trying one out.
    ImportProducts,
    /// Pricing a cart.
    Quote,
    /// Reading anything.
    Read,
}

impl Rule {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Login,
        Self::GoogleSignIn,
        Self::Register,
        Self::ForgotPassword,
        Self::ResetPassword,
        Self::Contact,
        Self::AnonymousUpload,
        Self::CustomerUpload,
        Self::AdminUpload,
        Self::ChangeDetails,
        Self::PlaceOrder,
        Self::ChangePassword,
        Self::ImportProducts,
        Self::Quote,
        Self::Read,
    ];

    /// How many in which time, and how many at once.
    const fn allowance(self) -> (u32, Duration, u32) {
        match self {
            Self::Login | Self::GoogleSignIn | Self::ResetPassword | Self::PlaceOrder | Self::ChangePassword | Self::ImportProducts => {
                (10, MINUTE, 10)
            }
            Self::Register | Self::Contact | Self::AnonymousUpload => (5, HOUR, 5),
            Self::CustomerUpload => (30, HOUR, 30),
            Self::AdminUpload => (600, HOUR, 600),
            Self::ChangeDetails => (30, MINUTE, 30),
            Self::ForgotPassword => (10, HOUR, 10),
            Self::Quote => (120, MINUTE, 100),
            Self::Read => (300, MINUTE, 100),
        }
    }

    /// The rule that requests to a route are counted by, per client address. A load balancer may ask `/healthz` and
    /// `/readyz` as often as it likes.
    #[must_use]
    pub fn of_route(method: &Method, path: &str) -> Option<Self> {
        match (method.as_str(), path) {
            ("POST", "/api/users/login") => Some(Self::Login),
            ("POST", "/api/users/google") => Some(Self::GoogleSignIn),
            ("POST", "/api/users") => Some(Self::Register),
            ("POST", "/api/users/forgot-password") => Some(Self::ForgotPassword),
            ("POST", "/api/users/reset-password") => Some(Self::ResetPassword),
            ("POST", "/api/contact") => Some(Self::Contact),
            ("POST", "/api/products/import") => Some(Self::ImportProducts),
            ("POST", "/api/orders/quote") => Some(Self::Quote),
            ("GET", path) if path.starts_with("/api/") => Some(Self::Read),
            _ => None,
        }
    }

    fn quota(self, scale: f64) -> Option<Quota> {
        let (count, period, burst) = self.allowance();
        let replenish_one = period.div_f64(f64::from(count) * scale);
        Some(Quota::with_period(replenish_one)?.allow_burst(scaled(burst, scale)))
    }
}

/// A count that is kept elsewhere, times `scale`; `None` where limits are turned off.
#[must_use]
pub fn scaled_count(count: u32, scale: f64) -> Option<u32> {
    (scale.is_finite() && scale > 0.0).then(|| scaled(count, scale).get())
}

/// At least one, or nobody could ever ask.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped to what fits
fn scaled(burst: u32, scale: f64) -> NonZeroU32 {
    let burst = (f64::from(burst) * scale).round().clamp(1.0, f64::from(u32::MAX)) as u32;
    NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN)
}

/// Whom requests are counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// Everybody at an address; of IPv6 a whole /64, which is what one subscriber has.
    Address(IpAddr),
    /// A user, wherever they are.
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

/// Callers that are back to full allowance are forgotten after so many checks, so that memory stays bounded.
const SWEEP_EVERY: u32 = 4_096;

/// The buckets of one rule.
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
    rules: Arc<HashMap<Rule, Buckets<C>>>,
    clock: C,
}

impl RateLimits {
    /// The contract's limits times `scale`; 0 (or anything that is no positive number) turns them off.
    #[must_use]
    pub fn new(scale: f64) -> Self {
        Self::with_clock(scale, DefaultClock::default())
    }
}

impl<C: Clock + Clone> RateLimits<C> {
    fn with_clock(scale: f64, clock: C) -> Self {
        let on = scale.is_finite() && scale > 0.0;
        let quotas = Rule::ALL.into_iter().filter(|_| on).filter_map(|rule| Some((rule, rule.quota(scale)?)));
        let buckets =
            |quota| Buckets { limiter: RateLimiter::new(quota, DashMapStateStore::default(), clock.clone()), checks: AtomicU32::default() };
        Self { rules: Arc::new(quotas.map(|(rule, quota)| (rule, buckets(quota))).collect()), clock: clock.clone() }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// 429 with `Retry-After` when it is one too many.
    pub fn check(&self, rule: Rule, caller: Caller) -> Result<(), Problem> {
        let Some(buckets) = self.rules.get(&rule) else { return Ok(()) };
        buckets.check(caller, &self.clock).map_err(|wait| {
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "request.too_many", "Too many requests. Please wait a moment and try again.")
                .retry_after(TimeDelta::from_std(wait).unwrap_or(TimeDelta::MAX))
        })
    }
}

/// Middleware of one route: counts its requests per client address.
///
/// # Errors
/// Whatever the inner service answers.
pub async fn limit_route(rule: Rule, request: ServiceRequest, next: Next<BoxBody>) -> Result<ServiceResponse, Error> {
    let caller = Caller::at(client_address(request.request()));
    let state = request.app_data::<web::Data<AppState>>();
    if let Some(Err(problem)) = state.map(|state| state.rate_limits.check(rule, caller)) {
        return Ok(request.into_response(problem.error_response()));
    }
    next.call(request).await
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn caller(address: &str) -> Caller {
        Caller::at(address.parse().unwrap())
    }

    fn limits(scale: f64) -> RateLimits<FakeRelativeClock> {
        RateLimits::with_clock(scale, FakeRelativeClock::default())
    }

    /// How many requests go through at once, up to 1,000.
    fn burst(limits: &RateLimits<FakeRelativeClock>, rule: Rule) -> usize {
        (0..1_000).take_while(|_| limits.check(rule, caller("192.0.2.1")).is_ok()).count()
    }

    #[test]
    fn the_contracts_numbers_hold() {
        for (rule, at_once, until_full) in [
            (Rule::Login, 10, MINUTE),
            (Rule::Register, 5, HOUR),
            (Rule::Contact, 5, HOUR),
            (Rule::AnonymousUpload, 5, HOUR),
            (Rule::CustomerUpload, 30, HOUR),
            (Rule::AdminUpload, 600, HOUR),
            (Rule::ChangeDetails, 30, MINUTE),
            (Rule::ForgotPassword, 10, HOUR),
            (Rule::PlaceOrder, 10, MINUTE),
            (Rule::ChangePassword, 10, MINUTE),
            (Rule::Quote, 100, MINUTE * 100 / 120),
            (Rule::Read, 100, MINUTE * 100 / 300),
        ] {
            let limits = limits(1.0);
            assert_eq!(burst(&limits, rule), at_once, "{rule:?}");
            limits.clock.advance(until_full + Duration::from_millis(1));
            assert_eq!(burst(&limits, rule), at_once, "{rule:?}");
        }
    }

    #[test]
    fn a_refusal_says_when_to_come_back() {
        let limits = limits(1.0);
        burst(&limits, Rule::Login);
        let refused = limits.check(Rule::Login, caller("192.0.2.1")).unwrap_err().error_response();
        assert_eq!(refused.status(), 429);
        assert_eq!(refused.headers().get("retry-after").unwrap(), "6", "one login every 6 seconds");
        limits.clock.advance(Duration::from_secs(6));
        assert_eq!(burst(&limits, Rule::Login), 1);
    }

    #[test]
    fn callers_and_rules_do_not_count_for_each_other() {
        let limits = limits(1.0);
        burst(&limits, Rule::Login);
        assert!(limits.check(Rule::Login, caller("192.0.2.2")).is_ok());
        assert!(limits.check(Rule::Register, caller("192.0.2.1")).is_ok());
        assert_eq!(caller("2001:db8::1"), caller("2001:db8::ffff:1"), "one subscriber's /64");
        assert_ne!(caller("2001:db8::1"), caller("2001:db8:0:1::1"));
        assert_eq!(caller("::ffff:192.0.2.1"), caller("192.0.2.1"));
    }

    #[test]
    fn the_scale_multiplies_and_zero_turns_off() {
        assert_eq!(burst(&limits(2.0), Rule::Login), 20);
        assert_eq!(burst(&limits(0.01), Rule::Login), 1);
        for off in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(burst(&limits(off), Rule::Login), 1_000);
        }
    }

    #[test]
    fn those_who_are_long_gone_are_forgotten() {
        let limits = limits(1.0);
        for n in 0..SWEEP_EVERY {
            let _ = limits.check(Rule::Read, Caller::at(IpAddr::V4(n.into())));
        }
        limits.clock.advance(HOUR);
        for _ in 0..SWEEP_EVERY {
            let _ = limits.check(Rule::Read, caller("192.0.2.1"));
        }
        assert!(limits.rules.get(&Rule::Read).unwrap().limiter.len() <= 1);
    }
}
