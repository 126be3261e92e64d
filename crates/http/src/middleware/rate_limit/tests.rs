//! The contract's limits, on a clock that the tests advance.

use actix_web::ResponseError as _;
use governor::clock::FakeRelativeClock;

use super::*;

fn caller(address: &str) -> Caller {
    Caller::at(address.parse().unwrap())
}

fn limits(scale: f64) -> RateLimits<FakeRelativeClock> {
    RateLimits::with_clock(scale, FakeRelativeClock::default())
}

/// The number of requests that pass at once, counted to 1,000.
fn burst(limits: &RateLimits<FakeRelativeClock>, limit: RateLimit) -> usize {
    (0..1_000).take_while(|_| limits.check(limit, caller("192.0.2.1")).is_ok()).count()
}

#[test]
fn the_contracts_numbers_hold() {
    for (limit, at_once, until_full) in [
        (RateLimit::Login, 10, MINUTE),
        (RateLimit::Register, 5, HOUR),
        (RateLimit::Contact, 5, HOUR),
        (RateLimit::AnonymousUpload, 5, HOUR),
        (RateLimit::CustomerUpload, 30, HOUR),
        (RateLimit::AdminUpload, 600, HOUR),
        (RateLimit::ChangeDetails, 30, MINUTE),
        (RateLimit::ForgotPassword, 10, HOUR),
        (RateLimit::VerifyEmail, 10, MINUTE),
        (RateLimit::ResendVerification, 3, HOUR),
        (RateLimit::PlaceOrder, 10, MINUTE),
        (RateLimit::ChangePassword, 10, MINUTE),
        (RateLimit::NotifyPayment, 1_000, MINUTE * 1_000 / 6_000),
        (RateLimit::Quote, 100, MINUTE * 100 / 120),
        (RateLimit::Read, 100, MINUTE * 100 / 300),
    ] {
        let limits = limits(1.0);
        assert_eq!(burst(&limits, limit), at_once, "{limit:?}");
        limits.clock.advance(until_full + Duration::from_millis(1));
        assert_eq!(burst(&limits, limit), at_once, "{limit:?}");
    }
}

#[test]
fn a_refusal_says_when_to_come_back() {
    let limits = limits(1.0);
    burst(&limits, RateLimit::Login);
    let refused = limits.check(RateLimit::Login, caller("192.0.2.1")).unwrap_err().error_response();
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers().get("retry-after").unwrap(), "6", "one login every 6 seconds");
    limits.clock.advance(Duration::from_secs(6));
    assert_eq!(burst(&limits, RateLimit::Login), 1);
}

#[test]
fn callers_and_limits_do_not_count_for_each_other() {
    let limits = limits(1.0);
    burst(&limits, RateLimit::Login);
    assert!(limits.check(RateLimit::Login, caller("192.0.2.2")).is_ok());
    assert!(limits.check(RateLimit::Register, caller("192.0.2.1")).is_ok());
    assert_eq!(caller("2001:db8::1"), caller("2001:db8::ffff:1"), "one subscriber's /64");
    assert_ne!(caller("2001:db8::1"), caller("2001:db8:0:1::1"));
    assert_eq!(caller("::ffff:192.0.2.1"), caller("192.0.2.1"));
}

#[test]
fn the_scale_multiplies_and_zero_turns_off() {
    assert_eq!(burst(&limits(2.0), RateLimit::Login), 20);
    assert_eq!(burst(&limits(0.01), RateLimit::Login), 1);
    for off in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(burst(&limits(off), RateLimit::Login), 1_000);
        let limits = limits(off);
        assert!((0..20).all(|_| limits.reserve_unknown_coupon(caller("192.0.2.1")).map(Reserved::count).is_ok()));
    }
}

#[test]
fn those_who_are_long_gone_are_forgotten() {
    let limits = limits(1.0);
    for n in 0..SWEEP_EVERY {
        let _ = limits.check(RateLimit::Read, Caller::at(IpAddr::V4(n.into())));
    }
    limits.clock.advance(HOUR);
    for _ in 0..SWEEP_EVERY {
        let _ = limits.check(RateLimit::Read, caller("192.0.2.1"));
    }
    assert!(limits.buckets.get(&RateLimit::Read).unwrap().limiter.len() <= 1);
}

#[test]
fn unknown_coupons_alone_are_counted() {
    let limits = limits(1.0);
    let reserve = || limits.reserve_unknown_coupon(caller("192.0.2.1"));
    for _ in 0..30 {
        drop(reserve().unwrap());
    }
    for _ in 0..10 {
        reserve().unwrap().count();
    }
    assert_eq!(reserve().err().unwrap().error_response().headers().get("retry-after").unwrap(), "6");
    assert!(limits.reserve_unknown_coupon(caller("192.0.2.2")).is_ok());
    limits.clock.advance(Duration::from_secs(6));
    reserve().unwrap().count();
    assert!(reserve().is_err());
    limits.clock.advance(MINUTE);
    assert_eq!((0..1_000).take_while(|_| reserve().map(Reserved::count).is_ok()).count(), 10);
}

#[test]
fn requests_at_once_try_no_more_unknown_coupons() {
    let limits = limits(1.0);
    let tried: Vec<_> = (0..100).map_while(|_| limits.reserve_unknown_coupon(caller("192.0.2.1")).ok()).collect();
    assert_eq!(tried.len(), 10);
    drop(tried);
    assert!(limits.reserve_unknown_coupon(caller("192.0.2.1")).is_ok());
}
